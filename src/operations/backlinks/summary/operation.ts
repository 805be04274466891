import { z } from 'zod';

import { analyzeSummary, BacklinkSummary } from './summary.ts';
import { ACTIONS, LINKS, LINKS_PLURAL, sourcesOf, summaryText } from './text.ts';
import { backlinksStatus, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall, WorkflowDraft } from '../../../contract/workflow.ts';
import { type StepDraft, inOrder } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { parseTarget } from '../../../web/target.ts';
import type { LinkStatus } from '../../../ports/links.ts';

export default defineOperation({
  id: 'backlinks.summary',
  method: 'POST',
  path: '/backlinks/summary',
  group: 'Backlinks',
  title: 'Summarize a backlink profile',
  description:
    'Authority, referring domains, spam risk, broken backlinks and how the links are spread, for a domain, a subdomain or ' +
    'one page. Use it first; then backlinks.list for the links themselves.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target(),
    include_subdomains: z.boolean().default(true).describe('Count links to subdomains of the target too.'),
    include_indirect_links: z
      .boolean()
      .default(true)
      .describe('Count links to pages that redirect, or point their canonical, to the target.'),
    exclude_internal_backlinks: z.boolean().default(true).describe('Leave out links from the target’s own domain.'),
    backlinks_status_type: backlinksStatus(),
    dofollow_only: z.boolean().default(false).describe('Count only links without nofollow, ugc or sponsored.'),
    internal_list_limit: z.int().min(1).max(100).default(10).describe('Most rows of each list inside the answer.'),
    rank_scale: rankScale(),
  }),
  result: BacklinkSummary,

  price: { rule: '5 credits', credits: () => 5 },
  example: { target: 'harbour-bikes.example', internal_list_limit: 5 },

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const record = await ports.links.summary({
      target: parsed,
      status: input.backlinks_status_type,
      dofollow_only: input.dofollow_only,
      include_subdomains: input.include_subdomains,
      include_indirect_links: input.include_indirect_links,
      exclude_internal_backlinks: input.exclude_internal_backlinks,
      list_limit: input.internal_list_limit,
    });
    const status = input.backlinks_status_type;
    const { rank_scale, dofollow_only } = input;
    const report = analyzeSummary(parsed, record, { rank_scale, status, dofollow_only });
    return { result: report, guidance: planFor(report, input), markdown_summary: summaryText(report, status) };
  },
});

/** The checked request, as far as the plan goes on from it. */
interface Asked {
  readonly backlinks_status_type: LinkStatus;
  readonly dofollow_only: boolean;
  readonly rank_scale: 'one_hundred' | 'one_thousand';
}

function planFor(report: BacklinkSummary, asked: Asked): WorkflowDraft {
  const status = asked.backlinks_status_type;
  const { value } = report.target;
  if (report.backlinks === null) return unknownPlan(value);
  const steps = stepsFor(report, status);
  const pressing =
    report.recommended_action_type === 'review_risk' || report.recommended_action_type === 'repair_broken_links';
  return {
    summary: `${value} has ${counted(report.backlinks, LINKS[status], LINKS_PLURAL[status])} from ${sourcesOf(report)} in the index.`,
    recommended_action: steps[0]?.action ?? ACTIONS[report.recommended_action_type ?? 'build_links'],
    priority: pressing ? 'high' : report.backlinks === 0 ? 'medium' : 'low',
    ...confidenceOf(report),
    steps: inOrder(steps),
    next_calls: nextCalls(report, asked),
    guardrails: [
      'Figures count what the index has read, not the whole web: compare like with like.',
      'Rank and tier are relative to the domains that this index knows, and move when more is crawled.',
      'Do not disavow links for a spam score alone; look at the pages first.',
    ],
  };
}

function unknownPlan(value: string): WorkflowDraft {
  return {
    summary: `The index has read no page of another domain, so it cannot know who links to ${value}.`,
    recommended_action: 'Crawl sites that may link to the target, or import link data.',
    priority: 'high',
    confidence: 0,
    confidence_reasons: ['No page outside the target’s own domain was read.'],
    steps: inOrder([
      {
        action: 'Crawl the sites of partners, directories and publications of the field with `seamark crawl URL`.',
        why: 'Backlinks are known from the pages that carry them.',
        evidence: ['backlinks: null'],
        effort: 'low',
        owner_hint: 'operator of the service',
      },
    ]),
    next_calls: [],
    guardrails: ['Unknown is not zero: do not report that the target has no backlinks.'],
  };
}

function stepsFor(report: BacklinkSummary, status: LinkStatus): StepDraft[] {
  const steps: StepDraft[] = [];
  if (report.risk_level === 'high') steps.push(riskStep(report));
  if ((report.broken_backlinks ?? 0) > 0) {
    const links = counted(report.broken_backlinks ?? 0, 'backlink');
    const pages = counted(report.broken_pages ?? 0, 'page');
    steps.push({
      action: `Restore or redirect ${pages} that others link to.`,
      why: `${links} ${report.broken_backlinks === 1 ? 'points at a page that fails' : 'point at pages that fail'}.`,
      evidence: [`broken_backlinks: ${report.broken_backlinks}`, `broken_pages: ${report.broken_pages}`],
      effort: 'low',
      owner_hint: 'developer',
    });
  }
  if ((report.lost_backlinks ?? 0) > 0) {
    steps.push({
      action: 'Ask for the lost links back, the strongest first.',
      why: `${counted(report.lost_backlinks ?? 0, 'link')} that were there are gone.`,
      evidence: [`lost_backlinks: ${report.lost_backlinks}`],
      effort: 'medium',
      owner_hint: 'outreach',
    });
  }
  steps.push(status === 'lost' ? lostStep(report) : growthStep(report));
  if (report.risk_level === 'medium') steps.push(riskStep(report));
  return steps;
}

