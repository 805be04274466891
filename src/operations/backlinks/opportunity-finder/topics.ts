import { readDataLines } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';
import { stemTerm } from '../../../text/keyword.ts';
import { guessLanguage, guessLanguages } from '../../../text/language.ts';
import { readListCell } from '../../../text/cells.ts';
import { findTermMeaning } from '../../../text/synonyms.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { termWeight } from '../../../text/weights.ts';
import type { OwnedAsset, Prospect } from './input.ts';

/**
 * Compares what a prospect and an owned asset are about, by the stems of their telling words.
 *
 * A topic that someone wrote down weighs more than a word of a title, and that more than a word of an address.
 */
const WEIGHT = { topic: 3, title: 2, address: 1, aside: 0.5 } as const;

/** Words of a text that are compared; a title of 100 kB says no more than its beginning. */
const WORDS_MAX = 60;
const TERMS_MAX = 80;

const GENERIC = new Set(readDataLines(import.meta.url, 'data/generic-words.txt'));
const NUMBER = /^\p{N}+$/u;

/** What a text is about: weight by term, and each term as it was written. */
export interface Vector {
  readonly weights: ReadonlyMap<string, number>;
  readonly shown: ReadonlyMap<string, string>;
  readonly norm: number;
}

/** What most texts of the request are in: it decides where the words of one do not. */
export function guessMainLanguage(prospects: readonly Prospect[], assets: readonly OwnedAsset[]): string {
  const texts = [...prospects, ...assets]
    .map((row) => cleanText([row.title ?? '', ...readListCell(row.topics)].join(' '), 300))
    .filter((text) => text !== '');
  return texts.length === 0 ? 'en' : guessLanguages(texts.toSorted(compareText)).main.value;
}

interface Described {
  readonly topics: readonly string[];
  readonly title: string;
  readonly address: string | null;
  readonly aside: string;
}

export function readVector(mainLanguage: string, described: Described): Vector {
  const { topics, title, address, aside } = described;
  const language = guessLanguage(`${title} ${topics.join(' ')}`, mainLanguage).value;
  const weights = new Map<string, number>();
  const shown = new Map<string, string>();
  const add = (text: string, weight: number): void => {
    for (const word of tokenize(foldPhrase(text, 500)).slice(0, WORDS_MAX)) {
      const term = findTopicTerm(word, language);
      if (term === undefined || (!weights.has(term) && weights.size >= TERMS_MAX)) continue;
      // Words that often signal an intent (`repair`, `design`) are half a subject, and may be all of one.
      const telling = weight * Math.max(0.5, termWeight(term, language));
      if ((weights.get(term) ?? 0) < telling) weights.set(term, telling);
      if (!shown.has(term)) shown.set(term, word);
    }
  };
  for (const topic of topics) add(topic, WEIGHT.topic);
  add(title, WEIGHT.title);
  add(readPathWords(address), WEIGHT.address);
  add(aside, WEIGHT.aside);
  return { weights, shown, norm: Math.sqrt([...weights.values()].reduce((sum, each) => sum + each * each, 0)) };
}

/** The stem that two texts are compared by; undefined for words that tell nothing of the subject. */
function findTopicTerm(word: string, language: string): string | undefined {
  if (isStopWord(word, language) || isStopWord(word, 'en') || NUMBER.test(word) || word.length > 64) return undefined;
  const term = stemTerm(word, language);
  if (GENERIC.has(term) || GENERIC.has(word) || /^[a-z]$/.test(term)) return undefined;
  return findTermMeaning(term, language);
}

function readPathWords(address: string | null): string {
  const parsed = address === null ? null : URL.parse(address);
  if (parsed === null) return '';
  try {
    return decodeURIComponent(parsed.pathname).replaceAll(/[/_.+-]+/g, ' ');
  } catch {
    return parsed.pathname.replaceAll(/[/_.+-]+/g, ' ');
  }
}

/** Shortest part of a compound that is a word of its own. */
const PART_MIN = 5;
/** A compound and its part are related, not the same. */
const PART_LIKENESS = 0.6;
/** Words of which one text's word may be a part; a part of more is a syllable. */
const WHOLES_MAX = 20;

