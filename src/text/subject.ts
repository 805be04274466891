import { foldPhrase } from './normalize.ts';
import { classifyIntent, type IntentVerdict } from './intent.ts';
import { readTerms, type KeywordReading, readKeyword, stemTerm } from './keyword.ts';
import { compareText } from './normalize.ts';
import { weightedJaccard } from './similarity.ts';
import { SIGNALS, type SignalKind } from './signals.ts';
import { isStopWord } from './stop-words.ts';
import { findMeaning, replaceRuns } from './synonyms.ts';
import { type TermVector, termWeight } from './weights.ts';
import { readWords } from './word-lists.ts';
import { findTermMeaning } from './synonyms.ts';
import { type Purpose, findPurpose } from './purpose.ts';

/** What a title or keyword asks for: what it is about, apart from the words that tell what is wanted of it. */
export interface Subject {
  readonly reading: KeywordReading;
  /** Weight by term, without brand, years and intent words: `best`, `top` and `leading` of one thing are one subject. */
  readonly about: TermVector;
  /** The word that each term was written as. */
  readonly written: ReadonlyMap<string, string>;
  /** What kind of page the intent words ask for; undefined when there are none. */
  readonly purpose: Purpose | undefined;
  /** Years that it names, the newest last: an edition of a list, or the version of a thing. */
  readonly years: readonly number[];
}

const YEAR = /^(?:19|20)\d\d$/;
/** What lists are counted by; `105` and `911` are models. */
const NUMBER = /^(?:\d{1,2}|\d[05]0|101)$/;

/** Signals whose words are part of the subject: `bike rental`, `crm`, `salary`. The others only say what is wanted. */
export const NAMING: ReadonlySet<SignalKind> = new Set<SignalKind>([
  'problem',
  'sign_up',
  'docs',
  'job',
  'tool',
  'download',
  'provider',
  'software',
  'support',
]);
/** Names that stand for any offer of a kind: `crm tools` and `crm software` are one subject. */
const ANY_OFFER = readWords('any_offer');
const OFFER_WEIGHT = 0.35;

/** Words that every text about choosing shares; they say how a subject is written about. */
const LIGHT = readWords('light');
const LIGHT_WEIGHT = 0.1;
/** From this weight on a word that only one text has makes it another subject. */
const TELLING = 0.55;

const INTENTS = new WeakMap<KeywordReading, IntentVerdict>();

/** What a search by these words wants: judged when it is first asked for, since most subjects are only compared. */
export function intentOf({ reading }: Subject): IntentVerdict {
  const known = INTENTS.get(reading) ?? classifyIntent(reading);
  INTENTS.set(reading, known);
  return known;
}

/** Reads a title or keyword; the words of `brand` are left out when the text has all of them. */
export function readSubject(text: string, language: string, brand: string): Subject {
  const reading = readKeyword(text, language);
  const code = reading.language;
  const dropped = intentPlaces(reading);
  const kept = reading.words.filter(
    (word, place, all) => !dropped.places.has(place) && !isStopWord(word, code) && !isAtHome(all, place),
  );
  const own = findBrandTerms(reading, brand);
  const action = actionIn(reading);
  const about = new Map<string, number>();
  const written = new Map<string, string>();
  const words = replaceRuns(kept, code).map((word) => ({ word, plain: stemTerm(word, code) }));
  // Runs are looked for again among meanings: `carro eléctrico` is `coche eléctrico` is an `ev`.
  const meanings = replaceRuns(
    words.map(({ word }) => (word === action ? findTermMeaning(stemTerm(word, code), code) : meaningOf(word, code))),
    code,
  );
  const years = new Set(findYears(reading.words).map(String));
  const isYear = (word: string): boolean => years.has(word);
  const whole = meanings.length === words.length;
  for (const [at, meaning] of meanings.entries()) {
    const { word, plain } = (whole ? words[at] : undefined) ?? { word: meaning, plain: stemTerm(meaning, code) };
    if (own.has(plain) || isYear(word) || dropped.phrases.some((phrase) => phrase.includes(word))) continue;
    if (NUMBER.test(plain) && isCount(at, meanings[at + 1], code)) continue;
    const term = ANY_OFFER.has(plain) ? '(offer)' : stemTerm(meaning, code);
    about.set(term, Math.min(weightOf(term, plain, code), weightOf(term, stemTerm(meaning, code), code)));
    if (!written.has(term)) written.set(term, word);
  }
  return {
    reading,
    about,
    written,
    purpose: purposeOf(reading),
    years: findYears(reading.words),
  };
}

