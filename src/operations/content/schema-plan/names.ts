import { readDataRows } from '../../../kernel/data.ts';

/** What pages call their facts and sections, and the words in which they state certain values. */

const LABEL_NAMES =
  'price brand sku gtin availability rating system version category license starts ends venue organizer performer address phone email hours price_range prep cook total yields cuisine course calories author published modified employer job_place salary employment posted deadline provider creator temporal spatial uploaded job_title item';
const SECTION_NAMES = 'instructions steps supplies tools hours job course dataset verdict faq';

/** Patterns of whole labels. */
export const LABEL = readPatterns('./data/labels.tsv', LABEL_NAMES, (text) => `^(?:${text})$`);
/** Patterns of how headings begin. */
export const SECTION = readPatterns('./data/sections.tsv', SECTION_NAMES, (text) => `^(?:${text})(?![\\p{L}\\p{N}])`);

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Every name has a row; a file that lacks one is refused when it is loaded. */
function readPatterns<Names extends string>(
  path: string,
  names: Names,
  wrap: (text: string) => string,
): Readonly<Record<Words<Names>, RegExp>> {
  const rows = new Map(readDataRows(import.meta.url, path).map(([name = '', text = '']) => [name, text]));
  const entries = names.split(' ').map((name): [string, RegExp] => {
    const text = rows.get(name);
    if (text === undefined) throw new Error(`${path} lacks a row for ${name}.`);
    return [name, new RegExp(wrap(text), 'iu')];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- there is an entry for each of the names
  return Object.fromEntries(entries) as Record<Words<Names>, RegExp>;
}

const VALUES = Map.groupBy(readDataRows(import.meta.url, './data/values.tsv'), ([kind]) => kind ?? '');

/** The values of a kind and how pages write them, the first that matches first. */
export function readValues(kind: string, flags = 'iu'): readonly (readonly [pattern: RegExp, value: string])[] {
  return (VALUES.get(kind) ?? []).map(([, value = '', pattern = '']) => [new RegExp(pattern, flags), value]);
}
