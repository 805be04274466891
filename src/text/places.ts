import { stripAccents } from './normalize.ts';
import { readKeyedRows, readWords } from './word-lists.ts';

/** Where a search names a place. */
export interface FoundPlace {
  /** The name that stands for all ways to write it: `london` for `londres`. */
  readonly name: string;
  readonly at: number;
  readonly size: number;
  /** Cities have shops and services; a country or a part of one does not make a search local. */
  readonly city: boolean;
}

interface Entry {
  readonly name: string;
  readonly words: readonly string[];
  readonly city: boolean;
}

/** Places by the first word of each of their names, the longest names first. */
const BY_FIRST: ReadonlyMap<string, readonly Entry[]> = readPlaces();

function readPlaces(): ReadonlyMap<string, readonly Entry[]> {
  const table = new Map<string, Entry[]>();
  for (const [kind, rows] of readKeyedRows('places.tsv')) {
    for (const names of rows) {
      for (const written of names) {
        const words = stripAccents(written).replaceAll('ß', 'ss').split(' ');
        const [first = ''] = words;
        const entry = { name: names[0] ?? '', words, city: kind === 'city' };
        table.set(first, [...(table.get(first) ?? []), entry]);
      }
    }
  }
  for (const entries of table.values()) entries.sort((one, other) => other.words.length - one.words.length);
  return table;
}

/** The places that folded words name, in their order, the longer name before the shorter. */
export function findPlaces(words: readonly string[]): FoundPlace[] {
  const bare = words.map(stripAccents);
  const found: FoundPlace[] = [];
  for (let at = 0; at < bare.length; at += 1) {
    const entry = BY_FIRST.get(bare[at] ?? '')?.find(({ words: wanted }) =>
      wanted.every((word, offset) => bare[at + offset] === word),
    );
    if (entry === undefined) continue;
    found.push({ name: entry.name, at, size: entry.words.length, city: entry.city });
    at += entry.words.length - 1;
  }
  return found;
}

const WRITTEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** Words inside of names, which stay small: `Palma de Mallorca`, `Frankfurt am Main`. */
const INSIDE: ReadonlySet<string> = new Set('de del la le les am an der sur of and y e i'.split(' '));
/** `uk` and `usa` are letters, not words. */
const LETTERS_MAX = 3;

/** A search with the places in it written as names: `bike shop bristol` becomes `bike shop Bristol`. */
export function capitalizePlaces(text: string): string {
  const words = [...text.matchAll(WRITTEN)].map(([word]) => word);
  const named = new Map(
    findPlaces(words.map((word) => word.toLowerCase())).flatMap((place) =>
      Array.from({ length: place.size }, (_, step) => [place.at + step, place] as const),
    ),
  );
  let at = -1;
  return text.replaceAll(WRITTEN, (word) => {
    at += 1;
    const place = named.get(at);
    if (place === undefined || INSIDE.has(word)) return word;
    const isLetters = !place.city && place.size === 1 && word.length <= LETTERS_MAX;
    return isLetters ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

/** Words between two places that say which way a journey goes; true where the second is where it begins. */
const WAYS: ReadonlyMap<string, boolean> = new Map([
  ...[...readWords('way_to')].map((word) => [word, false] as const),
  ...[...readWords('way_from')].map((word) => [word, true] as const),
]);

/** `london→paris` where two cities follow one another as on a ticket; '' where none do. */
export function findRoute(words: readonly string[]): string {
  const places = findPlaces(words);
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined || to.name === from.name) continue;
    const between = words.slice(from.at + from.size, to.at);
    const [way] = between;
    if (way === undefined && from.city && to.city) return `${from.name}→${to.name}`;
    const back = between.length === 1 && way !== undefined ? WAYS.get(way) : undefined;
    if (back !== undefined) return back ? `${to.name}→${from.name}` : `${from.name}→${to.name}`;
  }
  return '';
}
