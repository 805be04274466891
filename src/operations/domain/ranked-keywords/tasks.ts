import { listed, type StepDraft } from '../../../guidance/plan.ts';
import { planBlock } from '../../../guidance/search-block.ts';
import { counted } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { withoutBranded } from '../../../keywords/branded-keywords.ts';
import { formatRank } from './opportunity.ts';
import type { OpportunityType, RankedKeywordList, RankedRow } from './report.ts';

/** Branded keywords open nothing: whoever searches for the brand has found it. */
export function findTop({ items, blocked_pages }: RankedKeywordList): RankedRow | undefined {
  return rankForWork(items, blocked_pages)[0];
}

const IDLE: ReadonlySet<OpportunityType> = new Set(['defend', 'none']);

/**
 * Worth most first: by the clicks to gain where they are known, then by score, then what ranks best, which takes the
 * least. What is kept out of search is no work for editors yet.
 */
export function rankForWork(items: readonly RankedRow[], blocked: RankedKeywordList['blocked_pages']): RankedRow[] {
  const out = new Set((blocked ?? []).map(({ url }) => url));
  return withoutBranded(items)
    .filter(({ opportunity_type, url }) => !IDLE.has(opportunity_type) && (url === null || !out.has(url)))
    .toSorted(
      (one, other) =>
        gainOf(other) - gainOf(one) || scoreOf(other) - scoreOf(one) || (one.rank ?? LAST) - (other.rank ?? LAST),
    );
}

/** A lost keyword has no rank. */
const LAST = 1000;

/** Clicks a month; 0 where they are not known. */
export function gainOf({ expected_gain }: RankedRow): number {
  return expected_gain?.clicks_per_month ?? 0;
}

function scoreOf({ opportunity_score }: RankedRow): number {
  return opportunity_score ?? 0;
}

const TASKS_MAX = 4;
const BLOCKS_MAX = 3;

/** One task a page, worth most first, and what to decide where pages compete. */
export function listSteps(list: RankedKeywordList): StepDraft[] {
  const rows = rankForWork(list.items, list.blocked_pages);
  const blocks = (list.blocked_pages ?? []).slice(0, BLOCKS_MAX).map(planBlock);
  const byPage = [...Map.groupBy(rows, (row) => `${row.opportunity_type} ${row.url ?? row.keyword}`).values()];
  const tasks = byPage
    .toSorted((one, other) => sumOfGains(other) - sumOfGains(one))
    .slice(0, TASKS_MAX)
    .flatMap((group) => draftTask(group) ?? []);
  return listed<StepDraft>([...blocks, ...tasks, draftRivalStep(list.items)]);
}

function sumOfGains(rows: readonly RankedRow[]): number {
  return rows.reduce((sum, row) => sum + gainOf(row), 0);
}

type Verb = (page: string, keywords: string) => string;

const VERBS: Readonly<Record<OpportunityType, readonly [verb: Verb, why: string, owner: string]>> = {
  lost_keyword_recovery: [
    (page, keywords) => `Find out why ${page} no longer ranks for ${keywords}, and restore what was removed.`,
    'A page that ranked before usually comes back faster than a new one rises.',
    'SEO',
  ],
  content_refresh: [
    (page, keywords) => `Refresh ${page} for ${keywords}.`,
    'It loses clicks beyond the noise; compare it with what ranks above it now.',
    'editor',
  ],
  featured_snippet_opportunity: [
    (page, keywords) => `Answer ${keywords} in a short passage below a matching heading on ${page}.`,
    'The page ranks on page one, which is where snippets are taken from.',
    'editor',
  ],
  ai_overview_opportunity: [
    (page, keywords) => `Add direct, sourced answers to ${keywords} on ${page}.`,
    'An AI Overview takes part of the clicks; a page that it cites keeps some of them.',
    'editor',
  ],
  quick_win: [
    (page, keywords) => `Improve ${page} for ${keywords}: content, title and internal links.`,
    'It ranks close enough for work on the page to pay.',
    'editor',
  ],
  commercial_intent_opportunity: [
    (page, keywords) => `Rework ${page} for ${keywords}, or build a new page if this one answers a different search.`,
    'People who search for it want to buy, and the page is too far down to be seen.',
    'content',
  ],
  defend: [(page, keywords) => `Keep ${page} as it is for ${keywords}.`, 'It ranks well.', 'SEO'],
  none: [(page, keywords) => `Watch ${page} for ${keywords}.`, 'There is nothing to do yet.', 'SEO'],
};

const EVIDENCE_MAX = 3;

function draftTask(rows: readonly RankedRow[]): StepDraft | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const [verb, why, owner_hint] = VERBS[first.opportunity_type];
  const page = first.url === null ? 'the ranking page' : inline(first.url, 120);
  const more = rows.length - 1;
  const keywords = `${quote(first.keyword)}${more === 0 ? '' : ` and ${counted(more, 'more keyword')}`}`;
  const gain = Math.round(sumOfGains(rows));
  return {
    action: verb(page, keywords),
    why: gain > 0 ? `${why} About ${counted(gain, 'more click')} a month.` : why,
    evidence: rows.slice(0, EVIDENCE_MAX).map((row) => `${quote(row.keyword)}: ${row.reason}`),
    effort: first.opportunity_type === 'featured_snippet_opportunity' ? 'low' : 'medium',
    owner_hint,
  };
}

/** Two pages of one site within reach of each other share the clicks that one could have. */
const RIVAL_RANKS_APART = 10;

function draftRivalStep(items: readonly RankedRow[]): StepDraft | undefined {
  const rivals = withoutBranded(items).flatMap((row) => {
    const near = row.other_urls.find(
      ({ rank }) => rank !== null && row.url_rank !== null && rank - row.url_rank <= RIVAL_RANKS_APART && rank <= 20,
    );
    return near === undefined ? [] : [{ row, near }];
  });
  const [first] = rivals;
  if (first === undefined) return undefined;
  return {
    action: `Decide which page should rank for ${quote(first.row.keyword)}${rivals.length === 1 ? '' : ` and ${counted(rivals.length - 1, 'more keyword')}`}, and link the others to it.`,
    why: 'Several pages of the site rank for the same search and may hold each other back.',
    evidence: rivals
      .slice(0, EVIDENCE_MAX)
      .map(
        ({ row, near }) =>
          `${quote(row.keyword)}: ${inline(row.url ?? 'a page', 80)} at ${formatRank(row.url_rank)}, ${inline(near.url, 80)} at ${formatRank(near.rank)}`,
      ),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

/** A keyword as sentences name it. */
export function quote(keyword: string): string {
  return `“${inline(keyword, 60)}”`;
}
