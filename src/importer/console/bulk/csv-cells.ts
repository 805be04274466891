import type { Row, RowSpan } from '../../../web/csv/rows.ts';
import type { BulkColumn, BulkColumns } from './columns.ts';
import { type Memo, unitsOf } from './memo.ts';
import type { BulkCells } from './rows.ts';

const ZERO = 48;
/** Longer ones may be more than a whole number holds. */
const DIGITS_MAX = 15;
const TRUE = 'true';

/**
 * Cells of one row after another. Those of a plain row are read where they stand in the text, so that millions of rows make
 * no object for each cell.
 */
export class CsvCells implements BulkCells {
  readonly #columns: BulkColumns;
  readonly #width: number;
  readonly #separator: number;
  /** Where cells begin in the text, each one place behind the separator before it. */
  readonly #starts: Int32Array;
  #text = '';
  #units: Uint16Array = new Uint16Array();

  constructor(columns: BulkColumns, width: number, separator: string) {
    this.#columns = columns;
    this.#width = width;
    this.#separator = separator.charCodeAt(0);
    this.#starts = new Int32Array(width + 1);
  }

  /** False for a row that has more cells than the table, or fewer. */
  open(row: Row): boolean {
    if (row.span !== undefined) return this.#openSpan(row.span);
    const { cells } = row;
    if (cells?.length !== this.#width) return false;
    this.#text = cells.join(' ');
    this.#units = unitsOf(this.#text);
    let at = 0;
    for (const [place, cell] of cells.entries()) {
      this.#starts[place] = at;
      at += cell.length + 1;
    }
    this.#starts[this.#width] = at;
    return true;
  }

  #openSpan({ text, units, from, to }: RowSpan): boolean {
    const starts = this.#starts;
    const separator = this.#separator;
    const width = this.#width;
    let count = 1;
    this.#text = text;
    this.#units = units;
    starts[0] = from;
    for (let at = from; at < to; at += 1) {
      if (units[at] !== separator) continue;
      if (count >= width) return false;
      starts[count] = at + 1;
      count += 1;
    }
    starts[width] = to + 1;
    return count === width;
  }

  text(column: BulkColumn): string {
    const at = this.#columns.places[column];
    return at === -1 ? '' : this.#text.slice(this.#from(at), this.#to(at));
  }

  find<Value>(column: BulkColumn, memo: Memo<Value>): Value {
    const at = this.#columns.places[column];
    return at === -1 ? memo.get('') : memo.cut(this.#units, this.#from(at), this.#to(at));
  }

  figure(column: BulkColumn): number | undefined {
    const at = this.#columns.places[column];
    if (at === -1) return undefined;
    const from = this.#from(at);
    const to = this.#to(at);
    if (from === to) return undefined;
    if (to - from > DIGITS_MAX) return Number(this.#text.slice(from, to));
    const units = this.#units;
    let value = 0;
    for (let place = from; place < to; place += 1) {
      const digit = (units[place] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return Number(this.#text.slice(from, to));
      value = value * 10 + digit;
    }
    return value;
  }

  isTrue(column: BulkColumn): boolean {
    return this.#isTrue(this.#columns.places[column]);
  }

  looks(place: number): boolean {
    return this.#isTrue(this.#columns.appearances[place]?.at ?? -1);
  }

  #isTrue(at: number): boolean {
    if (at === -1) return false;
    const from = this.#from(at);
    const to = this.#to(at);
    if (to - from !== TRUE.length) return false;
    const text = this.#text.slice(from, to);
    return text === TRUE || text === 'TRUE' || text === 'True';
  }

  #from(at: number): number {
    return this.#starts[at] ?? 0;
  }

  #to(at: number): number {
    return (this.#starts[at + 1] ?? 0) - 1;
  }
}
