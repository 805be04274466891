import { readDataRows } from '../../../kernel/data.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import { readTerms } from '../../../text/keyword.ts';
import { cleanText } from '../../../text/normalize.ts';
import { detectPageLanguage } from '../../../text/page-language.ts';
import { findSentences } from '../../../text/sentences.ts';
import { containment } from '../../../text/similarity.ts';
import { type TermVector, weighTerms, weighText } from '../../../text/weights.ts';
import type { Page, TextBlock } from '../../../web/page/page.ts';
import { readPage } from '../../../web/page/read.ts';
import { tokenize } from '../../../web/words.ts';

export interface PassageInput {
  readonly html: string;
  readonly url: string;
  readonly keyword: string;
  /** Of the query; the page's own language is used where it can be detected. */
  readonly language: string;
  /** Text of the AI Overview; '' without one. */
  readonly overview: string;
}

/** A run of words that two texts share. */
interface WordRun {
  readonly words: number;
  readonly text: string;
}

export interface PassageReading {
  /** The one to three sentences that answer best, at most 90 words; null if none do. */
  readonly passage: string | null;
  readonly heading: string | null;
  readonly reasons: readonly string[];
  /** Longest run of words that the page and the AI Overview share; null without an overview. */
  readonly paraphrase: WordRun | null;
  readonly words: number;
}

/** Finds the sentences of a page that an answer to a search could quote. */
export const readPassages: Task<PassageInput, PassageReading> = definePageTask(
  import.meta.url,
  'readPassages',
  findPassage,
);

const SENTENCES_MAX = 3;
/** What engines quote is rarely longer. */
const WORDS_MAX = 90;
const WORDS_MIN = 8;
const WORDS_GOOD = [15, 60] as const;
/** Share of the query's weight that a passage, its heading and the page title must cover together. */
const COVERED_MIN = 0.75;
/** Headings name the question; the passage itself must cover part of its subject. */
const OWN_COVERED_MIN = 0.4;
const BLOCKS_MAX = 2000;

interface Passage {
  readonly text: string;
  readonly heading: string | null;
  readonly score: number;
  readonly reasons: readonly string[];
}

function findPassage({ html, url, keyword, language, overview }: PassageInput): PassageReading {
  const page = readPage({ html }, url);
  const code = detectPageLanguage(page).code || (language.split(/[-_]/, 1)[0] ?? '');
  const wanted = weighTerms(readTerms(keyword, code, 700), code);
  const paraphrase = overview === '' ? null : findLongestRun(tokenize(overview), tokenize(page.text));
  const best =
    findRepeated(page, paraphrase) ??
    listPassages(page, wanted, code).toSorted((one, other) => other.score - one.score)[0];
  return {
    passage: best?.text ?? null,
    heading: best?.heading ?? null,
    reasons: best?.reasons ?? [],
    paraphrase,
    words: page.word_count,
  };
}

/** So many words in a row are taken over, not shared by chance. */
const REPEATED_MIN = 8;

/** The shortest run of sentences that has the words which the overview took over: it was quoted, whatever it says of the query. */
function findRepeated(
  page: Page,
  paraphrase: WordRun | null,
): Pick<Passage, 'text' | 'heading' | 'reasons'> | undefined {
  if (paraphrase === null || paraphrase.words < REPEATED_MIN) return undefined;
  const holds = (text: string): boolean => ` ${tokenize(text).join(' ')} `.includes(` ${paraphrase.text} `);
  for (const block of page.blocks.slice(0, BLOCKS_MAX)) {
    if (!holds(block.text)) continue;
    const windows = listWindows(block.text).filter((text) => holds(text) && tokenize(text).length <= WORDS_MAX);
    const [text] = windows.toSorted((one, other) => one.length - other.length);
    if (text === undefined) continue;
    const heading = findHeading(page, block);
    const reasons = [
      'has the words that the AI Overview repeats',
      ...(heading === null ? [] : [`is under the heading “${heading.slice(0, 80)}”`]),
      `${tokenize(text).length} words`,
    ];
    return { text, heading, reasons };
  }
  return undefined;
}

function listPassages(page: Page, wanted: TermVector, language: string): Passage[] {
  const blocks = page.blocks.filter(isProse).slice(0, BLOCKS_MAX);
  const title = cleanText(page.headings.find(({ level, hidden }) => level === 1 && !hidden)?.text ?? '', 200);
  return blocks.flatMap((block, at) => {
    const heading = findHeading(page, block);
    const place = 1 - at / Math.max(1, blocks.length);
    return listWindows(block.text).flatMap(
      (text) => ratePassage({ text, heading, title, place }, wanted, language) ?? [],
    );
  });
}

