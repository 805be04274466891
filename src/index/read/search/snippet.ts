import { findSentences, type Span } from '../../../text/sentences.ts';
import { withoutAccents } from '../../../text/search-terms.ts';
import { foldText } from '../../../web/words.ts';

const SNIPPET_CHARACTERS_MAX = 200;
/** A sentence that the next one is added to while there is room. */
const SHORT_CHARACTERS = 120;

/** Places of one word that are looked at; a page that repeats it more often has good windows early. */
const PLACES_MAX = 60;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const ENDED = /[.!?…。！？:]["'”’»)\]」』）]*$/u;
/** What stands in no sentence is a menu or a heading, which quotes a page badly. */
const FRAGMENT_SHARE = 0.6;
const TITLE_SHARE = 0.2;
/** Between items of a list and headings, which end in nothing. */
const SEPARATOR = ' · ';
/** The beginnings of shorter words are the beginnings of too many others. */
const PREFIX_MIN = 4;
/** Repetitions count little beside another word. */
const REPEATED_SHARE = 0.05;

/** A word that a snippet should show. */
export interface SnippetWord {
  readonly word: string;
  readonly forms: readonly string[];
  readonly idf: number;
}

/** What a snippet is taken from. */
export interface SnippetSource {
  readonly text: string;
  /** What the page says of itself, for a text that holds none of the words. */
  readonly description: string;
  /** Stands above the snippet, and is not repeated in it. */
  readonly title: string;
}

interface Place {
  readonly at: number;
  readonly word: number;
}

/**
 * The sentence of a page that holds most of the words, rare ones before common ones, in one line of at most 200 characters. A short
 * one is followed by the next, and of a long one the part with the words is shown. A page that has none of the words is quoted by
 * its description, or else by its beginning.
 */
export function snippetOf({ text, description, title }: SnippetSource, words: readonly SnippetWord[]): string {
  const about = description.replaceAll(/\s+/g, ' ').trim();
  const lines = text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n\n')
    .trim();
  const isTyped = words.every(({ word }) => withoutAccents(word) === word);
  const folded = isTyped ? withoutAccents(foldText(lines)) : foldText(lines);
  // Folding may change lengths (ligatures); places are then off by little, and what is shown is cut at words again.
  const places = words
    .flatMap(({ word, forms }, index) =>
      prefixesOf(word, forms).flatMap((prefix) => placesOf(folded, prefix, word, index)),
    )
    .toSorted((one, other) => one.at - other.at);
  if (places.length === 0) return cutAt(about === '' ? flatten(lines) : about, 0);
  const sentences = findSentences(lines);
  const heading = foldText(title);
  const weight = (sentence: string): number => weightOf(sentence, heading);
  const best = bestSentence(lines, sentences, { places, words, weight });
  return quoteFrom(lines, sentences, best, places);
}

/** What a word and its stem have in common at the front finds its inflected forms too; alternatives of it are found as they are. */
function prefixesOf(word: string, forms: readonly string[]): readonly string[] {
  const prefix = prefixOf(word, forms);
  const others = forms.filter(
    (form) => form.length >= PREFIX_MIN && !form.startsWith(prefix) && !word.startsWith(form),
  );
  return [prefix, ...others];
}

function prefixOf(word: string, forms: readonly string[]): string {
  const first = forms[0] ?? word;
  let length = 0;
  while (length < word.length && word[length] === first[length]) length += 1;
  return length >= 3 ? word.slice(0, length) : word;
}

function placesOf(folded: string, prefix: string, whole: string, word: number): Place[] {
  const places: Place[] = [];
  const isUnspaced = UNSPACED.test(prefix);
  for (let at = folded.indexOf(prefix); at !== -1 && places.length < PLACES_MAX; at = folded.indexOf(prefix, at + 1)) {
    const begins = at === 0 || !WORD_CHARACTER.test(folded[at - 1] ?? ' ');
    const ends = whole.length >= PREFIX_MIN || !WORD_CHARACTER.test(folded[at + prefix.length] ?? ' ');
    if (isUnspaced || (begins && ends)) places.push({ at, word });
  }
  return places;
}

interface Judgement {
  /** In their order. */
  readonly places: readonly Place[];
  readonly words: readonly SnippetWord[];
  readonly weight: (sentence: string) => number;
}

function weightOf(sentence: string, title: string): number {
  if (ENDED.test(sentence)) return 1;
  return title.includes(foldText(flatten(sentence))) ? TITLE_SHARE : FRAGMENT_SHARE;
}

/** The number of the sentence that says most; the first of equal ones. */
function bestSentence(lines: string, sentences: readonly Span[], { places, words, weight }: Judgement): number {
  let next = 0;
  let best = { at: 0, score: -1 };
  for (const [at, { start, end }] of sentences.entries()) {
    const seen = new Set<number>();
    let score = 0;
    for (let place = places[next]; place !== undefined && place.at < end; place = places[next]) {
      next += 1;
      if (place.at < start) continue;
      const idf = words[place.word]?.idf ?? 0;
      score += seen.has(place.word) ? REPEATED_SHARE * idf : idf;
      seen.add(place.word);
    }
    if (score > 0) score *= weight(lines.slice(start, end));
    if (score > best.score) best = { at, score };
  }
  return best.at;
}

function quoteFrom(lines: string, sentences: readonly Span[], at: number, places: readonly Place[]): string {
  const first = sentences[at];
  if (first === undefined) return cutAt(flatten(lines), 0);
  const quote = lines.slice(first.start, first.end);
  if (quote.length > SNIPPET_CHARACTERS_MAX) {
    const own = places.filter((place) => place.at >= first.start && place.at < first.end);
    return cutAt(flatten(quote), bestStart(own) - first.start);
  }
  const parts = [quote];
  let length = quote.length;
  for (const { start, end } of sentences.slice(at + 1, at + 8)) {
    const next = lines.slice(start, end);
    length += next.length + SEPARATOR.length;
    const isWanted = ENDED.test(next) || !ENDED.test(quote);
    if (!isWanted || parts.join(' ').length >= SHORT_CHARACTERS || length > SNIPPET_CHARACTERS_MAX) break;
    parts.push(next);
  }
  return parts
    .map((part, place) => flatten(part) + (place === parts.length - 1 ? '' : ENDED.test(part) ? ' ' : SEPARATOR))
    .join('');
}

/** The place whose window has most different words, then most words, then comes first. */
function bestStart(places: readonly Place[]): number {
  let best = { start: 0, score: 0 };
  for (const [index, { at }] of places.entries()) {
    const seen = new Set<number>();
    let count = 0;
    for (let next = index; next < places.length && next < index + 100; next += 1) {
      const place = places[next];
      if (place === undefined || place.at > at + SNIPPET_CHARACTERS_MAX - 40) break;
      seen.add(place.word);
      count += 1;
    }
    const score = seen.size * 1000 + Math.min(count, 100);
    if (score > best.score) best = { start: at, score };
  }
  return best.start;
}

function flatten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
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
