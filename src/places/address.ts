import { readDataRows } from '../kernel/data.ts';
import { findCountry } from '../text/countries.ts';
import { cleanText, foldPhrase } from '../text/normalize.ts';
import { findPlaces } from '../text/places.ts';
import { findRegion, regionName } from '../text/regions.ts';
import { foldWords, isPostBox, isStreetType, readStreet, type Street } from './street.ts';

/** An address part by part, in the form that is compared. What it does not say is null. */
export interface Address {
  /** As written, or put together from its parts. */
  readonly text: string;
  readonly street: Street | null;
  /** Folded. */
  readonly city: string | null;
  /** Folded, by its name: `texas` for `TX`. */
  readonly region: string | null;
  /** Upper case without spaces and, in the United States, without the four further digits. */
  readonly postal_code: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** A box at a post office: nobody can be visited there. */
  readonly po_box: boolean;
}

/** The parts of an address as listings and structured data name them. */
export interface WrittenAddress {
  readonly street: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

const TEXT_MAX = 300;
const SEGMENTS_MAX = 12;

/** Reads an address whose parts are known. @param home ISO 3166-1 alpha-2 of the country where it names none */
export function readAddressParts(parts: WrittenAddress, home: string | null): Address | null {
  const written = [parts.street, parts.city, parts.region, parts.postal_code, parts.country];
  const clean = written.map((part) => cleanText(part ?? '', TEXT_MAX));
  const text = clean.filter(Boolean).join(', ');
  if (text === '') return null;
  const [street = '', city = '', region = '', postal = '', named = ''] = clean;
  const country = findCountry(named)?.code ?? home;
  const po_box = isPostBox(street);
  return {
    text,
    street: po_box ? null : (readStreet(street, country) ?? null),
    city: foldWhere(city, foldCity),
    region: foldRegion(region, country),
    postal_code: foldWhere(postal, (code) => foldPostalCode(code, country)),
    country,
    po_box,
  };
}

function foldWhere(text: string, fold: (text: string) => string): string | null {
  return text === '' ? null : fold(text);
}

/**
 * Reads an address or the name of a town that is written as one text, parts separated by commas or lines.
 *
 * @param home ISO 3166-1 alpha-2 of the country where the text names none; null where that is not known either
 */
export function readAddress(written: string, home: string | null): Address | null {
  const text = cleanText(written.replaceAll(/\s*[\r\n]+\s*/g, ', '), TEXT_MAX);
  if (text === '') return null;
  const segments = text
    .split(/\s*[,;|]\s*/, SEGMENTS_MAX)
    .map((segment) => segment.trim())
    .filter(Boolean);
  joinNumbers(segments);
  const country = takeCountry(segments, home) ?? guessCountry(text) ?? home;
  const postal = takePostalCode(segments, country);
  const region = takeRegion(segments, country);
  splitTown(segments, country);
  // A town that was set apart stands behind the segment of the postal code.
  const city = takeCity(segments, segments.length > 1 && postal.at === 0 && !isTownFirst(country) ? null : postal.at);
  const isBox = segments.some(isPostBox);
  const street = findStreet(
    segments.filter((segment) => !isPostBox(segment)),
    country,
  );
  return {
    text,
    street: street ?? null,
    city,
    region,
    postal_code: postal.code === null ? null : foldPostalCode(postal.code, country),
    country,
    po_box: isBox && street === undefined,
  };
}

/** A number that a comma sets apart from its street: `Calle Mayor, 5`. Postal codes have more digits. */
function joinNumbers(segments: string[]): void {
  for (let at = segments.length - 1; at > 0; at -= 1) {
    const before = segments[at - 1] ?? '';
    if (!/^\d{1,3} ?[a-z]?$/i.test(segments[at] ?? '') || /\d/.test(before)) continue;
    segments.splice(at - 1, 2, `${before} ${segments[at] ?? ''}`);
  }
}

/** The country that the last segment names. Codes of two letters are left to regions: `CA` is California more often than Canada. */
function takeCountry(segments: string[], home: string | null): string | undefined {
  const last = segments.at(-1) ?? '';
  const found = findCountry(last);
  if (found === undefined || segments.length < 2) return undefined;
  const isRegion = last.length === 2 && (home === null || home !== found.code) && last.toUpperCase() !== 'UK';
  // Georgia is a country and a state.
  if (isRegion || (home === 'US' && found.code === 'GE')) return undefined;
  segments.pop();
  return found.code;
}

/** Countries whose postal codes no other country has, and states beside their code. */
function guessCountry(text: string): string | undefined {
  const [, state = ''] = /\b([A-Z]{2})\.? +\d{5}(?:-\d{4})?$/.exec(text) ?? [];
  if (state !== '' && regionName('US', state) !== undefined) return 'US';
  return ['GB', 'CA'].find((country) => new RegExp(`\\b(?:${postalPattern(country)})$`, 'i').test(text));
}

const POSTAL_CODES: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/postal-codes.tsv').map(([country = '', pattern = '']) => [country, pattern]),
);

