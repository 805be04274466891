import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { Sql, sql } from '../database/sql.ts';

const Partition = z.object({ table: z.string(), partition_id: z.string() });

/** Drops those partitions of tables that are partitioned by a version of which the condition on their number is true. */
export async function dropPartitions(
  database: IndexDatabase,
  tables: readonly string[],
  isOld: (version: Sql) => Sql,
): Promise<void> {
  const old = await database.rows(
    Partition,
    sql`SELECT DISTINCT table, partition_id FROM system.parts WHERE database = currentDatabase() AND active AND table IN ${tables}
      AND ${isOld(sql`toUInt64OrZero(partition_id)`)}`,
  );
  for (const { table, partition_id } of old) {
    await database.run(sql`ALTER TABLE ${new Sql(table)} DROP PARTITION ID ${partition_id}`);
  }
}
