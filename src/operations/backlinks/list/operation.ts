import { z } from 'zod';

import { Backlink, type Classification, ClassificationCounts, classificationCounts, classifyBacklink } from './list.ts';
import { PLAYBOOKS, type Playbook } from './playbooks.ts';
import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall, WorkflowDraft } from '../../../contract/workflow.ts';
import { type StepDraft, inOrder } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
import { rankFloor } from '../../../kernel/rank.ts';
import { parseTarget } from '../../../web/target.ts';

const BacklinkList = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
  rank_scale: z.enum(['one_hundred', 'one_thousand']),
  items: z.array(Backlink),
  total_count: z
    .int()
    .nullable()
    .describe('Rows that match, before limit and offset; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  classification_counts: ClassificationCounts.describe('Of the rows in this answer.'),
});
type BacklinkList = z.infer<typeof BacklinkList>;

export default defineOperation({
  id: 'backlinks.list',
  method: 'POST',
  path: '/backlinks/list',
  group: 'Backlinks',
  title: 'List backlinks',
  description:
    'The links from other domains to a target, one row each, classified: protect, repair the target, reclaim, review, or ' +
    'keep as a reference for outreach. Links that arrive by a redirect or a canonical are among them and marked ' +
    '(is_indirect_link). Use backlinks.summary for totals.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target(),
    mode: z
      .enum(['as_is', 'one_per_domain', 'one_per_anchor'])
      .default('one_per_domain')
      .describe('Every link, the strongest of each linking domain, or the strongest of each anchor text.'),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    backlinks_status_type: backlinksStatus(),
    dofollow_only: z.boolean().default(false).describe('Only links without nofollow, ugc or sponsored.'),
    broken_only: z.boolean().default(false).describe('Only links whose target page answered 4xx or 5xx.'),
    min_rank: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Least rank of a link, on rank_scale. At most 100: to ask for more of 1,000, ask on one_hundred.'),
    sort_by: z
      .enum(['rank', 'page_rank', 'first_seen', 'lost_date'])
      .default('rank')
      .describe('Highest or newest first.'),
    rank_scale: rankScale(),
  }),
  result: BacklinkList,

  price: { rule: '5 credits per 100 requested items, minimum 5', credits: (input) => 5 * blocks(input.limit, 100) },
  example: { target: 'harbour-bikes.example', mode: 'as_is', limit: 3 },

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const page = await ports.links.list({
      target: parsed,
      status: input.backlinks_status_type,
      dofollow_only: input.dofollow_only,
      mode: input.mode,
      broken_only: input.broken_only,
      rank_min: input.min_rank === undefined ? undefined : rankFloor(input.min_rank, input.rank_scale),
      sort_by: input.sort_by,
      limit: input.limit,
      offset: input.offset,
    });
    const items = page.backlinks.map((record) => classifyBacklink(record, input.rank_scale));
    const result: BacklinkList = {
      target: { value: parsed.value, type: parsed.type },
      rank_scale: input.rank_scale,
      items,
      total_count: page.total_count,
      limit: input.limit,
      offset: input.offset,
      classification_counts: classificationCounts(items),
    };
    return { result, guidance: planFor(result, input), markdown_summary: summaryOf(result) };
  },
});

/** The checked request, as far as the plan repeats it. */
interface Asked {
  readonly [field: string]: unknown;
  readonly mode: 'as_is' | 'one_per_domain' | 'one_per_anchor';
}

function planFor(list: BacklinkList, asked: Asked): WorkflowDraft {
  const steps = PLAYBOOKS.flatMap(([name, playbook]) => stepFor(list, name, playbook));
  const total = list.total_count ?? list.items.length;
  const what = { one_per_domain: 'linking domain', one_per_anchor: 'anchor text', as_is: 'backlink' }[asked.mode];
  return {
    summary:
      list.items.length === 0
        ? nothingHere(list)
        : `${counted(total, what)} of ${list.target.value} ${total === 1 ? 'fits' : 'fit'}; ${list.items.length} of them here.`,
    recommended_action: steps[0]?.action ?? emptyStep(list).action,
    priority: list.items[0]?.priority ?? 'medium',
    confidence: list.items.length === 0 ? 0.2 : 0.8,
    confidence_reasons: [
      list.items.length === 0
        ? 'Nothing was found to judge.'
        : 'Each row was seen on its page when that page was last read.',
    ],
    steps: inOrder(steps.length > 0 ? steps : [emptyStep(list)]),
    next_calls: nextCalls(list, asked),
    guardrails: [
      'Links that arrive by a redirect or a canonical are marked with is_indirect_link: their page names another address.',
      'Open a page before you write to its owner: it may have changed since it was read.',
    ],
  };
}

function stepFor(list: BacklinkList, name: Classification, playbook: Playbook): StepDraft[] {
  const rows = list.items.filter((item) => item.classification === name);
  if (rows.length === 0) return [];
  const evidence = rows.slice(0, 3).map((row) => `${row.url_from} → ${row.url_to}`);
  return [{ ...playbook, evidence: [`${name}: ${rows.length}`, ...evidence] }];
}

