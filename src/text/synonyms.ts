import { tokenize } from '../web/words.ts';
import { readTerms, stemTerm } from './keyword.ts';
import { foldPhrase, stripAccents } from './normalize.ts';
import { readKeyedRows, readWordRows } from './word-lists.ts';

const TABLES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...readWordRows('synonyms.tsv')].map(([language, rows]) => [language, tableOf(rows)]),
);
const NONE: ReadonlyMap<string, string> = new Map();
const NO_RUNS: ReadonlyMap<string, readonly Run[]> = new Map();

function tableOf(rows: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [first = '', ...others] of rows) {
    const meaning = table.get(first) ?? first;
    for (const word of [first, ...others]) if (!table.has(word)) table.set(word, meaning);
  }
  return table;
}

/** The word that stands for what a folded singular word means; the word itself where no row has it. */
export function findMeaning(word: string, language: string): string {
  return listMeanings(language).get(word) ?? word;
}

/** The words of a language that have a row, for building tables by stem. */
export function listMeanings(language: string): ReadonlyMap<string, string> {
  return TABLES.get(language === '' ? 'en' : language) ?? NONE;
}

interface Run {
  readonly to: readonly string[];
  readonly from: readonly string[];
}

/** By the first word of the run, the longest runs first. */
const RUNS: ReadonlyMap<string, ReadonlyMap<string, readonly Run[]>> = new Map(
  [...readKeyedRows('synonym-runs.tsv')].map(([language, rows]) => [language, runsOf(rows)]),
);

function runsOf(rows: readonly (readonly string[])[]): ReadonlyMap<string, readonly Run[]> {
  const table = new Map<string, Run[]>();
  for (const [to = '', from = ''] of rows) {
    const run = { to: to.split(' '), from: stripAccents(from).split(' ') };
    const [first = ''] = run.from;
    table.set(first, [...(table.get(first) ?? []), run]);
  }
  for (const runs of table.values()) runs.sort((one, other) => other.from.length - one.from.length);
  return table;
}

/** Folded words with runs that mean one word replaced by it: `second hand` by `used`. */
export function replaceRuns(words: readonly string[], language: string): string[] {
  const table = RUNS.get(language === '' ? 'en' : language) ?? NO_RUNS;
  const bare = words.map(stripAccents);
  const out: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const run = runAt(bare, at, table);
    out.push(...(run === undefined ? words.slice(at, at + 1) : run.to));
    at += run === undefined ? 0 : run.from.length - 1;
  }
  return out;
}

function runAt(bare: readonly string[], at: number, table: ReadonlyMap<string, readonly Run[]>): Run | undefined {
  const first = bare[at] ?? '';
  const runs = table.get(first) ?? (first.endsWith('s') ? table.get(first.slice(0, -1)) : undefined);
  return runs?.find(({ from }) => from.every((word, offset) => sameWord(bare[at + offset], word)));
}

/** Also in the plural. */
function sameWord(word: string | undefined, wanted: string): boolean {
  return word === wanted || word === `${wanted}s`;
}

const meaningTables = new Map<string, ReadonlyMap<string, string>>();

/** The term that stands for what a term means, so that `bicycle` and `bike` meet; the term itself where none does. */
export function findTermMeaning(term: string, language: string): string {
  let table = meaningTables.get(language);
  if (table === undefined) {
    table = new Map(
      [...listMeanings(language)].map(([word, meaning]) => [stemTerm(word, language), stemTerm(meaning, language)]),
    );
    meaningTables.set(language, table);
  }
  const one = language === 'fr' ? term.replace(FRENCH_PLURAL, '') : term;
  return table.get(one) ?? one;
}

/** The stemmer keeps the s of `vélos`, which parts it from `vélo`. */
const FRENCH_PLURAL = /(?<=^.{2,}[ou])s$/;

/** A text with its runs of words that mean one word replaced by it; the text itself where it has none. */
export function replaceRunsInText(text: string, language: string, charactersMax: number): string {
  const words = tokenize(foldPhrase(text, charactersMax));
  const short = replaceRuns(words, language);
  return short.length === words.length ? text : short.join(' ');
}

/** Meaningful terms of a text by what they mean: `second hand bicycles` and `used bikes` have the same. */
export function readMeaningTerms(text: string, language: string, charactersMax = 20_000): string[] {
  const terms = readTerms(replaceRunsInText(text, language, charactersMax), language, charactersMax);
  return terms.map((term) => findTermMeaning(term, language));
}
