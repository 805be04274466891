import { median } from '../keywords/months.ts';
import { fitTheilSen, testMannKendall } from '../rankings/series-trend.ts';
import type { LeveledPoint } from './level.ts';
import { measureNoise, usualNoise } from './noise.ts';

export const TRENDS = ['improving', 'declining', 'stable', 'volatile', 'insufficient_data'] as const;
type Trend = (typeof TRENDS)[number];

export interface RankTrend {
  readonly trend: Trend;
  /** Positions a day; above 0 the place gets worse. Null below six points. */
  readonly slope_per_day: number | null;
  /** How likely places without a trend run as steadily as these. */
  readonly p_value: number | null;
  /** Points that were judged, and the days that they span. */
  readonly points: number;
  readonly days: number;
}

/** What counts is where a place is going now. */
const WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;
const POINTS_MIN = 4;
const FITTED_MIN = 6;
const P_MAX = 0.05;
const VOLATILE_SIGMA = 3;
const VOLATILE_TURNS = 0.6;
const TOP = 20;

/**
 * Where a place has been going over the last 90 days (rank-tracking 8): Theil–Sen slope with Mann–Kendall's test on at least
 * six points. It counts where the test is sure and the way in all is longer than twice the noise, so that noise is never a
 * trend. `volatile`: a noise over three positions in the top 20, or turns at more than 60 % of the steps, of which only those
 * count that are longer than usual at that level.
 */
export function fitTrend(all: readonly LeveledPoint[]): RankTrend {
  const last = dayOf(all.at(-1));
  const points = all.filter((point) => last - dayOf(point) <= WINDOW_DAYS);
  const days = Math.round(last - dayOf(points[0]));
  const counts = { points: points.length, days };
  if (points.length < POINTS_MIN) return { trend: 'insufficient_data', slope_per_day: null, p_value: null, ...counts };
  const values = points.map(({ value }) => value);
  const isFitted = points.length >= FITTED_MIN;
  const slope = isFitted ? fitTheilSen(points.map((point) => ({ at: dayOf(point), value: point.value }))) : null;
  const p_value = isFitted ? testMannKendall(values) : null;
  const level = median(values);
  const { sigma } = measureNoise(points, level);
  const isSure = slope !== null && (p_value ?? 1) < P_MAX && Math.abs(slope) * days > 2 * sigma;
  const trend = isSure
    ? slope > 0
      ? 'declining'
      : 'improving'
    : isVolatile(values, level, sigma)
      ? 'volatile'
      : 'stable';
  const fitted = { slope_per_day: round(slope), p_value: round(p_value) };
  return { trend, ...fitted, ...counts };
}

function dayOf(point: LeveledPoint | undefined): number {
  return (point?.at_ms ?? 0) / DAY_MS;
}

function isVolatile(values: readonly number[], level: number, sigma: number): boolean {
  if (sigma > VOLATILE_SIGMA && level <= TOP) return true;
  const usual = usualNoise(level);
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? value));
  const long = steps.filter((step) => Math.abs(step) > usual);
  const turns = long.slice(1).filter((step, at) => Math.sign(step) !== Math.sign(long[at] ?? 0)).length;
  return turns > VOLATILE_TURNS * (steps.length - 1);
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}
