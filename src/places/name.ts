import { readDataRows } from '../kernel/data.ts';
import { cleanText } from '../text/normalize.ts';
import { foldWords } from './street.ts';

/**
 * `same`: all words that tell businesses apart agree. `same_but_place`: they do but for the name of the town, as in `Corner
 * Coffee Austin`. `contains`: one has words that the other leaves out, which may name a department. `different`: each has
 * words of its own.
 */
export type NameComparison = 'same' | 'same_but_place' | 'contains' | 'different';

const NAME_MAX = 200;
const IDLE: ReadonlySet<string> = new Set(
  readDataRows(import.meta.url, './data/name-words.tsv').flatMap(([, words = '']) => words.split(' ')),
);

/** @param places texts whose words say nothing where only one name has them, such as the town */
export function compareNames(one: string, other: string, places: readonly string[]): NameComparison {
  const [first, second] = [readName(one), readName(other)];
  if (first.length === 0 || second.length === 0) return 'different';
  if (first.join('') === second.join('')) return 'same';
  const idle = new Set(places.flatMap(foldWords));
  const onlyFirst = first.filter((word) => !second.includes(word) && !idle.has(word));
  const onlySecond = second.filter((word) => !first.includes(word) && !idle.has(word));
  const isShared = first.some((word) => second.includes(word) && !idle.has(word));
  if (!isShared) return 'different';
  if (onlyFirst.length === 0 && onlySecond.length === 0) return isSameSet(first, second) ? 'same' : 'same_but_place';
  return onlyFirst.length === 0 || onlySecond.length === 0 ? 'contains' : 'different';
}

/** In any order: `Weber Anna` is `Anna Weber`. */
function isSameSet(first: readonly string[], second: readonly string[]): boolean {
  return first.every((word) => second.includes(word)) && second.every((word) => first.includes(word));
}

/** Words that tell it apart; all of its words where it has no others. */
function readName(name: string): string[] {
  const words = foldWords(cleanText(name, NAME_MAX).replaceAll(/['’`´]s\b/gi, 's')).filter((word) => word.length > 0);
  const telling = words.filter((word) => !IDLE.has(word));
  return telling.length === 0 ? words : telling;
}
