import { placed, type Placement } from '../authority/scratch.ts';
import type { IndexDatabase } from '../database/database.ts';
import { Sql, sql } from '../database/sql.ts';

/** One rebuild as the derivations see it: its version is in everything that it writes. */
export interface Derivation extends Placement {
  readonly version: number;
  /** The number in the names of its tables: its version, unless it adds to that of an earlier rebuild. */
  readonly claimed?: number;
}

/** A table that one rebuild works in; it is dropped with the rest of them at its end. */
export function scratchTable({ version, claimed = version }: Derivation, what: string): Sql {
  return new Sql(`rebuild_${claimed}_${what}`);
}

/** Such a table with the rows of one statement, whose columns are taken in their order. */
export async function filledTable(
  database: IndexDatabase,
  derivation: Derivation,
  what: string,
  { columns, order }: { readonly columns: Sql; readonly order: Sql },
  select: Sql,
): Promise<Sql> {
  const table = scratchTable(derivation, what);
  await database.run(
    sql`CREATE TABLE ${table} (${columns}) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY ${order}`)}`,
  );
  await database.run(sql`INSERT INTO ${table} ${select} ${BOUNDED}`);
  return table;
}

/**
 * What keeps a statement of a rebuild within its memory: it sorts and groups on disk beyond its share, and makes blocks of
 * few rows, since some carry the whole history of a page.
 */
export const BOUNDED = sql`SETTINGS max_memory_usage = 2000000000, max_bytes_before_external_group_by = 400000000,
  max_bytes_ratio_before_external_group_by = 0, max_bytes_before_external_sort = 400000000, max_bytes_ratio_before_external_sort = 0,
  max_block_size = 16384, query_plan_join_swap_table = 'false', optimize_on_insert = 0, min_insert_block_size_rows = 500000, min_insert_block_size_bytes = 100000000`;
