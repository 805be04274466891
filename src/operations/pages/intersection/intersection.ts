import type { KnownSearches } from '../../../keywords/known-searches.ts';
import type { RankingMarket, SharedKeyword, SharedKeywords, SharedPlace } from '../../../ports/rankings.ts';
import { roundPosition } from '../../../rankings/changes.ts';
import {
  type ComparedKeyword,
  countSeen,
  describeComparison,
  measureCompared,
  scoreGap,
} from '../../../rankings/comparison.ts';
import { pickMetrics } from '../../../rankings/metric-columns.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';
import { compareTraffic, measurePlace } from '../../../rankings/place-traffic.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import { keepSearched } from '../../../rankings/volume-minimum.ts';
import { countKept } from '../../../rankings/whole-list.ts';
import type { SerpItemType } from '../../../ports/serp.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { compareText, foldPhrase } from '../../../text/normalize.ts';
import { parseTarget } from '../../../web/target.ts';
import { ownerDomain } from '../../../web/url.ts';
import { explainKeyword } from './reason.ts';
import type { ITEM_TYPES, PageIntersection, PageKeyword, SORTS } from './report.ts';
import type { Parties, ResolvedPage } from './resolve.ts';

export interface PagesInput {
  readonly found: SharedKeywords;
  readonly parties: Parties;
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
  readonly limit: number;
  readonly offset: number;
  readonly intersection_mode: 'union' | 'intersect';
  readonly item_types: readonly (typeof ITEM_TYPES)[number][];
  readonly include_serp_info: boolean;
  readonly include_clickstream_data: boolean;
  readonly min_search_volume: number;
  readonly max_rank: number;
  readonly sort_by: (typeof SORTS)[number];
}

/** The keywords of several pages side by side, and what the first, or those left out, could win. */
export function comparePages(input: PagesInput): PageIntersection {
  const { found, parties, market, curve } = input;
  const isBranded = readBrands(input);
  const described = measureCompared(input).map((compared) => ({
    ...pickVolume(compared),
    row: describeRow(compared, isBranded(compared.row.keyword), input),
  }));
  const within = described.filter(({ row }) => row.first_page_within_max_rank !== false);
  const searched = keepSearched(within, input.min_search_volume, ({ seen }) => seen);
  const rows = searched.kept.map(({ row }) => row).toSorted((one, other) => compareRows(one, other, input.sort_by));
  const evidence = describeComparison(found, rows, market);
  const isUnknown = evidence.state === 'unknown_target';
  return {
    pages: parties.pages.map((page) => ({
      ...describePage(page),
      is_known: !found.unknown_targets.includes(page.compared_as),
    })),
    exclude_pages: parties.excluded.map(describePage),
    folded: [...parties.folded],
    intersection_mode: input.intersection_mode,
    item_types: [...input.item_types],
    is_one_site: isOneSite(parties.pages),
    ...evidence,
    items: rows.slice(input.offset, input.offset + input.limit),
    total_count: isUnknown ? null : countKept(found, rows.length),
    limit: input.limit,
    offset: input.offset,
    filtered_out: isUnknown ? null : { ...searched.filtered_out, beyond_max_rank: described.length - within.length },
    counts: isUnknown ? null : countRows(rows),
    clickstream_volumes: input.include_clickstream_data && found.basis === 'provider',
    click_curve: isUnknown ? null : (curve?.name ?? null),
    units: UNITS,
  };
}

function describePage({ sent, compared_as, via, is_pattern, status_code, title }: ResolvedPage) {
  return { page: sent, compared_as, via: [...via], is_pattern, status_code, title };
}

function isOneSite(pages: readonly ResolvedPage[]): boolean {
  const sites = new Set(pages.map(({ host }) => ownerDomain(host) ?? host));
  return pages.length > 1 && sites.size === 1;
}

/** True where a keyword has the name of one of the sites; false only where the names of all are known. */
function readBrands({ parties, brand }: PagesInput): (keyword: string) => boolean | null {
  const hosts = new Set([...parties.pages, ...parties.excluded].map(({ host }) => host));
  const brands = [...hosts].map((host) => readTargetBrand(parseTarget(`https://${host}/`), brand));
  return (keyword) => {
    const verdicts = brands.map(({ isBranded }) => isBranded(keyword));
    if (verdicts.includes(true)) return true;
    return verdicts.every((verdict) => verdict === false) ? false : null;
  };
}

function pickVolume({ row, metrics }: ComparedKeyword) {
  const { search_volume, volume_low, volume_high } = metrics;
  return { search_volume, volume_low, volume_high, seen: countSeen(row) };
}

function describeRow(compared: ComparedKeyword, is_brand: boolean | null, input: PagesInput): PageKeyword {
  const { row, metrics } = compared;
  const { parties, include_serp_info } = input;
  const isGap = parties.excluded.length > 0;
  const places = parties.pages.map((_, at) => row.places[at] ?? null);
  const ranks = describeRanks(places, compared, input);
  return {
    keyword: row.keyword,
    ...pickMetrics(metrics),
    is_brand,
    ...ranks,
    serp_features: row.features === null ? null : [...row.features],
    serp_info: include_serp_info ? describeSerp(row, input) : null,
    ...scoreWin(places, compared, isGap),
    reason: explainKeyword(ranks, isGap),
  };
}

