import type { RankingMarket, SharedKeywords, SharedPlace } from '../../../ports/rankings.ts';
import type { KnownSearches } from '../../../keywords/known-searches.ts';
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
import { compareTraffic, measurePlace, type TrafficGap } from '../../../rankings/place-traffic.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import { keepSearched } from '../../../rankings/volume-minimum.ts';
import { countKept } from '../../../rankings/whole-list.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { compareText } from '../../../text/normalize.ts';
import type { Target } from '../../../web/target.ts';
import { classifyGap, GAP_CLASSES } from './classify.ts';
import { CLASSES, type Classification, type IntersectionList, type IntersectionRow, type SORTS } from './report.ts';

export interface IntersectionInput {
  readonly found: SharedKeywords;
  readonly targets: readonly [Target, Target];
  readonly market: RankingMarket;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
  readonly intersections: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly min_search_volume: number;
  readonly sort_by: (typeof SORTS)[number];
}

/** The keywords of two sites side by side, and who has the better of each. */
export function compareDomains(input: IntersectionInput): IntersectionList {
  const { found, targets, market, curve, intersections } = input;
  const [target1, target2] = targets;
  const brands = targets.map((target) => readTargetBrand(target, input.brand));
  const isBrand = (at: number, keyword: string): boolean => brands[at]?.isBranded(keyword) === true;
  const described = measureCompared(input).flatMap((compared) => {
    const { keyword } = compared.row;
    const brand_of = isBrand(0, keyword) ? 'target1' : isBrand(1, keyword) ? 'target2' : null;
    return describeRow(compared, { brand_of, names: [target1.value, target2.value] }) ?? [];
  });
  const searched = keepSearched(described, input.min_search_volume, ({ seen }) => seen);
  const rows = searched.kept
    .map(({ row }) => row)
    .toSorted((one, other) => compareRows(one, other, input.sort_by, intersections));
  const evidence = describeComparison(found, rows, market);
  const isUnknown = evidence.state === 'unknown_target';
  return {
    target1: target1.value,
    target2: target2.value,
    intersections,
    meaning: explainRows(target1.value, target2.value, intersections),
    ...evidence,
    items: rows.slice(input.offset, input.offset + input.limit),
    total_count: isUnknown ? null : countKept(found, rows.length),
    limit: input.limit,
    offset: input.offset,
    filtered_out: isUnknown ? null : searched.filtered_out,
    counts: isUnknown ? NO_COUNTS : countClasses(rows, intersections),
    counted_rows: isUnknown ? null : rows.length,
    counts_complete: isUnknown ? null : found.total_count !== null && found.total_count <= found.items.length,
    unknown_targets: [...found.unknown_targets],
    click_curve: isUnknown ? null : (curve?.name ?? null),
    units: UNITS,
  };
}

/** What the rows are: `intersections: false` is easily read the other way round. */
function explainRows(target1: string, target2: string, intersections: boolean): string {
  if (intersections)
    return `Keywords for which both ${target1} and ${target2} rank, judged from the side of ${target1}.`;
  return (
    `Keywords for which ${target1} ranks and ${target2} does not. ` +
    `For what ${target1} is missing, swap the two: target1 ${target2}, target2 ${target1}.`
  );
}

interface Described {
  readonly row: IntersectionRow;
  readonly search_volume: number | null;
  readonly volume_low: number | null;
  readonly volume_high: number | null;
  readonly seen: number | null;
}

interface Sides {
  readonly brand_of: IntersectionRow['brand_of'];
  readonly names: Names;
}

function describeRow(compared: ComparedKeyword, { brand_of, names }: Sides): Described | undefined {
  const { row, metrics } = compared;
  const [place1 = null, place2 = null] = row.places;
  if (place1 === null) return undefined;
  const { search_volume, volume_low, volume_high } = metrics;
  return {
    search_volume,
    volume_low,
    volume_high,
    seen: countSeen(row),
    row: {
      keyword: row.keyword,
      ...pickMetrics(metrics),
      brand_of,
      ...describePlaces([place1, place2], names, compared),
      serp_features: row.features === null ? null : [...row.features],
      checked_at: row.checked_at,
    },
  };
}

