import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
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
export function sortWords(keyword: AskedKeyword, terms: PageTerms, related: ReadonlySet<string>): WordsOnPage {
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
    else if (related.has(term) || (keyword.weights.has(term) && terms.fields.has(term))) meant.push(word);
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

/** From this share of its letters on, a word of the page is another form of a word or a part of the same compound. */
const RELATED_SHARE = 0.6;

/**
 * Terms that the page has in another form: as part of a compound, in another compound of the same parts, or with the
 * word beside it as one (`Zahnfleisch blutet` and `Zahnfleischbluten`).
 */
export function findRelated(
  { reading, weights }: AskedKeyword,
  { joined, fields }: PageTerms,
  holds: (word: string) => number,
): ReadonlySet<string> {
  const related = new Set<string>();
  if ([...weights.keys()].every((term) => fields.has(term))) return related;
  const forms = listForms(reading);
  for (const [at, { word, term, pair }] of forms.entries()) {
    if (pair !== undefined && joined.includes(pair)) {
      related.add(term);
      related.add(forms[at - 1]?.term ?? term);
    }
    if (word.length >= JOINED_MIN && holds(word) >= RELATED_SHARE) related.add(term);
  }
  return related;
}

interface WordForms {
  readonly word: string;
  readonly term: string;
  /** The word before it and its stem as one word, where that is long enough to be sure of. */
  readonly pair: string | undefined;
}

const knownForms = new WeakMap<KeywordReading, readonly WordForms[]>();

/** A keyword is compared with many pages. */
function listForms(reading: KeywordReading): readonly WordForms[] {
  const { words, language } = reading;
  const forms =
    knownForms.get(reading) ??
    words.map((word, at): WordForms => {
      const stem = stemTerm(word, language);
      const pair = `${words[at - 1] ?? ''}${stem}`;
      const isPair = at > 0 && pair.length >= JOINED_MIN;
      return { word, term: findTermMeaning(stem, language), pair: isPair ? pair : undefined };
    });
  knownForms.set(reading, forms);
  return forms;
}

/**
 * Whether the title, without the name of the site, or a part of it is the keyword and nothing else: 2 letter by letter, 1 in another
 * order or form of the same words, 0 otherwise.
 */
export function rateExactness(
  { joined, reading }: AskedKeyword,
  { title_tokens: tokens, title_key: key, part_keys: parts }: PageTerms,
): 0 | 1 | 2 {
  if (joined !== '' && tokens.join('') === joined) return 2;
  return reading.key !== '' && (key === reading.key || parts.includes(reading.key)) ? 1 : 0;
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