type Places = readonly (SharedPlace | null)[];

function describeRanks(places: Places, { facts }: ComparedKeyword, { parties, max_rank }: PagesInput) {
  const first = places[0] ?? null;
  const best = findBest(places);
  const { own, rivals } = chooseSides(places, parties.excluded.length > 0);
  const gap = rivals.length === 0 ? null : compareTraffic(own, findBest(rivals), facts);
  return {
    pages: parties.pages.map(({ sent }, at) => describePlace(sent, places[at] ?? null, facts)),
    missing_in: parties.pages.flatMap(({ sent }, at) => (places[at] === null ? [sent] : [])),
    first_page_rank: roundPosition(first?.position ?? null),
    first_page_within_max_rank: first === null ? null : first.position <= max_rank,
    best_page: parties.pages[places.findIndex((place) => place !== null && place === best)]?.sent ?? null,
    rank_spread: measureSpread(places),
    traffic_gap: gap?.clicks_per_month ?? null,
    traffic_gap_evidence: gap,
  };
}

/** Who could win, and from whom: pages that are left out do not rank, and all others have what they lack. */
function chooseSides(places: Places, isGap: boolean): { readonly own: SharedPlace | null; readonly rivals: Places } {
  return isGap ? { own: null, rivals: places } : { own: places[0] ?? null, rivals: places.slice(1) };
}

function scoreWin(places: Places, compared: ComparedKeyword, isGap: boolean): ReturnType<typeof scoreGap> {
  const { own, rivals } = chooseSides(places, isGap);
  return scoreGap(compared, own?.position ?? null, findBest(rivals)?.position ?? null);
}

function findBest(places: Places): SharedPlace | null {
  return places.reduce(
    (best, place) => (place !== null && (best === null || place.position < best.position) ? place : best),
    null,
  );
}

function describePlace(
  page: string,
  place: SharedPlace | null,
  facts: ComparedKeyword['facts'],
): PageKeyword['pages'][number] {
  const traffic = measurePlace(place, facts);
  if (place === null) return { page, ...NOWHERE };
  const { position, url, type, clicks, impressions } = place;
  const estimated_traffic = traffic === null || traffic.source === 'measured' ? null : traffic.traffic;
  return { page, rank: roundPosition(position), url, type, estimated_traffic, clicks, impressions };
}

const NOWHERE = { rank: null, url: null, type: null, estimated_traffic: null, clicks: null, impressions: null };

function measureSpread(places: Places): number | null {
  const ranks = places.flatMap((place) => place?.position ?? []);
  return ranks.length < 2 ? null : roundPosition(Math.max(...ranks) - Math.min(...ranks));
}

/** A source that names any feature has looked; an AI Overview it may still be unable to see. */
/**
 * A list of features does not tell which others could have been seen: the stored result page does, and providers list all
 * but AI Overviews.
 */
function describeSerp(
  { keyword, features, checked_at }: SharedKeyword,
  { found, searches }: PagesInput,
): PageKeyword['serp_info'] {
  const known = searches.get(foldPhrase(keyword));
  const isWhole = found.basis === 'provider' && features !== null;
  const has = (type: SerpItemType): boolean | null => {
    if (features?.includes(type) === true) return true;
    return known?.features.get(type) ?? (isWhole && type !== 'ai_overview' ? false : null);
  };
  return {
    checked_at,
    ai_overview: has('ai_overview'),
    featured_snippet: has('featured_snippet'),
    local_pack: has('local_pack'),
    paid: has('paid'),
  };
}

function countRows(rows: readonly PageKeyword[]): PageIntersection['counts'] {
  const inAll = rows.filter(({ missing_in }) => missing_in.length === 0).length;
  return {
    ranking_in_all: inAll,
    ranking_in_some: rows.length - inAll,
    first_page_missing: rows.filter(({ first_page_rank }) => first_page_rank === null).length,
  };
}

/** Highest first, but for ranks, of which the best is first; unknown last, then by keyword. */
function compareRows(one: PageKeyword, other: PageKeyword, by: PagesInput['sort_by']): number {
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  const tie = compareText(one.keyword, other.keyword);
  if (here === null || there === null) return Number(here === null) - Number(there === null) || tie;
  return there - here || tie;
}

function figureOf(row: PageKeyword, by: PagesInput['sort_by']): number | null {
  switch (by) {
    case 'opportunity':
      return row.priority === null || row.is_brand === true ? null : row.opportunity_score;
    case 'search_volume':
      return row.search_volume;
    case 'traffic_gap':
      return row.traffic_gap;
    case 'rank':
      return row.first_page_rank === null ? null : -row.first_page_rank;
    case 'cpc':
      return row.cpc;
  }
}

const UNITS = {
  estimated_traffic: 'clicks a month',
  traffic_gap: 'clicks a month',
  clicks: 'in the window',
  impressions: 'in the window',
  search_volume: 'searches a month on Google',
  keyword_difficulty: '0-100 on the scale of difficulty_source',
  opportunity_score: '0-100',
} as const;
