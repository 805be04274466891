import type { InputIssue } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/grammar.ts';
import {
  parseDay,
  formatDay,
  type Group,
  shiftPeriod,
  countPeriods,
  findPeriodStart,
} from '../../../links/calendar.ts';

/** The interface has no data before this day. */
export const EARLIEST_DAY = '2019-01-30';
/** Two years of days: more points than that no chart shows. */
export const POINTS_MAX = 750;
/** How many periods are answered when `date_from` is left out, the current one included. */
const DEFAULT_PERIODS: Readonly<Record<Group, number>> = { day: 30, week: 26, month: 12, year: 10 };

interface AskedRange {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
  readonly group_range: Group;
}

interface Range {
  readonly date_from: string;
  readonly date_to: string;
}

/** What is wrong with the dates as they are written, whatever day it is. */
export function checkRange(asked: AskedRange): InputIssue[] {
  const issues = (['date_from', 'date_to'] as const).flatMap((path) => checkDay(path, asked[path]));
  if (issues.length > 0 || asked.date_from === undefined || asked.date_to === undefined) return issues;
  if (asked.date_from > asked.date_to)
    return [{ path: 'date_from', message: `must not be after date_to, which is ${asked.date_to}` }];
  return [];
}

function checkDay(path: string, day: string | undefined): InputIssue[] {
  if (day === undefined) return [];
  if (parseDay(day) === undefined) return [{ path, message: 'must be a valid date in the form yyyy-mm-dd' }];
  if (day < EARLIEST_DAY) return [{ path, message: `must not be before ${EARLIEST_DAY}, when the data starts` }];
  return [];
}

/**
 * The days that are answered: up to today at most, and from `date_from` or some periods before the end.
 *
 * Expects dates without `checkRange`.
 */
export function resolveRange(asked: AskedRange, today: string): Range | readonly InputIssue[] {
  const { group_range: group } = asked;
  const to = asked.date_to === undefined || asked.date_to > today ? today : asked.date_to;
  const end = parseDay(to) ?? 0;
  const from =
    asked.date_from ?? clampDay(formatDay(shiftPeriod(findPeriodStart(end, group), group, 1 - DEFAULT_PERIODS[group])));
  if (from > to) return [{ path: 'date_from', message: `is in the future: today is ${today} (UTC)` }];
  const points = countPeriods(parseDay(from) ?? 0, end, group);
  if (points <= POINTS_MAX) return { date_from: from, date_to: to };
  const first = formatDay(shiftPeriod(findPeriodStart(end, group), group, 1 - POINTS_MAX));
  const message =
    `makes ${counted(points, `${group} point`)}, but one response has at most ${POINTS_MAX}; ` +
    `send ${first} or later, or group_range ${WIDER[group]}`;
  return [{ path: 'date_from', message }];
}

const WIDER: Readonly<Record<Group, Group>> = { day: 'week', week: 'month', month: 'year', year: 'year' };

function clampDay(day: string): string {
  return day < EARLIEST_DAY ? EARLIEST_DAY : day;
}
