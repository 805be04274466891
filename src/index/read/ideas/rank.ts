import { compareText } from '../../../text/normalize.ts';
import { countPages, type Phrase } from './phrases.ts';

export interface Background {
  /** Pages that the phrases come from. */
  readonly pages: number;
  /** Documents of the index. */
  readonly documents: number;
  /** Documents that hold a stem; one that is not here is in none but these pages. */
  readonly holding: ReadonlyMap<string, number>;
}

/**
 * Puts phrases about the seed before those that appear on any page.
 *
 * Each further word of a phrase is weighed by Dunning's log-likelihood ratio (1993) of the pages that have the phrase against the
 * documents of the whole index that have the word; a phrase counts as much as its weakest word. Words that are rarer around the
 * seed than elsewhere weigh nothing.
 */
export function rankPhrases(phrases: readonly Phrase[], background: Background): readonly Phrase[] {
  const weighed = phrases.map((phrase) => ({
    phrase,
    pages: countPages(phrase),
    weight: weightOf(phrase, background),
  }));
  weighed.sort(
    (one, other) =>
      other.weight - one.weight || other.pages - one.pages || compareText(one.phrase.text, other.phrase.text),
  );
  return weighed.map(({ phrase }) => phrase);
}

function weightOf(phrase: Phrase, { pages, documents, holding }: Background): number {
  const having = countPages(phrase);
  return Math.min(
    ...phrase.others.map((term) => {
      const everywhere = Math.max(having, holding.get(term) ?? 0);
      return logLikelihood(having, pages, everywhere - having, Math.max(0, documents - pages));
    }),
  );
}

/** −2 log λ of `one` hits in `ones` against `other` hits in `others`; 0 where the first share is not the larger one. */
export function logLikelihood(one: number, ones: number, other: number, others: number): number {
  if (ones === 0 || (others > 0 && one / ones <= other / others)) return 0;
  const share = (one + other) / (ones + others);
  const part = (hits: number, of: number, expected: number): number => {
    const misses = Math.max(0, of - hits);
    return times(hits, hits / (of * expected)) + times(misses, misses / (of * (1 - expected)));
  };
  const ratio = part(one, ones, share) + (others === 0 ? 0 : part(Math.min(other, others), others, share));
  return Math.round(2 * ratio * 1e6) / 1e6;
}

function times(count: number, ratio: number): number {
  return count === 0 ? 0 : count * Math.log(ratio);
}
