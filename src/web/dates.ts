import { readDataLines } from '../kernel/data.ts';

const YEAR_MIN = 1900;
const YEAR_MAX = 2200;
/** Web pages are no older; what says otherwise is a date of zero or of what the page is about. */
const PUBLISHED_YEAR_MIN = 1990;
const PUBLISHED_YEAR_MAX = 2100;
const CHARACTERS_MAX = 100;

const NUMERIC = /^(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})\.?(?:[T\s]+(.*))?$/s;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?(Z|[+-]\d\d:?\d\d)?)?$/;
const MONTH_FIRST = /^(?:\p{L}+,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b(.*)$/su;
const DAY_FIRST =
  /^(?:\p{L}+,?\s+)?(\d{1,2})\.?(?:st|nd|rd|th)?\s+(?:de\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{4}|\d\d(?=\s+\d\d:\d\d))\b(.*)$/su;
/** RFC 850, still to be met in HTTP headers. */
const HYPHENATED = /^(?:\p{L}+,?\s+)?(\d{1,2})-(\p{L}{3,12})-(\d{4}|\d\d)\b(.*)$/su;
const EAST_ASIAN = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/;
const TIME =
  /^,?\s*(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:[.,]\d{1,9})?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[ECMP][SD]T)?([+-]\d\d(?::?\d\d)?)?(?:\s*\(.*\))?$/is;

/**
 * A date as ISO 8601, from the ways in which pages and headers write it. Undefined for dates that do not exist.
 *
 * A day without a time stays a day, and a time without an offset gets none: nothing is added that the page does not
 * say. Forms whose day and month could be swapped are not guessed at.
 */
export function parseDate(written: string): string | undefined {
  const text = written.trim().slice(0, CHARACTERS_MAX);
  const numeric = NUMERIC.exec(text) ?? EAST_ASIAN.exec(text);
  if (numeric !== null) return formatDate(Number(numeric[1]), Number(numeric[2]), Number(numeric[3]), numeric[4]);
  const compact = COMPACT.exec(text);
  if (compact !== null) {
    const [, year, month, day, hour, minute, second = '00', zone = ''] = compact;
    const time = hour === undefined ? '' : `${hour}:${minute}:${second}${zone}`;
    return formatDate(Number(year), Number(month), Number(day), time);
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst !== null)
    return formatDate(Number(monthFirst[3]), findMonth(monthFirst[1]), Number(monthFirst[2]), monthFirst[4]);
  const dayFirst = DAY_FIRST.exec(text) ?? HYPHENATED.exec(text);
  if (dayFirst === null) return undefined;
  return formatDate(readYear(dayFirst[3]), findMonth(dayFirst[2]), Number(dayFirst[1]), dayFirst[4]);
}

/**
 * When a page says that it was published, as the index keeps it: a day, or a time in UTC. A time without a zone is
 * taken as UTC, so that the answer does not depend on where it is computed.
 */
export function parsePublishedAt(written: string): string | undefined {
  const date = parseDate(written);
  if (date === undefined) return undefined;
  const year = Number(date.slice(0, 4));
  if (year < PUBLISHED_YEAR_MIN || year > PUBLISHED_YEAR_MAX) return undefined;
  if (!date.includes('T')) return date;
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(date) ? date : `${date}Z`;
  return new Date(zoned).toISOString().replace('.000Z', 'Z');
}

/** What follows the day names the text; an address that ends with its day lists all texts of that day. */
const DAY_IN_PATH = /\/(\d{4})\/(\d{1,2})\/(\d{1,2})\/[^/?#]*\p{L}/u;

/** The day that blogs and newspapers put into the address of a text, `/2025/12/19/title`. */
export function dayInAddress(address: string): string | undefined {
  const [, year, month, day] = DAY_IN_PATH.exec(address.replace(/[?#].*$/s, '')) ?? [];
  return year === undefined ? undefined : parsePublishedAt(`${year}-${month}-${day}`);
}

const MONTHS: ReadonlyMap<string, number> = new Map(
  readDataLines(import.meta.url, './data/months.txt').flatMap((names, at) =>
    names.split(' ').map((name): [string, number] => [name, at + 1]),
  ),
);

/** 0 for what is no month. */
export function findMonth(name: string | undefined): number {
  return MONTHS.get((name ?? '').toLowerCase()) ?? 0;
}

function readYear(written: string | undefined): number {
  const year = Number(written);
  return year < 100 ? 2000 + year : year;
}

function formatDate(year: number, month: number, day: number, time: string | undefined): string | undefined {
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12) return undefined;
  if (day < 1 || day > daysIn(year, month)) return undefined;
  return `${year}-${two(month)}-${two(day)}${formatTime((time ?? '').trim())}`;
}

function formatTime(time: string): string {
  const parts = TIME.exec(time);
  if (parts === null) return '';
  const [, written = '', minute = '', second = '00', half = '', zone = '', offset = ''] = parts;
  const hour = hourOfDay(Number(written), half);
  return hour === undefined ? '' : `T${two(hour)}:${minute}:${second}${formatZone(zone.toUpperCase(), offset)}`;
}

function hourOfDay(hour: number, half: string): number | undefined {
  if (half === '') return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** The zones that RFC 822 names beside UTC. */
const ZONES: Readonly<Record<string, string>> = {
  EST: '-05:00', EDT: '-04:00', CST: '-06:00', CDT: '-05:00', MST: '-07:00', MDT: '-06:00', PST: '-08:00', PDT: '-07:00',
}; // prettier-ignore

function formatZone(zone: string, offset: string): string {
  if (offset !== '') return `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
  return zone === '' ? '' : (ZONES[zone] ?? 'Z');
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
