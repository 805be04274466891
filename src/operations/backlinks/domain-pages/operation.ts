import { z } from 'zod';

import {
  analyzeDomainPages,
  DomainPagesReport,
  type LinkedPage,
  PAGE_ACTIONS,
  type PageAction,
} from './domain-pages.ts';
import { percent } from '../../../links/link-group.ts';
import { backlinksStatus, limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall, WorkflowDraft } from '../../../contract/workflow.ts';
import { type StepDraft, inOrder } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline, markdownTable, summary } from '../../../kernel/markdown.ts';
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

const DomainPageList = rowList(DomainPagesReport.shape, 'Linked pages');
type DomainPageList = z.infer<typeof DomainPageList>;

const KIND: RowKind = {
  operation: 'backlinks.domain-pages',
  row: 'linked page',
  filters: ['page_filter', 'title_filter', 'status_code', 'min_backlinks', 'min_referring_domains'],
};

export default defineOperation({
  id: 'backlinks.domain-pages',
  method: 'POST',
  path: '/backlinks/domain-pages',
  group: 'Backlinks',
  title: 'List linked pages of a domain',
  description:
    'The pages of a domain or subdomain that other domains link to, with what each answers, its links and referring domains, ' +
    'and what to do about it: protect, redirect, restore, improve or monitor. Use it before a relaunch and to find wasted links.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target().describe('Domain (example.com) or subdomain (blog.example.com).'),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    backlinks_status_type: backlinksStatus(),
    page_filter: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Keep pages whose URL contains this, whatever the case.'),
    title_filter: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Keep pages whose title contains this, whatever the case; pages without a known title are left out.'),
    status_code: z.int().min(100).max(599).optional().describe('Keep pages that answered with this HTTP status.'),
    min_backlinks: z.int().min(0).max(1_000_000_000).optional().describe('Fewest links that a page may have.'),
    min_referring_domains: z.int().min(0).max(1_000_000_000).optional().describe('Fewest hosts that may link to it.'),
    sort_by: z
      .enum([
        'backlinks',
        'referring_domains',
        'rank',
        'spam_score',
        'broken_backlinks',
        'first_visited',
        'words_count',
        'external_links',
      ])
      .default('backlinks')
      .describe('Highest or newest first, unknown last; rank is the page_rank.'),
    rank_scale: rankScale(),
  }),
  result: DomainPageList,
  rules(input) {
    const parsed = parseTarget(input.target);
    if (parsed.type !== 'page') return [];
    const message = `must be a domain or subdomain such as ${parsed.host}; to narrow it to a page send page_filter`;
    return [{ path: 'target', message }];
  },

  price: { rule: '5 credits per 100 requested items, minimum 5', credits: (input) => 5 * blocks(input.limit, 100) },
  example: { target: 'harbour-bikes.example', limit: 10 },

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const { rank_scale, backlinks_status_type: status } = input;
    const record = await ports.links.targetPages({
      target: parsed,
      status,
      page_filter: input.page_filter === undefined ? undefined : escaped(input.page_filter),
      title_filter: input.title_filter,
      status_code: input.status_code,
      backlinks_min: input.min_backlinks,
      referring_domains_min: input.min_referring_domains,
      sort_by: input.sort_by,
      limit: input.limit,
      offset: input.offset,
    });
    const result: DomainPageList = {
      target: { value: parsed.value, type: parsed.type },
      rank_scale,
      ...analyzeDomainPages(parsed, record, { rank_scale, status }),
      total_count: record.total_count,
      limit: input.limit,
      offset: input.offset,
    };
    return { result, guidance: planFor(result, input), markdown_summary: summaryOf(result, input) };
  },
});

/** What to do about each action, most pressing first. */
const PLAYBOOKS: readonly (readonly [PageAction, Pick<StepDraft, 'action' | 'why' | 'effort' | 'owner_hint'>])[] = [
  [
    'restore',
    {
      action: 'Have the pages answer again that others link to and that fail.',
      why: 'Several sites link to them, and every such link is wasted while they fail.',
      effort: 'medium',
      owner_hint: 'developer',
    },
  ],
  [
    'redirect',
    {
      action: 'Redirect (301) each address to the page that comes nearest, never all of them to the home page.',
      why: 'A redirect that fits keeps what the links are worth.',
      effort: 'low',
      owner_hint: 'developer',
    },
  ],
  [
    'improve',
    {
      action: 'Make the pages better that have links but little to offer, or that lose them.',
      why: 'A page that others link to already earns more from better content than a new one.',
      effort: 'medium',
      owner_hint: 'content',
    },
  ],
  [
    'protect',
    {
      action: 'Keep the most linked pages at their address, also through a relaunch.',
      why: 'They carry most of what other sites give.',
      effort: 'low',
      owner_hint: 'SEO',
    },
  ],
  [
    'monitor',
    {
      action: 'Look at these pages again after the next crawl.',
      why: 'Nothing that is known of them asks for more.',
      effort: 'low',
      owner_hint: 'SEO',
    },
  ],
];

