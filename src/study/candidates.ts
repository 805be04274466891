import { readDataRows } from '../kernel/data.ts';
import { once } from '../kernel/once.ts';
import { stemTerm } from '../text/keyword.ts';
import { compareText } from '../text/normalize.ts';
import { RUN_TERMS_MAX } from '../text/reading/terms.ts';
import { termWeight } from '../text/weights.ts';
import { findTermMeaning } from '../text/synonyms.ts';
import { findSignals, listSignalPhrases } from '../text/phrases.ts';
import type { SignalKind } from '../text/signals.ts';
import { tokenize } from '../web/words.ts';
import { isCommonHeading } from './headings.ts';
import type { ComparedPage } from './kinds.ts';
import { listPassages, type Passage } from './text.ts';

/** A page with its passages, and where each term stands in them. */
export interface ReadText {
  readonly passages: readonly Passage[];
  /** Passages by term, ascending. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Headings below the title that name a topic, by their passage. */
  readonly headings: ReadonlySet<number>;
}

/** Words that may be a topic, before it is known how telling they are. */
export interface Candidate {
  /** One to three terms, sorted. */
  readonly terms: readonly string[];
  /** As they follow each other in the text; '' where only headings hold them together. */
  readonly run: string;
}

const looseTerms = once(
  (): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      readDataRows(import.meta.url, 'data/loose-words.tsv').map(([language = '', words = '']) => [
        language,
        new Set(words.split(' ').map((word) => stemTerm(word, language))),
      ]),
    ),
);
const NONE: ReadonlySet<string> = new Set();

/** Whether a term names no topic: prepositions, adverbs, numerals and the verbs of every text. */
export function isLooseTerm(term: string, language: string): boolean {
  return (looseTerms().get(language) ?? NONE).has(term);
}

export const HEADING_DEPTH = 4;
const HEADING_TERMS_MAX = 8;
/** Share of the compared pages on which a single word has to stand that no two headings name. */
const WORD_SHARE = 0.4;
const RUN_SHARE = 0.25;
const CANDIDATES_MAX = 4000;

/** @param headingDepth the lowest level of headings that counts */
export function readText(
  { page }: Pick<ComparedPage, 'page'>,
  language: string,
  headingDepth: number = HEADING_DEPTH,
): ReadText {
  const passages = listPassages(page, language);
  const places = new Map<string, number[]>();
  const headings = new Set<number>();
  for (const [at, { terms, is_heading, section, text }] of passages.entries()) {
    for (const term of terms) {
      const known = places.get(term);
      if (known === undefined) places.set(term, [at]);
      else known.push(at);
    }
    const level = page.sections[section]?.level ?? 0;
    if (is_heading && level > 1 && level <= headingDepth && !isCommonHeading(text, language)) headings.add(at);
  }
  return { passages, places, headings };
}

/** The passages that hold all of the terms. */
export function findPlaces({ places, passages }: ReadText, terms: readonly string[]): number[] {
  const [rarest, ...others] = terms
    .map((term) => places.get(term) ?? [])
    .toSorted((one, other) => one.length - other.length);
  if (rarest === undefined || others.some(({ length }) => length === 0)) return [];
  return rarest.filter((at) => terms.every((term) => passages[at]?.terms.has(term) === true));
}

