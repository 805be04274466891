import { z } from 'zod';

import type { IndexDatabase } from './database/database.ts';
import { Sql, sql } from './database/sql.ts';

export const MERGED_TABLES = ['pages', 'page_cards', 'page_states', 'fetches', 'moves', 'postings', 'document_cards'];
/** Share of a table's rows that may lie outside its largest part: merging has to be worth rewriting all of it. */
const LOOSE_SHARE_MAX = 0.05;
/** Most questions are answered from packs and copies, so that links themselves are seldom read in many parts. */
const LOOSE_LINKS_SHARE_MAX = 0.1;
/** Fewer rows are read in no time, in however many parts they lie; the engine itself merges those in the background. */
const MERGED_ROWS_MIN = 8192;
/** Rows of a table in all of its parts, and in the largest of them. The engine numbers blocks of rows as they are written. */
const Looseness = z.object({ table: z.string(), total: z.int(), largest: z.int(), last_block: z.coerce.bigint() });
type Looseness = z.infer<typeof Looseness>;

/** By name; tables without rows are left out. */
export type LooseTables = ReadonlyMap<string, Looseness>;

export async function loosenessOf(database: IndexDatabase): Promise<LooseTables> {
  const rows = await database.rows(
    Looseness,
    sql`SELECT table, sum(rows) AS total, max(rows) AS largest, toString(max(max_block_number)) AS last_block FROM system.parts
      WHERE database = currentDatabase() AND active AND table IN ${[...MERGED_TABLES, 'links', 'link_packs']} GROUP BY table`,
  );
  return new Map(rows.map((row) => [row.table, row]));
}

/** Reading unmerged rows takes twice as long, but a few of them are not worth rewriting a whole table. Answers whether it was. */
export async function mergeTable(
  database: IndexDatabase,
  table: string,
  looseness: Looseness | undefined,
): Promise<boolean> {
  const { total, largest } = looseness ?? { total: 0, largest: 0 };
  const share_max = table === 'links' ? LOOSE_LINKS_SHARE_MAX : LOOSE_SHARE_MAX;
  if (total < MERGED_ROWS_MIN || total - largest <= share_max * total) return false;
  await database.run(new Sql(`OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_skip_merged_partitions = 1`));
  return true;
}

/** The same of a table as it is by now; answers how all of them are then. */
export async function mergeNow(database: IndexDatabase, table: 'links' | 'link_packs'): Promise<LooseTables> {
  const loose = await loosenessOf(database);
  return (await mergeTable(database, table, loose.get(table))) ? loosenessOf(database) : loose;
}

export function lastBlock(tables: LooseTables, table: string): bigint {
  return tables.get(table)?.last_block ?? 0n;
}
