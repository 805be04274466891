import { parseDate } from '../../../web/dates.ts';

const NUMBERS = /^(\d{1,2})\s?([-./ ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})\.?$/;
const YEAR_FIRST = /^(\d{4})[-./年년]\s?(\d{1,2})[-./月월]\s?(\d{1,2})[.日일]?$/;
const BETWEEN = /\s?(?:-|–|—|~|\.\.\.?|\/|\bto\b|\bbis\b|\bau\b|\bal\b|\ba\b|\btot\b|\bt\/m\b|至|到)\s?/gu;

/** Which comes first where a date is written in numbers alone. */
export type DayOrder = 'day' | 'month';

/**
 * The order in which the dates of a column are written: decided by any that can be read in one way only. Undefined where
 * none decides, or some decide against others.
 */
export function dayOrderOf(cells: readonly string[]): DayOrder | undefined {
  const orders = new Set(cells.flatMap((cell) => orderOf(cell) ?? []));
  return orders.size === 1 ? [...orders][0] : undefined;
}

function orderOf(cell: string): DayOrder | undefined {
  const found = NUMBERS.exec(cleaned(cell));
  if (found === null) return undefined;
  const [first, second] = [Number(found[1]), Number(found[3])];
  if (first > 12) return 'day';
  if (second > 12) return 'month';
  // With dots the day comes first wherever such dates are written.
  return found[2] === '.' ? 'day' : undefined;
}

/** A day as `2026-07-01`; undefined for what is none, and for one that could be two days. */
export function readDay(written: string, order: DayOrder | undefined): string | undefined {
  const text = cleaned(written);
  const found = NUMBERS.exec(text);
  if (found === null) return parseDate(text.replace(YEAR_FIRST, '$1-$2-$3'))?.slice(0, 10);
  const [, first = '', , second = '', year = ''] = found;
  const read = order ?? orderOf(text) ?? (Number(first) === Number(second) ? 'day' : undefined);
  if (read === undefined) return undefined;
  const [day, month] = read === 'day' ? [first, second] : [second, first];
  return parseDate(`${year.length === 2 ? '20' : ''}${year}-${month}-${day}`);
}

/** `Oct 24, 2026 - Nov 20, 2026`: both days. */
export function readTwoDays(written: string): { readonly from: string; readonly to: string } | undefined {
  const text = cleaned(written);
  for (const { 0: between, index } of text.matchAll(BETWEEN)) {
    const days = daysOf(text.slice(0, index), text.slice(index + between.length));
    if (days !== undefined) return days;
  }
  return undefined;
}

function daysOf(one: string, other: string): { readonly from: string; readonly to: string } | undefined {
  const order = dayOrderOf([one, other]);
  const to = readDay(other, order);
  if (to === undefined) return undefined;
  // The first may leave out the year that the second has: `24 Oct – 20 Nov 2026`.
  const from = readDay(one, order) ?? readDay(`${one} ${to.slice(0, 4)}`, order);
  return from === undefined || from > to ? undefined : { from, to };
}

function cleaned(text: string): string {
  return text.slice(0, 100).normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}
