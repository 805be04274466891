import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { createClient } from '@clickhouse/client';

import { newId } from '../kernel/ids.ts';
import type { Target } from '../web/target.ts';
import { withDatabase } from './database/database.ts';
import { linksQuery, pagesQuery } from './export-queries.ts';
import { Sql, sql } from './database/sql.ts';

export interface ExportOrder {
  readonly what: 'links' | 'pages';
  readonly format: 'parquet' | 'csv';
  readonly target: Target | undefined;
}

export interface ExportSource {
  readonly url: string;
  /** The engine runs on this machine and writes files itself. */
  readonly is_embedded: boolean;
}

const ENGINE_FORMATS = { parquet: 'Parquet', csv: 'CSVWithNames' } as const;
const EXPORT_MS_MAX = 6 * 3_600_000;

/** Writes what the index holds into a file that appears under its name only when it is whole. */
export async function exportToFile(
  source: ExportSource,
  order: ExportOrder,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const whole = resolve(path);
  // Beside the file, so that giving it its name moves nothing; an engine takes endings and braces for commands.
  const part = join(dirname(whole), `.seamark-${newId('part')}`);
  try {
    await writeInto(source, order, part, signal);
    await rename(part, whole);
  } finally {
    await rm(part, { force: true });
  }
}

/** The same into a stream, by way of a temporary file. */
export async function exportToStream(
  source: ExportSource,
  order: ExportOrder,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'seamark-export-'));
  try {
    const part = join(folder, 'part');
    await writeInto(source, order, part, signal);
    await pipeline(createReadStream(part), output, { signal, end: false }).catch((thrown: unknown) => {
      if (!isHungUp(thrown)) throw thrown;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The reader has enough, as with `| head`. */
function isHungUp(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EPIPE' || thrown.code === 'ECONNRESET');
}

function queryOf({ what, target, format }: ExportOrder): Sql {
  const order = { target, marks_formulas: format === 'csv' };
  return what === 'links' ? linksQuery(order) : pagesQuery(order);
}

async function writeInto(source: ExportSource, order: ExportOrder, path: string, signal: AbortSignal): Promise<void> {
  const query = queryOf(order);
  const format = ENGINE_FORMATS[order.format];
  if (!source.is_embedded) return receive(source.url, new Sql(`${query.text} FORMAT ${format}`), path, signal);
  await withDatabase(source.url, (database) =>
    database.run(
      sql`INSERT INTO FUNCTION file(${path}, ${format}) SETTINGS format_csv_null_representation = '' ${query}`,
      signal,
    ),
  );
}

/** Streams the export from a server. The server buffers its answer on its own disk until it is complete, so failures arrive as errors. */
async function receive(url: string, query: Sql, path: string, signal: AbortSignal): Promise<void> {
  const client = createClient({
    url,
    application: 'seamark export',
    request_timeout: EXPORT_MS_MAX,
    log: { level: 127 },
  });
  try {
    const { stream } = await client.exec({
      query: query.text,
      clickhouse_settings: {
        optimize_functions_to_subcolumns: 0,
        format_csv_null_representation: '',
        wait_end_of_query: 1,
      },
      abort_signal: signal,
    });
    await pipeline(stream, createWriteStream(path), { signal });
  } finally {
    await client.close();
  }
}
