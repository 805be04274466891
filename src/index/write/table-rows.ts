import type { IndexDatabase } from '../database/database.ts';
import { TSV_NULL, tsvNumbers, tsvText, tsvTexts } from './tsv.ts';

export type Cell =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly string[]
  | { readonly numbers: readonly number[] };

/** Cells by the names of their columns, which all rows of one table name in the same order. */
export type Row = Readonly<Record<string, Cell>>;

/** Rows by the table that they belong to, as TabSeparated. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}

export function tableRows(table: string, rows: readonly Row[]): TableRows {
  return { table, columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => tsvRow(Object.values(row))) };
}

export function tsvRow(cells: readonly Cell[]): string {
  return cells.map(cellText).join('\t') + '\n';
}

function cellText(cell: Cell): string {
  if (cell === null) return TSV_NULL;
  if (typeof cell === 'string') return tsvText(cell.toWellFormed());
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  if (cell instanceof Date) return cell.toISOString().slice(0, 23).replace('T', ' ');
  if ('numbers' in cell) return tsvNumbers(cell.numbers);
  return tsvTexts(cell);
}

/** One insert for each table, since the engine works best in blocks. */
export async function insertRows(database: IndexDatabase, written: readonly TableRows[]): Promise<void> {
  const tables = new Map<string, { readonly columns: readonly string[]; readonly rows: string[] }>();
  for (const { table, columns, rows } of written) {
    if (rows.length === 0) continue;
    const known = tables.get(table) ?? { columns, rows: [] };
    for (const row of rows) known.rows.push(row);
    tables.set(table, known);
  }
  for (const [table, { columns, rows }] of tables) await database.insert(table, columns, [Buffer.from(rows.join(''))]);
}
