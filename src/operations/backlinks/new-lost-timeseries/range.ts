import type { InputIssue } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/grammar.ts';
import { dayNumber, dayText, type Group, periodAfter, periodCount, periodStart } from './calendar.ts';

/** The interface knows no day before this one. */
export const EARLIEST_DAY = '2019-01-30';
/** Two years of days: more points than that no chart shows. */
export const POINTS_MAX = 750;
/** What is answered when `date_from` is left out: so many periods, the one that runs included. */
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
export function rangeIssues(asked: AskedRange): InputIssue[] {
  const issues = (['date_from', 'date_to'] as const).flatMap((path) => dayIssues(path, asked[path]));
  if (issues.length > 0 || asked.date_from === undefined || asked.date_to === undefined) return issues;
  if (asked.date_from > asked.date_to)
    return [{ path: 'date_from', message: `must not be after date_to, which is ${asked.date_to}` }];
  return [];
}

function dayIssues(path: string, day: string | undefined): InputIssue[] {
  if (day === undefined) return [];
  if (dayNumber(day) === undefined) return [{ path, message: 'must be a day of the calendar as yyyy-mm-dd' }];
  if (day < EARLIEST_DAY) return [{ path, message: `must not be before ${EARLIEST_DAY}, where the data begins` }];
  return [];
}

/**
 * The days that are answered: up to today at most, and from `date_from` or some periods before the end.
 *
 * Expects dates without `rangeIssues`.
 */
export function rangeOf(asked: AskedRange, today: string): Range | readonly InputIssue[] {
  const { group_range: group } = asked;
  const to = asked.date_to === undefined || asked.date_to > today ? today : asked.date_to;
  const end = dayNumber(to) ?? 0;
  const from =
    asked.date_from ?? latest(dayText(periodAfter(periodStart(end, group), group, 1 - DEFAULT_PERIODS[group])));
  if (from > to) return [{ path: 'date_from', message: `lies in the future: today is ${today} (UTC)` }];
  const points = periodCount(dayNumber(from) ?? 0, end, group);
  if (points <= POINTS_MAX) return { date_from: from, date_to: to };
  const first = dayText(periodAfter(periodStart(end, group), group, 1 - POINTS_MAX));
  const message =
    `makes ${counted(points, `point of one ${group}`, `points of one ${group}`)}, and one answer holds ${POINTS_MAX}; ` +
    `send ${first} or later, or a group_range of ${WIDER[group]}`;
  return [{ path: 'date_from', message }];
}

const WIDER: Readonly<Record<Group, Group>> = { day: 'week', week: 'month', month: 'year', year: 'year' };

function latest(day: string): string {
  return day < EARLIEST_DAY ? EARLIEST_DAY : day;
}
