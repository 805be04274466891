import { describePastEnd, firstPageCall, GO_BACK, isPastEnd, nextPageCalls } from '../../../guidance/list-page.ts';
import {
  confidenceOf,
  listed,
  makePlan,
  type PlannedCall,
  type StepDraft,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { NOTHING_FOUND } from '../../../links/link-list.ts';
import { anyLinksCall, crawlCall, readPageCall } from '../../../links/next-calls.ts';
import { draftSteps, readPlaybook } from '../../../links/tables.ts';
import { type Backlink, type BacklinkList, CLASSES } from './list.ts';

const ID = 'backlinks.list';

/** The part of the checked request that the plan repeats. */
interface Asked {
  readonly [field: string]: unknown;
  readonly mode: 'as_is' | 'one_per_domain' | 'one_per_anchor';
}

const PLAYBOOK = readPlaybook(import.meta.url, 'data/playbook.tsv', CLASSES);

const ROW_NOUNS = { one_per_domain: 'linking domain', one_per_anchor: 'anchor text', as_is: 'backlink' } as const;

export function planBacklinkList(list: BacklinkList, asked: Asked): WorkflowDraft {
  const { items, total_count, target } = list;
  const isEmpty = items.length === 0;
  const total = counted(total_count ?? items.length, ROW_NOUNS[asked.mode]);
  return makePlan({
    summary: isEmpty ? explainEmpty(list) : `${total} for ${target.value} (${items.length} shown).`,
    steps: draftLinkSteps(list),
    otherwise: draftEmptyStep(list, asked),
    priority: items[0]?.priority ?? 'medium',
    confidence: isEmpty
      ? NOTHING_FOUND
      : confidenceOf(0.8, ['Each link was on its page when the page was last crawled, or is marked as lost.']),
    guardrails: [
      'Links through a redirect or canonical are marked with is_indirect_link: their page names another URL.',
      'Open a page before you contact its owner: it may have changed since it was crawled.',
    ],
    next_calls: isEmpty ? [planEmptyCall(list, asked)] : planCalls(list, asked),
  });
}

function draftLinkSteps({ items }: BacklinkList): readonly StepDraft[] {
  return draftSteps(
    PLAYBOOK,
    items.map((row) => ({ name: row.classification, quote: `${row.url_from} → ${row.url_to}` })),
  );
}

function planEmptyCall(list: BacklinkList, asked: Asked): PlannedCall {
  if (isPastEnd(list)) return firstPageCall(ID, asked);
  return list.total_count === null ? crawlCall(list.target.value) : anyLinksCall(list.target.value);
}

function explainEmpty(list: BacklinkList): string {
  if (isPastEnd(list)) return describePastEnd(list, 'row');
  if (list.total_count === null) {
    return `Links to ${list.target.value} are unknown: the index has not crawled enough of the web around it.`;
  }
  return `The index has no backlink to ${list.target.value} that matches the request.`;
}

const CRAWL = 'Crawl the target and sites that may link to it, or import link data.';

/** Filters are named only where some were sent. */
function widen({ backlinks_status_type, dofollow_only, broken_only, min_rank }: Asked): string | undefined {
  const parts = [
    ...(dofollow_only === true || broken_only === true || min_rank !== undefined ? ['without filters'] : []),
    ...(backlinks_status_type === 'all' ? [] : ['with backlinks_status_type "all"']),
  ];
  return parts.length === 0
    ? undefined
    : `Try again ${parts.join(' and ')}; if that is empty too, crawl sites in the niche.`;
}

function actionWhenEmpty(list: BacklinkList, asked: Asked): string {
  if (isPastEnd(list)) return GO_BACK;
  return list.total_count === null ? CRAWL : (widen(asked) ?? CRAWL);
}

function draftEmptyStep(list: BacklinkList, asked: Asked): StepDraft {
  return {
    action: actionWhenEmpty(list, asked),
    why: explainEmpty(list),
    evidence: [`total_count: ${list.total_count ?? 'null'}`],
    owner_hint: 'SEO',
  };
}

function planCalls(list: BacklinkList, asked: Asked): PlannedCall[] {
  const { items, target } = list;
  const broken = items.find(({ classification }) => classification === 'broken_target_repair');
  const lost = items.filter(({ classification }) => classification === 'lost_link_reclaim');
  const best = items.find(({ is_lost }) => !is_lost);
  return listed<PlannedCall>([
    broken !== undefined && {
      operation: 'content.technical-qa',
      body: { url: broken.url_to },
      reason: 'Checks what the linked page returns now.',
    },
    lost.length > 0 && {
      operation: 'backlinks.opportunity-finder',
      body: {
        target: target.value,
        campaign_goal: 'reclaim_lost_links',
        prospects: lost.slice(0, 25).map(toProspect),
      },
      reason: 'Ranks the lost links by who to contact first, with a pitch for each.',
    },
    best !== undefined && readPageCall(best.url_from, 'the strongest linking page'),
    ...nextPageCalls(ID, asked, list),
    asked.mode !== 'as_is' && planGroupsCall(list, asked),
  ]);
}

/** Without ranks: the finder reads their scale from all of them together, and a lost link needs none. */
function toProspect(item: Backlink): Record<string, unknown> {
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

/** Rows that a mode grouped have an operation of their own, with the figures of each group. */
function planGroupsCall(list: BacklinkList, asked: Asked): PlannedCall {
  const { mode, backlinks_status_type, rank_scale } = asked;
  const body = { target: list.target.value, backlinks_status_type, rank_scale };
  return mode === 'one_per_anchor'
    ? { operation: 'backlinks.anchors', body, reason: 'Shows intent, risk and figures for each anchor text.' }
    : { operation: 'backlinks.referring-domains', body, reason: 'Shows figures for all links of each linking domain.' };
}

export function summarizeBacklinkList(list: BacklinkList, asked: Asked): string {
  const { items, total_count, target, classification_counts } = list;
  const shown = `(${items.length} shown).`;
  const total =
    total_count === null
      ? explainEmpty(list)
      : `${counted(total_count, 'row')} ${agree(total_count, 'matches')} ${shown}`;
  return formatSummary({
    heading: `Backlinks to ${inline(target.value)}`,
    intro: total,
    facts: Object.entries(classification_counts).map(([name, count]) =>
      count > 0 ? `${name.replaceAll('_', ' ')}: ${count}` : undefined,
    ),
    table: formatRows(items, 10, [
      ['From', ({ url_from }) => inline(url_from, 60)],
      ['Anchor', ({ anchor }) => inline(anchor || '(no text)', 40)],
      ['Rank', ({ rank }) => rank],
      ['Followed', ({ dofollow }) => (dofollow ? 'yes' : 'no')],
      [
        'Class',
        ({ classification, is_indirect_link: isIndirect }) =>
          classification.replaceAll('_', ' ') + (isIndirect ? ', indirect' : ''),
      ],
    ]),
    next: items.length === 0 ? actionWhenEmpty(list, asked) : (draftLinkSteps(list)[0]?.action ?? ''),
  });
}
