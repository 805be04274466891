import { z } from 'zod';

import { percent } from '../../../links/link-group.ts';
import { analyzeReferringDomains, DOMAIN_ACTIONS, ReferringDomainReport } from './referring-domains.ts';
import { referringDomainSteps } from './steps.ts';
import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall, WorkflowDraft } from '../../../contract/workflow.ts';
import { inOrder } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { rankFloor } from '../../../kernel/rank.ts';
import { parseTarget } from '../../../web/target.ts';
import {
  type AskedRows,
  confidenceFrom,
  emptySentence,
  emptyStep,
  fitting,
  pagingCalls,
  type RowKind,
  rowList,
} from '../../../links/link-rows.ts';

const ReferringDomainList = rowList(ReferringDomainReport.shape, 'Hosts');
type ReferringDomainList = z.infer<typeof ReferringDomainList>;

const KIND: RowKind = {
  operation: 'backlinks.referring-domains',
  row: 'referring domain',
  filters: ['domain_filter', 'min_backlinks', 'min_referring_pages', 'min_rank'],
};
/** Prospects that a plan hands on: enough for a first round of letters. */
const PROSPECTS_MAX = 10;

export default defineOperation({
  id: 'backlinks.referring-domains',
  method: 'POST',
  path: '/backlinks/referring-domains',
  group: 'Backlinks',
  title: 'List referring domains',
  description:
    'Who links to a target, such as your site or a competitor: each host with its own authority, the links it gives, spam and ' +
    'broken-link signs, and what to do: keep, strengthen, reclaim, repair, review. Use backlinks.list for the links themselves.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target(),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    backlinks_status_type: backlinksStatus(),
    domain_filter: z.string().trim().min(1).max(253).optional().describe('Keep hosts whose name contains this.'),
    min_backlinks: z.int().min(0).max(1_000_000_000).optional().describe('Fewest links that a host may give.'),
    min_referring_pages: z.int().min(0).max(1_000_000_000).optional().describe('Fewest of its pages that link.'),
    min_rank: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('Least domain_rank, on rank_scale; hosts of unknown rank are left out.'),
    sort_by: z
      .enum(['rank', 'backlinks', 'referring_pages', 'spam_score', 'broken_backlinks', 'first_seen', 'lost_date'])
      .default('rank')
      .describe('Highest or newest first, unknown last; rank is the domain_rank.'),
    rank_scale: rankScale(),
  }),
  result: ReferringDomainList,
  rules: ({ min_rank, rank_scale }) =>
    rank_scale === 'one_hundred' && (min_rank ?? 0) > 100
      ? [{ path: 'min_rank', message: 'must be at most 100, or send rank_scale "one_thousand"' }]
      : [],

  price: { rule: '5 credits per 100 requested items, minimum 5', credits: (input) => 5 * blocks(input.limit, 100) },
  example: { target: 'harbour-bikes.example', limit: 10 },

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const { rank_scale, backlinks_status_type: status } = input;
    const record = await ports.links.referringDomains({
      target: parsed,
      status,
      domain_filter: input.domain_filter,
      backlinks_min: input.min_backlinks,
      referring_pages_min: input.min_referring_pages,
      rank_min: input.min_rank === undefined ? undefined : rankFloor(input.min_rank, rank_scale),
      sort_by: input.sort_by,
      limit: input.limit,
      offset: input.offset,
    });
    const result: ReferringDomainList = {
      target: { value: parsed.value, type: parsed.type },
      rank_scale,
      ...analyzeReferringDomains(record, { rank_scale, status }),
      total_count: record.total_count,
      limit: input.limit,
      offset: input.offset,
    };
    return { result, guidance: planFor(result, input), markdown_summary: summaryOf(result, input) };
  },
});

function planFor(list: ReferringDomainList, asked: AskedRows): WorkflowDraft {
  const steps = referringDomainSteps(list);
  const isEmpty = steps.length === 0;
  const worst = list.items.toSorted((one, other) => other.score - one.score)[0];
  return {
    summary: isEmpty ? emptySentence(list, asked, KIND) : `${fitting(list, KIND)}: ${countsOf(list)}.`,
    recommended_action: steps[0]?.action ?? emptyStep(list, asked, KIND).action,
    priority: worst?.priority ?? 'medium',
    confidence: isEmpty ? 0.2 : confidenceFrom(list.items.reduce((sum, item) => sum + item.backlinks, 0)),
    confidence_reasons: confidenceReasons(list),
    steps: inOrder(isEmpty ? [emptyStep(list, asked, KIND)] : steps),
    next_calls: [...nextCalls(list, asked), ...pagingCalls(list, asked, KIND)],
    guardrails: [
      'Disavow nothing because of this list alone: a wrong disavowal costs good links, and most spam is passed over anyway.',
      'A footer link of a partner and a bought one look alike in figures: ask before you judge.',
      'A host stands for itself; sites of one owner on several hosts are several rows (see main_domain).',
    ],
  };
}

