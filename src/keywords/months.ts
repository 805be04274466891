import type { MonthlySearches } from '../ports/keywords.ts';

/** Searches of one month as those of a month of average length, so that February is not a slump. */
export interface ScaledMonth {
  /** Months since year 0, so that gaps show. */
  readonly index: number;
  /** 1–12. */
  readonly month: number;
  readonly searches: number;
}

/** Mean length of a month in the Gregorian calendar, in days. */
const MONTH_DAYS = 30.436875;

/** Oldest first, each month once; the later entry of a repeated month counts. Invalid months are left out. */
export function scaleMonths(monthly: readonly MonthlySearches[]): readonly ScaledMonth[] {
  const byIndex = new Map<number, ScaledMonth>();
  for (const { month: text, searches } of monthly) {
    const [, year = '', number = ''] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
    if (year === '') continue;
    const month = Number(number);
    const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
    const index = Number(year) * 12 + month - 1;
    byIndex.set(index, { index, month, searches: (searches * MONTH_DAYS) / days });
  }
  return [...byIndex.values()].sort((one, other) => one.index - other.index);
}

/** The middle of some numbers; the mean of the two middle ones of an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
