import { tokenize } from '../../../web/words.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { stripAccents } from '../../../text/normalize.ts';
import { fill, type Pattern } from './pattern.ts';
import type { SampleRecord } from './records.ts';

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
export function render(keyword: Pattern, url: Pattern, record: SampleRecord, language: string): Rendered {
  const value = (key: string): string => record.values.get(key) ?? '';
  const used = [...new Set([...keyword.variables, ...url.variables])];
  const empty = used.filter((key) => value(key) === '');
  const filled = fill(keyword, value).replaceAll(/\s+/g, ' ').trim();
  return {
    record,
    keyword: filled,
    keyword_key: readKeyword(filled, language).key,
    url: fill(url, (key) => slug(value(key), language)),
    empty,
    without_slug: url.variables.filter((key) => value(key) !== '' && slug(value(key), language) === ''),
  };
}

const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
];

/** Words in lower case with hyphens between them. Nothing is left out, so that two values rarely share a slug. */
function slug(value: string, language: string): string {
  return tokenize(value)
    .map((word) =>
      language === 'de' ? GERMAN.reduce((plain, [letter, pair]) => plain.replace(letter, pair), word) : word,
    )
    .map(stripAccents)
    .join('-');
}

/** What two addresses of one page have in common: case and a last slash make no difference on most servers. */
export function addressKey(url: string): string {
  return url.toLowerCase().replace(/\/+$/, '');
}
