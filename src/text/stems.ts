import snowball from 'snowball-stemmers';

import { tokenize } from '../web/words.ts';

/** Snowball algorithm by ISO 639-1 code; languages without one are compared unstemmed. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
};

/** Longer runs of letters are encoded data, not words. */
const WORD_LENGTH_MAX = 64;
/** Words a language's stem cache holds before it starts anew; a page of any language fits many times. */
const STEM_CACHE_MAX = 50_000;

interface Stemmer {
  readonly stem: (word: string) => string;
  readonly known: Map<string, string>;
}

const stemmers = new Map<string, Stemmer>();

/** The stem of one folded word in a language; the word itself where the language has no stemmer. */
export function stem(word: string, language: string): string {
  const algorithm = Object.hasOwn(ALGORITHMS, language) ? ALGORITHMS[language] : undefined;
  if (algorithm === undefined || word.length > WORD_LENGTH_MAX) return word;
  let stemmer = stemmers.get(algorithm);
  if (stemmer === undefined) {
    const built = snowball.newStemmer(algorithm);
    stemmer = { stem: (plain) => built.stem(plain), known: new Map() };
    stemmers.set(algorithm, stemmer);
  }
  const known = stemmer.known.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer.stem(word);
  if (stemmer.known.size >= STEM_CACHE_MAX) stemmer.known.clear();
  stemmer.known.set(word, stemmed);
  return stemmed;
}

/** The stemmed words of a text in their order: what two texts of one language are compared by. */
export function terms(text: string, language: string): readonly string[] {
  return cutText(text, language).terms;
}

/** The words of a text in their order, as they are spelt and stemmed. */
export interface CutText {
  readonly words: readonly string[];
  readonly terms: readonly string[];
}

export function cutText(text: string, language: string): CutText {
  const words = tokenize(text);
  return { words, terms: words.map((word) => stem(word, language)) };
}

/** How often each term occurs in a text. Words too long to be words, which no stemmer shortens, are left out. */
export function countTerms(text: string, language: string, cut = cutText(text, language)): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of cut.terms) if (term.length <= WORD_LENGTH_MAX) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
