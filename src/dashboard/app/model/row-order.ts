import type { Fields } from './report.ts';
import { type Filter, isMatch } from './row-filters.ts';
import { isAddress, plainText, valueAt } from './values.ts';

export interface Sort {
  readonly column: string;
  readonly isDown: boolean;
}

/** Texts of rows to search in, made once: thousands of rows are searched with every letter that is typed. */
const TEXTS = new WeakMap<Fields, string>();

function searchText(row: Fields): string {
  const known = TEXTS.get(row);
  if (known !== undefined) return known;
  const text = Object.values(row).flatMap(wordsOf).join(' ').toLowerCase();
  TEXTS.set(row, text);
  return text;
}

/** Records within a row are not searched. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Rows that have all of the words, in any of their values, and all that is wanted of single fields. */
export function filtered(rows: readonly Fields[], words: string, filters: readonly Filter[] = []): readonly Fields[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = filters.length === 0 ? rows : rows.filter((row) => filters.every((each) => isMatch(row, each)));
  if (wanted.length === 0) return matching;
  return matching.filter((row) => {
    const text = searchText(row);
    return wanted.every((word) => text.includes(word));
  });
}

const COLLATOR = new Intl.Collator('en', { numeric: true });
/** The longest number in a text that is ordered by its value. */
const DIGITS = 12;

/** As a dictionary has them, with numbers by their value. Plain texts, such as addresses, take a third of the time without the collator. */
function ordered(texts: readonly string[]): readonly string[] {
  // oxlint-disable-next-line no-control-regex -- it tells ASCII from everything else
  if (texts.some((text) => /[^\u0000-\u007f]/.test(text))) return texts.toSorted(COLLATOR.compare);
  return texts
    .map((text) => ({ text, key: text.toLowerCase().replaceAll(/\d+/g, (number) => number.padStart(DIGITS, '0')) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ text }) => text);
}

const LEVELS = ['critical', 'high', 'medium', 'low'];

/** What is not known stands last either way; severities by how severe they are; ties keep their order. */
export function sorted(rows: readonly Fields[], sort: Sort | undefined): readonly Fields[] {
  if (sort === undefined) return rows;
  const keys = rows.map((row) => keyOf(valueAt(row, sort.column)));
  // Texts are compared once each, for many rows have the same.
  const texts = ordered([...new Set(keys.filter((key) => typeof key === 'string'))]);
  const ranks = new Map(texts.map((text, at) => [text, at]));
  const keyed = rows.map((row, at) => {
    const key = keys[at];
    return { row, key: typeof key === 'string' ? ranks.get(key) : key };
  });
  const sign = sort.isDown ? -1 : 1;
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined) return one === other ? 0 : one === undefined ? 1 : -1;
      return sign * (one - other);
    })
    .map(({ row }) => row);
}

type Key = number | string | undefined;

function keyOf(value: unknown): Key {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return value;
  const text = plainText(value);
  if (LEVELS.includes(text)) return LEVELS.length - LEVELS.indexOf(text);
  return isAddress(text) ? text.replace(/^https?:\/\/(?:www\.)?/, '') : text;
}
