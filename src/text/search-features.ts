import type { KeywordReading } from './keyword.ts';
import { foldSpelling, stripAccents } from './normalize.ts';
import { findSignals, type FoundSignal } from './phrases.ts';
import { findPlaces } from './places.ts';
import { findPlaceAfterIn, isService } from './services.ts';
import { isStopWord } from './stop-words.ts';
import { readWords } from './word-lists.ts';
import { findTopics } from './search-topics.ts';

/** What is known beside the words of a search, as folded words. */
export interface Surroundings {
  readonly places: ReadonlySet<string>;
  readonly brands: ReadonlySet<string>;
}

/** Words of a search that are of a kind: `near me` is a signal, `zahnarzt` a local service, `köln` a city. */
export interface KindFound {
  readonly kind: string;
  readonly at: number;
  readonly size: number;
}

/** A search as the model sees it. */
export interface SearchFeatures {
  readonly names: readonly string[];
  readonly kinds: readonly KindFound[];
}

/** Signals begin with it in names of kinds, so that no topic is taken for one. */
export const SIGNAL_MARK = '~';

/** What is longer is a question in full; what it asks is said by then. */
const WORDS_MAX = 16;
/** From so many words on, or words that nothing is known of, searches are alike. */
const WORDS_COUNTED = 7;
const UNKNOWN_COUNTED = 3;

/**
 * The features of a search: how many words it has, the kinds of its words, which kinds begin and end it, which stand
 * together and which follow one another, and whether it leads up to a number (`couch to 5k`). No feature is a
 * word, so that what is learned holds for words never seen.
 */
export function readSearchFeatures(reading: KeywordReading, surroundings: Surroundings): SearchFeatures {
  const words = reading.words.slice(0, WORDS_MAX);
  const kinds = findKinds(words, reading.language, surroundings);
  const byWord = words.map((_, at) => [
    ...new Set(kinds.filter((each) => each.at <= at && at < each.at + each.size).map(({ kind }) => kind)),
  ]);
  const main = byWord.map(([first = '']) => first).filter((kind, at, all) => kind !== STOP && kind !== all[at - 1]);
  const all = [...new Set(byWord.flat())].filter((kind) => kind !== STOP);
  const unknown = kinds.filter(({ kind }) => kind === UNKNOWN).length;
  return {
    kinds,
    names: [
      'bias',
      `words=${Math.min(words.length, WORDS_COUNTED)}`,
      `unknown=${unknown === words.length ? 'all' : Math.min(unknown, UNKNOWN_COUNTED)}`,
      ...(GOAL.test(reading.direction) ? ['goal'] : []),
      ...all.map((kind) => `has=${kind}`),
      ...(byWord[0] ?? []).map((kind) => `begin=${kind}`),
      ...(byWord.at(-1) ?? []).map((kind) => `end=${kind}`),
      ...all.flatMap((kind, at) =>
        all.slice(at + 1).map((other) => `both=${kind < other ? `${kind} ${other}` : `${other} ${kind}`}`),
      ),
      ...main.slice(1).map((kind, at) => `pair=${main[at] ?? ''} ${kind}`),
    ],
  };
}

const STOP = 'stop';
const UNKNOWN = 'unknown';

/** Topics first, which tell most; every word is of one kind at least. */
function findKinds(words: readonly string[], language: string, surroundings: Surroundings): KindFound[] {
  const spelled = words.map(foldSpelling);
  const kinds: KindFound[] = [
    ...findTopics(spelled, language === 'de' || language === '').map(({ topic, at, size }) => ({
      kind: topic,
      at,
      size,
    })),
    ...findNamed(words, language, surroundings),
    ...readSignals(words, language).map(({ kind, places, first, phrase }) => ({
      // The word for the shop that somebody looks for does not say that they buy from a page.
      kind: isService(phrase, language) ? 'service' : `${SIGNAL_MARK}${kind}`,
      at: first,
      size: Math.max(1, places.length),
    })),
  ];
  const told = new Set(kinds.flatMap(({ at, size }) => Array.from({ length: size }, (_, offset) => at + offset)));
  for (const [at, word] of words.entries())
    if (!told.has(at)) kinds.push({ kind: nameOtherKind(word, words[at + 1], language), at, size: 1 });
  const objects = kinds.filter((found) => SERVICES.has(found.kind) && !isHead(found, kinds, language));
  return [...kinds, ...objects.map((found) => ({ ...found, kind: ASKED_OF }))];
}

