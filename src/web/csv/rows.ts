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
  /**
   * Where a row without quotation marks stands in the text, until the next row is asked for: whoever reads millions of them
   * need not cut out every cell.
   */
  readonly span?: RowSpan;
}

export interface RowSpan {
  readonly text: string;
  /** The text as UTF-16: reading one of a string costs several times as much, since that may be put together of others. */
  readonly units: Uint16Array;
  readonly from: number;
  /** Before the line end. */
  readonly to: number;
}

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;

interface CutText {
  readonly text: string;
  readonly units: Uint16Array;
}

/** A row that no quotation mark stands in. It is cut into cells where these are asked for. */
class PlainRow implements Row, RowSpan {
  readonly line: number;
  readonly text: string;
  readonly units: Uint16Array;
  readonly from: number;
  readonly to: number;
  readonly is_ended = true;
  readonly #separator: string;
  #cells: readonly string[] | undefined;

  constructor(line: number, { text, units }: CutText, { from, to }: { from: number; to: number }, separator: string) {
    this.line = line;
    this.text = text;
    this.units = units;
    this.from = from;
    this.to = to > from && units[to - 1] === RETURN ? to - 1 : to;
    this.#separator = separator;
  }

  get span(): RowSpan {
    return this;
  }

  get cells(): readonly string[] | undefined {
    const cells = this.#cut();
    return cells.length > CELLS_MAX ? undefined : cells;
  }

  get fault(): Row['fault'] {
    return this.#cut().length > CELLS_MAX ? 'too_many_cells' : undefined;
  }

  #cut(): readonly string[] {
    return (this.#cells ??= this.text.slice(this.from, this.to).split(this.#separator, CELLS_MAX + 1));
  }
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
  /** The text again, one for all parts of it. */
  #units = new Uint16Array();
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
    const source = { text: this.#text, units: this.#unitsOf(this.#text) };
    while (at < this.#text.length) {
      const line = this.#line;
      const end = this.#isDropping ? -1 : this.#endOfPlain(at);
      if (end !== -1) {
        this.#line += 1;
        yield new PlainRow(line, source, { from: at, to: end }, this.#separator);
        at = end + 1;
        continue;
      }
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

  #unitsOf(text: string): Uint16Array {
    if (this.#units.length < text.length) this.#units = new Uint16Array(2 * text.length);
    Buffer.from(this.#units.buffer).write(text, 'utf16le');
    return this.#units;
  }

  /** Where the line ends that has no quotation mark in it; -1 for any other. */
  #endOfPlain(at: number): number {
    const units = this.#units;
    const { length } = this.#text;
    for (let place = at; place < length; place += 1) {
      const unit = units[place];
      if (unit === NEWLINE) return place;
      if (unit === QUOTE) return -1;
    }
    return -1;
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
