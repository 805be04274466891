import { readFrontMatter } from './front-matter.ts';

/** A piece of a Markdown document that is one block of HTML. */
export interface MarkdownBlock {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'quote' | 'code' | 'table_cell';
  /** 1 to 6 for headings. */
  readonly level: number;
  readonly lines: readonly MarkdownLine[];
}

/** A line without its container marks (`> `, `- `), and where the rest begins in the source. */
interface MarkdownLine {
  readonly text: string;
  readonly offset: number;
}

export interface MarkdownDocument {
  readonly front_matter: ReadonlyMap<string, string> | undefined;
  readonly blocks: readonly MarkdownBlock[];
  /** Targets of `[name]: url` lines by name in lower case. */
  readonly references: ReadonlyMap<string, string>;
}

const CONTAINERS_MAX = 16;

/**
 * Cuts Markdown (CommonMark with GFM tables) into blocks, a line at a time.
 *
 * It knows what an audit asks about: headings of both forms, paragraphs, list items, quotations, fenced and
 * indented code, tables, comments, front matter and reference definitions. Containers are read by their
 * marks on each line, not by the exact indentation rules.
 */
export function readBlocks(markdown: string): MarkdownDocument {
  const { front_matter, length } = readFrontMatter(markdown);
  const reader = new BlockReader();
  let at = length;
  while (at < markdown.length) {
    const found = markdown.indexOf('\n', at);
    const end = found === -1 ? markdown.length : found;
    const stop = end > at && markdown[end - 1] === '\r' ? end - 1 : end;
    reader.line(markdown.slice(at, stop), at);
    at = end + 1;
  }
  return { front_matter, ...reader.read() };
}

class BlockReader {
  readonly #blocks: MarkdownBlock[] = [];
  readonly #references = new Map<string, string>();
  #kind: MarkdownBlock['kind'] = 'paragraph';
  #lines: MarkdownLine[] = [];
  #fence: string | undefined;
  #inComment = false;
  #inTable = false;
  /** The list that is being read has numbers: each further number is an item. */
  #ordered = false;
  #blankBefore = true;

  line(written: string, start: number): void {
    if (this.#fence !== undefined) return this.#fenced(written, start);
    const visible = this.#withoutComments(written);
    const { text, offset, quoted, item } = this.#uncontained(visible, start);
    if (text.trim() === '') return this.#blank();
    const afterBlank = this.#blankBefore;
    this.#blankBefore = false;
    if (item || (quoted && this.#kind !== 'quote')) this.#end();
    if (this.#opensFence(text)) return;
    const indented = afterBlank && !item && !quoted && this.#isIndentedCode(visible);
    if (indented) this.#block('code', [{ text: visible, offset: start }]);
    else if (!this.#special(text, offset)) this.#words(text, offset, kindOf(item, quoted));
  }

  #uncontained(line: string, start: number): Uncontained {
    const inParagraph = this.#lines.length > 0 && !(this.#kind === 'list_item' && this.#ordered);
    const found = withoutContainers(line, start, inParagraph);
    if (found.item) this.#ordered = found.ordered;
    return found;
  }

  #isIndentedCode(line: string): boolean {
    return this.#lines.length === 0 && /^(?: {4}|\t)/.test(line);
  }

  read(): Pick<MarkdownDocument, 'blocks' | 'references'> {
    this.#end();
    return { blocks: this.#blocks, references: this.#references };
  }

  #opensFence(text: string): boolean {
    const fence = /^\s*(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
    if (fence === undefined) return false;
    this.#end();
    this.#fence = fence;
    this.#kind = 'code';
    return true;
  }

  #words(text: string, offset: number, kind: MarkdownBlock['kind']): void {
    if (this.#lines.length === 0) this.#kind = kind;
    const words = text.trimStart();
    this.#lines.push({ text: words, offset: offset + text.length - words.length });
  }

  /** Headings, rules, tables and definitions: lines that are blocks of their own. */
  #special(text: string, offset: number): boolean {
    const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(text);
    if (heading !== null) {
      this.#end();
      const words = text.slice(heading[0].length).replace(/(?:^|[ \t])#+[ \t]*$/, '');
      this.#block('heading', [{ text: words, offset: offset + heading[0].length }], heading[1]?.length ?? 1);
      return true;
    }
    if (this.#kind === 'paragraph' && this.#lines.length > 0 && /^ {0,3}(?:=+|-+)[ \t]*$/.test(text)) {
      this.#block('heading', this.#lines, text.trimStart().startsWith('=') ? 1 : 2);
      this.#lines = [];
      return true;
    }
    if (isRule(text)) {
      this.#end();
      return true;
    }
    return this.#definition(text) || this.#table(text, offset);
  }

  #definition(text: string): boolean {
    if (this.#lines.length > 0) return false;
    const found = /^ {0,3}\[([^[\]]{1,200})\]:[ \t]*(?:<([^<>]*)>|(\S+))/.exec(text);
    if (found === null) return false;
    const name = referenceName(found[1] ?? '');
    if (!this.#references.has(name)) this.#references.set(name, found[2] ?? found[3] ?? '');
    return true;
  }

  #table(text: string, offset: number): boolean {
    if (!this.#inTable) {
      const head = this.#lines.length === 1 ? this.#lines[0] : undefined;
      if (head === undefined || !head.text.includes('|') || !isDelimiterRow(text)) return false;
      this.#lines = [];
      this.#inTable = true;
      this.#row(head.text, head.offset);
      return true;
    }
    this.#row(text, offset);
    return true;
  }

  #row(text: string, offset: number): void {
    let start = 0;
    for (let at = 0; at <= text.length; at += 1) {
      const escaped = at > 0 && text[at - 1] === '\\';
      if (at < text.length && (text[at] !== '|' || escaped)) continue;
      const cell = text.slice(start, at);
      if (cell.trim() !== '') this.#block('table_cell', [{ text: cell, offset: offset + start }]);
      start = at + 1;
    }
  }

  #fenced(written: string, start: number): void {
    const closing = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(written)?.[1];
    if (closing !== undefined && this.#fence !== undefined && closing.startsWith(this.#fence)) {
      this.#fence = undefined;
      this.#end();
    } else this.#lines.push({ text: written, offset: start });
  }

  #blank(): void {
    this.#end();
    this.#inTable = false;
    this.#blankBefore = true;
  }

  #end(): void {
    if (this.#lines.length > 0) this.#block(this.#kind, this.#lines);
    this.#lines = [];
    this.#kind = 'paragraph';
  }

  #block(kind: MarkdownBlock['kind'], lines: readonly MarkdownLine[], level = 0): void {
    if (kind === 'heading') this.#inTable = false;
    this.#blocks.push({ kind, level, lines });
  }

