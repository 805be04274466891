import { stem } from '../../../text/stems.ts';
import { tokenize } from '../../../web/words.ts';

/** One word of a query, with every form under which documents may hold it. */
export interface QueryWord {
  readonly word: string;
  readonly forms: readonly string[];
}

/** Longer queries are pasted texts, and their rarest words decide anyway. */
const WORDS_MAX = 32;

/**
 * The forms of one folded word. A document is stemmed in its own language, which need not be the one of the query, so a word
 * stands for its stems in all languages of the index; the stem in the language of the query comes first.
 */
export function formsOf(word: string, language: string, languages: readonly string[]): readonly string[] {
  return [...new Set([stem(word, language), word, ...languages.map((other) => stem(word, other))])];
}

/** Cuts a text as documents are cut, each word once. */
export function queryWords(query: string, language: string, languages: readonly string[]): readonly QueryWord[] {
  const words = new Map<string, QueryWord>();
  const taken = new Set<string>();
  for (const word of tokenize(query.slice(0, 2000))) {
    const key = stem(word, language);
    if (words.has(key) || words.size >= WORDS_MAX) continue;
    const forms = formsOf(word, language, languages).filter((form) => !taken.has(form));
    for (const form of forms) taken.add(form);
    words.set(key, { word, forms });
  }
  return [...words.values()].filter(({ forms }) => forms.length > 0);
}