function purposeOf({ signals }: KeywordReading): Purpose | undefined {
  const [strongest] = signals.toSorted(
    (one, other) => SIGNALS[other.kind].points - SIGNALS[one.kind].points || one.first - other.first,
  );
  return strongest === undefined ? undefined : findPurpose(SIGNALS[strongest.kind].page);
}

/** What kind of page a search asks for by its words; cheaper than a whole reading. */
export function readPurpose(text: string, language: string): Purpose | undefined {
  return purposeOf(readKeyword(text, language));
}

/** A key that equal searches share, whatever page they are listed with; cheaper than a whole reading. */
export function buildSearchKey(text: string, language: string): string {
  return [...new Set(readTerms(text, language, 300))].sort(compareText).join(' ');
}

function weightOf(term: string, plain: string, language: string): number {
  if (term === '(offer)') return OFFER_WEIGHT;
  if (LIGHT.has(plain)) return LIGHT_WEIGHT;
  // A naming word weighs as a signal in searches and as a word here.
  return Math.max(TELLING, termWeight(plain, language));
}

/** `Mending a flat tyre`: a form in -ing before an article is what is done; before a noun it is part of a name. */
function actionIn({ words, language }: KeywordReading): string | undefined {
  const [first = '', second = ''] = words;
  return language === 'en' && first.endsWith('ing') && ARTICLES.has(second) ? first : undefined;
}

const ARTICLES = new Set(['a', 'an', 'the', 'your', 'my', 'our']);

/** `at home` says who does it, and nothing of what is done. */
function isAtHome(words: readonly string[], place: number): boolean {
  const word = words[place] ?? '';
  return AT_HOME.has(`${words[place - 1] ?? ''} ${word}`) || word === 'yourself';
}

const AT_HOME = new Set(['at home', 'zu hause', 'en casa', 'la maison', 'a casa', 'em casa']);

/** The word that stands for what a word means, tried as written and without a plural s; the word itself otherwise. */
function meaningOf(word: string, language: string): string {
  const meaning = findMeaning(word, language);
  if (meaning !== word) return meaning;
  const bare = word.replace(/s$/, '');
  const singular = findMeaning(bare, language);
  if (singular !== bare) return singular;
  // Plurals of other languages are known by their stems: `Lastenfahrräder` is a `Lastenrad`.
  const plain = stemTerm(word, language);
  const meant = language === 'en' ? plain : findTermMeaning(plain, language);
  return meant === plain ? word : meant;
}

/** Years that words name, the newest last; `under 2000` is a price, `2000 watt` a size. */
export function findYears(words: readonly string[]): readonly number[] {
  return words
    .filter((word, at) => YEAR.test(word) && !LIMITS.has(words[at - 1] ?? '') && !UNITS.has(words[at + 1] ?? ''))
    .map(Number)
    .sort((one, other) => one - other);
}

/** Words before a number that is a limit, such as a price, and no year. */
const LIMITS = readWords('limit');

/** `7 ways to …`, `in 5 steps`: a number that counts what the text lists names no model; `14 inch` is a size. */
function isCount(at: number, next: string | undefined, language: string): boolean {
  if (next !== undefined && UNITS.has(next)) return false;
  return at === 0 || (next !== undefined && LIGHT.has(stemTerm(next, language)));
}

/** What sizes are given in, as it stands after the number. */
const UNITS = readWords('unit');

/** Where words stand that only tell an intent; scripts without spaces have phrases instead of places. */
function intentPlaces({ signals }: KeywordReading): { places: ReadonlySet<number>; phrases: readonly string[] } {
  const pure = signals.filter((signal) => !NAMING.has(signal.kind) && !namesTask(signal));
  return {
    places: new Set(pure.flatMap(({ places }) => places)),
    phrases: pure.filter(({ places }) => places.length === 0).map(({ phrase }) => phrase),
  };
}

