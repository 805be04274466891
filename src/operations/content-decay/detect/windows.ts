import type { DailyPoint } from '../../../ports/rankings.ts';

/** Days from one to another, both included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Whole weeks before one another, so that each has the same weekdays, and the same weeks a year before. */
export interface Windows {
  /** Weeks of each window. */
  readonly weeks: number;
  readonly window: Span;
  readonly previous: Span;
  readonly last_year: { readonly window: Span; readonly previous: Span };
}

const DAY_MS = 86_400_000;
const WEEK = 7;
/** One week against one has no noise to be held against. */
const WEEKS_MIN = 2;
/** 52 weeks: the same weekdays. */
const YEAR = 364;

/** Days of one window that a lookback covers; 0 where it is too short to judge. */
export function countWindowDays(lookback_days: number): number {
  const weeks = Math.floor(lookback_days / WEEK);
  return weeks < WEEKS_MIN ? 0 : weeks * WEEK;
}

/** @param to the last complete day; @param days whole weeks */
export function planWindows(to: string, days: number): Windows {
  const previous = { from: shiftDay(to, 1 - 2 * days), to: shiftDay(to, -days) };
  const window = { from: shiftDay(to, 1 - days), to };
  const yearBefore = ({ from, to: end }: Span): Span => ({ from: shiftDay(from, -YEAR), to: shiftDay(end, -YEAR) });
  return {
    weeks: days / WEEK,
    window,
    previous,
    last_year: { window: yearBefore(window), previous: yearBefore(previous) },
  };
}

export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
}

/** Sums of some days. */
export interface Sums {
  readonly clicks: number;
  readonly impressions: number;
  /** Weighted by impressions; null without any. */
  readonly position: number | null;
}

export function sumDays(points: readonly DailyPoint[], { from, to }: Span): Sums {
  const inside = points.filter(({ day }) => from <= day && day <= to);
  const placed = inside.filter(({ position, impressions }) => position !== null && impressions > 0);
  const weight = placed.reduce((sum, { impressions }) => sum + impressions, 0);
  const weighted = placed.reduce((sum, { position, impressions }) => sum + (position ?? 0) * impressions, 0);
  return {
    clicks: inside.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: inside.reduce((sum, { impressions }) => sum + impressions, 0),
    position: weight === 0 ? null : weighted / weight,
  };
}

export interface Week extends Span, Sums {
  /** Whether the site has figures of it: where it has none, 0 clicks are not 0 but unknown. */
  readonly is_known: boolean;
}

/**
 * The weeks of a span of whole weeks, oldest first.
 *
 * @param site the whole site, which tells the days that there are figures of
 */
export function listWeeks(points: readonly DailyPoint[], { from, to }: Span, site: readonly DailyPoint[]): Week[] {
  return Array.from({ length: Math.floor(countDays(from, to) / WEEK) }, (_, at) => {
    const week = { from: shiftDay(from, at * WEEK), to: shiftDay(from, at * WEEK + WEEK - 1) };
    return { ...week, ...sumDays(points, week), is_known: isKnown(site, week) };
  });
}

/** A span with fewer of its days is not compared. */
const KNOWN_SHARE_MIN = 0.8;

export function isKnown(site: readonly DailyPoint[], span: Span): boolean {
  return countMissing(site, span) <= countDays(span.from, span.to) * (1 - KNOWN_SHARE_MIN);
}

/**
 * Days of each window. Where nothing is known of the time before, the later half of the days is compared with the earlier
 * half, so that a loss within them is seen.
 */
export function shortenWindow(site: readonly DailyPoint[], to: string, days: number): number {
  const { window, previous } = planWindows(to, days);
  const half = countWindowDays(days / 2);
  return half > 0 && !isKnown(site, previous) && isKnown(site, window) ? half : days;
}

/** The site without a page, so that what the page lost is not taken for the season. */
export function withoutPage(site: readonly DailyPoint[], page: readonly DailyPoint[]): DailyPoint[] {
  const own = new Map(page.map((point) => [point.day, point]));
  return site.map(({ day, clicks, impressions }) => ({
    day,
    clicks: Math.max(0, clicks - (own.get(day)?.clicks ?? 0)),
    impressions: Math.max(0, impressions - (own.get(day)?.impressions ?? 0)),
    position: null,
  }));
}

/** Days of a span of which the site has no figures at all. */
export function countMissing(site: readonly DailyPoint[], { from, to }: Span): number {
  const known = new Set(site.map(({ day }) => day).filter((day) => from <= day && day <= to));
  return countDays(from, to) - known.size;
}

/** Adds up days of two pages of which one took the place of the other. */
export function joinDays(one: readonly DailyPoint[], other: readonly DailyPoint[]): DailyPoint[] {
  const days = Map.groupBy([...one, ...other], ({ day }) => day);
  return [...days]
    .map(([day, points]) => ({ day, ...sumDays(points, { from: day, to: day }) }))
    .sort((first, second) => (first.day < second.day ? -1 : 1));
}
