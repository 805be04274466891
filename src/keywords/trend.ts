import { z } from 'zod';

import type { MonthlySearches } from '../ports/keywords.ts';
import { median, type ScaledMonth, scaleMonths } from './months.ts';

export const Trend = z.object({
  direction: z
    .enum(['rising', 'falling', 'stable', 'insufficient_data'])
    .describe('Also stable if the change is within the noise of its series.'),
  method: z
    .enum(['seasonal_theil_sen', 'year_over_year', 'theil_sen'])
    .nullable()
    .describe('theil_sen: no two months are a year apart, so season and trend cannot be told apart.'),
  change_percent_year: z.number().nullable().describe('Change per year, in percent; null if the season hides it.'),
  low: z.number().nullable().describe('95% interval of the change; null with too few months for one.'),
  high: z.number().nullable(),
  n: z.int().describe('Months with data.'),
  within_noise: z.boolean().nullable(),
  source: z.string().nullable().describe('Source of the monthly figures.'),
});
export type Trend = z.infer<typeof Trend>;

const MONTHS_MIN = 6;
const SEASONAL_MONTHS_MIN = 24;
/** Smaller yearly changes call for no action. */
const STABLE_PERCENT = 5;
/** Normal quantile of a two-sided interval of 95 %. */
const Z = 1.96;

/**
 * Where a keyword's searches are heading (keyword-metrics 5).
 *
 * Sen's slope of the logarithm, of months that are whole years apart where there are any: the seasonal Kendall slope of
 * Hirsch, Slack and Smith (1982), with the interval of Gilbert (1987). With 24 months or more that is Theil–Sen with
 * seasonal terms, with fewer the change year over year.
 */
export function measureTrend(monthly: readonly MonthlySearches[], source: string | null): Trend {
  const months = scaleMonths(monthly);
  const n = months.length;
  if (n < MONTHS_MIN) return { ...UNKNOWN, n, source };
  const seasons = [...Map.groupBy(months, ({ month }) => month).values()].filter((each) => each.length > 1);
  const isSeasonal = seasons.length > 0;
  const groups = isSeasonal ? seasons : [months];
  const slopes = groups.flatMap(slopesOf).sort((one, other) => one - other);
  const interval = findInterval(slopes, groups).map((slope) => (slope === null ? null : asPercent(slope)));
  const [low = null, high = null] = interval;
  const change = asPercent(median(slopes));
  const within_noise = low === null || high === null || (low <= 0 && high >= 0);
  const shared = { direction: nameDirection(change, within_noise), n, within_noise, source };
  if (!isSeasonal) return { ...UNKNOWN, ...shared, method: 'theil_sen' };
  const method = n >= SEASONAL_MONTHS_MIN ? 'seasonal_theil_sen' : 'year_over_year';
  return { ...shared, method, change_percent_year: change, low, high };
}

function nameDirection(change: number, withinNoise: boolean): Trend['direction'] {
  if (withinNoise || Math.abs(change) < STABLE_PERCENT) return 'stable';
  return change > 0 ? 'rising' : 'falling';
}

const UNKNOWN = {
  direction: 'insufficient_data',
  method: null,
  change_percent_year: null,
  low: null,
  high: null,
  within_noise: null,
} as const;

/** Changes of the logarithm in a year, of every pair of months. One is added so that months without searches have one. */
function slopesOf(months: readonly ScaledMonth[]): number[] {
  return months.flatMap((one, at) =>
    months
      .slice(at + 1)
      .map((other) => ((Math.log1p(other.searches) - Math.log1p(one.searches)) / (other.index - one.index)) * 12),
  );
}

type Interval = readonly [low: number, high: number] | readonly [null, null];

function findInterval(slopes: readonly number[], groups: readonly (readonly unknown[])[]): Interval {
  const variance = groups.reduce((sum, { length: n }) => sum + (n * (n - 1) * (2 * n + 5)) / 18, 0);
  const reach = Z * Math.sqrt(variance);
  const low = slopes[Math.floor((slopes.length - reach) / 2) - 1];
  const high = slopes[Math.ceil((slopes.length + reach) / 2)];
  return low === undefined || high === undefined ? [null, null] : [low, high];
}

function asPercent(slope: number): number {
  return Math.round(Math.expm1(slope) * 1000) / 10;
}
