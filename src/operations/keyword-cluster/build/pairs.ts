import type { Likeness } from '../../../kernel/average-linkage.ts';
import { classifyIntent } from '../../../text/intent.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { measureDense } from '../../../text/vectors/dense.ts';
import { flattenThemes } from '../../../text/vectors/flatten.ts';
import { type LikenessOf, likenessOf } from '../../../text/vectors/likeness.ts';
import { measureSparse, type SparseVector as Vector } from '../../../text/vectors/sparse.ts';
import { characterNgrams } from '../../../text/ngrams.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { type Answers, compareAnswers } from './answers.ts';
import { areInOtherLanguages, mustSeparate, weighDifference } from './difference.ts';
import { type Features, KIND_MARK, readFeatures, readSentence } from './features.ts';
import { findListPlaces } from './places.ts';
import { type KnownSerp, scoreOverlap, measureOverlaps } from './serp.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { partSubjects } from './subjects.ts';
import { makeRewriter } from './vocabulary.ts';

/** How alike the searches of a list are; two that are apart must not share a page. */
export interface Pairs extends Likeness {
  /** Pairs decided by known search results. */
  readonly decided: number;
  /** Whether the list holds whole sentences rather than searches. */
  readonly sentences: boolean;
  /** Whether an encoder had a say. */
  readonly by_meaning: boolean;
  /** What each keyword asks for, as weights. */
  readonly features: readonly Features[];
}

/**
 * What letters as typed count for beside what was read from them: synonyms, intents, compounds, acronyms. An encoder finds
 * most of what they add.
 */
const TYPED_SHARE = { alone: 0.4, beside_meaning: 0.2 } as const;
/** What an encoder counts for, where there is one: more in sentences, which say one thing in many words. */
const MEANING_SHARE = { searches: 0.35, sentences: 0.5 } as const;
/** How much less alike two searches are that no page can answer together, however close their words. */
const ANSWER_SHARE = 0.3;

/**
 * Compares every pair. Equal keys are 1; otherwise the cosine of the letter runs of what was read from each, that of the
 * letter runs as typed and, where there are vectors, that of an encoder, each less the mean of the list, so that what all
 * keywords share stops counting, times how far one page could answer both. Where the results of both searches are known, those
 * decide.
 *
 * @param encoded vectors of an encoder, one for each reading
 */
export function comparePairs(
  readings: readonly KeywordReading[],
  serps: readonly KnownSerp[],
  encoded?: readonly Float32Array[],
): Pairs {
  const count = readings.length;
  const sentences = areSentences(readings);
  const byResults = judgeByResults(readings, serps);
  const places = findListPlaces(readings);
  const list = readList(readings, sentences, places);
  const typed = likenessOf(readings.map(({ text }) => text));
  const byWords = judgeByWords(list, { typed, answered: compareAnswers(readings, places), encoded });
  const pairs = { count, likeness: new Float64Array(count * count), apart: new Uint8Array(count * count) };
  let decided = 0;
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const known = byResults(one, other);
      if (known !== undefined) decided += 1;
      storePair(pairs, one, other, known ?? byWords(one, other));
    }
  }
  return {
    ...pairs,
    decided,
    sentences,
    by_meaning: encoded !== undefined,
    features: list.map(({ features }) => features),
  };
}

interface Judgement {
  readonly likeness: number;
  readonly apart: boolean;
}

function judgeByResults(
  readings: readonly KeywordReading[],
  serps: readonly KnownSerp[],
): (one: number, other: number) => Judgement | undefined {
  if (serps.length === 0) return () => undefined;
  const overlapOf = measureOverlaps(serps);
  const texts = readings.map((reading) => foldPhrase(reading.text));
  const intents = readings.map((reading) => classifyIntent(reading).value);
  return (one, other) => {
    const overlap = overlapOf(texts[one] ?? '', texts[other] ?? '');
    if (overlap === undefined) return undefined;
    const likeness = scoreOverlap(overlap, intents[one] === intents[other]);
    return { likeness: likeness ?? 0, apart: likeness === null };
  };
}

interface Read {
  readonly reading: KeywordReading;
  readonly sentence: boolean;
  readonly features: Features;
}

/** Shared words do not make pages in two languages link to each other. */
const OTHER_LANGUAGE = 0.2;
/** Sums of floats come close to 1. */
const ALL_BUT_ONE = 0.999;
const NOTHING: Judgement = { likeness: 0, apart: false };

function readList(readings: readonly KeywordReading[], sentences: boolean, places: ReadonlySet<string>): Read[] {
  const view = { rewrite: makeRewriter(readings), places };
  return readings.map((reading) => {
    const sentence = sentences && reading.words.length >= SENTENCE_WORDS_MIN;
    return { reading, sentence, features: (sentence ? readSentence : readFeatures)(reading, view) };
  });
}

interface Likenesses {
  readonly typed: LikenessOf;
  readonly answered: Answers;
  readonly encoded: readonly Float32Array[] | undefined;
}

