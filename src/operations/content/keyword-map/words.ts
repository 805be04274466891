import { stemTerm } from '../../../text/keyword.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { findTermMeaning } from '../../../text/synonyms.ts';
import type { AskedKeyword } from './asked.ts';
import type { PageTerms } from './pages.ts';

/** The words of a keyword as a page has them. */
export interface WordsOnPage {
  /** Written on the page, in any form. */
  readonly written: readonly string[];
  /** The page has another word for them. */
  readonly meant: readonly string[];
  readonly lacking: readonly string[];
}

/** Sorts the words of a keyword by whether the page has them; stop words, the own brand and the own place are left out. */
export function sortWords(keyword: AskedKeyword, terms: PageTerms): WordsOnPage {
  const { words, language } = keyword.reading;
  const written: string[] = [];
  const meant: string[] = [];
  const rest: string[] = [];
  const asWhole = holdsPhrase(keyword, terms);
  for (const word of new Set(words)) {
    const stem = stemTerm(word, language);
    const term = findTermMeaning(stem, language);
    if (isStopWord(word, language) || keyword.own_words.has(stem)) continue;
    if (asWhole || terms.plain.has(stem) || hasRun(terms.tokens, word)) written.push(word);
    else if (keyword.weights.has(term) && terms.fields.has(term)) meant.push(word);
    else if (!keyword.places.has(term)) rest.push(word);
  }
  // Several words can have one meaning together, which the page then has.
  const isWhole = [...keyword.weights.keys()].every((term) => terms.fields.has(term) || keyword.places.has(term));
  return isWhole ? { written, meant: [...meant, ...rest], lacking: [] } : { written, meant, lacking: rest };
}

/** Whether the title has the whole keyword in a row, whatever is written in one word and what in two. */
export function holdsPhrase({ joined }: AskedKeyword, { title_tokens: tokens }: PageTerms): boolean {
  return joined.length >= JOINED_MIN && hasRun([tokens], joined);
}

const JOINED_MIN = 6;

/**
 * Whether the title, without the name of the site, is the keyword and nothing else: 2 letter by letter, 1 in another
 * order or form of the same words, 0 otherwise.
 */
export function rateExactness(
  { joined, reading }: AskedKeyword,
  { title_tokens: tokens, title_key: key }: PageTerms,
): 0 | 1 | 2 {
  if (joined !== '' && tokens.join('') === joined) return 2;
  return key !== '' && key === reading.key ? 1 : 0;
}

/** Whether some words in a row make up a word: `Kaffee-Abo` is `kaffeeabo`. */
function hasRun(texts: readonly (readonly string[])[], wanted: string): boolean {
  return texts.some((tokens) =>
    tokens.some((_, at) => {
      let run = '';
      for (const token of tokens.slice(at)) {
        run += token;
        if (run === wanted) return true;
        if (!wanted.startsWith(run)) return false;
      }
      return false;
    }),
  );
}
