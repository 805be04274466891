import {
  type Confidence,
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import type { RankScale } from '../../../kernel/rank.ts';
import { brokenLinksCall, lostLinksCall } from '../../../links/next-calls.ts';
import { formatPercent } from '../../../links/quality.ts';
import { countFarmSites } from '../../../links/spam-evidence.ts';
import { describeMetrics } from '../../../links/tool-metrics.ts';
import { planUnknownLinks, summarizeUnknownLinks } from '../../../links/unknown-links.ts';
import type { LinkStatus } from '../../../ports/links.ts';
import type { BacklinkSummary } from './summary.ts';

/** The part of the checked request that the plan builds on. */
interface Asked {
  readonly backlinks_status_type: LinkStatus;
  readonly dofollow_only: boolean;
  readonly rank_scale: RankScale;
}

const ACTIONS: Record<NonNullable<BacklinkSummary['recommended_action_type']>, string> = {
  protect_authority: 'Keep the strongest links working and the linked pages at their URLs.',
  repair_broken_links: 'Restore or redirect the linked pages that return errors.',
  reclaim_lost_links: 'Ask the sites that dropped their links to restore them.',
  review_risk: 'Review the risky links before building new ones.',
  build_links: 'Earn links from sites that already cover the topic.',
};

export function planBacklinkSummary(report: BacklinkSummary, asked: Asked): WorkflowDraft {
  const { recommended_action_type: action } = report;
  const { value } = report.target;
  const { backlinks } = report;
  if (backlinks === null)
    return planUnknownLinks(
      [value],
      `who links to ${value}`,
      'backlinks',
      'Unknown is not zero: do not report that the target has no backlinks.',
    );
  const isPressing = action === 'review_risk' || action === 'repair_broken_links';
  return makePlan({
    summary: `${value} has ${countBacklinks(report, asked)} from ${countSources(report)} in the index.`,
    steps: draftSteps(report, asked.backlinks_status_type),
    priority: isPressing ? 'high' : backlinks === 0 ? 'medium' : 'low',
    confidence: weighEvidence(report),
    guardrails: [
      'Figures cover what the index has crawled, not the whole web: compare like with like.',
      'Rank and tier are relative to the domains in this index and shift as more is crawled.',
      'Never disavow links for a spam score alone; look at the pages first.',
    ],
    next_calls: planCalls(report, asked),
  });
}

/** `2 lost backlinks`, `1 backlink (live or lost)`. */
function countBacklinks({ backlinks }: BacklinkSummary, asked: Pick<Asked, 'backlinks_status_type'>): string {
  const noun = asked.backlinks_status_type === 'lost' ? 'lost backlink' : 'backlink';
  return counted(backlinks ?? 0, noun) + (asked.backlinks_status_type === 'all' ? ' (live or lost)' : '');
}

/** Hosts and their registrable domains, told apart where they differ. */
function countSources({ referring_domains, referring_main_domains }: BacklinkSummary): string {
  const domains = counted(referring_main_domains ?? 0, 'domain');
  if (referring_domains === referring_main_domains) return domains;
  return `${counted(referring_domains ?? 0, 'host')} on ${domains}`;
}

function draftSteps(report: BacklinkSummary, status: LinkStatus): StepDraft[] {
  const { risk_level } = report;
  const broken = report.broken_backlinks ?? 0;
  const lost = report.lost_backlinks ?? 0;
  return listed<StepDraft>([
    risk_level === 'high' && draftRiskStep(report),
    broken > 0 && {
      action: `Restore or redirect ${counted(report.broken_pages ?? 0, 'broken page')} with backlinks.`,
      why: `${counted(broken, 'backlink')} ${agree(broken, 'points')} to ${agree(broken, 'a page that returns an error', 'pages that return an error')}.`,
      evidence: [`broken_backlinks: ${broken}`, `broken_pages: ${report.broken_pages}`],
      owner_hint: 'developer',
    },
    lost > 0 && {
      action: 'Reclaim the lost links, the strongest first.',
      why: `${counted(lost, 'link')} to the target ${agree(lost, 'has', 'have')} disappeared.`,
      evidence: [`lost_backlinks: ${lost}`],
      effort: 'medium',
      owner_hint: 'outreach',
    },
    status === 'lost' ? draftLiveStep(report) : draftGrowthStep(report),
    risk_level === 'medium' && draftRiskStep(report),
  ]);
}

function draftRiskStep({ risk_reasons }: BacklinkSummary): StepDraft {
  return {
    action: 'Review the risky part of the link profile.',
    why: risk_reasons.join(' '),
    evidence: risk_reasons,
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

/** Asked for lost links, an answer without any is good news and no profile without links. */
function draftLiveStep({ backlinks }: BacklinkSummary): StepDraft {
  return {
    action: 'Check the live links with backlinks_status_type "live".',
    why: `These figures cover ${counted(backlinks ?? 0, 'lost link')} and nothing else.`,
    evidence: [`backlinks: ${backlinks}`],
    owner_hint: 'SEO',
  };
}

/** One site that links to a page is no reason to build on it. */
const BUILT_ON_HOSTS_MIN = 2;

function draftGrowthStep({ top_pages, spam_signs }: BacklinkSummary): StepDraft {
  const top = top_pages?.[0];
  if (top === undefined)
    return {
      action: 'Crawl sites that may link here; if none do, publish something worth citing.',
      why: 'No crawled page links to the target; pages that have not been crawled may.',
      evidence: ['backlinks: 0'],
      effort: 'high',
      owner_hint: 'content',
    };
  const has = `It has ${counted(top.backlinks, 'backlink')} from ${counted(top.referring_domains, 'host')}`;
  const evidence = [
    `top_pages[0].backlinks: ${top.backlinks}`,
    `top_pages[0].referring_domains: ${top.referring_domains}`,
  ];
  const farms = countFarmSites(spam_signs);
  if (farms > 0 && 2 * farms >= top.referring_domains)
    return {
      action: `Check who links to ${top.url} before you build on it.`,
      why: `${has}, and at least ${counted(farms, 'linking domain')} of the target ${agree(farms, 'shows', 'show')} signs of a link farm.`,
      evidence,
      owner_hint: 'SEO',
    };
  if (top.referring_domains < BUILT_ON_HOSTS_MIN)
    return {
      action: ACTIONS.build_links,
      why: `The most linked page is ${top.url}. ${has}.`,
      evidence,
      effort: 'high',
      owner_hint: 'outreach',
    };
  return { action: `Protect ${top.url} and build on it.`, why: `${has}.`, evidence, owner_hint: 'content' };
}

/** Ten domains give a rough picture, a thousand a steady one. */
function weighEvidence(report: BacklinkSummary): Confidence {
  const isRanked = report.rank !== null;
  const domains = report.referring_main_domains ?? 0;
  return confidenceOf(Math.min(0.9, 0.2 + 0.23 * Math.log10(1 + domains)) - (isRanked ? 0 : 0.1), [
    `The profile has links from ${countSources(report)}.`,
    isRanked ? undefined : 'The authority of the target is unknown.',
  ]);
}

/** More next calls than that are no advice. */
const CALLS_MAX = 6;

function planCalls(report: BacklinkSummary, asked: Asked): PlannedCall[] {
  const { target, broken_backlinks, lost_backlinks, backlinks, top_pages } = report;
  const { dofollow_only, rank_scale } = asked;
  const same = { target: target.value, dofollow_only, rank_scale };
  if (asked.backlinks_status_type === 'lost' && backlinks === 0) {
    const body = { ...same, backlinks_status_type: 'live' };
    return [{ operation: 'backlinks.summary', body, reason: 'Shows the live links.' }];
  }
  const pressing = listed<PlannedCall>([
    (broken_backlinks ?? 0) > 0 && brokenLinksCall(same),
    (lost_backlinks ?? 0) > 0 && lostLinksCall(same),
  ]);
  const others = (backlinks ?? 0) > 0 ? planProfileCalls(report, asked).slice(0, CALLS_MAX - pressing.length) : [];
  const top = top_pages?.[0];
  return listed<PlannedCall>([
    ...pressing,
    ...others,
    top !== undefined && {
      operation: 'content.technical-qa',
      body: { url: top.url },
      reason: 'Checks the most linked page for technical issues that waste its links.',
    },
  ]);
}

/** The other sides of the same profile, the most telling first. */
function planProfileCalls({ target }: BacklinkSummary, asked: Asked): PlannedCall[] {
  const { rank_scale, backlinks_status_type, dofollow_only } = asked;
  const body = { target: target.value, backlinks_status_type, rank_scale };
  const isSite = target.type !== 'page';
  return listed<PlannedCall>([
    {
      operation: 'backlinks.list',
      body: { ...body, dofollow_only, limit: 25 },
      reason: 'Lists the strongest link from each linking host.',
    },
    {
      operation: 'backlinks.referring-domains',
      body,
      reason: 'Shows figures and a recommended action for each referring domain.',
    },
    { operation: 'backlinks.anchors', body, reason: 'Shows the anchor texts and whether they look natural.' },
    backlinks_status_type !== 'lost' && {
      operation: 'backlinks.competitors',
      body: { target: target.value, rank_scale },
      reason: 'Finds sites that get links from the same sites.',
    },
    isSite && {
      operation: 'backlinks.domain-pages',
      body,
      reason: 'Shows which pages have the links, and what to do with each.',
    },
    isSite && {
      operation: 'backlinks.new-lost-timeseries',
      body: { target: target.value },
      reason: 'Charts new and lost links over the last twelve months.',
    },
  ]);
}

export function summarizeBacklinkSummary(report: BacklinkSummary, status: LinkStatus): string {
  const { risk_level, risk_reasons, dofollow_share, rank } = report;
  const heading = `Backlinks of ${inline(report.target.value)}`;
  if (report.backlinks === null) return summarizeUnknownLinks(heading, describeMetrics(report.tool_metrics));
  return formatSummary({
    heading,
    facts: [
      `${strong(countBacklinks(report, { backlinks_status_type: status }))} from ${strong(countSources(report))} (${counted(report.referring_pages ?? 0, 'page')})`,
      rank === null ? 'Authority: unknown' : `Authority: ${strong(rank)} (${report.authority_tier})`,
      `Broken: ${report.broken_backlinks ?? 'unknown'}; lost: ${report.lost_backlinks ?? 'unknown'}`,
      dofollow_share === null ? undefined : `Followed: ${formatPercent(dofollow_share)}`,
      risk_level === null
        ? undefined
        : `Risk: ${strong(risk_level)}${risk_reasons.length > 0 ? ' – ' + risk_reasons.join(' ') : ''}`,
      ...describeMetrics(report.tool_metrics),
    ],
    table: formatRows(report.top_pages ?? [], 5, [
      ['Most linked page', ({ url }) => inline(url)],
      ['Backlinks', ({ backlinks }) => backlinks],
      ['Hosts', ({ referring_domains }) => referring_domains],
      ['Status', ({ status_code }) => status_code],
    ]),
    next: ACTIONS[report.recommended_action_type ?? 'build_links'],
  });
}
