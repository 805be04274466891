import { termOf } from '../../text/keyword.ts';
import { meanings } from '../../text/synonyms.ts';

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
  return table.get(term) ?? term;
}