/** Behind the last row there is nothing either, and that says nothing about the links. */
function isBehindEnd(list: BacklinkList): boolean {
  return list.offset > 0 && (list.total_count ?? 0) > 0;
}

function nothingHere(list: BacklinkList): string {
  if (isBehindEnd(list))
    return `There is no row from offset ${list.offset} on; ${counted(list.total_count ?? 0, 'row')} fit in all.`;
  return `The index has no backlink to ${list.target.value} that fits these filters.`;
}

function emptyStep(list: BacklinkList): StepDraft {
  if (isBehindEnd(list)) {
    return {
      action: 'Ask for an earlier page of the list.',
      why: nothingHere(list),
      evidence: [`total_count: ${list.total_count}`],
      effort: 'low',
      owner_hint: 'SEO',
    };
  }
  return {
    action:
      'Ask again without filters and with backlinks_status_type "all"; if it stays empty, crawl sites of the field.',
    why: `The index holds no link to ${list.target.value} that fits.`,
    evidence: [`total_count: ${list.total_count ?? 'null'}`],
    effort: 'low',
    owner_hint: 'SEO',
  };
}

function nextCalls(list: BacklinkList, asked: Asked): PlannedCall[] {
  if (list.items.length === 0) return [emptyCall(list, asked)];
  const calls = rowCalls(list);
  const next = list.offset + list.limit;
  if ((list.total_count ?? 0) > next && next <= 20_000) {
    calls.push({
      operation: 'backlinks.list',
      body: { ...asked, offset: next },
      reason: 'The next rows.',
    });
  }
  if (asked.mode !== 'as_is') calls.push(groupsCall(list, asked));
  return calls;
}

/** What follows from single rows of the list. */
function rowCalls({ items, target: { value } }: BacklinkList): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const broken = items.find((item) => item.classification === 'broken_target_repair');
  if (broken !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: broken.url_to },
      reason: 'Shows how the linked page answers now.',
    });
  const lost = items.filter((item) => item.classification === 'lost_link_reclaim');
  if (lost.length > 0)
    calls.push({
      operation: 'backlinks.opportunity-finder',
      body: { target: value, campaign_goal: 'reclaim_lost_links', prospects: lost.slice(0, 25).map(prospectOf) },
      reason: 'Sorts the lost links into whom to write to first, with a pitch for each.',
    });
  const best = items.find((item) => !item.is_lost);
  if (best !== undefined)
    calls.push({
      operation: 'extract',
      body: { url: best.url_from },
      reason: 'Reads the strongest linking page before anyone writes to its owner.',
    });
  return calls;
}

/** Without ranks: the finder reads their scale from all of them together, and a lost link needs none. */
function prospectOf(item: Backlink): Record<string, unknown> {
  const { domain_from, url_from, page_from_title, backlink_spam_score, dofollow, url_to } = item;
  return {
    source_domain: domain_from,
    source_url: url_from,
    ...(page_from_title === null ? {} : { title: page_from_title.slice(0, 300) }),
    spam_score: backlink_spam_score,
    dofollow,
    lost_link: url_to,
  };
}

/** Rows that a mode folded have an operation of their own, with the figures of each group. */
function groupsCall(list: BacklinkList, asked: Asked): PlannedCall {
  const { backlinks_status_type, rank_scale } = asked;
  const body = { target: list.target.value, backlinks_status_type, rank_scale };
  return asked.mode === 'one_per_anchor'
    ? { operation: 'backlinks.anchors', body, reason: 'Intent, risk and figures of each anchor text.' }
    : { operation: 'backlinks.referring-domains', body, reason: 'All links of each linking domain, in figures.' };
}

function emptyCall(list: BacklinkList, asked: Asked): PlannedCall {
  if (isBehindEnd(list))
    return { operation: 'backlinks.list', body: { ...asked, offset: 0 }, reason: 'The list from its beginning.' };
  return {
    operation: 'backlinks.summary',
    body: { target: list.target.value, backlinks_status_type: 'all' },
    reason: 'Shows whether the index knows any link to the target.',
  };
}

function summaryOf(list: BacklinkList): string {
  const total = list.total_count === null ? 'an unknown number of rows' : counted(list.total_count, 'row');
  const counts = Object.entries(list.classification_counts).filter(([, count]) => count > 0);
  const rows = list.items
    .slice(0, 10)
    .map((item) => [
      inline(item.url_from, 60),
      inline(item.anchor || '(no text)', 40),
      item.rank,
      item.dofollow ? 'yes' : 'no',
      item.classification.replaceAll('_', ' ') + (item.is_indirect_link ? ', indirect' : ''),
    ]);
  return summary([
    `## Backlinks to ${inline(list.target.value)}`,
    `${total} ${list.total_count === 1 ? 'fits' : 'fit'}; ${list.items.length} here.`,
    counts.map(([name, count]) => `- ${name.replaceAll('_', ' ')}: ${count}`).join('\n'),
    markdownTable(['From', 'Anchor', 'Rank', 'Followed', 'Class'], rows),
    list.items.length === 0 ? `Next: ${emptyStep(list).action}` : '',
  ]);
}
