import type { Likeness } from '../../../kernel/average-linkage.ts';
import { classifyIntent } from '../../../text/intent.ts';
import type { KeywordReading } from '../../../text/keyword.ts';
import { characterNgrams } from '../../../text/ngrams.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { weighDifference, mustSeparate, areInOtherLanguages } from './difference.ts';
import { type Features, readFeatures, NO_FEATURES, readSentence } from './features.ts';
import { findListPlaces } from './places.ts';
import { type KnownSerp, scoreOverlap, measureOverlaps } from './serp.ts';
import { KIND_MARK } from '../../../text/synonyms.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { findFamilies } from './families.ts';
import { makeRewriter } from './vocabulary.ts';

/** How alike the searches of a list are; two that are apart must not share a page. */
export interface Pairs extends Likeness {
  /** Pairs decided by known search results. */
  readonly decided: number;
  /** Whether the list holds whole sentences rather than searches. */
  readonly sentences: boolean;
}

/** Share that letter runs count for: they bring inflections, compounds and typos together. */
const LETTERS_SHARE = 0.4;

/**
 * Compares every pair. Equal keys are 1; otherwise the weighted cosine of the features, each weighted by how few searches
 * of the list have it, and of their letter runs, reduced where one subject word replaces another (`socks` for `shoes`).
 * Where the results of both searches are known, those decide.
 */
export function comparePairs(readings: readonly KeywordReading[], serps: readonly KnownSerp[]): Pairs {
  const count = readings.length;
  const sentences = areSentences(readings);
  const byResults = judgeByResults(readings, serps);
  const byWords = judgeByWords(readings, sentences);
  const pairs = { count, likeness: new Float64Array(count * count), apart: new Uint8Array(count * count) };
  let decided = 0;
  for (let one = 0; one < count; one += 1) {
    for (let other = one + 1; other < count; other += 1) {
      const known = byResults(one, other);
      if (known !== undefined) decided += 1;
      storePair(pairs, one, other, known ?? byWords(one, other));
    }
  }
  return { ...pairs, decided, sentences };
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
const NOTHING: Judgement = { likeness: 0, apart: false };

function judgeByWords(
  readings: readonly KeywordReading[],
  sentences: boolean,
): (one: number, other: number) => Judgement {
  const view = { rewrite: makeRewriter(readings), familyOf: findFamilies(readings), places: findListPlaces(readings) };
  const isSentence = ({ words }: KeywordReading): boolean => sentences && words.length >= SENTENCE_WORDS_MIN;
  const features = readings.map((reading) => {
    const featuresIn = isSentence(reading) ? readSentence : readFeatures;
    return featuresIn(reading, view);
  });
  const words = multiplyPairs(weighByRarity(features.map(addRelated)));
  const letters = multiplyPairs(weighByRarity(features.map(readLetters)));
  const list = readings.map((reading, at): Read => ({
    reading,
    sentence: isSentence(reading),
    features: features[at] ?? NO_FEATURES,
  }));
  return (one, other) => {
    const [here, there] = [list[one], list[other]];
    if (here === undefined || there === undefined) return NOTHING;
    if (here.reading.key !== '' && here.reading.key === there.reading.key) return { likeness: 1, apart: false };
    const at = one * readings.length + other;
    const shared = (1 - LETTERS_SHARE) * (words[at] ?? 0) + LETTERS_SHARE * (letters[at] ?? 0);
    if (here.sentence && there.sentence) return { likeness: shared, apart: false };
    const language = areInOtherLanguages(here.reading, there.reading) ? OTHER_LANGUAGE : 1;
    return {
      likeness: shared * language * weighDifference(here.features, there.features),
      apart: mustSeparate(here, there),
    };
  };
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

type Vector = ReadonlyMap<string, number>;

/** From about this many searches on, how rare a feature is in the list says more than the feature itself. */
const LIST_TRUSTED_FROM = 30;

/** Rarer features weigh more, the more the longer the list is; every vector has length 1. */
function weighByRarity(vectors: readonly Vector[]): Vector[] {
  const total = vectors.length + 1;
  const trust = vectors.length / (vectors.length + LIST_TRUSTED_FROM);
  const counts = new Map<string, number>();
  for (const vector of vectors)
    for (const feature of vector.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const rarity = (feature: string): number =>
    1 - trust + (trust * Math.log(total / ((counts.get(feature) ?? 0) + 0.5))) / Math.log(total + 1);
  return vectors.map((vector) => {
    const rare = [...vector].map(([feature, weight]) => [feature, weight * rarity(feature)] as const);
    const length = Math.sqrt(rare.reduce((sum, [, weight]) => sum + weight * weight, 0));
    return new Map(rare.map(([feature, weight]) => [feature, length === 0 ? 0 : weight / length]));
  });
}

/** Weight of a row of related words, relative to the word itself. */
const RELATED_SHARE = 0.6;

function addRelated({ weights, related }: Features): Vector {
  const vector = new Map(weights);
  for (const [term, rows] of related) {
    const weight = RELATED_SHARE * (weights.get(term) ?? 0);
    for (const row of rows) vector.set(row, Math.max(vector.get(row) ?? 0, weight / Math.sqrt(rows.length)));
  }
  return vector;
}

const LETTERS_FEATURES_MAX = 24;

function readLetters({ weights }: Features): Vector {
  const letters = new Map<string, number>();
  // The words of a long text say enough, and its letters would only take time.
  const long = weights.size > LETTERS_FEATURES_MAX;
  for (const [feature, weight] of weights) {
    const grams = long || feature.startsWith(KIND_MARK) ? [feature] : characterNgrams(feature);
    for (const gram of grams) letters.set(gram, (letters.get(gram) ?? 0) + weight);
  }
  return letters;
}

/** The products of all pairs of vectors, feature by feature, since most pairs of a list share few features. */
function multiplyPairs(vectors: readonly Vector[]): Float64Array {
  const count = vectors.length;
  const holders = new Map<string, { readonly at: number[]; readonly weights: number[] }>();
  for (const [at, vector] of vectors.entries()) {
    for (const [feature, weight] of vector) {
      const holder = holders.get(feature) ?? { at: [], weights: [] };
      holder.at.push(at);
      holder.weights.push(weight);
      holders.set(feature, holder);
    }
  }
  const sums = new Float64Array(count * count);
  for (const { at, weights } of holders.values()) {
    for (const [first, row] of at.entries()) {
      const weight = weights[first] ?? 0;
      for (let second = first + 1; second < at.length; second += 1) {
        const cell = row * count + (at[second] ?? 0);
        sums[cell] = (sums[cell] ?? 0) + weight * (weights[second] ?? 0);
      }
    }
  }
  return sums;
}

/** From this many words on average, people may have written sentences. */
const SENTENCE_WORDS = 6;
/** Long searches consist of nouns; in a sentence at least this share of words carries no meaning of its own. */
const SENTENCE_STOP_WORDS_SHARE = 0.37;
/** Fewer texts reveal nothing about how people write. */
const SENTENCES_MIN = 20;
/** Among sentences, what is shorter than this is still a search. */
const SENTENCE_WORDS_MIN = 4;

function areSentences(readings: readonly KeywordReading[]): boolean {
  let words = 0;
  let stops = 0;
  for (const { words: each, language } of readings) {
    words += each.length;
    for (const word of each) if (isStopWord(word, language)) stops += 1;
  }
  const long = words >= SENTENCE_WORDS * readings.length && readings.length >= SENTENCES_MIN;
  return long && stops >= SENTENCE_STOP_WORDS_SHARE * words;
}
