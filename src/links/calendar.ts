/**
 * Days as numbers, counted from 0001-01-01, which was a Monday: seven divides the number of every Monday.
 *
 * The calendar is the Gregorian one throughout, as ISO 8601 has it; there is no clock and no time zone in it.
 */
export const GROUPS = ['day', 'week', 'month', 'year'] as const;
export type Group = (typeof GROUPS)[number];

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_A_WEEK = 7;
const MONTHS_A_YEAR = 12;

/** The number of a day written `yyyy-mm-dd`; undefined when the day does not exist. */
export function parseDay(day: string): number | undefined {
  const written = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (written === null) return undefined;
  const number = countDays(Number(written[1]), Number(written[2]), Number(written[3]));
  // The 30th of February would be some day of March.
  return number >= 0 && formatDay(number) === day ? number : undefined;
}

/** `yyyy-mm-dd` of the day with this number. */
export function formatDay(number: number): string {
  const { year, month, day } = splitDay(number);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** The first day of the period that a day is in. */
export function findPeriodStart(number: number, group: Group): number {
  if (group === 'day') return number;
  if (group === 'week') return number - (number % DAYS_A_WEEK);
  const { year, month } = splitDay(number);
  return countDays(year, group === 'month' ? month : 1, 1);
}

/** The first day of the period that is so many periods after the one that `start` begins; before it for less than 0. */
export function shiftPeriod(start: number, group: Group, periods: number): number {
  if (group === 'day') return start + periods;
  if (group === 'week') return start + periods * DAYS_A_WEEK;
  const { year, month } = splitDay(start);
  if (group === 'year') return countDays(year + periods, 1, 1);
  const months = year * MONTHS_A_YEAR + (month - 1) + periods;
  return countDays(Math.floor(months / MONTHS_A_YEAR), (months % MONTHS_A_YEAR) + 1, 1);
}

/** How many periods there are from the one with the day `from` to the one with the day `to`. */
export function countPeriods(from: number, to: number, group: Group): number {
  const first = findPeriodStart(from, group);
  const last = findPeriodStart(to, group);
  if (group === 'day') return last - first + 1;
  if (group === 'week') return (last - first) / DAYS_A_WEEK + 1;
  const [one, other] = [splitDay(first), splitDay(last)];
  const years = other.year - one.year;
  return group === 'year' ? years + 1 : years * MONTHS_A_YEAR + other.month - one.month + 1;
}

/** A period in a sentence: `2026-03-02`, `the week starting 2026-03-02`. */
export function namePeriod(start: string, group: Group): string {
  return group === 'day' ? start : `the ${group} starting ${start}`;
}

function countDays(year: number, month: number, day: number): number {
  const leapDay = month > 2 && isLeap(year) ? 1 : 0;
  return countDaysBefore(year) + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDay + day - 1;
}

function countDaysBefore(year: number): number {
  const past = year - 1;
  return 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function splitDay(number: number): { year: number; month: number; day: number } {
  // The mean year is right to one; the neighbours settle it.
  let year = Math.floor(number / 365.2425) + 1;
  if (countDaysBefore(year) > number) year -= 1;
  if (countDaysBefore(year + 1) <= number) year += 1;
  let month = MONTHS_A_YEAR;
  while (month > 1 && countDays(year, month, 1) > number) month -= 1;
  return { year, month, day: number - countDays(year, month, 1) + 1 };
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
