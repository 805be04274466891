import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/**
 * A moment in Unix milliseconds: what began to be written before it can be read by now. An insert that is under way counts from
 * its beginning, since it may note that it wrote before its rows are there; those into other databases of a server do not matter.
 */
export async function writtenBefore(database: IndexDatabase): Promise<bigint> {
  const [row] = await database.rows(
    z.object({ before_ms: z.string() }),
    sql`SELECT toString(toUnixTimestamp64Milli(now64(3)) - toInt64(ceil(1000 * max(elapsed))) - 1) AS before_ms
      FROM system.processes WHERE query_kind = 'Insert' AND current_database = currentDatabase()`,
  );
  return BigInt(row?.before_ms ?? 0);
}
