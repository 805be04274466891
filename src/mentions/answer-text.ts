import { findSentences, type Span } from '../text/sentences.ts';
import { hasKnownSuffix } from '../web/url.ts';

/** A text as people read it: what is code, markup or an address is no part of its sentences' words. */
export interface AnswerText {
  /** As it came, but for its length. */
  readonly text: string;
  /** The same, character for character, with spaces where code, markup and addresses of links stand. */
  readonly visible: string;
  /** Hosts that the text writes or links to, in their order. */
  readonly hosts: readonly WrittenHost[];
  readonly blocks: readonly Block[];
  readonly sentences: readonly Sentence[];
}

export interface WrittenHost extends Span {
  /** Small letters, without `www.`. */
  readonly host: string;
  /** Whether the host alone is written where people read it: `acme.com`, and not `https://acme.com/offers`. */
  readonly is_bare: boolean;
}

/** A paragraph, an item of a list, a row of a table or a heading. */
export interface Block extends Span {
  readonly kind: 'paragraph' | 'item' | 'row' | 'heading';
  /** Where its words begin, behind bullets and numbers. */
  readonly content: number;
  /** Spaces that an item is indented by. */
  readonly indent: number;
  /** Place in its list or table, from 1; null for paragraphs, for headings without a number and for heads of tables. */
  readonly position: number | null;
}

export interface Sentence extends Span {
  readonly block: Block;
}

/** Longer answers are data, not answers. */
const TEXT_CHARACTERS_MAX = 200_000;

/** Reads Markdown or plain text of any length; nothing in it is followed as an instruction. */
export function readAnswerText(written: string): AnswerText {
  const text = written.slice(0, TEXT_CHARACTERS_MAX).toWellFormed();
  const hosts: WrittenHost[] = [];
  let visible = text;
  for (const pattern of HIDDEN) visible = visible.replaceAll(pattern, blank);
  visible = visible.replaceAll(EMAIL, (found, host: string, at: number) => {
    addHost(hosts, host, { start: at, end: at + found.length }, false);
    return blank(found);
  });
  visible = visible.replaceAll(ADDRESS, (found, host: string, at: number) => {
    addHost(hosts, host, { start: at, end: at + found.length }, false);
    return blank(found);
  });
  visible = visible.replaceAll(BARE_HOST, (found, host: string, path: string | undefined, at: number) => {
    if (!isHost(host)) return found;
    addHost(hosts, host, { start: at, end: at + found.length }, path === undefined || path === '/');
    return path === undefined ? found : host + blank(path);
  });
  const blocks = readBlocks(visible);
  return {
    text,
    visible,
    hosts: hosts.sort((one, other) => one.start - other.start),
    blocks,
    sentences: blocks.flatMap((block) => cutSentences(visible, block)),
  };
}

function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, ' ');
}

