/** A row that is longer is no row: a quotation mark was left open, or the file is none of lines. */
const ROW_CHARACTERS_MAX = 500_000;
const CELLS_MAX = 1000;
/** A row that has not ended is looked at again with what comes next, so that is not done for every few bytes. */
const PART_CHARACTERS_MIN = 64 * 1024;
/** With so many open quotation marks they are taken for letters, so that each of them costs no more than its own line. */
const OPEN_QUOTES_MAX = 50;

export interface Row {
  /** By number from 1, as a text editor counts. */
  readonly line: number;
  /** Undefined for one that could not be read. */
  readonly cells: readonly string[] | undefined;
  readonly fault: 'too_long' | 'open_quote' | 'too_many_cells' | undefined;
  /** False for a last row that no line end follows: the file may have been cut off within it. */
  readonly is_ended: boolean;
}

/**
 * Cuts text into rows and cells after RFC 4180: cells may be quoted, and a quoted one may hold separators, line ends and
 * doubled quotation marks. What breaks that costs the line that it stands in, and not the rest of the file.
 */
export class RowCutter {
  readonly #separator: string;
  #text = '';
  #unseen = 0;
  #line = 1;
  #openQuotes = 0;
  #isDropping = false;

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Rows that are whole by now. */
  *push(text: string): Generator<Row> {
    this.#text += text;
    this.#unseen += text.length;
    if (this.#unseen < PART_CHARACTERS_MIN) return;
    this.#unseen = 0;
    yield* this.#cut(false);
  }

  /** What is left when there is no more text. */
  *end(): Generator<Row> {
    yield* this.#cut(true);
  }

  *#cut(isEnd: boolean): Generator<Row> {
    let at = 0;
    while (at < this.#text.length) {
      const line = this.#line;
      const found = this.#wholeFrom(at, isEnd);
      if (found !== undefined) {
        this.#line += found.lines;
        at = found.next;
        yield rowOf(line, found);
        continue;
      }
      if (!isEnd && !this.#isDropping && this.#text.length - at <= ROW_CHARACTERS_MAX) break;
      const newline = this.#text.indexOf('\n', at);
      if (!this.#isDropping) {
        yield { line, cells: undefined, fault: newline === -1 && !isEnd ? 'too_long' : 'open_quote', is_ended: true };
        this.#openQuotes += 1;
      }
      at = this.#passOver(newline);
    }
    this.#text = this.#text.slice(at);
  }

  /** Undefined while the row continues after the text. */
  #wholeFrom(at: number, isEnd: boolean): CutRow | undefined {
    if (this.#isDropping) return undefined;
    const found = cellsFrom(this.#text, at, this.#separator, this.#openQuotes < OPEN_QUOTES_MAX);
    return found.isEnded || (isEnd && !found.isOpen) ? found : undefined;
  }

  /** Leaves a line out, to its end or, where that is not there yet, with all that comes before it. */
  #passOver(newline: number): number {
    this.#isDropping = newline === -1;
    if (this.#isDropping) return this.#text.length;
    this.#line += 1;
    return newline + 1;
  }
}

function rowOf(line: number, { cells, isEnded }: CutRow): Row {
  if (cells.length > CELLS_MAX) return { line, cells: undefined, fault: 'too_many_cells', is_ended: isEnded };
  return { line, cells, fault: undefined, is_ended: isEnded };
}

interface CutRow {
  readonly cells: readonly string[];
  /** Where the next row begins. */
  readonly next: number;
  readonly lines: number;
  /** False when the text ended first. */
  readonly isEnded: boolean;
  /** Within a quoted cell. */
  readonly isOpen: boolean;
}

function cellsFrom(text: string, from: number, separator: string, takesQuotes: boolean): CutRow {
  const cells: string[] = [];
  let lines = 1;
  let at = from;
  for (;;) {
    let cell = '';
    if (takesQuotes && text[at] === '"') {
      const quoted = quotedFrom(text, at);
      if (quoted === undefined) return { cells, next: text.length, lines, isEnded: false, isOpen: true };
      ({ cell, next: at } = quoted);
      lines += quoted.lines;
    }
    // What stands behind a closing quotation mark belongs to the cell as it is.
    const end = endOfCell(text, at, separator);
    cell += text.slice(at, end);
    at = end;
    if (text[at] === separator) {
      if (cells.length <= CELLS_MAX) cells.push(cell);
      at += 1;
      continue;
    }
    cells.push(cell.endsWith('\r') ? cell.slice(0, -1) : cell);
    const isEnded = at < text.length;
    return { cells, next: isEnded ? at + 1 : at, lines, isEnded, isOpen: false };
  }
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1;
  return at;
}

function quotedFrom(
  text: string,
  from: number,
): { readonly cell: string; readonly next: number; readonly lines: number } | undefined {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, next: quote + 1, lines: newlinesIn(cell) };
    cell += '"';
    at = quote + 2;
  }
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
