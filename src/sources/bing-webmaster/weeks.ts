import type { MonthlySearches } from '../../ports/keywords.ts';

/** Impressions of one week, from the day that it begins on. */
export interface WeekOfImpressions {
  readonly begins: Date;
  readonly impressions: number;
}

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const WEEKS = 4;
/** Mean length of a month, over that of four weeks. */
const MONTH_DAYS = 30.4;
/** Figures whose newest week is older say nothing about today. */
const WEEK_AGE_DAYS_MAX = 60;

/** `/Date(1732612952000+0000)/`: milliseconds since 1970; the offset only says how to show it. Undefined when it is none. */
export function readBingDate(text: string): Date | undefined {
  const milliseconds = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/.exec(text)?.[1];
  return milliseconds === undefined ? undefined : new Date(Number(milliseconds));
}

/**
 * Searches a month from the last four full weeks (`reference/keyword-metrics.md` 2.3). A week that is missing among them
 * counts as none. Null when there is no full week, or none of late.
 */
export function monthlyImpressions(weeks: readonly WeekOfImpressions[], now: Date): number | null {
  const full = fullWeeks(weeks, now);
  const newest = full.at(-1);
  if (newest === undefined || daysBetween(newest.begins, now) > WEEK_AGE_DAYS_MAX) return null;
  const last = full.filter(({ begins }) => daysBetween(begins, newest.begins) < WEEKS * WEEK_DAYS);
  return scaleToMonth(last.reduce((sum, { impressions }) => sum + impressions, 0));
}

/** Impressions of 28 days as those of a month. */
export function scaleToMonth(impressions: number): number {
  return Math.round((impressions * MONTH_DAYS) / (WEEKS * WEEK_DAYS));
}

/** Weeks spread evenly over their days and summed by month; months that the weeks do not cover whole are left out. */
export function impressionsByMonth(weeks: readonly WeekOfImpressions[], now: Date): MonthlySearches[] {
  const full = fullWeeks(weeks, now);
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = new Map<string, number>();
  for (const { begins, impressions } of full) {
    for (let day = 0; day < WEEK_DAYS; day += 1) {
      const month = monthOf(new Date(begins.getTime() + day * DAY_MS));
      sums.set(month, (sums.get(month) ?? 0) + impressions / WEEK_DAYS);
    }
  }
  const isCovered = (month: string): boolean => {
    const begins = new Date(`${month}-01T00:00:00Z`);
    const next = Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1, 1);
    return startOfDay(first.begins) <= begins.getTime() && startOfDay(last.begins) + WEEK_DAYS * DAY_MS >= next;
  };
  return [...sums]
    .filter(([month]) => isCovered(month))
    .map(([month, searches]) => ({ month, searches: Math.round(searches) }));
}

function fullWeeks(weeks: readonly WeekOfImpressions[], now: Date): WeekOfImpressions[] {
  return weeks
    .filter(({ begins }) => daysBetween(begins, now) >= WEEK_DAYS)
    .sort((one, other) => one.begins.getTime() - other.begins.getTime());
}

function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / DAY_MS;
}

function startOfDay(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS) * DAY_MS;
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}
