import type { AppError } from '../../kernel/errors.ts';
import { decoded } from '../../web/csv/decode.ts';
import type { Row } from '../../web/csv/rows.ts';
import { NOTHING, type ReadContext, type Step, sum, textFrom } from '../files/reading.ts';
import { LINES_BEFORE_MAX, ROW_FAULTS, rowsOf } from './table-rows.ts';

/** The content of a row, or why it is left out. */
export type TableRow<Item> =
  | { readonly item: Item; readonly refused: undefined; readonly doubts: readonly Problem[] }
  | { readonly item: undefined; readonly refused: Problem };

interface Problem {
  readonly kind: string;
  /** Continues `line 7: …`. */
  readonly text: string;
}

/** How the rows of one kind of table are read. */
export interface TableFormat<Item> {
  /** Reads a row as headings; undefined while it is none. */
  readonly begin: (cells: readonly string[]) => ((cells: readonly string[]) => TableRow<Item>) | undefined;
  readonly write: (items: readonly Item[]) => Promise<void>;
  /** How many links an item is; none where it is left out. */
  readonly linksOf?: (item: Item) => number;
  /** Why a table without headings is refused; the first cells are those that it begins with. */
  readonly refuse: (firstCells: readonly string[]) => AppError;
}

const STEP_ROWS = 5000;

/**
 * Reads a table row by row. The position counts rows: a table is small, so resuming means reading it from the
 * start and skipping what was imported.
 */
export function readTable<Item>(context: ReadContext, format: TableFormat<Item>): AsyncGenerator<Step> {
  return new TableReader(context, format).steps();
}

class TableReader<Item> {
  readonly #context: ReadContext;
  readonly #format: TableFormat<Item>;
  /** Rows before the headings. */
  readonly #before: Row[] = [];
  #read: ((cells: readonly string[]) => TableRow<Item>) | undefined;
  #columns = 0;
  #rows = 0;
  #counts = NOTHING;
  #items: Item[] = [];

  constructor(context: ReadContext, format: TableFormat<Item>) {
    this.#context = context;
    this.#format = format;
  }

  async *steps(): AsyncGenerator<Step> {
    const { limit = Number.POSITIVE_INFINITY } = this.#context.options;
    for await (const row of rowsOf(decoded(textFrom(this.#context, 0)))) {
      if (this.#read === undefined) {
        this.#begin(row);
        continue;
      }
      if (this.#rows >= limit) break;
      this.#take(row, this.#read);
      if (this.#counts.read >= STEP_ROWS) yield await this.#step();
    }
    if (this.#read === undefined) throw this.#refusal();
    if (this.#counts.read > 0) yield await this.#step();
    if (this.#rows === 0) this.#context.note('The table has headings but no rows.');
  }

  #begin(row: Row): void {
    this.#read = this.#format.begin(row.cells ?? []);
    this.#columns = row.cells?.length ?? 0;
    if (this.#read === undefined && this.#before.push(row) >= LINES_BEFORE_MAX) throw this.#refusal();
  }

  #take(row: Row, read: (cells: readonly string[]) => TableRow<Item>): void {
    if (row.cells?.every((cell) => cell.trim() === '') === true) return;
    this.#rows += 1;
    if (this.#rows <= this.#context.position.offset) return;
    const item = this.#itemOf(row, read);
    const isTaken = item !== undefined;
    if (isTaken) this.#items.push(item);
    const links = isTaken ? (this.#format.linksOf?.(item) ?? 0) : 0;
    this.#counts = sum(this.#counts, { read: 1, taken: isTaken ? 1 : 0, skipped: isTaken ? 0 : 1, links });
  }

  #itemOf({ line, cells, fault, is_ended }: Row, read: (cells: readonly string[]) => TableRow<Item>): Item | undefined {
    if (cells === undefined) {
      this.#context.problem(fault ?? 'row', `line ${line}: ${ROW_FAULTS[fault ?? 'too_long']}`);
      return undefined;
    }
    if (!is_ended && cells.length < this.#columns) {
      // Its last cell may be a part of a word or of a number.
      this.#context.problem('cut_off', `line ${line}: the file ends within this row`);
      return undefined;
    }
    const found = read(cells);
    const problems = found.refused === undefined ? found.doubts : [found.refused];
    for (const { kind, text } of problems) this.#context.problem(kind, `line ${line}: ${text}`);
    return found.item;
  }

  #refusal(): AppError {
    return this.#format.refuse(this.#before.find(({ cells }) => cells !== undefined)?.cells ?? []);
  }

  async #step(): Promise<Step> {
    const step = { position: { offset: this.#rows, inner: 0 }, counts: this.#counts };
    await this.#format.write(this.#items);
    this.#items = [];
    this.#counts = NOTHING;
    return step;
  }
}
