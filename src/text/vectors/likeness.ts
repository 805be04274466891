import { tokenize } from '../../web/words.ts';
import { characterNgrams } from '../ngrams.ts';
import { measureDense } from './dense.ts';
import { measureSparse, type SparseVector } from './sparse.ts';

/** How alike two texts of a list are, by their positions: 1 for the same words, 0 for none in common, below 0 for opposites. */
export type LikenessOf = (one: number, other: number) => number;

/** What the letters of two texts count for beside what an encoder says of them. */
const LETTERS_SHARE = 0.7;

/**
 * How alike the texts of a list are, by the letter runs of their words and, where there are vectors of an encoder, by their
 * meaning. What all texts of the list share stops counting, so that in a list about heat pumps `heat pump` tells nothing.
 *
 * @param texts in one language, in any order
 * @param encoded one vector for each text, of any length; left out when no encoder is at hand
 */
export function likenessOf(texts: readonly string[], encoded?: readonly Float32Array[]): LikenessOf {
  const letters = measureSparse(weighLetters(texts));
  if (encoded === undefined || encoded.length !== texts.length) return letters;
  const meaning = measureDense(encoded);
  return (one, other) => LETTERS_SHARE * letters(one, other) + (1 - LETTERS_SHARE) * meaning(one, other);
}

/** Longer texts say enough with their first words, and their letters would only take time. */
const WORDS_MAX = 60;

/** TF-IDF of the letter runs of each text. */
function weighLetters(texts: readonly string[]): SparseVector[] {
  const holders = new Map<string, number>();
  const counts = texts.map((text) => {
    const own = new Map<string, number>();
    for (const word of tokenize(text).slice(0, WORDS_MAX)) {
      for (const gram of characterNgrams(word)) own.set(gram, (own.get(gram) ?? 0) + 1);
    }
    for (const gram of own.keys()) holders.set(gram, (holders.get(gram) ?? 0) + 1);
    return own;
  });
  const rarity = (gram: string): number => Math.log((1 + texts.length) / (1 + (holders.get(gram) ?? 0))) + 1;
  return counts.map((own) => new Map([...own].map(([gram, count]) => [gram, count * rarity(gram)])));
}
