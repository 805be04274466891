import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';

import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { connect } from './database.ts';
import { migrate, MIGRATIONS } from './migrate.ts';

/** What a backup holds of PostgreSQL, beside the rows. */
export const PostgresDump = z.object({
  /** Steps of the schema that were taken. */
  migrations: z.array(z.int()),
  /** In an order in which no row comes before one that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type PostgresDump = z.infer<typeof PostgresDump>;

/** Made by the migrations themselves. */
const SCHEMA_TABLE = 'schema_migrations';

/**
 * Writes every table as a file of `COPY`, all of one moment: what is written meanwhile is in none of them.
 *
 * @param folder for one file a table; it is made here
 */
export async function dumpPostgres(url: string, folder: string, signal: AbortSignal): Promise<PostgresDump> {
  await mkdir(folder, { mode: 0o700 });
  return connected(url, signal, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const migrations = await client.query(`select version from ${SCHEMA_TABLE} order by version`);
    const { rows: found } = await client.query(TABLES);
    const tables: PostgresDump['tables'] = [];
    for (const { name, columns } of inOrder(z.array(TableRow).parse(found))) {
      const copy = client.query(copyTo(`copy ${quoted(name)} (${listed(columns)}) to stdout`));
      await pipeline(copy, createZstdCompress(), createWriteStream(fileOf(folder, name), { mode: 0o600 }), { signal });
      tables.push({ name, columns, rows: copy.rowCount });
    }
    const { rows: sequences } = await client.query(SEQUENCES);
    await client.query('commit');
    return PostgresDump.parse({ migrations: migrations.rows.map(({ version }) => version), tables, sequences });
  });
}

/**
 * Fills an empty database: makes the schema as it was, loads the rows, and brings both up to date.
 *
 * @throws AppError conflict where the database has tables of Seamark, invalid_input for a backup of a newer version
 */
export async function loadPostgres(
  { url, log }: { readonly url: string; readonly log: Log },
  folder: string,
  dump: PostgresDump,
  signal: AbortSignal,
): Promise<void> {
  const unknown = dump.migrations.filter((version) => !MIGRATIONS.some((known) => known.version === version));
  if (unknown.length > 0) throw newer();
  const database = connect({ url, log });
  try {
    const [taken] = await database.query('select to_regclass($1) as name', [SCHEMA_TABLE]);
    if (taken?.['name'] !== null) throw notEmpty();
    await migrate(
      database,
      MIGRATIONS.filter(({ version }) => dump.migrations.includes(version)),
    );
    await connected(url, signal, (client) => load(client, folder, dump, signal));
    await migrate(database);
  } finally {
    await database.close();
  }
}

async function load(client: Client, folder: string, dump: PostgresDump, signal: AbortSignal): Promise<void> {
  await client.query('begin');
  // Some steps of the schema write rows of their own.
  await client.query(`truncate ${listed(dump.tables.map(({ name }) => name))}`);
  for (const { name, columns, rows } of dump.tables) {
    const copy = client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`));
    await pipeline(createReadStream(fileOf(folder, name)), createZstdDecompress(), copy, { signal });
    if (copy.rowCount !== rows) throw new Error(`${name} has ${copy.rowCount} rows where the backup says ${rows}.`);
  }
  for (const { name, value } of dump.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), value]);
  }
  await client.query('commit');
}

async function connected<Result>(
  url: string,
  signal: AbortSignal,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, application_name: 'seamark backup' });
  // Failures reach the statement that meets them.
  client.on('error', () => undefined);
  await client.connect();
  try {
    signal.throwIfAborted();
    return await work(client);
  } finally {
    await client.end();
  }
}

const TableRow = z.object({ name: z.string(), columns: z.array(z.string()), references: z.array(z.string()) });
type TableRow = z.infer<typeof TableRow>;

/** Generated columns are left out: they are made anew. */
const TABLES = `
  select c.relname::text as name,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as "references"
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '${SCHEMA_TABLE}'
  order by c.relname`;

const SEQUENCES = `
  select sequencename::text as name, last_value::text as value from pg_sequences
  where schemaname = current_schema() and last_value is not null order by sequencename`;

/** Each table behind those that it refers to. */
function inOrder(tables: readonly TableRow[]): readonly TableRow[] {
  const ordered: TableRow[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ references }) => !references.some((name) => left.has(name)));
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}.`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

function fileOf(folder: string, table: string): string {
  return join(folder, `${table}.copy.zst`);
}

function listed(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function newer(): AppError {
  return new AppError('invalid_input', 'The backup was made by a newer version of Seamark.', {
    fix: 'Restore it with that version.',
  });
}

function notEmpty(): AppError {
  return new AppError('conflict', 'The database already has tables of Seamark.', {
    fix: 'Restore into an empty database: create one and name it in DATABASE_URL.',
  });
}
