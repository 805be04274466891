import type { KnownSearches } from '../../../keywords/known-searches.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import type { KeywordMetrics } from '../../../keywords/metrics.ts';
import { scoreOpportunity } from '../../../keywords/opportunity.ts';
import type { RankedKeyword, RankingMarket, RankingWindow } from '../../../ports/rankings.ts';
import { compareClicks, comparePositions, type PositionChange, roundPosition } from '../../../rankings/changes.ts';
import { countKnownDays } from '../../../rankings/evidence.ts';
import {
  estimateClicks,
  estimateGain,
  type ExpectedGain,
  readImpressionDemand,
  readVolumeDemand,
  scaleToMonth,
  type SearchDemand,
} from '../../../rankings/gain.ts';
import { pickMetrics } from '../../../rankings/metric-columns.ts';
import { type OwnCurve, readClickRate } from '../../../rankings/own-curve.ts';
import { narrowToPage } from '../../../rankings/own-place.ts';
import { chooseConditions } from '../../../rankings/known-searches.ts';
import { readTargetBrand } from '../../../rankings/target-brand.ts';
import type { PageConditions } from '../../../serp/click-rate.ts';
import type { BrandNames } from '../../../text/branded.ts';
import type { Target } from '../../../web/target.ts';
import { chooseOpportunity } from './opportunity.ts';
import type { RankedRow } from './report.ts';

export interface RowInput {
  readonly target: Target;
  readonly market: RankingMarket;
  readonly window: RankingWindow | null;
  readonly curve: OwnCurve | null;
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
}

/** What is known of each keyword, and what to do about it. */
export function describeRows(found: readonly RankedKeyword[], input: RowInput): RankedRow[] {
  const facts = found.flatMap((row) => row.facts);
  const { isBranded } = readTargetBrand(input.target, input.brand);
  const metrics = measureKeywords({
    keywords: found.map(({ keyword }) => keyword),
    facts,
    language: input.market.language,
    searches: input.searches,
    brand: input.brand,
  });
  return found.flatMap((row, at) => {
    const known = metrics[at];
    return known === undefined ? [] : [describeRow(row, known, isBranded(row.keyword), input)];
  });
}

function describeRow(
  row: RankedKeyword,
  metrics: KeywordMetrics,
  is_brand: boolean | null,
  { window, curve, searches }: RowInput,
): RankedRow {
  const days = countKnownDays(window);
  const rank_change = comparePositions(row.position_kind, row.previous_position, row.position, row.measured);
  const movement = settleMovement(row, rank_change);
  const own = narrowToPage(row);
  const demand = readDemand(own, metrics, days);
  const page = chooseConditions(row, metrics.intent, searches);
  const gain = measureGain({ row: own, movement, demand, curve, page });
  const score = scoreOpportunity({
    search_volume: metrics.search_volume ?? (demand === null ? null : Math.round(demand.value)),
    difficulty: metrics.keyword_difficulty,
    intent: metrics.intent,
    ranking_gain: shareOfGoal(own, movement, { curve, page }),
  });
  return {
    ...pickMetrics(metrics),
    keyword: metrics.keyword,
    ...score,
    is_brand,
    rank: roundPosition(row.position),
    position_kind: row.position_kind,
    previous_rank: roundPosition(row.previous_position),
    movement,
    rank_change,
    checked_at: row.checked_at,
    url: row.url,
    url_rank: row.url === null ? null : roundPosition(own.position),
    other_urls: row.others.map(({ url, position, clicks, impressions }) => ({
      url,
      rank: roundPosition(position),
      clicks,
      impressions,
    })),
    device: row.device,
    ...describeTraffic(row, { metrics, curve, page, days }),
    serp_features: row.features === null ? null : [...row.features],
    expected_gain: gain,
    ...chooseOpportunity({ row, own, movement, rank_change, is_brand, intent: metrics.intent, gain }),
  };
}

/** A change within the noise is none; where nothing is known of before the source's word stands. */
function settleMovement(row: RankedKeyword, change: PositionChange | null): RankedRow['movement'] {
  const { movement } = row;
  if (movement !== 'up' && movement !== 'down') return movement;
  return change?.within_noise === true ? 'same' : movement;
}

/** Who was seen knows how often people searched; a keyword that is lost was seen before. */
function readDemand(row: RankedKeyword, metrics: KeywordMetrics, days: number): SearchDemand | null {
  const { measured } = row;
  const seen = row.position === null ? (measured?.previous_impressions ?? null) : (measured?.impressions ?? null);
  return readImpressionDemand(seen, days) ?? readVolumeDemand(metrics);
}

