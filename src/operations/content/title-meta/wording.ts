import { readDataLines } from '../../../kernel/data.ts';
import { readTerms } from '../../../text/keyword.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { foldText } from '../../../web/words.ts';
import { capitalizeFirst, countCasing, isShouted, toTitleCase } from '../../../text/snippet/casing.ts';
import type { Facts } from './facts.ts';

export interface KeywordText {
  readonly text: string;
  readonly source: string;
  /** Assembled from words that the page never has in one run: a searcher's shorthand, not a heading. */
  readonly rough: boolean;
}

const SAMPLE_CHARACTERS = 50_000;

/**
 * The keyword as a heading, spelled as the page spells it; undefined when the page lacks any of its words, since a title
 * must not promise what the page does not deliver.
 */
export function writeKeyword(facts: Facts): KeywordText | undefined {
  const { phrase, on_page: onPage } = facts;
  if (phrase !== undefined) return { text: formatHeading(facts, phrase.text), source: phrase.source, rough: false };
  if (onPage.words.length === 0 || onPage.missing.length > 0) return undefined;
  const sample = facts.page.text.slice(0, SAMPLE_CHARACTERS);
  const words = facts.keyword.split(' ').map((word) => restoreCasing(word, sample));
  // `bike repair hamburg` where the page says `in Hamburg`.
  const last = words.at(-1) ?? '';
  const place = /^\p{Lu}/u.test(last) && words.length > 1 ? facts.phrasing?.inPlace(last) : undefined;
  const isPlaced = place !== undefined && sample.includes(` ${place}`);
  if (isPlaced) words.splice(-1, 1, place);
  return { text: formatHeading(facts, words.join(' ')), source: 'keyword', rough: !isPlaced };
}

function formatHeading(facts: Facts, text: string): string {
  const plain = isShouted(text) ? text.toLocaleLowerCase(facts.language.code || 'en') : text;
  return facts.title_case ? toTitleCase(plain) : capitalizeFirst(plain);
}

/** `hamburg` → `Hamburg` where the page writes it so. */
function restoreCasing(word: string, sample: string): string {
  const { capital, small } = countCasing(sample, word);
  return capital > small ? capitalizeFirst(word) : word;
}

export interface Point {
  /** Written as it would be inside a sentence. */
  readonly text: string;
  readonly source: string;
}

const POINTS_MAX = 4;
const POINT_CHARACTERS_MAX = 28;
const POINT_WORDS_MAX = 3;

const EVERYDAY = new RegExp(
  `^(?:${readDataLines(import.meta.url, 'data/everyday-headings.txt').join('|')})(?=\\s|$)`,
  'iu',
);

/** Short second-level headings that can be listed: what the page covers. */
export function listPoints(facts: Facts): Point[] {
  const code = facts.language.code;
  const known = new Set(readTerms(facts.keyword, code));
  const sample = facts.page.text.slice(0, SAMPLE_CHARACTERS);
  const points: Point[] = [];
  for (const heading of facts.headings) {
    if (heading.level !== 2 || points.length >= POINTS_MAX) continue;
    const { text } = heading;
    const terms = readTerms(text, code);
    if (!isPoint(text, facts) || terms.length === 0 || terms.some((term) => known.has(term))) continue;
    for (const term of terms) known.add(term);
    points.push({ text: formatInside(text, sample, facts.phrasing?.nouns_capital === true), source: `h2 “${text}”` });
  }
  return points;
}

function isPoint(text: string, { language, phrasing }: Facts): boolean {
  const words = text.split(' ');
  const [first, last] = [words[0] ?? '', words.at(-1) ?? ''].map((word) => isStopWord(foldText(word), language.code));
  const isShort =
    text.length <= POINT_CHARACTERS_MAX && words.length <= POINT_WORDS_MAX && /^[\p{L}\p{M} ’'&-]+$/u.test(text);
  const isCalm = !isShouted(text) && !/^[\p{Lu}\s]{4,}$/u.test(text);
  if (!isShort || !isCalm || EVERYDAY.test(text) || phrasing?.joins.test(text) === true) return false;
  return first === false && last === false;
}

/** Words lose their capitals where the page, or its language, writes them without inside sentences. */
function formatInside(text: string, sample: string, nounsCapital: boolean): string {
  // German headings are written like sentences, so only their first word is in doubt.
  const words = text.split(' ');
  return words.map((word, at) => (at > 0 && nounsCapital ? word : formatWord(word, sample, nounsCapital))).join(' ');
}

function formatWord(word: string, sample: string, nounsCapital: boolean): string {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return word;
  const { capital, small } = countCasing(sample, word);
  const isSmall = capital === small ? !nounsCapital : small > capital;
  return isSmall ? word.toLowerCase() : word;
}
