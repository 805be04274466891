import { readDataRows } from '../../../kernel/data.ts';
import { cleanText } from '../../../text/normalize.ts';
import type { JsonObject } from '../../../web/structured-data/json.ts';
import { thing } from './draft.ts';
import { readValues } from './names.ts';

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/countries.tsv').flatMap(([code = '', names = '']) =>
    names.split('|').map((name): [string, string] => [name, code]),
  ),
);

export function countryIn(text: string): string | undefined {
  const parts = text.split(/[,;()]/).map((part) => part.trim().toLowerCase());
  return parts.map((part) => COUNTRIES.get(part)).find((code) => code !== undefined);
}

/** `Hafenstraße 5, 20457 Hamburg`, `12 Quay Street, Bristol BS1 4RN`, `500 Main St, Austin, TX 78701` as a postal address. */
export function addressIn(written: string): JsonObject | undefined {
  const text = cleanText(written, 300).replace(/\.$/, '');
  const country = countryIn(text);
  const parts = text.split(/\s*[,·|]\s*/).filter((part) => part !== '' && countryIn(part) === undefined);
  return continental(parts, country) ?? american(parts, country) ?? british(parts, country);
}

/** What ends an address within a sentence: the next sentence, a telephone number or opening hours. */
const ENDS =
  /[;|•–—()]\s|\.\s+(?=\p{Lu})|\s(?=(?:phone|tel|tél|fon|telefon|teléfono|téléphone|e-?mail|open|ouvert|abierto|geöffnet)\b)/iu;
const PIECES_MAX = 12;
/** `Microsuction by audiologists at 14 Clifton Road`: what is done there is no part of the street. */
const BEFORE_NUMBER = /^.{1,200}\sat\s(?=\d{1,5}[a-z]?\s\p{Lu})/u;

/** The address that a paragraph names among other things, such as a name before it and a telephone number behind. */
export function findAddress(paragraph: string): JsonObject | undefined {
  const text = cleanText(paragraph, 600);
  const hours = [...text.matchAll(HOURS)].find(([, day = '']) => dayNumber(day) >= 0)?.index ?? text.length;
  const pieces = [text.slice(0, hours), text.slice(hours)].flatMap((part) => part.split(ENDS)).slice(0, PIECES_MAX);
  for (const piece of pieces) {
    const clean = piece.trim().replace(/[,:.]+$/, '');
    const address = addressIn(clean.replace(/^[^:]{1,40}:\s*/, '').replace(BEFORE_NUMBER, ''));
    if (address !== undefined) return address;
  }
  return undefined;
}

/** Street, then `20457 Hamburg`. */
function continental(parts: readonly string[], country: string | undefined): JsonObject | undefined {
  const at = parts.findIndex((part) => CODE_CITY.test(part));
  const match = at < 0 ? null : CODE_CITY.exec(parts[at] ?? '');
  if (match === null) return undefined;
  const street = parts.slice(0, at).findLast((part) => HAS_NUMBER.test(part));
  if (street === undefined) return undefined;
  return thing('PostalAddress', {
    streetAddress: street,
    postalCode: match[1],
    addressLocality: match[2],
    addressCountry: country,
  });
}

const HAS_NUMBER = /\d/;
const CODE_CITY = /^(?:[A-Z]{1,2}-)?(\d{4,5})\s+(\p{Lu}[\p{L} .’'/()-]{1,50})$/u;

/** Street, city, `TX 78701`. */
function american(parts: readonly string[], country: string | undefined): JsonObject | undefined {
  const at = parts.findIndex((part) => STATE_CODE.test(part));
  const match = at < 2 ? null : STATE_CODE.exec(parts[at] ?? '');
  const [street, city] = [parts[at - 2], parts[at - 1]];
  if (match === null || street === undefined || city === undefined || !HAS_NUMBER.test(street)) return undefined;
  return thing('PostalAddress', {
    streetAddress: street,
    addressLocality: city,
    addressRegion: match[1],
    postalCode: match[2],
    addressCountry: country,
  });
}

const STATE_CODE = /^([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/;

/** Street, `Bristol BS1 4RN` or city and postcode in parts of their own. */
function british(parts: readonly string[], country: string | undefined): JsonObject | undefined {
  const at = parts.findIndex((part) => POSTCODE.test(part));
  const match = at < 1 ? null : POSTCODE.exec(parts[at] ?? '');
  if (match === null) return undefined;
  const named = match[1]?.trim() ?? '';
  const city = named === '' ? parts[at - 1] : named;
  const street = parts.slice(0, named === '' ? at - 1 : at).findLast((part) => HAS_NUMBER.test(part));
  if (street === undefined || city === undefined) return undefined;
  return thing('PostalAddress', {
    streetAddress: street,
    addressLocality: city,
    postalCode: match[2],
    addressCountry: country,
  });
}

const POSTCODE = /^(\p{Lu}[\p{L} .’'-]{1,40})?\s?\b([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/u;

const DAYS = readValues('weekday');
const DAY_NAMES = DAYS.map(([, name]) => name);

function dayNumber(word: string): number {
  return DAYS.findIndex(([pattern]) => pattern.test(word.replace(/\.$/, '')));
}

const HOURS =
  /(\p{L}{2,11})\.?(?:\s?(?:–|—|-|to|bis|a|à|al|au|through)\s?(\p{L}{2,11})\.?)?\s?[:,]?\s{0,3}(?:(?:from|von|de)\s)?(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|Uhr|h)?\s?(?:–|—|-|to|bis|a|à)\s?(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm|Uhr|h)?/giu;

/** `Mon–Fri 9:00–18:00` as opening hours; what cannot be told for certain is left out. */
export function hoursIn(text: string): JsonObject[] {
  const found: JsonObject[] = [];
  for (const match of text.slice(0, 2000).matchAll(HOURS).take(20)) {
    const [, first = '', last, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match;
    const [start, end] = [dayNumber(first), last === undefined ? dayNumber(first) : dayNumber(last)];
    const opens = clock(fromHour, fromMinute, fromHalf ?? (toHalf === 'am' ? 'am' : undefined));
    const closes = clock(toHour, toMinute, toHalf);
    if (start < 0 || end < start || opens === undefined || closes === undefined) continue;
    const days = DAY_NAMES.slice(start, end + 1).map((day) => `https://schema.org/${day}`);
    const hours = thing('OpeningHoursSpecification', { dayOfWeek: days, opens, closes });
    if (hours !== undefined) found.push(hours);
  }
  return found;
}

function clock(hour: string | undefined, minute: string | undefined, half: string | undefined): string | undefined {
  let value = Number(hour);
  if (half?.toLowerCase() === 'pm' && value < 12) value += 12;
  if (half?.toLowerCase() === 'am' && value === 12) value = 0;
  return value > 24 || Number(minute ?? 0) > 59 ? undefined : `${String(value).padStart(2, '0')}:${minute ?? '00'}`;
}
