import { parseDate } from './dates.ts';

/** Days from the first to the last, both included. */
export interface DayPeriod {
  /** `2026-10-24`. */
  readonly from: string;
  readonly days: number;
}

const DAY_MS = 86_400_000;
/** Search Console keeps 16 months, and bulk exports grow for years. */
const DAYS_MAX = 3660;

/** `2026-10-24..2026-11-20`, also with `/` or `to` in between, a month such as `2026-10`, or one day. Undefined for what is none. */
export function readPeriod(written: string): DayPeriod | undefined {
  const text = written.trim();
  const month = /^(\d{4})-(\d{2})$/.exec(text);
  if (month !== null) {
    const first = parseDate(`${text}-01`);
    return first === undefined ? undefined : periodBetween(first, lastDayOf(Number(month[1]), Number(month[2])));
  }
  const [from = '', to = from] = text.split(/\s*(?:\.\.\.?|\/|…|–|\s-\s|\sto\s)\s*/);
  const isoFrom = isoDay(from);
  const isoTo = isoDay(to);
  return isoFrom === undefined || isoTo === undefined ? undefined : periodBetween(isoFrom, isoTo);
}

/** Undefined for days in the wrong order, or implausibly many. */
export function periodBetween(from: string, to: string): DayPeriod | undefined {
  const days = daysBetween(from, to) + 1;
  return days >= 1 && days <= DAYS_MAX ? { from, days } : undefined;
}

/** The day so many days after another, or before it. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

function isoDay(text: string): string | undefined {
  return /^\d{4}-\d{1,2}-\d{1,2}$/.test(text) ? parseDate(text) : undefined;
}

function lastDayOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