function riskStep(report: BacklinkSummary): StepDraft {
  return {
    action: 'Review the risky part of the profile.',
    why: report.risk_reasons.join(' '),
    evidence: report.risk_reasons,
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

/** Asked for lost links, an answer without any is good news and no profile without links. */
function lostStep(report: BacklinkSummary): StepDraft {
  return {
    action: 'Look at the living links with backlinks_status_type "live".',
    why: `These figures count ${counted(report.backlinks ?? 0, 'lost link')} only.`,
    evidence: [`backlinks: ${report.backlinks}`],
    effort: 'low',
    owner_hint: 'SEO',
  };
}

function growthStep(report: BacklinkSummary): StepDraft {
  const top = report.top_pages?.[0];
  if (top === undefined) {
    return {
      action: 'Crawl sites that may link here; where they do not, offer something that they want to cite.',
      why: 'No page that the index has read links to the target; pages that it has not read may.',
      evidence: ['backlinks: 0'],
      effort: 'high',
      owner_hint: 'content',
    };
  }
  return {
    action: `Protect ${top.url} and build on it.`,
    why: `It carries ${counted(top.backlinks, 'backlink')} from ${counted(top.referring_domains, 'host')}.`,
    evidence: [`top_pages[0].backlinks: ${top.backlinks}`],
    effort: 'low',
    owner_hint: 'content',
  };
}

function confidenceOf(report: BacklinkSummary): { confidence: number; confidence_reasons: string[] } {
  const domains = report.referring_main_domains ?? 0;
  const reasons = [`The profile holds links from ${sourcesOf(report)}.`];
  if (report.rank === null) reasons.push('The authority of the target is not known.');
  // Ten domains give a rough picture, a thousand a steady one.
  const confidence = Math.min(0.9, 0.2 + 0.23 * Math.log10(1 + domains)) - (report.rank === null ? 0.1 : 0);
  return { confidence: Math.round(Math.max(0.1, confidence) * 100) / 100, confidence_reasons: reasons };
}

function nextCalls(report: BacklinkSummary, asked: Asked): PlannedCall[] {
  const { value } = report.target;
  const { dofollow_only, rank_scale } = asked;
  const same = { target: value, dofollow_only, rank_scale };
  if (asked.backlinks_status_type === 'lost' && report.backlinks === 0) {
    return [
      {
        operation: 'backlinks.summary',
        body: { ...same, backlinks_status_type: 'live' },
        reason: 'Shows the living links.',
      },
    ];
  }
  const calls: PlannedCall[] = [];
  if ((report.broken_backlinks ?? 0) > 0) {
    calls.push({
      operation: 'backlinks.list',
      body: { ...same, broken_only: true, mode: 'as_is' },
      reason: 'Lists the links that point at failing pages.',
    });
  }
  if ((report.lost_backlinks ?? 0) > 0) {
    calls.push({
      operation: 'backlinks.list',
      body: { ...same, backlinks_status_type: 'lost', sort_by: 'lost_date' },
      reason: 'Lists the lost links, newest first.',
    });
  }
  if ((report.backlinks ?? 0) > 0) calls.push(...profileCalls(report, asked).slice(0, CALLS_MAX - calls.length));
  const top = report.top_pages?.[0];
  if (top !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: top.url },
      reason: 'Checks the most linked page for faults that waste its links.',
    });
  return calls;
}

/** More ways on than that are no advice. */
const CALLS_MAX = 6;

/** The other sides of the same profile, the most telling first. */
function profileCalls(report: BacklinkSummary, asked: Asked): PlannedCall[] {
  const { value, type } = report.target;
  const { rank_scale, backlinks_status_type } = asked;
  const body = { target: value, backlinks_status_type, rank_scale };
  const calls: PlannedCall[] = [
    {
      operation: 'backlinks.list',
      body: { ...body, dofollow_only: asked.dofollow_only, limit: 25 },
      reason: 'Lists the strongest link of each host from other domains.',
    },
    { operation: 'backlinks.referring-domains', body, reason: 'Figures and an action for each linking domain.' },
    { operation: 'backlinks.anchors', body, reason: 'The words that others link with, and whether they look natural.' },
  ];
  if (backlinks_status_type !== 'lost')
    calls.push({
      operation: 'backlinks.competitors',
      body: { target: value, rank_scale },
      reason: 'Who is linked to by the same sites.',
    });
  if (type !== 'page')
    calls.push(
      { operation: 'backlinks.domain-pages', body, reason: 'Which pages carry the links, and what to do with each.' },
      {
        operation: 'backlinks.new-lost-timeseries',
        body: { target: value },
        reason: 'When links came and went in the last twelve months.',
      },
    );
  return calls;
}
