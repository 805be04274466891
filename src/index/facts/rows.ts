import { TSV_NULL, tsvText, tsvTexts, tsvNumbers } from '../write/tsv.ts';

export type Cell = string | number | bigint | null | Date | readonly string[] | { readonly numbers: readonly number[] };

/** One row of a table as TabSeparated. */
export function factRow(cells: readonly Cell[]): string {
  return cells.map(cellText).join('\t') + '\n';
}

function cellText(cell: Cell): string {
  if (cell === null) return TSV_NULL;
  if (typeof cell === 'string') return tsvText(cell.toWellFormed());
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  if (cell instanceof Date) return cell.toISOString().slice(0, 23).replace('T', ' ');
  if ('numbers' in cell) return tsvNumbers(cell.numbers);
  return tsvTexts(cell);
}

/** Source, time, owner and deletion date: the last columns of every table of facts. */
export const KEPT_COLUMNS = ['source', 'observed_at', 'workspace_id', 'delete_at'] as const;

export interface Kept {
  readonly source: string;
  readonly observed_at: Date;
  /** '' for what all workspaces share. */
  readonly workspace_id: string;
  readonly delete_at: Date | undefined;
}

export function keptCells({ source, observed_at, workspace_id, delete_at }: Kept): readonly Cell[] {
  return [source, observed_at, workspace_id, delete_at === undefined ? null : Math.floor(delete_at.getTime() / 1000)];
}

/** Rows by the table that they belong to. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
}
