import { z } from 'zod';

import type { RecallScope } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { textId } from '../database/ids.ts';
import { type Sql, sql } from '../database/sql.ts';
import { selectFacts } from './select.ts';
import type { FactTable } from './tables.ts';

/** Rows that are not split by query. */
const UNSPLIT = 0n;
/** The rest of a table that the engine withholds. */
const WITHHELD_ID = textId('');

/** Rows of a query that the engine names. */
export const IS_NAMED: Sql = sql`query_id NOT IN (${UNSPLIT}, ${WITHHELD_ID})`;

const NameRow = z.object({ id: z.string(), name: z.string() });
const BATCH_MAX = 5000;

export interface NameReading {
  readonly database: IndexDatabase;
  readonly scope: RecallScope;
}

/** Queries by their id. */
export function readQueries(reading: NameReading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return readNames(reading, 'console_queries', { id: sql`query_id`, name: sql`any(query)` }, ids);
}

/** URLs by the id of the page: of several spellings the plainest, without a fragment and with https. */
export function readUrls(reading: NameReading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const name = sql`argMin(url, (position(url, '#') > 0, NOT startsWith(url, 'https:'), length(url), url))`;
  return readNames(reading, 'console_pages', { id: sql`page_id`, name }, ids);
}

async function readNames(
  { database, scope }: NameReading,
  table: FactTable,
  { id, name }: { readonly id: Sql; readonly name: Sql },
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].map(BigInt);
  const names = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += BATCH_MAX) {
    const statement = selectFacts(table, scope, {
      columns: sql`toString(${id}) AS id, ${name} AS name`,
      where: sql`${id} IN ${wanted.slice(from, from + BATCH_MAX)}`,
      end: sql`GROUP BY ${id}`,
      may_repeat: true,
    });
    for (const row of await database.rows(NameRow, statement, scope.signal)) names.set(row.id, row.name);
  }
  return names;
}
