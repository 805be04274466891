import { tokenize } from '../../web/words.ts';
import { contentTerms, termOf } from '../keyword.ts';
import { foldPhrase } from '../normalize.ts';
import { meanings, withoutRuns } from '../synonyms.ts';

const tables = new Map<string, ReadonlyMap<string, string>>();

/** The term that stands for what a term means, so that `bicycle` and `bike` meet; the term itself where none does. */
export function meaningOfTerm(term: string, language: string): string {
  let table = tables.get(language);
  if (table === undefined) {
    table = new Map(
      [...meanings(language)].map(([word, meaning]) => [termOf(word, language), termOf(meaning, language)]),
    );
    tables.set(language, table);
  }
  const one = language === 'fr' ? term.replace(FRENCH_PLURAL, '') : term;
  return table.get(one) ?? one;
}

/** The stemmer keeps the s of `vélos`, which parts it from `vélo`. */
const FRENCH_PLURAL = /(?<=^.{2,}[ou])s$/;

/** A text with its runs of words that mean one word replaced by it; the text itself where it has none. */
export function withOneWord(text: string, language: string, charactersMax: number): string {
  const words = tokenize(foldPhrase(text, charactersMax));
  const short = withoutRuns(words, language);
  return short.length === words.length ? text : short.join(' ');
}

/** Meaningful terms of a text by what they mean: `second hand bicycles` and `used bikes` have the same. */
export function meaningTerms(text: string, language: string, charactersMax = 20_000): string[] {
  const terms = contentTerms(withOneWord(text, language, charactersMax), language, charactersMax);
  return terms.map((term) => meaningOfTerm(term, language));
}
