import { estimateClickRate } from '../../../serp/click-rate.ts';
import type { LeveledPoint } from '../../../tracking/level.ts';
import { readTrackedTarget } from '../../../tracking/match.ts';
import type { RankPoint } from '../../../tracking/point.ts';
import { searchKeyOf, type TrackedRank } from '../../../tracking/tracked.ts';
import type { KeywordWeights } from '../../../tracking/weights.ts';
import type { RankOverview } from './report.ts';

const DAY_MS = 86_400_000;

/** A tracked keyword with the points that say something, as `levelPoints` gives them. */
export interface LeveledRank extends TrackedRank {
  readonly leveled: readonly LeveledPoint[];
}

/** By position: months of thousands of keywords ask for the same few. */
const known = new Map<number, number>();

/** Share of searches that end in a click on the result at a position, 0–1. */
export function clickShare(position: number | null): number {
  if (position === null) return 0;
  const share = known.get(position) ?? estimateClickRate(position)?.value ?? 0;
  known.set(position, share);
  return share;
}

interface WeighedPlace {
  readonly position: number | null;
  readonly weight: number;
}

/** Share of the clicks of first places, in percent (rank-tracking 7); null for no keywords. */
export function measureVisibility(places: readonly WeighedPlace[]): number | null {
  const most = places.reduce((sum, { weight }) => sum + weight, 0) * clickShare(1);
  const clicks = places.reduce((sum, { weight, position }) => sum + weight * clickShare(position), 0);
  return most === 0 ? null : round((100 * clicks) / most, 10);
}

/** Visibility now and over the period, as an index that new keywords do not move. */
export function describeVisibility(
  ranks: readonly LeveledRank[],
  weights: KeywordWeights,
  { days, now }: { readonly days: number; readonly now: Date },
): RankOverview['visibility'] {
  const weighed = ranks.flatMap(({ target, leveled }) =>
    leveled.length === 0 ? [] : [{ weight: weighOf(weights, target.id), leveled }],
  );
  const times = Array.from({ length: days + 1 }, (_, at) => now.getTime() - (days - at) * DAY_MS);
  const history = chainDays(weighed, times);
  const value = history.at(-1)?.value ?? null;
  if (value === null) return null;
  const { value: before = null, keywords: keywords_before = 0 } = history[0] ?? {};
  const known_share = weights.known_share === null ? null : round(weights.known_share, 1000);
  return {
    value,
    keywords: weighed.length,
    before,
    keywords_before,
    weights: weights.basis,
    volume_known_share: known_share,
    history,
  };
}

function weighOf({ byId }: KeywordWeights, id: string): number {
  return byId.get(id) ?? 1;
}

interface WeighedRank {
  readonly weight: number;
  readonly leveled: readonly LeveledPoint[];
}

interface DaySum {
  keywords: number;
  weight: number;
  clicks: number;
  /** Of the keywords that were known the time before as well. */
  old_weight: number;
  old_clicks: number;
}

/**
 * A chained index (rank-tracking 7): whenever keywords join, all earlier values are multiplied by what visibility is with them
 * over what it is without them at that time. So the newest value is visibility as it is, and a day on which nothing but the set
 * changed is no step. Before a day on which the keywords of then had no visibility at all, nothing can be linked: null.
 */
function chainDays(ranks: readonly WeighedRank[], times: readonly number[]) {
  const sums = sumDays(ranks, times);
  const most = clickShare(1);
  const points: NonNullable<RankOverview['visibility']>['history'] = [];
  let factor: number | null = 1;
  for (let at = sums.length - 1; at >= 0; at -= 1) {
    const { keywords, weight, clicks, old_weight, old_clicks } = sums[at] ?? BLANK_DAY;
    const visibility = weight === 0 ? null : (100 * clicks) / (weight * most);
    const value = visibility === null || factor === null ? null : round(visibility * factor, 10);
    points.unshift({ date: new Date(times[at] ?? 0).toISOString().slice(0, 10), value, keywords });
    if (old_weight === weight) continue;
    const link = old_clicks > 0 ? clicks / weight / (old_clicks / old_weight) : clicks === 0 ? 1 : null;
    factor = factor === null || link === null ? null : factor * link;
  }
  return points;
}

const BLANK_DAY: Readonly<DaySum> = { keywords: 0, weight: 0, clicks: 0, old_weight: 0, old_clicks: 0 };

function sumDays(ranks: readonly WeighedRank[], times: readonly number[]): readonly DaySum[] {
  const sums = times.map(() => ({ ...BLANK_DAY }));
  for (const { weight, leveled } of ranks) {
    let next = 0;
    for (const [at, sum] of sums.entries()) {
      const wasKnown = next > 0;
      while ((leveled[next]?.at_ms ?? Number.POSITIVE_INFINITY) <= (times[at] ?? 0)) next += 1;
      if (next === 0) continue;
      const clicks = weight * clickShare(leveled[next - 1]?.position ?? null);
      sum.keywords += 1;
      sum.weight += weight;
      sum.clicks += clicks;
      if (!wasKnown) continue;
      sum.old_weight += weight;
      sum.old_clicks += clicks;
    }
  }
  return sums;
}

/**
 * The own part of the estimated clicks on all organic results of the newest result pages (rank-tracking 7), in percent. Pages on
 * which the source stopped at a match do not tell what stands below it, so they are left out; a page counts once for a site.
 */
export function measureShareOfVoice(
  ranks: readonly LeveledRank[],
  weights: KeywordWeights,
): RankOverview['share_of_voice'] {
  const newest = new Map<string, { readonly point: RankPoint; readonly weight: number }>();
  for (const { target, leveled } of ranks) {
    const point = leveled.at(-1)?.point;
    const key = JSON.stringify([searchKeyOf(target), readTrackedTarget(target.url).site]);
    if (point !== undefined) newest.set(key, { point, weight: weighOf(weights, target.id) });
  }
  const pages = [...newest.values()];
  const whole = pages.filter(({ point }) => point.ended !== 'stopped_on_match');
  const own = whole.reduce((sum, { point, weight }) => sum + weight * ownClicks(point), 0);
  const all = whole.reduce((sum, { point, weight }) => sum + weight * allClicks(point.depth_checked), 0);
  const counts = { searches: whole.length, searches_stopped: pages.length - whole.length };
  return pages.length === 0 ? null : { value: all === 0 ? null : round((100 * own) / all, 10), ...counts };
}

function ownClicks({ position, also_ranking }: RankPoint): number {
  const others = also_ranking.reduce((sum, other) => sum + clickShare(other.position), 0);
  return clickShare(position) + others;
}

function allClicks(results: number): number {
  return Array.from({ length: results }, (_, at) => clickShare(at + 1)).reduce((sum, share) => sum + share, 0);
}

function round(value: number, by: number): number {
  return Math.round(value * by) / by;
}