interface GainFacts {
  readonly row: RankedKeyword;
  readonly movement: RankedRow['movement'];
  readonly demand: SearchDemand | null;
  readonly curve: OwnCurve | null;
  readonly page: PageConditions;
}

/** From page three the first page is the next step, from there the first three, and from there the first. */
const GOALS: readonly (readonly [from: number, to_rank: number])[] = [
  [20, 10],
  [3, 3],
  [0, 1],
];
const LOST_GOAL_MAX = 10;

function measureGain({ row, movement, demand, curve, page }: GainFacts): ExpectedGain | null {
  if (movement === 'lost') {
    // Who comes back comes back where he was, at best.
    const before = Math.min(LOST_GOAL_MAX, Math.max(1, Math.round(row.previous_position ?? LOST_GOAL_MAX)));
    return estimateGain({ position: 'unranked', to_rank: before, demand, curve, page });
  }
  const { position } = row;
  if (position === null) return null;
  const to_rank = GOALS.find(([from]) => position > from)?.[1] ?? 1;
  return estimateGain({ position, to_rank, demand, curve, page });
}

const SCORED_GOAL = 3;

/** What position 3 has over the own position, as a share of its clicks (formulas 4.6). */
function shareOfGoal(
  { position }: RankedKeyword,
  movement: RankedRow['movement'],
  { curve, page }: Pick<GainFacts, 'curve' | 'page'>,
): number | null {
  if (movement === 'lost') return 1;
  const goal = readClickRate(SCORED_GOAL, curve, page)?.value ?? 0;
  if (position === null || goal === 0) return null;
  const now = readClickRate(position, curve, page)?.value ?? 0;
  return Math.min(1, Math.max(0, (goal - now) / goal));
}

interface TrafficFacts {
  readonly metrics: KeywordMetrics;
  readonly curve: OwnCurve | null;
  readonly page: PageConditions;
  readonly days: number;
}

type Traffic = Pick<
  RankedRow,
  | 'clicks'
  | 'impressions'
  | 'ctr'
  | 'clicks_change'
  | 'year_ago_clicks'
  | 'estimated_traffic'
  | 'traffic_low'
  | 'traffic_high'
  | 'traffic_source'
  | 'traffic_value'
>;

/** Clicks that are counted are never estimated as well. */
function describeTraffic(row: RankedKeyword, { metrics, curve, page, days }: TrafficFacts): Traffic {
  const { measured } = row;
  if (measured !== null) {
    const { clicks, impressions } = measured;
    return {
      clicks,
      impressions,
      ctr: impressions === 0 ? null : Math.round((clicks / impressions) * 10_000) / 10_000,
      clicks_change: compareClicks(measured.previous_clicks, clicks),
      year_ago_clicks: measured.year_ago_clicks,
      ...NO_ESTIMATE,
      traffic_source: 'measured',
      traffic_value: row.traffic_value ?? valueClicks(days === 0 ? null : scaleToMonth(clicks, days), metrics),
    };
  }
  const estimate = estimateTraffic(row, { metrics, curve, page });
  return {
    ...NO_COUNTS,
    ...estimate,
    traffic_value: row.traffic_value ?? valueClicks(estimate.estimated_traffic, metrics),
  };
}

const NO_ESTIMATE = { estimated_traffic: null, traffic_low: null, traffic_high: null };
const NO_COUNTS = { clicks: null, impressions: null, ctr: null, clicks_change: null, year_ago_clicks: null };

function estimateTraffic(
  row: RankedKeyword,
  { metrics, curve, page }: Omit<TrafficFacts, 'days'>,
): Pick<Traffic, 'estimated_traffic' | 'traffic_low' | 'traffic_high' | 'traffic_source'> {
  if (row.estimated_traffic !== null)
    return { ...NO_ESTIMATE, estimated_traffic: row.estimated_traffic, traffic_source: 'provider' };
  const clicks = estimateClicks({ position: row.position, demand: readVolumeDemand(metrics), curve, page });
  if (clicks === null) return { ...NO_ESTIMATE, traffic_source: null };
  return {
    estimated_traffic: clicks.clicks_per_month,
    traffic_low: clicks.low,
    traffic_high: clicks.high,
    traffic_source: clicks.ctr_curve,
  };
}

/** Prices in other currencies are not converted. */
function valueClicks(clicks: number | null, { cpc, currency }: KeywordMetrics): number | null {
  return clicks === null || cpc === null || currency !== 'USD' ? null : Math.round(clicks * cpc * 100) / 100;
}