const HOW_WORDS = readWords('how');

/** `waterproof a` says that something is done, as `how to` does, and also what. */
function namesTask({ kind, phrase, places }: KeywordReading['signals'][number]): boolean {
  return kind === 'how_to' && places.length > 0 && !HOW_WORDS.has(phrase.split(' ', 1)[0] ?? '');
}

/** The terms of the brand when the text has all of them, in one word or in several. */
export function findBrandTerms(reading: KeywordReading, brand: string): ReadonlySet<string> {
  if (brand === '') return new Set();
  const terms = readTerms(foldPhrase(brand, 300), reading.language, 300);
  if (terms.length > 0 && terms.every((term) => reading.terms.includes(term))) return new Set(terms);
  const joined = readTerms(foldPhrase(brand, 300).replaceAll(' ', ''), reading.language, 300);
  return joined.length > 0 && joined.every((term) => reading.terms.includes(term)) ? new Set(joined) : new Set();
}

export interface Likeness {
  /** 0–1, by the weight of what both are about. */
  readonly similarity: number;
  readonly shared: readonly string[];
  /** Telling words of one that the other lacks. */
  readonly only_one: readonly string[];
  readonly only_other: readonly string[];
}

/** How alike two subjects are, 0–1. Two that are about nothing but the brand are alike when they want the same kind of page. */
function measureLikeness(one: Subject, other: Subject): number {
  if (one.about.size > 0 || other.about.size > 0) return weightedJaccard(one.about, other.about);
  return one.purpose !== undefined && one.purpose === other.purpose ? 1 : 0;
}

/** How alike two subjects are, and in which words. */
export function compareSubjects(one: Subject, other: Subject): Likeness {
  const shared: string[] = [];
  for (const term of one.about.keys()) if (other.about.has(term)) shared.push(one.written.get(term) ?? term);
  return {
    similarity: measureLikeness(one, other),
    shared,
    only_one: tellingRest(one, other),
    only_other: tellingRest(other, one),
  };
}

function tellingRest(one: Subject, other: Subject): string[] {
  const rest: string[] = [];
  for (const [term, weight] of one.about)
    if (weight >= TELLING && !other.about.has(term)) rest.push(one.written.get(term) ?? term);
  return rest;
}

/** From this similarity on two subjects are one, unless each has a telling word of its own. */
const ONE_SUBJECT = 0.7;

/** How alike two subjects are that are one; 0 where they are two. */
export function matchSubjects(one: Subject, other: Subject): number {
  const similarity = measureLikeness(one, other);
  if (similarity < ONE_SUBJECT) return 0;
  return Math.min(tellingRest(one, other).length, tellingRest(other, one).length) === 0 ? similarity : 0;
}

/** What a text asks of a subject that everybody takes for granted: `how long will they last` in a guide to solar panels. */
function leaveOut(text: Subject, granted: Subject): Subject {
  return { ...text, about: new Map([...text.about].filter(([term]) => !granted.about.has(term))) };
}

/**
 * Whether two headings or questions of texts about one subject ask the same: `How Much Do Solar Panels Cost` and `What do
 * solar panels cost?`, `How long do they last?` and `Lifespan`, whatever they call the subject. Where neither asks of anything else, the words that say what is
 * wanted have to be of one kind.
 */
export function asksSame(one: Subject, other: Subject, granted: Subject): boolean {
  const [here, there] = [leaveOut(one, granted), leaveOut(other, granted)];
  if ((here.purpose ?? 'inform') !== (there.purpose ?? 'inform')) return false;
  if (here.about.size > 0 || there.about.size > 0) return matchSubjects(here, there) > 0;
  const kinds = listWants(here);
  return listWants(there).some((kind) => kinds.includes(kind));
}

/** Costs and prices are one. */
function listWants({ reading }: Subject): SignalKind[] {
  return reading.signals.map(({ kind }) => (kind === 'cost' ? 'price' : kind)).filter((kind) => !OPEN.has(kind));
}

/** Signals that do not say what is asked. */
const OPEN: ReadonlySet<SignalKind> = new Set<SignalKind>(['question', 'how_to', 'guide', 'facts']);
