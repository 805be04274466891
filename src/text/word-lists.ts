import { readDataRows } from '../kernel/data.ts';

/** The rows of a file of this room, by their first column, which is a language or the name of a list. */
export function readKeyedRows(file: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const rows = new Map<string, string[][]>();
  for (const [key = '', ...cells] of readDataRows(import.meta.url, `./data/${file}`)) {
    const known = rows.get(key);
    if (known === undefined) rows.set(key, [cells]);
    else known.push(cells);
  }
  return rows;
}

/** Rows of words, each in the second column. */
export function readWordRows(file: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  return new Map([...readKeyedRows(file)].map(([key, rows]) => [key, rows.map(([words = '']) => words.split(' '))]));
}

/** Lists of words, each over as many rows as it takes. */
export function readWordLists(file: string): ReadonlyMap<string, readonly string[]> {
  return new Map([...readWordRows(file)].map(([key, rows]) => [key, rows.flat()]));
}

const SHORT_LISTS = readWordLists('words.tsv');

/** One of the short lists of `words.tsv`. */
export function readWords(list: string): ReadonlySet<string> {
  const words = SHORT_LISTS.get(list);
  if (words === undefined) throw new Error(`words.tsv has no list “${list}”.`);
  return new Set(words);
}
