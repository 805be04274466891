import { parsePublishedAt } from '../../web/dates.ts';

const YEAR_MIN = 1993;
const DAY_MS = 86_400_000;

const ISO =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
const DAY_FIRST = /^(\d{1,2})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?)?$/i;
const EPOCH = /^\d{10}(?:\d{3})?$/;

/**
 * A date as link tables write it, in UTC unless it says otherwise. Undefined if it is invalid, in the future,
 * or ambiguous: `03/04/2026` is only taken where one of its numbers can be no month.
 */
export function dateOf(text: string, now: Date): Date | undefined {
  const value = text.trim().slice(0, 60);
  const date = isoOf(value) ?? numbersOf(value) ?? wordsOf(value) ?? epochOf(value);
  if (date === undefined || date.getUTCFullYear() < YEAR_MIN) return undefined;
  // A day of another time zone may have begun before ours.
  return date.getTime() > now.getTime() + DAY_MS ? undefined : date;
}

function isoOf(text: string): Date | undefined {
  const found = ISO.exec(text);
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  const date = dayOf(year, month, day);
  if (date === undefined) return undefined;
  const seconds = (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0);
  return seconds >= 86_400 ? undefined : new Date(date.getTime() + 1000 * (seconds - offsetSeconds(found[7])));
}

function offsetSeconds(zone: string | undefined): number {
  const found = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (found === null) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 3600 + Number(found[3]) * 60);
}

function numbersOf(text: string): Date | undefined {
  const found = DAY_FIRST.exec(text);
  if (found === null) return undefined;
  const [one = 0, other = 0, year] = found.slice(1, 4).map(Number);
  if (one > 12) return dayOf(year, other, one);
  if (other > 12 || one === other) return dayOf(year, one, other);
  // With dots the day comes first wherever such dates are written.
  return text.includes('.') ? dayOf(year, other, one) : undefined;
}

/** With the name of its month, or in the signs for year, month and day. */
function wordsOf(text: string): Date | undefined {
  const written = parsePublishedAt(text);
  return written === undefined ? undefined : new Date(written);
}

function epochOf(text: string): Date | undefined {
  if (!EPOCH.test(text)) return undefined;
  return new Date(text.length === 10 ? Number(text) * 1000 : Number(text));
}

function dayOf(year = 0, month = 0, day = 0): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date : undefined;
}