function stepsOf({ items }: DomainPageList): StepDraft[] {
  const steps = PLAYBOOKS.flatMap(([action, playbook]) => {
    const rows = items.filter((item) => item.action === action).toSorted((one, other) => other.score - one.score);
    if (rows.length === 0) return [];
    const evidence = rows.slice(0, 3).map((row) => `${row.url}: ${row.reasons[0] ?? ''}`);
    return [{ action, step: { ...playbook, evidence: [`${action}: ${rows.length}`, ...evidence] } }];
  });
  const pressing = steps.filter(({ action }) => action !== 'monitor');
  return (pressing.length > 0 ? pressing : steps).map(({ step }) => step);
}

function planFor(list: DomainPageList, asked: AskedRows): WorkflowDraft {
  const steps = stepsOf(list);
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
      'A status is that of the last read: open a page before you restore or redirect it.',
      'A page that was never read may be fine; do not report it as broken.',
      'A page may be gone on purpose: ask its owner before it comes back.',
    ],
  };
}

function countsOf({ action_counts: counts }: DomainPageList): string {
  return PAGE_ACTIONS.filter((action) => counts[action] > 0)
    .map((action) => `${action} ${counts[action]}`)
    .join(', ');
}

function confidenceReasons({ items }: DomainPageList): string[] {
  if (items.length === 0) return ['Nothing was found to judge.'];
  const unread = items.filter(({ status_code }) => status_code === null).length;
  if (unread === 0) return ['Every page here was read.'];
  return [
    `${unread} of ${counted(items.length, 'page')} ${unread === 1 ? 'was' : 'were'} never read, so ${unread === 1 ? 'its' : 'their'} status is not known.`,
  ];
}

function nextCalls(list: DomainPageList, { rank_scale }: AskedRows): PlannedCall[] {
  const byScore = list.items.toSorted((one, other) => other.score - one.score);
  const calls: PlannedCall[] = [];
  const failing = byScore.find(({ action }) => action === 'restore' || action === 'redirect');
  if (failing !== undefined)
    calls.push({
      operation: 'backlinks.list',
      body: { target: failing.url, mode: 'as_is', rank_scale },
      reason: 'Lists the links to the page that wastes most of them.',
    });
  const thin = byScore.find(({ action }) => action === 'improve');
  if (thin !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: thin.url },
      reason: 'Checks the page for faults before it is made better.',
    });
  const unread = byScore.find(({ status_code }) => status_code === null);
  if (unread !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: unread.url },
      reason: 'Reads a linked page whose status is not known.',
    });
  const top = byScore.find(({ action }) => action === 'protect');
  if (top !== undefined)
    calls.push({
      operation: 'backlinks.anchors',
      body: { target: top.url, rank_scale },
      reason: 'Shows with which words the strongest page is linked.',
    });
  return calls;
}

function summaryOf(list: DomainPageList, asked: AskedRows): string {
  const heading = `## Linked pages of ${inline(list.target.value)}`;
  if (list.items.length === 0) {
    const why = inline(emptySentence(list, asked, KIND), 400);
    return summary([heading, why, `Next: ${emptyStep(list, asked, KIND).action}`]);
  }
  const here = list.items.reduce((sum, item) => sum + item.backlinks, 0);
  const share = list.backlinks === null || list.backlinks === 0 ? '' : `, ${percent(here / list.backlinks)} of all`;
  const wasted = list.items.filter(isFailing).reduce((sum, item) => sum + item.backlinks, 0);
  const rows = list.items
    .slice(0, 10)
    .map((item) => [
      inline(item.url, 60),
      item.status_code ?? 'not read',
      item.backlinks,
      item.referring_domains,
      item.action,
      item.priority,
    ]);
  return summary([
    heading,
    [
      `- ${inline(fitting(list, KIND), 300)}, with ${counted(here, 'link')}${share}`,
      `- What to do: ${countsOf(list)}`,
      ...(wasted === 0 ? [] : [`- ${counted(wasted, 'link')} ${wasted === 1 ? 'leads' : 'lead'} to pages that fail`]),
    ].join('\n'),
    markdownTable(['Page', 'Status', 'Links', 'Hosts', 'Action', 'Priority'], rows),
    `Next: ${stepsOf(list)[0]?.action ?? ''}`,
  ]);
}

function isFailing({ status_code: code, action }: LinkedPage): boolean {
  return (code ?? 0) >= 400 && (action === 'restore' || action === 'redirect');
}

/** As paths are kept: letters outside ASCII are escaped there, and people write them as they read them. */
function escaped(text: string): string {
  return text.replaceAll(/\P{ASCII}+/gu, (letters) => encodeURIComponent(letters.toWellFormed()));
}
