import type { ConsoleGrain } from '../../ports/console.ts';

/** A day, week or period of a table, as its newest load has it. */
export interface LiveDay {
  readonly grain: ConsoleGrain;
  readonly source: string;
  /** The first day. */
  readonly day: string;
  readonly days: number;
  readonly is_final: boolean;
  readonly is_cut: boolean;
  readonly batches: readonly string[];
  readonly observed_ms: number;
}

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** What a table has of a range of days. */
export interface Slice extends DayRange {
  readonly batches: readonly string[];
  /** Days that have figures. */
  readonly days: number;
  readonly is_cut: boolean;
  readonly observed_ms: number;
}

export interface ConsoleWindow {
  /** Days of one row: 1, 7, or those of an export's period. */
  readonly row_days: number;
  readonly current: Slice;
  /** The same number of days before. */
  readonly previous: Slice | undefined;
  /** The same days a year before. */
  readonly year_ago: Slice | undefined;
}

/** Days that are read: the window with as many days before it, and the same window a year before. */
export interface DailySlices {
  readonly current: DayRange;
  readonly previous: DayRange;
  readonly year_ago: DayRange;
}

export const WINDOW_DAYS = 28;
/** 52 weeks, so that each day is compared with the same day of the week. */
export const YEAR_DAYS = 364;
/** A window that lacks more than four of its days would make any comparison with it a fall or a rise. */
const COMPARABLE_DAYS_MIN = 24;
const WEEK_DAYS = 7;
/** A period of an export that a year lies between may begin a day or two off. */
const YEAR_SLACK_DAYS = 3;

/**
 * The last 28 complete days of a table, with what they are compared with.
 *
 * Where a table has no days, weeks take their place (the last four), and where it has neither, the newest period that was
 * exported. An export of a period counts, too, where of the last 28 days most are missing.
 */
export function chooseWindow(days: readonly LiveDay[]): ConsoleWindow | undefined {
  const final = days.filter(({ is_final }) => is_final);
  const windows = [1, WEEK_DAYS].flatMap((row_days) => rollingWindow(final, row_days) ?? []);
  const whole = windows.find(({ current }) => current.days >= COMPARABLE_DAYS_MIN);
  return whole ?? periodWindow(final) ?? windows[0];
}

function rollingWindow(days: readonly LiveDay[], row_days: number): ConsoleWindow | undefined {
  const rows = days.filter((row) => row.days === row_days);
  const last = rows.reduce((latest, { day }) => (day > latest ? day : latest), '');
  if (last === '') return undefined;
  const to = addDays(last, row_days - 1);
  const range = { from: addDays(to, 1 - WINDOW_DAYS), to };
  const current = cutSlice(rows, range);
  if (current === undefined) return undefined;
  return {
    row_days,
    current,
    previous: comparable(cutSlice(rows, shiftRange(range, -WINDOW_DAYS))),
    year_ago: comparable(cutSlice(rows, shiftRange(range, -YEAR_DAYS))),
  };
}

function comparable(slice: Slice | undefined): Slice | undefined {
  return slice !== undefined && slice.days >= COMPARABLE_DAYS_MIN ? slice : undefined;
}

function periodWindow(days: readonly LiveDay[]): ConsoleWindow | undefined {
  const periods = days.filter((row) => row.days > WEEK_DAYS);
  const newest = periods.reduce<LiveDay | undefined>(
    (best, row) => (best === undefined || isNewer(row, best) ? row : best),
    undefined,
  );
  if (newest === undefined) return undefined;
  const alike = periods.filter((row) => row.days === newest.days);
  const before = alike.find((row) => endOf(row) === addDays(newest.day, -1));
  const yearAgo = alike.find((row) => Math.abs(daysBetween(row.day, newest.day) - YEAR_DAYS) <= YEAR_SLACK_DAYS);
  return {
    row_days: newest.days,
    current: sliceOf([newest], { from: newest.day, to: endOf(newest) }),
    previous: before && sliceOf([before], { from: before.day, to: endOf(before) }),
    year_ago: yearAgo && sliceOf([yearAgo], { from: yearAgo.day, to: endOf(yearAgo) }),
  };
}

function isNewer(row: LiveDay, other: LiveDay): boolean {
  const [end, otherEnd] = [endOf(row), endOf(other)];
  return end === otherEnd ? row.days > other.days : end > otherEnd;
}

/**
 * What a table has of a range of days: days or weeks within it, or the period that it is. Rows of several lengths are never
 * added, so those that cover most of it count.
 */
export function cutSlice(days: readonly LiveDay[], range: DayRange): Slice | undefined {
  const within = days.filter(
    (row) =>
      row.is_final &&
      row.day >= range.from &&
      endOf(row) <= range.to &&
      (row.days <= WEEK_DAYS || (row.day === range.from && endOf(row) === range.to)),
  );
  const slices = [...Map.groupBy(within, (row) => row.days)].map(([row_days, rows]) => ({
    row_days,
    slice: sliceOf(rows, range),
  }));
  return slices.sort((one, other) => other.slice.days - one.slice.days || one.row_days - other.row_days)[0]?.slice;
}

function sliceOf(rows: readonly LiveDay[], { from, to }: DayRange): Slice {
  return {
    from,
    to,
    batches: rows.flatMap(({ batches }) => batches),
    days: rows.reduce((sum, { days }) => sum + days, 0),
    is_cut: rows.some(({ is_cut }) => is_cut),
    observed_ms: Math.max(...rows.map(({ observed_ms }) => observed_ms)),
  };
}

/** Three months: rare positions need many impressions. */
const CURVE_DAYS = 91;
/** Until then an error of Google's counted impressions that nobody saw, which makes every rate of clicks too low. */
const CLEAN_FROM = '2026-04-28';
const CLEAN_DAYS_MIN = 28;

/** Days of a table that a curve of clicks is drawn from. */
export function curveSlice(days: readonly LiveDay[], { current, row_days }: ConsoleWindow): Slice {
  if (row_days > WEEK_DAYS) return current;
  const start = addDays(current.to, 1 - CURVE_DAYS);
  const isClean = daysBetween(CLEAN_FROM, current.to) >= CLEAN_DAYS_MIN;
  const from = isClean && start < CLEAN_FROM ? CLEAN_FROM : start;
  const first = days.find((row) => row.days === row_days && row.day >= from)?.day ?? from;
  return cutSlice(days, { from: first, to: current.to }) ?? current;
}

function endOf({ day, days }: LiveDay): string {
  return addDays(day, days - 1);
}

export function shiftRange({ from, to }: DayRange, days: number): DayRange {
  return { from: addDays(from, days), to: addDays(to, days) };
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from one to the other. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