/** What two headings of different pages share, and what stands on enough pages: the topics are among them. */
export function listCandidates(
  texts: readonly ReadText[],
  subject: ReadonlySet<string>,
  language: string,
): Candidate[] {
  const loose = looseTerms().get(language) ?? NONE;
  const found = new Map<string, Candidate & { readonly pages: number }>();
  for (const [key, pages] of countSets(texts, (term) => !subject.has(term) && !loose.has(term)))
    if (pages.size >= 2) found.set(key, { terms: key.split(' '), run: '', pages: pages.size });
  const [wordMin, runMin] = [WORD_SHARE, RUN_SHARE].map((share) => Math.max(2, Math.ceil(share * texts.length)));
  for (const [run, pages] of countRuns(texts, loose)) {
    const terms = [...new Set(run.split(' '))].toSorted(compareText);
    if (pages.size < ((terms.length === 1 ? wordMin : runMin) ?? 2)) continue;
    found.set(terms.join(' '), { terms, run, pages: pages.size });
  }
  return [...found.values()]
    .filter(({ terms }) => isTelling(terms, subject, language))
    .toSorted((one, other) => other.pages - one.pages || compareText(one.terms.join(' '), other.terms.join(' ')))
    .slice(0, CANDIDATES_MAX)
    .map(({ terms, run }) => ({ terms, run }));
}

/** What the search itself says names no topic of its pages, nor does one word of everyday speech or a number. */
function isTelling(terms: readonly string[], subject: ReadonlySet<string>, language: string): boolean {
  const own = terms.filter((term) => !subject.has(term) && term.length > 2 && !/^\p{N}+$/u.test(term));
  const [first = ''] = own;
  if (terms.length === 1 && isAskedTerm(first, language)) return true;
  return own.reduce((sum, term) => sum + termWeight(term, language), 0) >= 0.9;
}

const ASKED_KINDS: ReadonlySet<SignalKind> = new Set<SignalKind>(['cost', 'price', 'alternative']);
const asked = new Map<string, ReadonlySet<string>>();

/** Words that say in a search what is wanted (`cost`, `alternatives`) and in a heading what its section is on. */
export function isAskedTerm(term: string, language: string): boolean {
  const known = asked.get(language) ?? readAskedTerms(language);
  asked.set(language, known);
  return known.has(term);
}

function readAskedTerms(language: string): ReadonlySet<string> {
  const words = listSignalPhrases(language)
    .map(tokenize)
    .flatMap((each) => (each.length === 1 ? each : []));
  const kinds = words.filter((word) => findSignals([word], language).some(({ kind }) => ASKED_KINDS.has(kind)));
  return new Set(kinds.map((word) => findTermMeaning(stemTerm(word, language), language)));
}

type Counts = Map<string, Set<number>>;

function count(counts: Counts, key: string, page: number): void {
  const pages = counts.get(key);
  if (pages === undefined) counts.set(key, new Set([page]));
  else pages.add(page);
}

/** Sets of up to three terms in headings, and the pages that have them. */
function countSets(texts: readonly ReadText[], isOwn: (term: string) => boolean): Counts {
  const counts: Counts = new Map();
  for (const [page, { passages, headings }] of texts.entries()) {
    for (const at of headings) {
      const terms = [...(passages[at]?.terms ?? [])].filter(isOwn).toSorted(compareText);
      for (const set of subsets(terms.slice(0, HEADING_TERMS_MAX))) count(counts, set, page);
    }
  }
  return counts;
}

function subsets(terms: readonly string[]): string[] {
  return terms.flatMap((one, first) => [
    one,
    ...terms
      .slice(first + 1)
      .flatMap((two, second) => [
        `${one} ${two}`,
        ...terms.slice(first + second + 2).map((three) => `${one} ${two} ${three}`),
      ]),
  ]);
}

/** Runs of up to three words that follow each other without another between them, as terms, and the pages that have them. */
function countRuns(texts: readonly ReadText[], loose: ReadonlySet<string>): Counts {
  const counts: Counts = new Map();
  for (const [page, { passages }] of texts.entries())
    for (const { words } of passages)
      for (let at = 0; at < words.length; at += 1) {
        let run = '';
        for (let length = 1; length <= RUN_TERMS_MAX; length += 1) {
          const term = words[at + length - 1]?.term ?? '';
          if (term === '' || loose.has(term)) break;
          run = length === 1 ? term : `${run} ${term}`;
          count(counts, run, page);
        }
      }
  return counts;
}