/** All texts of one side, to be asked which of them a text of the other side is nearest to. */
export interface VectorIndex {
  /** Likeness 0–1 to every text that shares a word, and the words shared, the heaviest first. */
  nearest(
    vector: Vector,
    cosineMin: number,
  ): { readonly at: number; readonly cosine: number; readonly shared: string[] } | undefined;
}

/** Postings instead of pairs, since an export has thousands of rows. The first of equally near texts is answered. */
export function indexVectors(vectors: readonly Vector[]): VectorIndex {
  const postings = new Map<string, { readonly at: number; readonly weight: number }[]>();
  for (const [at, { weights }] of vectors.entries()) {
    for (const [term, weight] of weights) {
      const posting = postings.get(term);
      if (posting === undefined) postings.set(term, [{ at, weight }]);
      else posting.push({ at, weight });
    }
  }
  const wholes = groupByPart(postings.keys());
  const related = new Map<string, readonly string[]>();
  const relatedTo = (term: string): readonly string[] => {
    let terms = related.get(term);
    if (terms === undefined) {
      terms = findRelatedTerms(term, wholes, postings);
      related.set(term, terms);
    }
    return terms;
  };
  const productsOf = (vector: Vector): [number, number][] => {
    const products = new Map<number, number>();
    const meet = (term: string, weight: number): void => {
      for (const { at, weight: there } of postings.get(term) ?? [])
        products.set(at, (products.get(at) ?? 0) + weight * there);
    };
    for (const [term, weight] of vector.weights) {
      meet(term, weight);
      for (const other of relatedTo(term)) if (!vector.weights.has(other)) meet(other, weight * PART_LIKENESS);
    }
    return [...products].sort(([one], [other]) => one - other);
  };
  return {
    nearest(vector, cosineMin) {
      let best: { at: number; cosine: number; text: Vector } | undefined;
      for (const [at, product] of productsOf(vector)) {
        const text = vectors[at];
        const cosine = text === undefined ? 0 : Math.min(1, product / (vector.norm * text.norm));
        if (text !== undefined && cosine >= cosineMin && cosine > (best?.cosine ?? 0) + 1e-9)
          best = { at, cosine, text };
      }
      return best === undefined
        ? undefined
        : { at: best.at, cosine: best.cosine, shared: listSharedWords(vector, best.text, relatedTo) };
    },
  };
}

function listSharedWords(one: Vector, other: Vector, relatedTo: (term: string) => readonly string[]): string[] {
  const shared = [...one.weights].flatMap(([term, weight]) => {
    const there =
      other.weights.get(term) ?? Math.max(0, ...relatedTo(term).map((each) => other.weights.get(each) ?? 0));
    return there === 0 ? [] : [{ word: one.shown.get(term) ?? term, weight: weight * there }];
  });
  return shared.sort((a, b) => b.weight - a.weight || compareText(a.word, b.word)).map(({ word }) => word);
}

function groupByPart(terms: Iterable<string>): Map<string, string[]> {
  const wholes = new Map<string, string[]>();
  for (const term of terms) {
    for (let length = PART_MIN; length < term.length; length += 1) {
      for (const part of new Set([term.slice(0, length), term.slice(-length)])) {
        const known = wholes.get(part);
        if (known === undefined) wholes.set(part, [term]);
        else known.push(term);
      }
    }
  }
  return wholes;
}

/** Words of the other side that a word is a part of, or that are a part of it, by their beginning or end. */
function findRelatedTerms(
  term: string,
  wholes: ReadonlyMap<string, readonly string[]>,
  known: ReadonlyMap<string, unknown>,
): string[] {
  if (term.length < PART_MIN) return [];
  const found = wholes.get(term) ?? [];
  const related = found.length > WHOLES_MAX ? [] : [...found];
  for (let length = term.length - 1; length >= PART_MIN; length -= 1) {
    for (const part of [term.slice(0, length), term.slice(-length)]) if (known.has(part)) related.push(part);
  }
  return [...new Set(related)];
}