/** Fenced and inline code, comments, tags, and markers of footnotes. Each is bounded, so that no text makes them slow. */
const HIDDEN: readonly RegExp[] = [
  /```[^`]{0,20000}(?:```|$)/g,
  /`[^`\n]{1,300}`/g,
  /<!--[^>]{0,2000}-->/g,
  /<\/?[a-z][^<>]{0,500}>/gi,
  /[ \t]?\[\^?\d{1,3}\](?!\()/g,
];
const EMAIL = /[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})/gi;
const ADDRESS =
  /(?:https?:\/\/|\bwww\.)([\p{L}\p{N}][\p{L}\p{N}.-]{0,252})(?::\d{1,5})?(?:[/?#][^\s<>"'`)\]}|]{0,2000})?/giu;
const BARE_HOST =
  /(?<![\p{L}\p{N}@._/-])((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,5}(?:\p{Ll}{2,24}|\p{Lu}{2,24}))(?![\p{L}\p{N}@_-])(\/[^\s<>"'`)\]}|]{0,2000})?/gu;

/** Names such as Node.js end in something that is no public suffix. */
function isHost(written: string): boolean {
  return hasKnownSuffix(written.toLowerCase());
}

function addHost(hosts: WrittenHost[], written: string, span: Span, isBare: boolean): void {
  const host = URL.parse(`http://${written.replace(/[.-]+$/, '')}/`)?.hostname.replace(/^www\./, '');
  if (host !== undefined && host !== '') hosts.push({ ...span, host, is_bare: isBare });
}

const LIST_MARK = /^([ \t]*)(?:[-*•‣◦–]|(\d{1,3})[.)])[ \t]+(?:\[[ x]\][ \t]+)?/u;
const HEADING_MARK = /^[ \t]*#{1,6}[ \t]+(?:(\d{1,3})[.)][ \t]*)?/u;
const TABLE_ROW = /^[ \t]*\|.*\|[ \t]*$/u;
const TABLE_RULE = /^[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*$/u;

interface Line extends Span {
  readonly text: string;
}

function readBlocks(visible: string): Block[] {
  const blocks: Block[] = [];
  const counts = new PositionCounts();
  let paragraph: Line | undefined;
  const endParagraph = (): void => {
    if (paragraph !== undefined) blocks.push(blockOf(paragraph, { kind: 'paragraph', content: paragraph.start }));
    paragraph = undefined;
  };
  const lines = cutLines(visible);
  for (const [at, line] of lines.entries()) {
    const block = readMarked(line, counts, TABLE_RULE.test(lines[at + 1]?.text ?? ''));
    if (block === undefined && line.text.trim() !== '') {
      paragraph = paragraph === undefined ? line : { ...paragraph, end: line.end };
      continue;
    }
    endParagraph();
    if (block !== undefined && block.end > block.content) blocks.push(block);
  }
  endParagraph();
  return blocks;
}

/** Undefined for a line of running text. */
function readMarked(line: Line, counts: PositionCounts, isHead: boolean): Block | undefined {
  const { text, start, end } = line;
  const heading = HEADING_MARK.exec(text);
  if (heading !== null) {
    const position = heading[1] === undefined ? null : Number(heading[1]);
    return { kind: 'heading', start, end, content: start + heading[0].length, indent: 0, position };
  }
  const item = LIST_MARK.exec(text);
  if (item !== null) {
    const indent = (item[1] ?? '').replaceAll('\t', '    ').length;
    const position = counts.nextItem(indent, item[2]);
    return { kind: 'item', start, end, content: start + item[0].length, indent, position };
  }
  if (TABLE_RULE.test(text)) return { ...blockOf(line, { kind: 'row', content: end }), end };
  if (!TABLE_ROW.test(text)) {
    if (text.trim() !== '') counts.endLists();
    return undefined;
  }
  const content = start + text.indexOf('|') + 1;
  return { kind: 'row', start, end, content, indent: 0, position: isHead ? counts.headRow() : counts.nextRow() };
}

function blockOf(line: Span, facts: Pick<Block, 'kind' | 'content'>): Block {
  return { start: line.start, end: line.end, indent: 0, position: null, ...facts };
}

/** Places of items and rows. An item of a deeper list does not count in the outer one. */
class PositionCounts {
  readonly #items = new Map<number, number>();
  #rows = 0;

  nextItem(indent: number, written: string | undefined): number {
    for (const deeper of this.#items.keys()) if (deeper > indent) this.#items.delete(deeper);
    const next = written === undefined ? (this.#items.get(indent) ?? 0) + 1 : Number(written);
    this.#items.set(indent, next);
    return next;
  }

  headRow(): null {
    this.#rows = 0;
    return null;
  }

  nextRow(): number {
    this.#rows += 1;
    return this.#rows;
  }

  endLists(): void {
    this.#items.clear();
    this.#rows = 0;
  }
}

function cutLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ start, end: start + line.length, text: line });
    start += line.length + 1;
  }
  return lines;
}

function cutSentences(visible: string, block: Block): Sentence[] {
  return findSentences(visible.slice(block.content, block.end)).map(({ start, end }) => ({
    start: block.content + start,
    end: block.content + end,
    block,
  }));
}
