import { type Cell, type Row, type TableRows, tsvRow } from '../write/table-rows.ts';
import type { FactTable } from './tables.ts';

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

export function factRows(table: FactTable, rows: readonly Row[], kept: Kept): TableRows {
  const end = keptCells(kept);
  return {
    table,
    columns: [...Object.keys(rows[0] ?? {}), ...KEPT_COLUMNS],
    rows: rows.map((row) => tsvRow([...Object.values(row), ...end])),
  };
}

/** The largest number of a `UInt16` column. */
export const SMALL_MAX = 65_535;