function countsOf({ action_counts: counts }: ReferringDomainList): string {
  return DOMAIN_ACTIONS.filter((action) => counts[action] > 0)
    .map((action) => `${action.replaceAll('_', ' ')} ${counts[action]}`)
    .join(', ');
}

function confidenceReasons({ items }: ReferringDomainList): string[] {
  if (items.length === 0) return ['Nothing was found to judge.'];
  const ranked = items.filter(({ domain_rank }) => domain_rank !== null).length;
  const read = items.filter(({ spam_score }) => spam_score !== null).length;
  const of = counted(items.length, 'row');
  return [`The authority of ${ranked} of ${of} is known, and the spam score of ${read}.`];
}

function nextCalls(list: ReferringDomainList, { rank_scale }: AskedRows): PlannedCall[] {
  const { value } = list.target;
  const same = { target: value, rank_scale };
  const counts = list.action_counts;
  const calls: PlannedCall[] = [];
  if (counts.repair > 0) {
    calls.push({
      operation: 'backlinks.list',
      body: { ...same, broken_only: true, mode: 'as_is' },
      reason: 'Lists the links that lead to failing pages.',
    });
  }
  if (counts.reclaim > 0) {
    calls.push({
      operation: 'backlinks.list',
      body: { ...same, backlinks_status_type: 'lost', sort_by: 'lost_date' },
      reason: 'Lists the lost links, newest first.',
    });
    calls.push({
      operation: 'backlinks.opportunity-finder',
      body: { target: value, campaign_goal: 'reclaim_lost_links', prospects: prospectsOf(list) },
      reason: 'Turns the sites that dropped links into letters with a reason.',
    });
  }
  if (counts.disavow_review + counts.review > 0) {
    calls.push({
      operation: 'backlinks.anchors',
      body: { ...same, sort_by: 'spam_score' },
      reason: 'Shows the texts that doubtful pages link with.',
    });
  }
  if (list.items.length > 0) {
    calls.push({
      operation: 'backlinks.competitors',
      body: same,
      reason: 'Shows who else these sites link to.',
    });
  }
  return calls;
}

/** Ranks on 0-1000 would be read as 0-100 where none is above 100, so that only the smaller scale is handed on. */
function prospectsOf({ items, rank_scale }: ReferringDomainList): Readonly<Record<string, unknown>>[] {
  return items
    .filter(({ action }) => action === 'reclaim')
    .slice(0, PROSPECTS_MAX)
    .map((item) => ({
      source_domain: item.domain,
      lost_link: true,
      spam_score: item.spam_score,
      ...(rank_scale === 'one_hundred' ? { domain_rank: item.domain_rank } : {}),
    }));
}

function summaryOf(list: ReferringDomainList, asked: AskedRows): string {
  const heading = `## Referring domains of ${inline(list.target.value)}`;
  if (list.items.length === 0) {
    const why = inline(emptySentence(list, asked, KIND), 400);
    return summary([heading, why, `Next: ${emptyStep(list, asked, KIND).action}`]);
  }
  const here = list.items.reduce((sum, item) => sum + item.backlinks, 0);
  const share = list.backlinks === null || list.backlinks === 0 ? '' : `, ${percent(here / list.backlinks)} of all`;
  const sitewide = list.items.filter(({ sitewide_suspected }) => sitewide_suspected).length;
  const rows = list.items
    .slice(0, 10)
    .map((item) => [
      inline(item.domain, 50),
      item.domain_rank,
      item.backlinks,
      item.referring_pages,
      item.spam_score === null ? null : Math.round(item.spam_score),
      item.action.replaceAll('_', ' '),
      item.priority,
    ]);
  return summary([
    heading,
    [
      `- ${inline(fitting(list, KIND), 300)}, with ${counted(here, 'link')}${share}`,
      `- What to do: ${countsOf(list)}`,
      ...(sitewide === 0
        ? []
        : [`- ${counted(sitewide, 'host')} ${sitewide === 1 ? 'links' : 'link'} as footers and lists do`]),
    ].join('\n'),
    markdownTable(['Domain', 'Rank', 'Links', 'Pages', 'Spam', 'Action', 'Priority'], rows),
    `Next: ${referringDomainSteps(list)[0]?.action ?? ''}`,
  ]);
}
