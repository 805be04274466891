import type { Row } from '../../../web/csv/rows.ts';
import { LINES_BEFORE_MAX } from '../../csv/table-rows.ts';
import { type Columns, headedColumns, namedColumns } from './columns.ts';
import { type DecimalMark, decimalMarkOf, readFigure } from './figures.ts';
import { shapedColumns } from './shape.ts';

/** A file of text, cut into rows. */
export interface TextTable {
  readonly name: string;
  readonly separator: string;
  readonly rows: readonly Row[];
}

export interface FigureTable extends Columns {
  readonly name: string;
  readonly headings: readonly string[];
  readonly decimal: DecimalMark;
  /** Without the headings. */
  readonly rows: readonly Row[];
}

const SAMPLE_ROWS = 30;

/** Recognises a table of figures by `columns` where the user says what they mean, by its headings, else by what is in its cells. */
export function recognizeTable(text: TextTable, columns: string | undefined): FigureTable | undefined {
  const { name, separator, rows } = text;
  const decimal = decimalMarkOf(cellsOf(rows), separator);
  const found = columns === undefined ? findColumns(text, decimal) : givenColumns(text, columns, decimal);
  if (found === undefined) return undefined;
  return { name, ...found.columns, headings: found.headings, decimal, rows: rows.slice(found.first_row) };
}

interface FoundColumns {
  readonly columns: Columns;
  readonly headings: readonly string[];
  readonly first_row: number;
}

function givenColumns({ rows }: TextTable, written: string, decimal: DecimalMark): FoundColumns {
  const columns = namedColumns(written);
  const begin = Math.max(0, rows.findIndex(isOfCells));
  const cell = rows[begin]?.cells?.[columns.current.get('impressions') ?? -1] ?? '';
  const hasHeadings = typeof readFigure(cell, decimal) !== 'number';
  return { columns, headings: written.split(','), first_row: hasHeadings ? begin + 1 : begin };
}

function findColumns({ name, rows }: TextTable, decimal: DecimalMark): FoundColumns | undefined {
  for (const [at, { cells = [] }] of rows.slice(0, LINES_BEFORE_MAX).entries()) {
    const columns = headedColumns(cells, name, rows.slice(at + 1, at + 1 + SAMPLE_ROWS), decimal);
    if (columns !== undefined) return { columns, headings: cells, first_row: at + 1 };
  }
  const begin = rows.findIndex(isOfCells);
  const shaped = begin === -1 ? undefined : shapedColumns(rows.slice(begin, begin + SAMPLE_ROWS), name, decimal);
  if (shaped === undefined) return undefined;
  const { columns, has_headings } = shaped;
  return { columns, headings: rows[begin]?.cells ?? [], first_row: has_headings ? begin + 1 : begin };
}

function isOfCells({ cells = [] }: Row): boolean {
  return cells.length > 1 && cells[0]?.trim().startsWith('#') !== true;
}

function* cellsOf(rows: readonly Row[]): Generator<string> {
  for (const { cells = [] } of rows) yield* cells.slice(1);
}
