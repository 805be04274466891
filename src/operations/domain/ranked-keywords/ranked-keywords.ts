import type { KnownSearches } from '../../../keywords/known-searches.ts';
import { isPastEnd } from '../../../guidance/list-page.ts';
import { countBranded } from '../../../keywords/branded-keywords.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { RankedKeyword, RankedKeywords, RankingMarket } from '../../../ports/rankings.ts';
import { describeEvidence } from '../../../rankings/evidence.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import { countKept } from '../../../rankings/whole-list.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { compareText } from '../../../text/normalize.ts';
import { findKnownBlock } from '../../../web/facts/search-block.ts';
import type { Target } from '../../../web/target.ts';
import { MOVEMENTS, OPPORTUNITY_TYPES, type RankedKeywordList, type RankedRow, type SORTS } from './report.ts';
import { describeRows } from './row.ts';

export interface RankedInput {
  readonly found: RankedKeywords;
  /** Rows in order before the page that is asked for. */
  readonly skipped: number;
  readonly sorted: RankedKeywordList['sorted'];
  /** What crawls know of the pages that rank. */
  readonly known: readonly KnownPage[];
  readonly target: Target;
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
  readonly limit: number;
  readonly offset: number;
  readonly max_rank: number;
  readonly min_search_volume: number;
  readonly include_lost: boolean;
  readonly sort_by: (typeof SORTS)[number];
}

/** The keywords that a target ranks for, each with what is known of it and what to do about it. */
export function listRankedKeywords(input: RankedInput): RankedKeywordList {
  const { found, target, market, curve } = input;
  const brand = readTargetBrand(target, input.brand);
  const asked = found.items.filter((row) => isAsked(row, input));
  const rows = describeRows(asked, { ...input, window: found.window });
  const outs = rows.map((row) => explainFilter(row, input.min_search_volume));
  const passing = rows.filter((_, at) => outs[at] === undefined);
  const items = passing
    .toSorted((one, other) => compareRows(one, other, input.sort_by))
    .slice(input.skipped, input.skipped + input.limit);
  const isFiltered = input.min_search_volume > 0 || input.max_rank < RANK_MAX;
  const isPast = items.length === 0 && isPastEnd({ ...input, total_count: found.total_count });
  const evidence = describeEvidence({ ...found, items }, market, isFiltered, isPast ? 'answered' : undefined);
  const isKnown = evidence.coverage !== 'none';
  return {
    target: { value: target.value, type: target.type },
    ...evidence,
    click_curve: curve === null ? null : describeCurve(curve),
    items,
    total_count: items.length === 0 && (found.total_count ?? 0) === 0 ? null : countKept(found, passing.length),
    limit: input.limit,
    offset: input.offset,
    sorted: input.sorted,
    filtered_out: isKnown ? countOuts(outs) : null,
    position_distribution: describePositions(found, items),
    totals: found.totals,
    movements: isKnown ? countMovements(items) : null,
    opportunities: isKnown ? countTypes(items) : null,
    by_brand: countBranded(items, brand.is_complete),
    blocked_pages: listBlocked(items, input.known),
    units: UNITS,
  };
}

function listBlocked(items: readonly RankedRow[], known: readonly KnownPage[]): RankedKeywordList['blocked_pages'] {
  const urls = new Set(items.flatMap(({ url }) => url ?? []));
  const pages = known.filter(({ url, fetched_at }) => urls.has(url) && fetched_at !== null);
  return pages.length === 0 ? null : pages.flatMap((page) => findKnownBlock(page) ?? []);
}

const RANK_MAX = 100;

function isAsked({ position, movement, previous_position }: RankedKeyword, asked: RankedInput): boolean {
  if (movement === 'lost' || position === null) return asked.include_lost && (previous_position ?? 0) <= asked.max_rank;
  return position <= asked.max_rank;
}

type FilteredOut = NonNullable<RankedKeywordList['filtered_out']>;

function countOuts(outs: readonly (keyof FilteredOut | undefined)[]): FilteredOut {
  const count = (why: keyof FilteredOut): number => outs.filter((out) => out === why).length;
  return {
    below_min_search_volume: count('below_min_search_volume'),
    unknown_search_volume: count('unknown_search_volume'),
  };
}