function describePlaces(
  [place1, place2]: readonly [SharedPlace, SharedPlace | null],
  names: Names,
  compared: ComparedKeyword,
) {
  const { facts } = compared;
  const [rank1, rank2] = [roundPosition(place1.position), roundPosition(place2?.position ?? null)];
  const classification = classifyGap(rank1, rank2);
  const gap = compareTraffic(place1, place2, facts);
  const [own, rival] = rank2 === null ? [null, rank1] : [rank1, rank2];
  return {
    target1_rank: rank1,
    target2_rank: rank2,
    rank_gap: rank2 === null ? null : roundPosition(rank1 - rank2),
    ...describeTraffic([place1, place2], facts, gap),
    classification,
    gap_class: GAP_CLASSES[classification],
    best_urls: { target1: place1.url, target2: place2?.url ?? null },
    opportunity_for: rank2 === null ? ('target2' as const) : ('target1' as const),
    ...scoreGap(compared, own, rival),
    reason: explainRow(classification, names, [rank1, rank2], gap),
  };
}

function describeTraffic(
  places: readonly (SharedPlace | null)[],
  facts: ComparedKeyword['facts'],
  gap: TrafficGap | null,
): Pick<IntersectionRow, 'target1_traffic' | 'target2_traffic' | 'traffic_gap' | 'traffic_gap_evidence'> {
  const [target1_traffic = null, target2_traffic = null] = places.map(
    (place) => measurePlace(place, facts)?.traffic ?? null,
  );
  return {
    target1_traffic,
    target2_traffic,
    traffic_gap: gap?.clicks_per_month ?? null,
    traffic_gap_evidence: gap,
  };
}

type Ranks = readonly [rank1: number, rank2: number | null];
type Names = readonly [target1: string, target2: string];

function explainRow(
  classification: Classification,
  names: Names,
  [rank1, rank2]: Ranks,
  gap: TrafficGap | null,
): string {
  const [target1, target2] = names;
  const clicks = gap === null ? '' : `; ${describeGap(gap, names)}`;
  switch (classification) {
    case 'target1_exclusive':
      return `${target1} ranks at position ${rank1}, and ${target2} does not rank${clicks}.`;
    case 'parity':
      return `Level: positions ${rank1} and ${rank2 ?? '–'}.`;
    case 'shared_deficit':
      return `${target1} ranks at position ${rank1}, below ${target2} at ${rank2 ?? '–'}${clicks}.`;
    case 'current_advantage':
      return `${target1} ranks at position ${rank1}, above ${target2} at ${rank2 ?? '–'}${clicks}.`;
  }
}

function describeGap({ clicks_per_month, low, high, source }: TrafficGap, [target1, target2]: Names): string {
  const side = clicks_per_month < 0 ? target1 : target2;
  const bounds =
    low === null || high === null
      ? ''
      : ` (${format(Math.min(Math.abs(low), Math.abs(high)))}–${format(Math.max(Math.abs(low), Math.abs(high)))})`;
  const kind = source === 'measured' ? 'counted' : 'estimated';
  return `${side} gets ${kind === 'counted' ? '' : 'about '}${format(Math.abs(clicks_per_month))}${bounds} more clicks a month, ${kind}`;
}

function format(clicks: number): string {
  return Math.round(clicks).toLocaleString('en-US');
}

/** Highest first, unknown last, then by keyword. The gaps of keywords that only target1 has are all its own: largest first. */
function compareRows(
  one: IntersectionRow,
  other: IntersectionRow,
  by: IntersectionInput['sort_by'],
  intersections: boolean,
): number {
  const sign = by === 'traffic_gap' && !intersections ? -1 : 1;
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  const tie = (one.target1_rank ?? 0) - (other.target1_rank ?? 0) || compareText(one.keyword, other.keyword);
  if (here === null || there === null) return Number(here === null) - Number(there === null) || tie;
  return sign * (there - here) || tie;
}

function figureOf(row: IntersectionRow, by: IntersectionInput['sort_by']): number | null {
  switch (by) {
    case 'opportunity':
      return row.priority === null || row.brand_of !== null ? null : row.opportunity_score;
    case 'search_volume':
      return row.search_volume;
    case 'traffic_gap':
      return row.traffic_gap;
    case 'rank_gap':
      return row.rank_gap;
    case 'cpc':
      return row.cpc;
  }
}

const NO_COUNTS = { shared_deficit: null, current_advantage: null, target1_exclusive: null, parity: null };

function countClasses(rows: readonly IntersectionRow[], intersections: boolean): IntersectionList['counts'] {
  const counts: Record<Classification, number | null> = { ...NO_COUNTS };
  for (const name of CLASSES) {
    if ((name === 'target1_exclusive') === intersections) continue;
    counts[name] = rows.filter(({ classification }) => classification === name).length;
  }
  return counts;
}

const UNITS = {
  target1_traffic: 'clicks a month',
  target2_traffic: 'clicks a month',
  traffic_gap: 'clicks a month',
  search_volume: 'searches a month on Google',
  keyword_difficulty: '0-100 on the scale of difficulty_source',
  opportunity_score: '0-100',
} as const;
