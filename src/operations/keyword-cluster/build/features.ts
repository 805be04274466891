import { type Choices, readChoices, isFreeOf, isNegation, NO_CHOICES } from '../../../text/choices.ts';
import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
import { findSignals } from '../../../text/phrases.ts';
import { findPlaces } from '../../../text/places.ts';
import type { SignalKind } from '../../../text/signals.ts';
import { findTowns } from '../../../text/search-topics.ts';
import { findLocalService, isService } from '../../../text/services.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { listMeanings } from '../../../text/synonyms.ts';
import { readWords } from '../../../text/word-lists.ts';

/** What a search asks for, as weights: subject words in full; words that signal intent count less, as one kind each. */
export interface Features {
  readonly weights: ReadonlyMap<string, number>;
  /** Kinds of intent words, without their mark. */
  readonly kinds: ReadonlySet<string>;
  readonly choices: Choices;
  /** Numbers that name a model, a size or a price, not years or `top 10`. */
  readonly numbers: ReadonlySet<string>;
  /** It has no word but signals and stop words (`price list`). */
  readonly is_bare: boolean;
}

/**
 * How far a kind of signal sets a search apart from the bare subject, and which kinds are one: the page of the subject
 * answers `best`, `buy` and `free`, and never `login` or `alternatives`.
 */
const KINDS: Readonly<Record<SignalKind, readonly [string, number]>> = {
  how_to: ['how', 0.3],
  definition: ['definition', 0.3],
  question: ['question', 0.25],
  guide: ['guide', 0.35],
  ideas: ['ideas', 0.5],
  facts: ['facts', 0.5],
  problem: ['problem', 0.5],
  best: ['best', 0.25],
  review: ['review', 0.4],
  compare: ['compare', 0.6],
  alternative: ['alternative', 0.7],
  cost: ['price', 0.6],
  price: ['price', 0.6],
  provider: ['provider', 0.6],
  software: ['software', 0.5],
  buy: ['buy', 0.2],
  deal: ['deal', 0.25],
  sign_up: ['sign_up', 0.5],
  tool: ['tool', 0.6],
  download: ['download', 0.5],
  free: ['free', 0.2],
  near: ['near', 0.6],
  login: ['login', 0.8],
  support: ['support', 0.7],
  official: ['official', 0.5],
  docs: ['docs', 0.6],
  job: ['job', 0.7],
};

/** Stands before the names of kinds among the features, so that no word is taken for one. */
export const KIND_MARK = '§';

const YEAR = /^(?:19|20)\p{N}{2}$/u;
/** A number, a model (`s24`) or a single letter (`vitamin d`). */
const CODE = /\p{N}|^[a-z]$/u;
const NUMBER = /^\p{N}+$/u;
/** `under 2000` is a price, not a year. */
const BEFORE_AMOUNT = /^(?:under|below|over|above|unter|über|bis|sous|moins|menos|bajo|sotto|onder|abaixo|ate|até)$/;
const YEAR_WEIGHT = 0.3;
/** A place that most of a list shares says little about what a search is for. */
const PLACE_WEIGHT = 0.5;
/** `a vs b` is a page of its own; a comparison of many is the page of the thing. */
const VERSUS =
  /^(?:vs|versus|or|oder|differences?(?: between)?|unterschiede?(?: zwischen)?|diferencias?(?: entre)?|differences?(?: entre)?|違い|区別)$/;

/** Pages that sell something do not explain what the law allows. */
const LAW = /\b(?:laws?|legal|illegal|legally|legality|regulations?|licen[cs]e)$/;

/** What is done to keep a thing that one has. */
const KEEPING = readWords('keeping');

/** What the list reveals about how to read its queries. */
export interface ListView {
  /** Puts words into the form that the list has them in (see `vocabulary.ts`). */
  readonly rewrite: (words: readonly string[], language: string) => readonly string[];
  /** Places that the list itself reveals. */
  readonly places: ReadonlySet<string>;
}

