import { cleanText } from '../text/normalize.ts';
import { findSentences } from '../text/sentences.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { readWords, type Word } from '../text/reading/words.ts';

/** One heading, paragraph, list item or row of a page, with its words. */
export interface Passage {
  readonly section: number;
  /** The heading itself, not what stands under it. */
  readonly is_heading: boolean;
  readonly text: string;
  readonly words: readonly Word[];
  /** Each term once. */
  readonly terms: ReadonlySet<string>;
}

/** Longer blocks are pastes; what they say beyond this is not compared. */
const CHARACTERS_MAX = 4000;
/** What is compared of a page: some 20,000 words. */
const PASSAGES_MAX = 1200;
/** The passages of a page in its order. Code says nothing about a subject. */
export function listPassages(page: ReadPage, language: string): Passage[] {
  const passages: Passage[] = [];
  const add = (section: number, is_heading: boolean, raw: string): void => {
    const text = cleanText(raw, CHARACTERS_MAX);
    const words = readWords(text, language);
    const terms = new Set(words.map(({ term }) => term).filter((term) => term !== ''));
    if (terms.size > 0 && passages.length < PASSAGES_MAX) passages.push({ section, is_heading, text, words, terms });
  };
  for (const [at, { heading, blocks }] of page.sections.entries()) {
    if (heading !== '') add(at, true, heading);
    for (const { kind, text } of blocks) if (kind !== 'code') add(at, false, text);
  }
  return passages;
}

const QUOTE_MAX = 220;

/** The sentence of a passage that holds all terms, or the one with most of them, in at most 220 characters. */
export function quoteTerms({ text, words }: Passage, wanted: readonly string[]): string {
  let best = { start: 0, end: text.length, held: -1 };
  for (const { start, end } of findSentences(text)) {
    const own = new Set(words.filter((word) => word.start >= start && word.end <= end).map(({ term }) => term));
    const held = wanted.filter((term) => own.has(term)).length;
    if (held > best.held) best = { start, end, held };
  }
  return shorten(text.slice(best.start, best.end), QUOTE_MAX);
}

/** A text cut at a word, with an ellipsis where something is missing. */
function shorten(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  return `${text
    .slice(0, charactersMax - 1)
    .replace(/\s+\S*$/, '')
    .replace(/[,;:–-]+$/, '')
    .toWellFormed()}…`;
}

/** The shortest run of words that holds all terms, as it is written; undefined where one is missing or they stand far apart. */
export function findWording({ text, words }: Passage, wanted: readonly string[], wordsMax: number): string | undefined {
  let best: readonly Word[] | undefined;
  for (const [from, { term }] of words.entries()) {
    if (!wanted.includes(term)) continue;
    const run = words.slice(from, from + wordsMax);
    const length = 1 + Math.max(...wanted.map((each) => indexOfTerm(run, each)));
    if (length < (best?.length ?? Number.POSITIVE_INFINITY)) best = run.slice(0, length);
  }
  return best === undefined ? undefined : text.slice(best[0]?.start ?? 0, best.at(-1)?.end ?? 0);
}

function indexOfTerm(words: readonly Word[], wanted: string): number {
  const at = words.findIndex(({ term }) => term === wanted);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
