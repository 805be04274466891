import { AppError } from '../../../kernel/errors.ts';
import type { Row } from '../../../web/csv/rows.ts';
import { listedNames, ROW_FAULTS, shownCell } from '../../csv/table-rows.ts';
import type { ReadContext } from '../../files/reading.ts';
import type { TableExport } from './export.ts';
import { type ExportFilters, readFilters } from './filters.ts';
import { type FigureTable, recognizeTable } from './table.ts';

/** A report has a thousand rows; tools that ask the API write some ten thousands. */
const ROWS_MAX = 100_000;
const CHARACTERS_MAX = 50_000_000;

/** Collects the tables of an export, which are small, until all of them are there. */
export class TableCollection {
  readonly #context: ReadContext;
  readonly #tables: FigureTable[] = [];
  #filters: ExportFilters | undefined;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  begin(name: string): CollectedTable {
    return new CollectedTable(name, this.#context);
  }

  /** @throws AppError for a table that is none of Search Console */
  end({ name, rows, separator }: CollectedTable): void {
    const text = { name, rows, separator };
    const { columns } = this.#context.options;
    const filters = columns === undefined ? readFilters(text) : undefined;
    if (filters !== undefined) {
      this.#filters = filters;
      return;
    }
    const table = recognizeTable(text, columns);
    if (table === undefined) throw noFigures(text, this.#context.location);
    this.#tables.push(table);
  }

  /** Undefined where there was no table. @throws AppError where there were filters alone */
  whole(): TableExport | undefined {
    if (this.#tables.length === 0 && this.#filters === undefined) return undefined;
    const { location } = this.#context;
    if (this.#tables.length === 0) {
      throw new AppError('invalid_input', `${location} only tells the filters of an export.`, {
        fix: 'Import the whole export: its zip file or folder.',
      });
    }
    return { tables: this.#tables, filters: this.#filters, name: nameOf(location) };
  }
}

export class CollectedTable {
  readonly name: string;
  readonly rows: Row[] = [];
  separator = ',';
  readonly #context: ReadContext;
  #characters = 0;
  #columns = 0;

  constructor(name: string, context: ReadContext) {
    this.name = name;
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  take(row: Row, separator: string): void {
    this.separator = separator;
    const { cells, line, fault } = row;
    if (cells === undefined)
      throw this.#refusal(`its line ${line} is no row of a table: ${ROW_FAULTS[fault ?? 'too_long']}`);
    if (cells.every((cell) => cell.trim() === '')) return;
    if (!row.is_ended && cells.length < this.#columns) throw cutOff(this.#context.location, this.name, line);
    this.#columns = Math.max(this.#columns, cells.length);
    this.#characters += cells.reduce((total, cell) => total + cell.length, 0);
    if (this.rows.length >= ROWS_MAX || this.#characters > CHARACTERS_MAX) {
      throw this.#refusal(
        `it has more than ${ROWS_MAX.toLocaleString('en-US')} rows, which no report of Search Console has`,
      );
    }
    this.rows.push(row);
  }

  #refusal(why: string): AppError {
    return new AppError('invalid_input', `${this.#context.location} is no export of Search Console: ${why}.`, {
      fix: FIX,
    });
  }
}

/** A file that ends within a row is a part of a file. */
export function cutOff(location: string, name: string, line: number): AppError {
  return new AppError('invalid_input', `${location} ends in the middle of a row (${name}, line ${line}).`, {
    fix: 'Get the file again: it is not whole. None of it has been imported.',
  });
}

function nameOf(location: string): string {
  return (
    location
      .replace(/[?#].*$/s, '')
      .split(/[/\\]/)
      .at(-1) ?? location
  );
}

const FIX =
  'Choose Export and Download CSV in a report of Search Console, or export searchdata_site_impression and searchdata_url_impression from BigQuery. For any other table, pass --columns (the field columns).';

function noFigures(
  { name, rows }: { readonly name: string; readonly rows: readonly Row[] },
  location: string,
): AppError {
  const [first] = rows;
  const seen =
    first === undefined
      ? 'It is empty'
      : `Line ${first.line} is ${listedNames((first.cells ?? []).map(shownCell))}, not headings with clicks and impressions`;
  const which = location.endsWith(name) ? location : `${name} of ${location}`;
  return new AppError('invalid_input', `${which} is no table of Search Console. ${seen}.`, { fix: FIX });
}
