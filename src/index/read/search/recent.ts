import { readDataRows } from '../../../kernel/data.ts';

const WORDS: ReadonlySet<string> = new Set(
  readDataRows(import.meta.url, './data/recent-words.tsv').flatMap(([, words = '']) => words.split(' ')),
);

/**
 * Whether a search asks for what is new: "latest", "neueste", this year or the last one.
 *
 * @param words folded
 * @param newest when the index was last fed: the same index gives the same answer on any day
 */
export function asksForRecent(words: readonly string[], newest: Date | undefined): boolean {
  const year = newest?.getUTCFullYear();
  return words.some((word) => WORDS.has(word) || (year !== undefined && [year, year - 1].includes(Number(word))));
}
