import { readTerms, stemTerm } from './keyword.ts';
import { listSignalPhrases } from './phrases.ts';
import { tokenize } from '../web/words.ts';
import { readWordLists } from './word-lists.ts';

/** Weight by term. */
export type TermVector = ReadonlyMap<string, number>;

/** What a word of everyday speech weighs. */
export const EVERYDAY_WEIGHT = 0.6;

/**
 * How much a term tells, from a fixed background and not from the list at hand, so that whether two texts are alike
 * does not change with what else was sent: words that signal an intent 0.35, words of everyday speech 0.6, numbers 0.9,
 * every other word 1.
 */
export function termWeight(term: string, language: string): number {
  const background = backgroundOf(language);
  if (background.signals.has(term)) return 0.35;
  if (background.everyday.has(term)) return EVERYDAY_WEIGHT;
  return /^\p{N}/u.test(term) ? 0.9 : 1;
}

interface Background {
  readonly signals: ReadonlySet<string>;
  readonly everyday: ReadonlySet<string>;
}

const backgrounds = new Map<string, Background>();

const EVERYDAY = readWordLists('everyday-words.tsv');

/** A language without lists has the English ones. */
function backgroundOf(language: string): Background {
  let background = backgrounds.get(language);
  if (background === undefined) {
    background = buildBackground(listSignalPhrases(language).length > 0 ? language : 'en');
    backgrounds.set(language, background);
  }
  return background;
}

/** What `documentation` and `directions` are stemmed to are words of their own, which signal nothing. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['document', 'direct']);

function buildBackground(language: string): Background {
  // Words of longer phrases (`how to make`) signal nothing alone.
  const signals = listSignalPhrases(language)
    .map(tokenize)
    .flatMap((words) => (words.length === 1 ? words : []));
  return {
    signals: new Set(signals.map((word) => stemTerm(word, language)).filter((term) => !OTHER_WORDS.has(term))),
    everyday: new Set((EVERYDAY.get(language) ?? []).map((word) => stemTerm(word, language))),
  };
}

/** Weighted terms of a text; a term that occurs often counts more, with falling gain. */
export function weighText(text: string, language: string): TermVector {
  return weighTerms(readTerms(text, language), language);
}

export function weighTerms(terms: readonly string[], language: string): TermVector {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, (1 + Math.log(count)) * termWeight(term, language)]));
}

/** Inverse document frequency over a list, smoothed: for weighing a list of one subject against itself. */
export function inverseFrequencies(documents: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const terms of documents) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log((documents.length + 1) / (count + 0.5))]));
}
