import { tokenize } from '../../../web/words.ts';
import { cleanText } from '../../../text/normalize.ts';
import { keyOf } from './pattern.ts';

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
/** A page has rarely more own text; what is behind it is not compared. */
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
      const key = keyOf(name);
      const text = textOf(value, DEPTH_MAX);
      names.set(key, cleanText(name, 100));
      texts.set(key, cleanText(text, TEXT_CHARACTERS_MAX));
      if (typeof value === 'object' && value !== null) nested.add(key);
      else values.set(key, cleanText(text, VALUE_CHARACTERS_MAX));
    }
    return { index, values, nested, names, texts };
  });
}

function textOf(value: unknown, depth: number): string {
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
        .map((inner) => textOf(inner, depth - 1))
        .join(' ');
    case 'undefined':
    case 'function':
    case 'symbol':
      return '';
  }
}

const WORDS_MAX = 2000;

/** The words that a page has of its own, by field: those of the fields given. */
export function ownWords(record: SampleRecord, keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
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
