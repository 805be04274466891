import { z } from 'zod';

import type { MonthlySearches } from '../ports/keywords.ts';
import { type ScaledMonth, scaleMonths } from './months.ts';

export const Seasonality = z.object({
  is_seasonal: z.boolean(),
  peak_month: z.int().min(1).max(12).nullable().describe('1 is January; null if no month stands out every year.'),
  peak_index: z.number().nullable().describe('Searches in the peak month divided by those in an average month.'),
  years: z.int().describe('Full years that were compared.'),
});
export type Seasonality = z.infer<typeof Seasonality>;

/** A month less than this far above the mean is no peak. */
const AMPLITUDE_MIN = 1.5;
const YEARS_MIN = 2;
const YEAR = 12;

/**
 * Whether the same month stands out year after year (keyword-metrics 5); null with less than two whole years.
 *
 * Each year is measured by its own mean, so that growth is no season. Years are counted back from the newest month, and
 * one that lacks a month does not count.
 */
export function findSeasonality(monthly: readonly MonthlySearches[]): Seasonality | null {
  const years = splitYears(scaleMonths(monthly));
  if (years.length < YEARS_MIN) return null;
  const indices = years.map(measureYear);
  const peaks = Array.from({ length: YEAR }, (_, at) => {
    const ratios = indices.map((year) => year.get(at + 1) ?? 0);
    const repeated = ratios.filter((ratio) => ratio > AMPLITUDE_MIN).length;
    return { month: at + 1, repeated, index: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length };
  });
  const [peak] = peaks
    .filter(({ index, repeated }) => index > AMPLITUDE_MIN && repeated >= YEARS_MIN)
    .sort((one, other) => other.index - one.index || one.month - other.month);
  return {
    is_seasonal: peak !== undefined,
    peak_month: peak?.month ?? null,
    peak_index: peak === undefined ? null : Math.round(peak.index * 100) / 100,
    years: years.length,
  };
}

function splitYears(months: readonly ScaledMonth[]): (readonly ScaledMonth[])[] {
  const newest = months.at(-1)?.index ?? 0;
  const years = Map.groupBy(months, ({ index }) => Math.floor((newest - index) / YEAR));
  return [...years.values()].filter((year) => year.length === YEAR && year.some(({ searches }) => searches > 0));
}

/** Each month's searches over the mean of its year. */
function measureYear(year: readonly ScaledMonth[]): ReadonlyMap<number, number> {
  const mean = year.reduce((sum, { searches }) => sum + searches, 0) / year.length;
  return new Map(year.map(({ month, searches }) => [month, searches / mean]));
}
