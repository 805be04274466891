import { AppError } from '../../../kernel/errors.ts';
import { counted, joinWords } from '../../../kernel/grammar.ts';
import type { ImportCounts } from '../../../ports/imports.ts';
import type { Row } from '../../../web/csv/rows.ts';
import { addDays } from '../../../web/day-period.ts';
import { ROW_FAULTS } from '../../csv/table-rows.ts';
import { NOTHING, type ReadContext, type Step } from '../../files/reading.ts';
import type { SourceFile } from '../../files/source.ts';
import type { ConsoleLoad } from '../load/console-load.ts';
import type { QueryIdeas } from '../load/query-ideas.ts';
import { cutOff } from '../tables/collection.ts';
import { bulkColumns, type BulkColumns } from './columns.ts';
import { CsvCells } from './csv-cells.ts';
import { openParquet } from './parquet.ts';
import { type BulkProblem, BulkRows } from './rows.ts';

export interface BulkParts {
  readonly context: ReadContext;
  readonly load: ConsoleLoad;
  readonly ideas: QueryIdeas;
  /** The file is a table of the bulk export. */
  readonly onBegin: () => void;
  readonly step: (counts: ImportCounts) => Step;
}

const STEP_ROWS = 20_000;
/** A file with more unreadable rows than that is damaged, and its sums would be wrong. */
const REFUSED_SHARE_MAX = 0.01;
const REFUSED_MIN = 20;

/** Reads one file of the bulk export, row by row. */
export class BulkReading {
  readonly #name: string;
  readonly #parts: BulkParts;
  #rows: BulkRows | undefined;
  #cells: CsvCells | undefined;
  #width = 0;
  #read = 0;
  #refused = 0;
  #told = 0;
  #toldRefused = 0;
  #firstProblem = '';

  constructor(name: string, parts: BulkParts) {
    this.#name = name;
    this.#parts = parts;
  }

  /** False for cells that are no headings of the bulk export. */
  begin(cells: readonly string[], separator: string): boolean {
    const columns = bulkColumns(cells, this.#parts.context.location);
    if (columns === undefined) return false;
    this.#open(columns);
    this.#cells = new CsvCells(columns, cells.length, separator);
    this.#width = cells.length;
    return true;
  }

  take(row: Row): void {
    if (this.#cells === undefined || this.#rows === undefined || isBlank(row)) return;
    this.#read += 1;
    if (!this.#cells.open(row)) return this.#refuseCells(row);
    const problem = this.#rows.take(this.#cells);
    if (problem !== undefined) this.#refuse(row.line, problem);
  }

  #refuseCells({ line, cells, fault, is_ended }: Row): void {
    if (cells === undefined) throw this.#damaged(`line ${line}: ${ROW_FAULTS[fault ?? 'too_long']}`);
    if (!is_ended && cells.length < this.#width) throw cutOff(this.#parts.context.location, this.#name, line);
    this.#refuse(line, { kind: 'cells', text: `${cells.length} cells instead of ${this.#width}` });
  }

  /** Hands over what was read where it is much. */
  async *handOver(): AsyncGenerator<Step> {
    if (this.#parts.load.isFull) await this.#parts.load.handOver();
    if (this.#read - this.#told >= STEP_ROWS) yield this.#step();
  }

  async *end(): AsyncGenerator<Step> {
    const { context } = this.#parts;
    const taken = this.#read - this.#refused;
    if (
      this.#read > 0 &&
      (taken === 0 || (this.#refused > REFUSED_MIN && this.#refused > this.#read * REFUSED_SHARE_MAX))
    ) {
      const share = `${this.#refused.toLocaleString('en-US')} of ${counted(this.#read, 'row')}`;
      throw this.#damaged(`${share} cannot be used, the first in ${this.#firstProblem}`);
    }
    this.#rows?.end();
    if (this.#read === 0) context.note(`${this.#name} has headings but no rows.`);
    yield this.#step();
  }

  async *parquet(file: SourceFile): AsyncGenerator<Step> {
    const table = await openParquet(file, this.#parts.context.location);
    const rows = this.#open(table.columns);
    for await (const group of table.groups()) {
      for (let row = 0; row < group.length; row += 1) {
        this.#read += 1;
        const problem = rows.take(group.at(row));
        if (problem !== undefined) this.#refuse(group.first + row, problem);
        if (this.#parts.load.isFull || this.#read - this.#told >= STEP_ROWS) yield* this.handOver();
      }
    }
    yield* this.end();
  }

  #damaged(why: string): AppError {
    return new AppError('invalid_input', `${this.#parts.context.location} is damaged: ${why}.`, {
      fix: 'Export the table from BigQuery again. None of it has been imported.',
    });
  }

  #open(columns: BulkColumns): BulkRows {
    const { context, load, ideas } = this.#parts;
    this.#parts.onBegin();
    const unused = columns.unused.length === 0 ? '' : ` Columns not used: ${joinWords(columns.unused, 10)}.`;
    context.note(`${this.#name}: read as ${columns.table} of the bulk export.${unused}`);
    const last_day = addDays(context.seen_at.toISOString().slice(0, 10), 1);
    this.#rows = new BulkRows({ columns, load, ideas, last_day });
    return this.#rows;
  }

  #refuse(line: number, problem: NonNullable<BulkProblem>): void {
    this.#refused += 1;
    const where = `line ${line}: ${problem.text}`;
    if (this.#refused === 1) this.#firstProblem = where;
    this.#parts.context.problem(problem.kind, `${this.#name}, ${where}`);
  }

  #step(): Step {
    const read = this.#read - this.#told;
    const skipped = this.#refused - this.#toldRefused;
    this.#told = this.#read;
    this.#toldRefused = this.#refused;
    return this.#parts.step({ ...NOTHING, read, taken: read - skipped, skipped });
  }
}

function isBlank({ span, cells }: Row): boolean {
  return span === undefined ? cells?.length === 1 && cells[0] === '' : span.from === span.to;
}
