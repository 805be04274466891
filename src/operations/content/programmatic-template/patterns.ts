import { readKeyword } from '../../../text/keyword.ts';
import { cleanText, foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { tokenize } from '../../../web/words.ts';

type Part = { readonly text: string } | { readonly variable: string; readonly key: string };

export interface Pattern {
  /** As it may be shown. */
  readonly text: string;
  readonly parts: readonly Part[];
  /** Keys of its variables, each once, in their order. */
  readonly variables: readonly string[];
  /** An unmatched bracket, with the text around it. */
  readonly loose: string | undefined;
}

/** `{x}`, `{{x}}`, `[x]`, `<x>`; a name is never longer than a hundred characters, which keeps the search linear. */
const BRACKETS = /\{\{([^{}]{1,100})\}\}|\{([^{}]{1,100})\}|\[([^[\]]{1,100})\]|<([^<>]{1,100})>/g;
const LOOSE = /[{}[\]<>]/;

/** What names of one variable have in common however they are written: `Shoe Type`, `shoe_type`, `shoe-type`. */
export function buildKey(name: string): string {
  return foldPhrase(name, 200).replaceAll(/[\s-]+/g, '_');
}

export function readPattern(given: string): Pattern {
  const text = cleanText(given, 1000);
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(BRACKETS)) {
    const name = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (name === '') continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ variable: name, key: buildKey(name) });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  const loose = parts.find((part) => 'text' in part && LOOSE.test(part.text));
  return {
    text,
    parts,
    variables: [...new Set(parts.flatMap((part) => ('key' in part ? [part.key] : [])))],
    loose: loose !== undefined && 'text' in loose ? loose.text.trim() : undefined,
  };
}

/** The pattern with its variables filled by `value`. */
function fillPattern(pattern: Pattern, value: (key: string) => string): string {
  return pattern.parts.map((part) => ('text' in part ? part.text : value(part.key))).join('');
}

/** A record of the sample as pages would be made from it. */
export interface SampleRecord {
  readonly index: number;
  /** Plain values by key; a field that is empty is here as ''. */
  readonly values: ReadonlyMap<string, string>;
  /** Keys of fields that hold a list or an object, which no pattern can show. */
  readonly nested: ReadonlySet<string>;
  /** Names of the fields as they were written, by key. */
  readonly names: ReadonlyMap<string, string>;
  /** Everything that each field says, lists and objects included. */
  readonly texts: ReadonlyMap<string, string>;
}

const VALUE_CHARACTERS_MAX = 300;
/** A page rarely has more text of its own; the rest is not compared. */
const TEXT_CHARACTERS_MAX = 20_000;
const FIELDS_MAX = 200;
const DEPTH_MAX = 4;

export function readRecords(given: readonly Readonly<Record<string, unknown>>[]): SampleRecord[] {
  return given.map((record, index) => {
    const values = new Map<string, string>();
    const texts = new Map<string, string>();
    const nested = new Set<string>();
    const names = new Map<string, string>();
    for (const [name, value] of Object.entries(record).slice(0, FIELDS_MAX)) {
      const key = buildKey(name);
      const text = readText(value, DEPTH_MAX);
      names.set(key, cleanText(name, 100));
      texts.set(key, cleanText(text, TEXT_CHARACTERS_MAX));
      if (typeof value === 'object' && value !== null) nested.add(key);
      else values.set(key, cleanText(text, VALUE_CHARACTERS_MAX));
    }
    return { index, values, nested, names, texts };
  });
}

function readText(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      if (value === null || depth === 0) return '';
      return Object.values(value)
        .slice(0, FIELDS_MAX)
        .map((inner) => readText(inner, depth - 1))
        .join(' ');
    case 'undefined':
    case 'function':
    case 'symbol':
      return '';
  }
}

const WORDS_MAX = 2000;

/** The words of its own that a page has, by field. */
export function listOwnWords(record: SampleRecord, keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  let left = WORDS_MAX;
  for (const key of keys) {
    const text = record.texts.get(key) ?? '';
    if (text === '' || left <= 0) continue;
    const own = tokenize(text).slice(0, left);
    left -= own.length;
    words.set(key, own);
  }
  return words;
}

export interface Rendered {
  readonly record: SampleRecord;
  readonly keyword: string;
  /** What keywords of one search have in common: words in any order and number. */
  readonly keyword_key: string;
  readonly url: string;
  /** Keys of variables of a pattern that are missing or empty in the record. */
  readonly empty: readonly string[];
  /** Keys of variables of the address whose value has no letter or digit to make a path from. */
  readonly without_slug: readonly string[];
}

/** Both patterns filled with a record: values as they are in the keyword, as slugs in the address. */
export function renderRecord(keyword: Pattern, url: Pattern, record: SampleRecord, language: string): Rendered {
  const value = (key: string): string => record.values.get(key) ?? '';
  const used = [...new Set([...keyword.variables, ...url.variables])];
  const empty = used.filter((key) => value(key) === '');
  const filled = fillPattern(keyword, value).replaceAll(/\s+/g, ' ').trim();
  return {
    record,
    keyword: filled,
    keyword_key: readKeyword(filled, language).key,
    url: fillPattern(url, (key) => makeValueSlug(value(key), language)),
    empty,
    without_slug: url.variables.filter((key) => value(key) !== '' && makeValueSlug(value(key), language) === ''),
  };
}

const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
];

/** Words in lower case with hyphens between them. Nothing is left out, so that two values rarely share a slug. */
function makeValueSlug(value: string, language: string): string {
  return tokenize(value)
    .map((word) =>
      language === 'de' ? GERMAN.reduce((plain, [letter, pair]) => plain.replace(letter, pair), word) : word,
    )
    .map(stripAccents)
    .join('-');
}

/** What two addresses of one page have in common: upper case and a trailing slash make no difference on most servers. */
export function buildAddressKey(url: string): string {
  return url.toLowerCase().replace(/\/+$/, '');
}
