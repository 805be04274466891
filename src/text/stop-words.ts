import { readWordLists } from './word-lists.ts';

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readWordLists('stop-words.tsv')].map(([language, words]) => [language, new Set(words)]),
);
const NONE: ReadonlySet<string> = new Set();

/** Whether a folded word carries no meaning in a language; English words are tried where the language is not known. */
export function isStopWord(word: string, language: string): boolean {
  return listStopWords(language).has(word);
}

export function listStopWords(language: string): ReadonlySet<string> {
  return SETS.get(language === '' ? 'en' : language) ?? NONE;
}

/** Languages with a list of stop words. */
export const STOP_WORD_LANGUAGES: readonly string[] = [...SETS.keys()];