function postalPattern(country: string | null): string {
  return POSTAL_CODES.get(country ?? '*') ?? POSTAL_CODES.get('*') ?? '';
}

interface PostalCode {
  readonly code: string | null;
  /** The segment that it stood in. */
  readonly at: number | null;
}

/** Takes the postal code out of its segment. It stands near the end: a number at the very beginning is that of a house. */
function takePostalCode(segments: string[], country: string | null): PostalCode {
  const pattern = new RegExp(String.raw`(?<![\w-])(?:${postalPattern(country)})(?![\w-])`, 'gi');
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at] ?? '';
    if (at === 0 && segments.length > 1 && /^\d/.test(segment) && /\p{L}/u.test(segment) && !isTownFirst(country))
      break;
    const code = segment.match(pattern)?.at(-1);
    if (code === undefined || isPostBox(segment)) continue;
    segments[at] = segment.replace(code, ' ').replaceAll(/\s+/g, ' ').trim();
    return { code, at };
  }
  return { code: null, at: null };
}

/** Where a code stands before its town: `10115 Berlin, Invalidenstr. 5`. */
function isTownFirst(country: string | null): boolean {
  return country !== null && !['US', 'CA', 'AU', 'GB', 'IE', 'NZ'].includes(country);
}

/** Takes a region away: its name or code behind a town, or its code after it: `Austin, Texas`, `Austin TX`. */
function takeRegion(segments: string[], country: string | null): string | null {
  if (country === null) return null;
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const found = findRegionIn(segments, at, country);
    if (found === undefined) continue;
    segments[at] = found.rest;
    return foldPhrase(found.name);
  }
  return null;
}

function findRegionIn(
  segments: readonly string[],
  at: number,
  country: string,
): { readonly name: string; readonly rest: string } | undefined {
  const segment = segments[at] ?? '';
  const whole = at === 0 ? undefined : findRegion(country, segment);
  // New York is in New York, and a town that has the name of its region may be all that is written.
  const hasTown = segments.slice(0, at).some((before) => before !== '' && !/\d/.test(before));
  if (whole !== undefined && hasTown) return { name: whole, rest: '' };
  const words = segment.split(' ');
  const last = (words.at(-1) ?? '').replaceAll('.', '');
  if (!/^[A-Za-z]{2,3}$/.test(last) || segments.length + words.length === 2) return undefined;
  // `12 Main Dr` has no region, but a word that looks like one.
  if (/^\d/.test(segment) && at < segments.length - 1) return undefined;
  const name = regionName(country, last.toUpperCase());
  return name === undefined ? undefined : { name, rest: words.slice(0, -1).join(' ') };
}

/** Sets a town apart that no comma does: `12 Main St Austin`. It follows the word for the kind of street. */
function splitTown(segments: string[], country: string | null): void {
  const [street = ''] = segments;
  if (isTownFirst(country) || !/^\d/.test(street) || segments.some((segment, at) => at > 0 && segment !== '')) return;
  const words = street.split(' ');
  const last = words.findLastIndex((word, at) => at > 1 && isStreetType(word, country));
  if (last === -1 || last === words.length - 1 || words.slice(last + 1).some((word) => /\d/.test(word))) return;
  segments.splice(0, 1, words.slice(0, last + 1).join(' '), words.slice(last + 1).join(' '));
}

/** The town is in the segment of the postal code, or before it; without one it comes last. */
function takeCity(segments: string[], postal_at: number | null): string | null {
  for (let at = postal_at ?? segments.length - 1; at >= 0; at -= 1) {
    const segment = segments[at] ?? '';
    if (segment === '') continue;
    if (/\d/.test(segment)) return null;
    segments[at] = '';
    return foldCity(segment);
  }
  return null;
}

/** The first segment with a number, or with a word such as Street; names of buildings and of districts have neither. */
function findStreet(segments: readonly string[], country: string | null): Street | undefined {
  const numbered = segments.find((segment) => /\d/.test(segment) && /\p{L}/u.test(segment));
  if (numbered !== undefined) return readStreet(numbered, country);
  return segments
    .map((segment) => readStreet(segment, country))
    .find((street) => street !== undefined && street.types.length > 0 && street.names.length > 0);
}

/** By the name that all languages share where it is known: `munich` for `München`. */
function foldCity(city: string): string {
  const words = foldWords(city).map((word) => (word === 'saint' ? 'st' : word));
  const [place] = findPlaces(words);
  if (place?.city === true && place.at === 0 && place.size === words.length) return place.name;
  return words.join(' ');
}

/** Null for what is no region of the first level: a county on the website and a country of the Kingdom in the listing agree. */
function foldRegion(region: string, country: string | null): string | null {
  const name = country === null || region === '' ? undefined : findRegion(country, region);
  return name === undefined ? null : foldPhrase(name);
}

function foldPostalCode(code: string, country: string | null): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z\d]/g, '');
  return country === 'US' ? plain.slice(0, 5) : plain;
}
