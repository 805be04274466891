import { type Choices, chooseAlone, chooseDifferently, readChoices } from './choices.ts';
import type { KeywordReading } from './keyword.ts';
import { replaceRuns } from './synonyms.ts';
import { type TermVector, termWeight, weighText } from './weights.ts';

/** Share of two sets that is in both; 0 when either is empty. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let both = 0;
  for (const item of small) if (large.has(item)) both += 1;
  return both / (one.size + other.size - both);
}

/** Jaccard with weights: what both have over what either has. */
export function weightedJaccard(one: TermVector, other: TermVector): number {
  let both = 0;
  for (const [term, weight] of one) both += Math.min(weight, other.get(term) ?? 0);
  // Most pairs that are compared have nothing in common.
  if (both === 0) return 0;
  let either = 0;
  for (const [term, weight] of one) either += Math.max(weight, other.get(term) ?? 0);
  for (const [term, weight] of other) if (!one.has(term)) either += weight;
  return both / either;
}

/** How much of `part` is in `whole`, by weight, 0–1: whether a page is about a keyword. */
export function containment(part: TermVector, whole: TermVector): number {
  let total = 0;
  let there = 0;
  for (const [term, weight] of part) {
    total += weight;
    if (whole.has(term)) there += weight;
  }
  return total === 0 ? 0 : there / total;
}

export function cosine(one: TermVector, other: TermVector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let dot = 0;
  for (const [term, weight] of small) dot += weight * (large.get(term) ?? 0);
  if (dot === 0) return 0;
  return Math.min(1, dot / Math.sqrt(squared(one) * squared(other)));
}

function squared(vector: TermVector): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return sum;
}

/** How alike two texts of one language are by the weight of their terms, 0–1. */
export function textSimilarity(one: string, other: string, language: string): number {
  return cosine(weighText(one, language), weighText(other, language));
}

/**
 * Whether two searches could be answered by one page, 0–1: 1 when they hold the same terms.
 *
 * Weighted Jaccard of their terms. Where each has a telling word that the other lacks (`socks` for `shoes`, one brand
 * for another) they want different things, however much else they share; where their numbers differ, too, and where one
 * is for men and the other for women, to be mended and to be hired, with and without.
 */
export function keywordSimilarity(one: KeywordReading, other: KeywordReading): number {
  if (one.key !== '' && one.key === other.key) return 1;
  const mine = new Map(one.terms.map((term) => [term, termWeight(term, one.language)]));
  const theirs = new Map(other.terms.map((term) => [term, termWeight(term, other.language)]));
  const plain = weightedJaccard(mine, theirs);
  if (plain === 0) return 0;
  const [here, there] = [choicesOf(one), choicesOf(other)];
  if (sameTerms(mine, theirs) || chooseDifferently(here, there) || chooseAlone(here, there)) return plain * 0.5;
  const lacking = Math.min(missing(mine, theirs), missing(theirs, mine));
  return lacking >= TELLING ? plain * SUBSTITUTION : plain;
}

const known = new WeakMap<KeywordReading, Choices>();

/** A search is compared with many others. */
function choicesOf(reading: KeywordReading): Choices {
  const choices = known.get(reading) ?? readChoices(replaceRuns(reading.words, reading.language), reading.language);
  known.set(reading, choices);
  return choices;
}

/** Weight from which a word that only one side has tells the two apart. */
const TELLING = 0.55;
const SUBSTITUTION = 0.6;

/** Equal terms and another key: the same words in the other direction. */
function sameTerms(one: TermVector, other: TermVector): boolean {
  return one.size === other.size && [...one.keys()].every((term) => other.has(term));
}

function missing(from: TermVector, other: TermVector): number {
  let heaviest = 0;
  for (const [term, weight] of from) if (!other.has(term)) heaviest = Math.max(heaviest, weight);
  return heaviest;
}