function isProse({ region, kind, text, linked_characters }: TextBlock): boolean {
  const isText = kind === 'paragraph' || kind === 'list_item' || kind === 'other' || kind === 'table_cell';
  return region === 'content' && isText && linked_characters * 2 < text.length;
}

function findHeading(page: Page, { section }: TextBlock): string | null {
  const title = cleanText(page.sections[section]?.title ?? '', 200);
  return title === '' ? null : title;
}

/** Sentences of a block, alone and with those that follow. */
function listWindows(text: string): string[] {
  const clean = cleanText(text, 4000);
  const spans = findSentences(clean);
  return spans.flatMap((first, at) =>
    spans.slice(at, at + SENTENCES_MAX).map((last) => clean.slice(first.start, last.end)),
  );
}

interface Window {
  readonly text: string;
  readonly heading: string | null;
  /** The first heading of the page; '' without one. */
  readonly title: string;
  /** 1 at the top of the page, 0 at its end. */
  readonly place: number;
}

/**
 * How well sentences answer a query on their own: 40 for query words in them, their heading or the title, 35
 * for query words in the passage itself, 15 for a quotable length, 10 for a place near the top, minus 15 for an
 * opening that depends on the sentence before. Our own weights, pinned by the tests.
 */
function ratePassage(
  { text, heading, title, place }: Window,
  wanted: TermVector,
  language: string,
): Passage | undefined {
  const words = tokenize(text);
  if (words.length < WORDS_MIN || words.length > WORDS_MAX || !SENTENCE_END.test(text)) return undefined;
  const own = containment(wanted, weighText(text, language));
  const covered = containment(wanted, weighText(`${title} ${heading ?? ''} ${text}`, language));
  if (covered < COVERED_MIN || own < OWN_COVERED_MIN) return undefined;
  const isQuotable = words.length >= WORDS_GOOD[0] && words.length <= WORDS_GOOD[1];
  const isLeaning = isContinued(words, language) || text.endsWith('?');
  const score = 40 * covered + 35 * own + 10 * place + (isQuotable ? 15 : 0) - (isLeaning ? 15 : 0);
  const named = covered > own ? heading : null;
  return { text, heading, score, reasons: listReasons({ own, named, words: words.length, isQuotable, isLeaning }) };
}

/** Labels and names of things end without one. */
const SENTENCE_END = /[.!?…。！？]['"”’»)\]」』]*$/u;

interface Rated {
  readonly own: number;
  /** The heading, where it adds to what the passage says. */
  readonly named: string | null;
  readonly words: number;
  readonly isQuotable: boolean;
  readonly isLeaning: boolean;
}

function listReasons({ own, named, words, isQuotable, isLeaning }: Rated): string[] {
  return [
    `covers ${Math.round(own * 100)}% of the query, with telling words counting more`,
    named === null ? undefined : `is under the heading “${named.slice(0, 80)}”`,
    `${words} words${isQuotable ? ', a length that is often quoted' : ''}`,
    isLeaning ? 'needs the sentence before it' : undefined,
  ].filter((reason) => reason !== undefined);
}

const LEANING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readDataRows(import.meta.url, 'data/leaning-words.tsv').map(([code = '', words = '']) => [
    code,
    new Set(words.split(' ')),
  ]),
);

/** Whether a passage begins with a word that means nothing without the sentence before. */
function isContinued([first = '']: readonly string[], language: string): boolean {
  return (LEANING.get(language) ?? LEANING.get('en'))?.has(first) === true;
}

/** More words than any AI Overview and all but the longest pages have. */
const SHORT_WORDS_MAX = 1500;
const LONG_WORDS_MAX = 20_000;
/** Unrelated texts often share two words in a row. */
const RUN_MIN = 4;

/** The longest run of words that both texts contain, the first of equals; null if shorter than four. Takes folded words. */
export function findLongestRun(short: readonly string[], long: readonly string[]): WordRun | null {
  const [one, other] = [short.slice(0, SHORT_WORDS_MAX), long.slice(0, LONG_WORDS_MAX)];
  let best = { end: 0, length: 0 };
  let before = new Uint16Array(one.length + 1);
  let row = new Uint16Array(one.length + 1);
  for (const word of other) {
    for (let at = 0; at < one.length; at += 1) {
      const length = one[at] === word ? (before[at] ?? 0) + 1 : 0;
      row[at + 1] = length;
      if (length > best.length || (length === best.length && at < best.end)) best = { end: at, length };
    }
    [before, row] = [row, before];
  }
  if (best.length < RUN_MIN) return null;
  return { words: best.length, text: one.slice(best.end - best.length + 1, best.end + 1).join(' ') };
}
