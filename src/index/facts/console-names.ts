import { z } from 'zod';

import type { RecallScope } from '../../ports/store.ts';
import type { IndexDatabase } from '../database/database.ts';
import { textId } from '../database/ids.ts';
import { type Sql, sql } from '../database/sql.ts';
import { selectFacts } from './select.ts';

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
export async function readQueries(reading: NameReading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return readNames(reading, ids, (some) =>
    selectFacts('console_queries', reading.scope, {
      columns: sql`toString(query_id) AS id, any(query) AS name`,
      where: sql`query_id IN ${some}`,
      end: sql`GROUP BY query_id`,
      may_repeat: true,
    }),
  );
}

/** URLs by the id of the page: of several spellings the plainest, without a fragment and with https. */
export async function readUrls(reading: NameReading, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return readNames(reading, ids, (some) =>
    selectFacts('console_pages', reading.scope, {
      columns: sql`toString(page_id) AS id,
        argMin(url, (position(url, '#') > 0, NOT startsWith(url, 'https:'), length(url), url)) AS name`,
      where: sql`page_id IN ${some}`,
      end: sql`GROUP BY page_id`,
      may_repeat: true,
    }),
  );
}

async function readNames(
  { database, scope }: NameReading,
  ids: readonly string[],
  select: (ids: readonly bigint[]) => Sql,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].map(BigInt);
  const names = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += BATCH_MAX) {
    const rows = await database.rows(NameRow, select(wanted.slice(from, from + BATCH_MAX)), scope.signal);
    for (const { id, name } of rows) names.set(id, name);
  }
  return names;
}