  /** Comments are blanked so that offsets stay. */
  #withoutComments(line: string): string {
    if (!this.#inComment && !line.includes('<!--')) return line;
    let visible = '';
    let at = 0;
    while (at < line.length) {
      const mark = line.indexOf(this.#inComment ? '-->' : '<!--', at);
      const end = mark === -1 ? line.length : mark + (this.#inComment ? 3 : 0);
      visible += this.#inComment ? ' '.repeat(end - at) : line.slice(at, end);
      if (mark !== -1) this.#inComment = !this.#inComment;
      at = end;
    }
    return visible;
  }
}

function kindOf(item: boolean, quoted: boolean): MarkdownBlock['kind'] {
  if (item) return 'list_item';
  return quoted ? 'quote' : 'paragraph';
}

interface Uncontained extends MarkdownLine {
  readonly quoted: boolean;
  readonly item: boolean;
  /** The innermost item has a number. */
  readonly ordered: boolean;
}

function withoutContainers(line: string, start: number, inParagraph: boolean): Uncontained {
  let at = 0;
  let quoted = false;
  let item = false;
  let ordered = false;
  for (let depth = 0; depth < CONTAINERS_MAX; depth += 1) {
    if (isRule(line.slice(at, at + 200))) break;
    const quote = after(/ {0,3}>[ ]?/y, line, at);
    // A number other than 1 does not interrupt a paragraph: it is a number at the beginning of a line.
    const list =
      quote ??
      after(
        inParagraph && !item ? /\s*(?:[-*+]|1[.)])[ \t]+(?=\S)/y : /\s*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$)/y,
        line,
        at,
      );
    if (list === undefined) break;
    if (quote === undefined) {
      item = true;
      ordered = /\d/.test(line.slice(at, list));
    } else quoted = true;
    at = list;
  }
  return { text: line.slice(at), offset: start + at, quoted, item, ordered };
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const end = pattern.test(text) ? pattern.lastIndex : at;
  return end > at ? end : undefined;
}

function isRule(text: string): boolean {
  if (!/^ {0,3}[-*_]/.test(text)) return false;
  const marks = text.replaceAll(/[ \t]/g, '');
  return marks.length >= 3 && (/^-+$/.test(marks) || /^\*+$/.test(marks) || /^_+$/.test(marks));
}

function isDelimiterRow(text: string): boolean {
  return text.includes('-') && text.includes('|') && /^[\s|:-]+$/.test(text);
}

export function referenceName(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