export function readFeatures(reading: KeywordReading, { rewrite, places: known }: ListView): Features {
  const { language } = reading;
  const words = rewrite(reading.words, language);
  const termIn = (word: string): string => subjectTerm(word, language);
  const places = findPlaceSpots(words, language, known);
  const { kinds, weights, covered } = findKinds(words, language);
  if (findLocalService(words, language, known) !== undefined) kinds.add('near');
  if (words.some((word) => KEEPING.has(word))) kinds.add('keep');
  const count = findCount(words, language, covered);
  const telling = (word: string | undefined, at: number): boolean =>
    word !== undefined && at !== count && !covered.has(at) && !isStopWord(word, language) && !isNegation(word);
  const numbers = new Set<string>();
  for (const [at, word] of words.entries()) {
    if (!telling(word, at)) continue;
    const term = termIn(word);
    const year = isYear(term, words[at - 1]);
    // Small numbers are read as words: `seven` is the number of an `iphone 7`.
    if ((CODE.test(word) || CODE.test(term)) && !year) numbers.add(term);
    const plain = year ? YEAR_WEIGHT : 1;
    weights.set(term, places.has(at) ? PLACE_WEIGHT : plain);
  }
  // A search of nothing but signal and stop words (`price list`) is about those words.
  const isBare = [...weights.keys()].every((feature) => feature.startsWith(KIND_MARK));
  for (const word of isBare ? words : []) weights.set(termIn(word), 1);
  return {
    weights,
    kinds,
    numbers,
    is_bare: isBare,
    choices: readChoices(words, language, known),
  };
}

/** Where a search says how long a list is: `10 best crm tools`, `die 7 besten zelte`; in `7 seater cars` it does not. */
function findCount(words: readonly string[], language: string, covered: ReadonlySet<number>): number {
  const first = words.findIndex((word) => !isStopWord(word, language));
  return NUMBER.test(words[first] ?? '') && covered.has(first + 1) ? first : -1;
}

function isYear(term: string, before = ''): boolean {
  return YEAR.test(term) && !BEFORE_AMOUNT.test(before);
}

/** Positions of the words that name places; beside a service small towns count as well, whose names elsewhere are other words. */
function findPlaceSpots(words: readonly string[], language: string, known: ReadonlySet<string>): ReadonlySet<number> {
  const towns = words.some((word) => isService(word, language)) ? findTowns(words) : [];
  const named = [...findPlaces(words), ...towns].flatMap(({ at, size }) =>
    Array.from({ length: size }, (_, step) => at + step),
  );
  return new Set([...named, ...words.flatMap((word, at) => (known.has(word) ? [at] : []))]);
}

interface FoundKinds {
  readonly kinds: Set<string>;
  readonly weights: Map<string, number>;
  /** Places of the words that belong to a signal. */
  readonly covered: ReadonlySet<number>;
}

function findKinds(words: readonly string[], language: string): FoundKinds {
  const kinds = new Set<string>();
  const weights = new Map<string, number>();
  const covered = new Set<number>();
  for (const { kind, phrase, places } of findSignals(words, language)) {
    if (kind === 'free' && isFreeOf(words[(places[0] ?? 0) - 1] ?? '')) continue;
    const [name, weight] = KINDS[kind];
    kinds.add(name);
    const special = nameSpecial(kind, phrase);
    if (special !== undefined) kinds.add(special);
    weights.set(KIND_MARK + name, weight);
    for (const place of places) covered.add(place);
  }
  // `How to calculate` asks for the formula.
  if (kinds.has('how') && kinds.delete('tool')) weights.delete(`${KIND_MARK}tool`);
  return { kinds, weights, covered };
}

/** What a few phrases of a kind ask for besides. */
function nameSpecial(kind: SignalKind, phrase: string): string | undefined {
  if (kind === 'compare' && VERSUS.test(phrase)) return 'versus';
  return kind === 'facts' && LAW.test(phrase) ? 'law' : undefined;
}

/**
 * A whole sentence (`what is the balance of my account`) as weights: every word, since people who write sentences ask with
 * words that in a short search would signal an intent.
 */
export function readSentence(reading: KeywordReading, { rewrite }: Pick<ListView, 'rewrite'>): Features {
  const { language } = reading;
  const weights = new Map<string, number>();
  for (const word of rewrite(reading.words, language)) {
    const stop = isStopWord(word, language);
    weights.set(subjectTerm(word, language), stop ? STOP_WORD_WEIGHT : 1);
  }
  return { ...NO_FEATURES, weights };
}

/** Of a search without a word. */
const NO_FEATURES: Features = {
  weights: new Map(),
  kinds: new Set(),
  numbers: new Set(),
  is_bare: false,
  choices: NO_CHOICES,
};

const STOP_WORD_WEIGHT = 0.3;

function subjectTerm(word: string, language: string): string {
  return findMeaning(stemTerm(word, language), language);
}

const tables = new Map<string, ReadonlyMap<string, string>>();

/** Synonyms are looked up by stem, since a search may use any form of a word. */
function findMeaning(term: string, language: string): string {
  let table = tables.get(language);
  if (table === undefined) {
    table = new Map(
      [...listMeanings(language)].map(([word, meaning]) => [stemTerm(word, language), stemTerm(meaning, language)]),
    );
    tables.set(language, table);
  }
  return table.get(term) ?? term;
}