/** A keyword of which bounds or impressions alone are known passes where these do: it was searched for at least so often. */
function explainFilter(row: RankedRow, minimum: number): keyof FilteredOut | undefined {
  if (minimum === 0) return undefined;
  const least = row.search_volume ?? row.volume_low ?? row.impressions;
  if (least !== null && least >= minimum) return undefined;
  const isBelow = row.search_volume !== null || (row.volume_high !== null && row.volume_high < minimum);
  return isBelow ? 'below_min_search_volume' : 'unknown_search_volume';
}

/** Highest first, but for ranks, of which the best is first; unknown last and by their ranks, then by keyword. */
function compareRows(one: RankedRow, other: RankedRow, by: RankedInput['sort_by']): number {
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  if (here !== null && there !== null) return there - here || compareNames(one, other);
  const areBothUnknown = here === null && there === null;
  if (!areBothUnknown) return here === null ? 1 : -1;
  return (one.rank ?? Infinity) - (other.rank ?? Infinity) || compareNames(one, other);
}

function compareNames(one: RankedRow, other: RankedRow): number {
  return compareText(one.keyword, other.keyword) || compareText(one.url ?? '', other.url ?? '');
}

function figureOf(row: RankedRow, by: RankedInput['sort_by']): number | null {
  switch (by) {
    case 'opportunity':
      return row.priority === null ? null : row.opportunity_score;
    case 'estimated_traffic':
      return row.clicks ?? row.estimated_traffic;
    case 'rank':
      return row.rank === null ? null : -row.rank;
    case 'search_volume':
      return row.search_volume;
    case 'cpc':
      return row.cpc;
  }
}

function describePositions(
  { positions, total_count }: RankedKeywords,
  items: readonly RankedRow[],
): RankedKeywordList['position_distribution'] {
  if (positions !== null) return { ...positions, keywords_considered: positions.top100, is_complete: true };
  const ranks = items.flatMap(({ rank }) => rank ?? []);
  if (ranks.length === 0) return null;
  const within = (most: number): number => ranks.filter((rank) => rank <= most).length;
  return {
    keywords_considered: ranks.length,
    top3: within(3),
    top10: within(10),
    top20: within(20),
    top50: within(50),
    top100: within(100),
    is_complete: total_count !== null && total_count <= items.length,
  };
}

function countMovements(items: readonly RankedRow[]): NonNullable<RankedKeywordList['movements']> {
  const counts = { new: 0, up: 0, down: 0, same: 0, lost: 0, unknown: 0 };
  for (const { movement } of items) counts[MOVEMENTS.find((name) => name === movement) ?? 'unknown'] += 1;
  return counts;
}

function countTypes(items: readonly RankedRow[]): NonNullable<RankedKeywordList['opportunities']> {
  const number = (type: RankedRow['opportunity_type']): number =>
    items.filter(({ opportunity_type }) => opportunity_type === type).length;
  const [lost, refresh, snippet, overview, quick, commercial, defend, none] = OPPORTUNITY_TYPES.map(number);
  return {
    lost_keyword_recovery: lost ?? 0,
    content_refresh: refresh ?? 0,
    featured_snippet_opportunity: snippet ?? 0,
    ai_overview_opportunity: overview ?? 0,
    quick_win: quick ?? 0,
    commercial_intent_opportunity: commercial ?? 0,
    defend: defend ?? 0,
    none: none ?? 0,
  };
}

function describeCurve({ name, property, from, to, impressions }: OwnCurve): RankedKeywordList['click_curve'] {
  return { name, property, from, to, impressions };
}

const UNITS = {
  clicks: 'in the window',
  impressions: 'in the window',
  estimated_traffic: 'clicks a month',
  expected_gain: 'clicks a month',
  traffic_value: 'USD a month',
  search_volume: 'searches a month on Google',
  keyword_difficulty: '0-100 on the scale of difficulty_source',
  opportunity_score: '0-100',
} as const;
