import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { withDatabase } from './database/database.ts';
import { Sql, sql } from './database/sql.ts';
import { migrateIndex, STEPS, stepsTaken } from './schema.ts';

/** What a backup holds of an index, beside the rows. */
export const IndexDump = z.object({
  /** How many steps of the schema were taken. */
  migrations: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type IndexDump = z.infer<typeof IndexDump>;

const TableRow = z.object({ name: z.string(), columns: z.array(z.string()) });

/**
 * Has the embedded engine write every table that has rows into a file. Facts that are written meanwhile may be in one
 * table and not yet in another, as after a crash: the next crawl or import of the same page brings the rest.
 *
 * @param folder for one file a table; it is made here, and the engine has to be able to write there
 */
export async function dumpIndex(url: string, folder: string, signal: AbortSignal): Promise<IndexDump> {
  await mkdir(folder, { mode: 0o700 });
  return withDatabase(url, async (database) => {
    const migrations = await stepsTaken(database);
    const tables = await database.rows(TableRow, TABLES, signal);
    for (const { name, columns } of tables) {
      const names = listed(columns);
      await database.run(
        sql`INSERT INTO FUNCTION file(${fileOf(folder, name)}, 'Native', 'auto', 'zstd') SELECT ${names} FROM ${named(name)}`,
        signal,
      );
    }
    return { migrations, tables };
  });
}

/**
 * Fills an empty index: makes the tables as they were, loads the rows, and brings both up to date.
 *
 * @throws AppError conflict where the index holds pages, invalid_input for a backup of a newer version
 */
export async function loadIndex(url: string, folder: string, dump: IndexDump, signal: AbortSignal): Promise<void> {
  if (dump.migrations > STEPS) {
    throw new AppError('invalid_input', 'The backup was made by a newer version of Seamark.', {
      fix: 'Restore it with that version.',
    });
  }
  await migrateIndex(url, dump.migrations);
  await withDatabase(url, async (database) => {
    // Views write only where the order of rows does not matter and the same row twice is one: loading both sides is safe.
    for (const { name, columns } of dump.tables) {
      const names = listed(columns);
      const from = sql`file(${fileOf(folder, name)}, 'Native', 'auto', 'zstd')`;
      await database.run(
        sql`INSERT INTO ${named(name)} (${names}) SELECT ${names} FROM ${from}
          SETTINGS insert_deduplicate = 0, max_partitions_per_insert_block = 0`,
        signal,
      );
    }
  });
  await migrateIndex(url);
  // How far a rebuild has looked says nothing of these tables, so the next one computes everything.
  await withDatabase(url, (database) =>
    database.run(sql`ALTER TABLE rebuilds UPDATE link_rows = 0 WHERE true SETTINGS mutations_sync = 2`, signal),
  );
}

/** Columns that the engine computes are left out, and those that are only written. Loading links outdates their packs, so those stay. */
const TABLES = sql`SELECT t.name AS name, groupArray(c.name) AS columns
  FROM (SELECT name FROM system.tables WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') AND total_rows > 0
    AND name NOT IN ('migrations', 'link_packs', 'link_pack_changes')) AS t
  INNER JOIN (SELECT table, name FROM system.columns WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED', 'EPHEMERAL')
    ORDER BY table, position) AS c ON c.table = t.name
  GROUP BY t.name ORDER BY t.name`;

/** @throws AppError invalid_input for a path that the engine would take for a pattern */
function fileOf(folder: string, table: string): string {
  const path = join(resolve(folder), `${table}.native.zst`);
  if (!/[*?{}]/.test(path)) return path;
  throw new AppError(
    'invalid_input',
    `The index cannot be written to ${folder}: the path has a character of * ? { }.`,
    {
      fix: 'Choose a folder without these characters.',
    },
  );
}

/** Names of the schema, which has no others than these. */
function named(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`"${name}" is no name of a table or column.`);
  return new Sql(name);
}

function listed(names: readonly string[]): Sql {
  return new Sql(names.map((name) => named(name).text).join(', '));
}
