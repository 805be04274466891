import { readDataRows } from '../kernel/data.ts';
import { stripAccents } from '../text/normalize.ts';
import { foldText, tokenize } from '../web/words.ts';
import type { AnswerText, Block } from './answer-text.ts';
import type { FoundName } from './find-names.ts';
import { isOrdinaryName } from './names.ts';

/** Something that an answer lists as if it were a brand. */
export interface ListedName {
  readonly name: string;
  /** Letters that all spellings of it have. */
  readonly key: string;
  readonly start: number;
}

const WORDS_MAX = 4;
const CHARACTERS_MAX = 40;
const NAMES_MAX = 60;

/**
 * Names that an answer lists: what heads items, rows and numbered headings, and the texts of links, written as names are.
 * A capital at the beginning of a sentence alone makes no name, and neither does what heads several items (`Pros`).
 *
 * @param known names that were looked for; they are left out
 */
export function listNames(text: AnswerText, known: readonly FoundName[]): ListedName[] {
  const found = [...text.blocks.flatMap((block) => readHead(text, block) ?? []), ...readLinks(text)];
  const heads = Map.groupBy(found, ({ key, isHead }) => (isHead ? key : ''));
  const names = found
    .filter(({ key, isHead }) => !isHead || (heads.get(key)?.length ?? 0) < REPEATED)
    .filter(({ start, name }) => !known.some((one) => one.start < start + name.length && one.end > start))
    .filter(({ key }) => key !== '' && !known.some(({ written }) => keyOf(written) === key))
    .sort((one, other) => one.start - other.start);
  const first = new Map<string, ListedName>();
  for (const { name, key, start } of names) if (!first.has(key)) first.set(key, { name, key, start });
  return [...first.values()].slice(0, NAMES_MAX);
}

/** What heads as many items of one answer is a label. */
const REPEATED = 2;

interface Lead extends ListedName {
  readonly isHead: boolean;
}

const BOLD = /^\s*(?:\*\*|__)\[?([^*_\]\n]{2,80}?)\]?(?:\([^)\n]*\))?:?(?:\*\*|__)/u;
const LINKED = /^\s*\[(?:\*\*)?([^\]*\n]{2,80})(?:\*\*)?\]\(/u;
const PLAIN = /^\s*([^:–—|(\n]{2,60}?)\s*(?:[:–—|(]|\s-\s|$)/u;
const LINK = /\[(?:\*\*)?([^\]*\n]{2,60})(?:\*\*)?\]\(/gu;

function readHead({ visible }: AnswerText, block: Block): Lead | undefined {
  if (block.kind === 'paragraph' || block.indent > 0 || block.position === null) return undefined;
  const content = visible.slice(block.content, block.end);
  const marked = BOLD.exec(content) ?? LINKED.exec(content);
  const written = (marked ?? PLAIN.exec(content))?.[1] ?? '';
  const name = trimName(written);
  if (!isName(name, marked !== null)) return undefined;
  return { name, key: keyOf(name), start: block.content + content.indexOf(written), isHead: true };
}

function readLinks({ visible }: AnswerText): Lead[] {
  return [...visible.matchAll(LINK)].flatMap(({ 0: whole, 1: written = '', index }) => {
    const name = trimName(written);
    return isName(name, true) ? [{ name, key: keyOf(name), start: index + whole.indexOf(written), isHead: false }] : [];
  });
}

function trimName(written: string): string {
  return written
    .replace(/^\s*\d{1,3}[.)]\s*/, '')
    .replace(/^[\s"“”„«»'‘’*_]+|[\s"“”„«»'‘’*_.,:;!]+$/gu, '')
    .replaceAll(/\s+/g, ' ');
}

/** Words inside of names that have no capital. */
const SMALL = new Set([
  'of',
  'and',
  'the',
  'for',
  'by',
  'de',
  'la',
  'le',
  'du',
  'des',
  'di',
  'del',
  'da',
  'do',
  'van',
  'von',
  'und',
  'et',
  'y',
  'e',
  'en',
  '&',
  '+',
]);
const LABELS: ReadonlySet<string> = new Set(
  readDataRows(import.meta.url, 'data/labels.tsv')
    .flatMap(([, words = '']) => words.split(' '))
    .map(foldText),
);

function isName(name: string, isMarked: boolean): boolean {
  if (name.length < 2 || name.length > CHARACTERS_MAX || /[?!]/.test(name)) return false;
  const words = name.split(' ');
  if (words.length > WORDS_MAX || /^[\w-]+(?:\.[\w-]+)+$/.test(name)) return false;
  const isWritten = words.every(
    (word, at) => (at > 0 && SMALL.has(word)) || /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]|^\p{Ll}+\p{Lu}/u.test(word),
  );
  if (!isWritten || !/\p{L}/u.test(name)) return false;
  const folded = tokenize(name);
  if (folded.every((word) => LABELS.has(word) || SMALL.has(word) || /^\d+$/.test(word))) return false;
  return isMarked || !isOrdinaryName(name);
}

function keyOf(name: string): string {
  return tokenize(name).map(stripAccents).join('');
}

/** A brand that answers list beside the one that is looked for. */
export interface CoMentioned {
  readonly name: string;
  readonly key: string;
  readonly answers: number;
}

/** Fewer answers make no brand of what a list happened to begin with. */
const ANSWERS_MIN = 2;

/** The names that several answers list, most answers first, each in its commonest spelling. */
export function poolNames(answers: readonly (readonly ListedName[])[]): CoMentioned[] {
  const all = Map.groupBy(answers.flat(), ({ key }) => key);
  return [...all]
    .filter(([, own]) => own.length >= ANSWERS_MIN)
    .map(([key, own]) => ({ name: commonest(own.map(({ name }) => name)), key, answers: own.length }))
    .sort((one, other) => other.answers - one.answers || (one.key < other.key ? -1 : 1));
}

function commonest(spellings: readonly string[]): string {
  const counts = [...Map.groupBy(spellings, (one) => one)].map(([name, own]) => ({ name, count: own.length }));
  return counts.sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))[0]?.name ?? '';
}