const SERVICES: ReadonlySet<string> = new Set(['service', 'local_service']);
/** A service or trade that a search is about and that it does not look for: `wedding photographer contract`. */
const ASKED_OF = 'asked_of';
const HEAD_FIRST: ReadonlySet<string> = new Set(['es', 'fr', 'it', 'pt']);

/** Whether what a search looks for is the service, and not something of it: Romance names begin with the thing, Germanic ones end with it. */
function isHead({ at, size }: KindFound, kinds: readonly KindFound[], language: string): boolean {
  const kindsAt = (place: number): readonly string[] =>
    kinds.filter((each) => each.at <= place && place < each.at + each.size).map(({ kind }) => kind);
  const before = kindsAt(at - 1);
  const isObject = (before.includes(STOP) && at > 1) || before.includes('purpose');
  if (HEAD_FIRST.has(language)) return !isObject && !isThing(before);
  return !isObject && !isThing(kindsAt(at + size));
}

function isThing(kinds: readonly string[]): boolean {
  return (
    kinds.length > 0 && !kinds.some((kind) => NO_THINGS.has(kind) || kind.startsWith(SIGNAL_MARK) || SERVICES.has(kind))
  );
}

const NO_THINGS: ReadonlySet<string> = new Set([
  'stop',
  'city',
  'land',
  'year',
  'number',
  'small_number',
  'amount',
  'unit',
]);

/** Places, and brands that the caller names. */
function findNamed(words: readonly string[], language: string, { places, brands }: Surroundings): KindFound[] {
  const kinds: KindFound[] = findPlaces(words).map(({ at, size, city }) => ({
    kind: city ? 'city' : 'land',
    at,
    size,
  }));
  const place = findPlaceAfterIn(words, language);
  if (place !== undefined) kinds.push({ kind: 'city', at: place, size: 1 });
  for (const [at, word] of words.entries()) {
    if (places.has(word)) kinds.push({ kind: 'city', at, size: 1 });
    if (brands.has(word)) kinds.push({ kind: 'brand', at, size: 1 });
  }
  return kinds;
}

/** Languages whose words are tried where a search does not tell its own. */
const TRIED = ['en', 'de', 'es', 'fr'];

function readSignals(words: readonly string[], language: string): FoundSignal[] {
  if (language !== '') return findSignals(words, language);
  const seen = new Set<string>();
  return TRIED.flatMap((each) => findSignals(words, each)).filter(({ kind, first }) => {
    const key = `${kind} ${first}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** What leads up to a number. */
const GOAL = /→\p{N}+k?$/u;
const THOUSANDS = /^\p{N}{1,3}k$/u;
const PLAIN_NUMBER = /^\p{N}+(?:[.,]\p{N}+)?$/u;
const YEAR = /^(?:19|20)\d\d$/;
const UNITS = readWords('unit');

/** `wh1000` is a model; `5 kg`, `5k`, `2025` and `10+4` are not. */
function nameOtherKind(word: string, next: string | undefined, language: string): string {
  if (UNITS.has(word)) return 'unit';
  if (!/\p{N}/u.test(word)) return isStop(word, language) ? STOP : UNKNOWN;
  if (THOUSANDS.test(word)) return 'amount';
  if (!PLAIN_NUMBER.test(word)) return 'code';
  if (YEAR.test(word)) return 'year';
  if (next !== undefined && UNITS.has(stripAccents(next))) return 'amount';
  return word.length <= 2 ? 'small_number' : 'number';
}

function isStop(word: string, language: string): boolean {
  return language === '' ? TRIED.some((each) => isStopWord(word, each)) : isStopWord(word, language);
}