function judgeByWords(
  list: readonly Read[],
  { typed, answered, encoded }: Likenesses,
): (one: number, other: number) => Judgement {
  const read = measureSparse(weighByRarity(list.map(({ features }) => readLetters(features))));
  const meant = encoded === undefined ? undefined : flattenThemes(encoded.length, measureDense(encoded));
  // Sentences name what they are about along with all else.
  const isOther = partSubjects(list.map(({ sentence, features }) => (sentence ? undefined : features)));
  const typedShare = meant === undefined ? TYPED_SHARE.alone : TYPED_SHARE.beside_meaning;
  return (one, other) => {
    const [here, there] = [list[one], list[other]];
    if (here === undefined || there === undefined) return NOTHING;
    if (here.reading.key !== '' && here.reading.key === there.reading.key) return { likeness: 1, apart: false };
    const same = read(one, other);
    // However they were typed, they were read as the same words.
    const words = same > ALL_BUT_ONE ? 1 : mix(same, typed(one, other), typedShare);
    const meaning = meant === undefined ? words : meant(one, other);
    if (here.sentence && there.sentence)
      return { likeness: mix(words, meaning, MEANING_SHARE.sentences), apart: false };
    const language = areInOtherLanguages(here.reading, there.reading) ? OTHER_LANGUAGE : 1;
    const answer = 1 - ANSWER_SHARE + ANSWER_SHARE * answered.share(one, other);
    const fit = weighDifference(here.features, there.features) * language * answer;
    return {
      likeness: fit * mix(words, meaning, MEANING_SHARE.searches),
      apart: mustSeparate(here, there) || isOther(one, other) || answered.areOpposed(one, other),
    };
  };
}

function mix(one: number, other: number, otherShare: number): number {
  return (1 - otherShare) * one + otherShare * other;
}

/** Mean likeness of the pairs between two groups, or within one when both are the same; a single keyword is 1. */
export function likenessBetween(pairs: Pairs, one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (const here of one) {
    for (const there of other) {
      if (here === there) continue;
      sum += pairs.likeness[here * pairs.count + there] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 1 : sum / count;
}

type Mutable = Pick<Pairs, 'count' | 'likeness' | 'apart'>;

function storePair(pairs: Mutable, one: number, other: number, { likeness, apart }: Judgement): void {
  const bounded = Math.min(1, Math.max(0, likeness));
  for (const at of [one * pairs.count + other, other * pairs.count + one]) {
    pairs.likeness[at] = bounded;
    pairs.apart[at] = apart ? 1 : 0;
  }
}

/** From about this many searches on, how rare a feature is in the list says more than the feature itself. */
const LIST_TRUSTED_FROM = 30;

/** Rarer features weigh more, the more the longer the list is. */
function weighByRarity(vectors: readonly Vector[]): Vector[] {
  const total = vectors.length + 1;
  const trust = vectors.length / (vectors.length + LIST_TRUSTED_FROM);
  const counts = new Map<string, number>();
  for (const vector of vectors)
    for (const feature of vector.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const rarity = (feature: string): number =>
    1 - trust + (trust * Math.log(total / ((counts.get(feature) ?? 0) + 0.5))) / Math.log(total + 1);
  return vectors.map((vector) => new Map([...vector].map(([feature, weight]) => [feature, weight * rarity(feature)])));
}

const LETTERS_FEATURES_MAX = 24;
/** At 0 a word weighs as much as it has letters, at 0.5 every word the same. */
const LENGTH_POWER = 0.4;

/** The letter runs of features, which bring inflections, compounds and typos together. Intents have names, not letters. */
function readLetters({ weights }: Features): Vector {
  const letters = new Map<string, number>();
  // The words of a long text say enough, and its letters would only take time.
  const long = weights.size > LETTERS_FEATURES_MAX;
  for (const [feature, weight] of weights) {
    const grams = long || feature.startsWith(KIND_MARK) ? [feature] : characterNgrams(feature);
    const each = weight / grams.length ** LENGTH_POWER;
    for (const gram of grams) letters.set(gram, (letters.get(gram) ?? 0) + each);
  }
  return letters;
}

/** From this many words on average, people may have written sentences. */
const SENTENCE_WORDS = 6;
/** Long searches consist of nouns; in a sentence at least this share of words carries no meaning of its own. */
const SENTENCE_STOP_WORDS_SHARE = 0.37;
/** Fewer texts reveal nothing about how people write. */
const SENTENCES_MIN = 20;
/** Among sentences, what is shorter than this is still a search. */
const SENTENCE_WORDS_MIN = 4;

/** In a list of one subject most searches share a word; what share none is asked about many subjects. */
const COMMON_WORD_SHARE = 0.25;

function areSentences(readings: readonly KeywordReading[]): boolean {
  let words = 0;
  let stops = 0;
  const holders = new Map<string, number>();
  for (const { words: each, terms, language } of readings) {
    words += each.length;
    for (const word of each) if (isStopWord(word, language)) stops += 1;
    for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  if (readings.length < SENTENCES_MIN || words < SENTENCE_WORDS * readings.length) return false;
  const commonest = Math.max(0, ...holders.values());
  return stops >= SENTENCE_STOP_WORDS_SHARE * words || commonest <= COMMON_WORD_SHARE * readings.length;
}
