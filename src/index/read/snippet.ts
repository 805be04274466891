import { foldText } from '../../web/words.ts';
import type { QueryWord } from './query.ts';

const SNIPPET_CHARACTERS_MAX = 200;

/** Places of one word that are looked at; a page that repeats it more often has good windows early. */
const PLACES_MAX = 60;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

interface Place {
  readonly at: number;
  readonly word: number;
}

/** The part of a text that holds most of the words, in one line of at most 200 characters; its beginning when it holds none. */
export function snippetOf(text: string, words: readonly QueryWord[]): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= SNIPPET_CHARACTERS_MAX) return flat;
  const folded = foldText(flat);
  // Folding may change lengths (ligatures); places are then off by little, and the window is cut at words again.
  const places = words.flatMap(({ forms, word }, index) => placesOf(folded, prefixOf(word, forms), index));
  return cutAt(flat, bestStart(places));
}

/** What a word and its stem have in common at the front finds its inflected forms too. */
function prefixOf(word: string, forms: readonly string[]): string {
  const first = forms[0] ?? word;
  let length = 0;
  while (length < word.length && word[length] === first[length]) length += 1;
  return length >= 3 ? word.slice(0, length) : word;
}

function placesOf(folded: string, prefix: string, word: number): Place[] {
  const places: Place[] = [];
  const isUnspaced = UNSPACED.test(prefix);
  for (let at = folded.indexOf(prefix); at !== -1 && places.length < PLACES_MAX; at = folded.indexOf(prefix, at + 1)) {
    if (isUnspaced || at === 0 || !WORD_CHARACTER.test(folded[at - 1] ?? ' ')) places.push({ at, word });
  }
  return places;
}

/** The place whose window has most different words, then most words, then comes first. */
function bestStart(places: readonly Place[]): number {
  const sorted = places.toSorted((one, other) => one.at - other.at);
  let best = { start: 0, score: 0 };
  for (const [index, { at }] of sorted.entries()) {
    const seen = new Set<number>();
    let count = 0;
    for (let next = index; next < sorted.length && next < index + 100; next += 1) {
      const place = sorted[next];
      if (place === undefined || place.at > at + SNIPPET_CHARACTERS_MAX - 40) break;
      seen.add(place.word);
      count += 1;
    }
    const score = seen.size * 1000 + Math.min(count, 100);
    if (score > best.score) best = { start: at, score };
  }
  return best.start;
}

/** Cuts at word boundaries, a little before the first word found, with an ellipsis where something was left out. */
function cutAt(flat: string, start: number): string {
  let from = Math.max(0, Math.min(start - 30, flat.length - (SNIPPET_CHARACTERS_MAX - 2)));
  if (from > 0) {
    const space = flat.indexOf(' ', from);
    if (space !== -1 && space < start) from = space + 1;
  }
  const before = from > 0 ? '… ' : '';
  const room = SNIPPET_CHARACTERS_MAX - before.length;
  const rest = flat.slice(from);
  if (rest.length <= room) return before + rest.toWellFormed();
  const cut = rest.slice(0, room - 2);
  const space = cut.lastIndexOf(' ');
  return before + (space > room / 2 ? cut.slice(0, space) : cut).replaceAll(/[\ud800-\udbff]$/g, '') + ' …';
}
