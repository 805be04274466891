import { readFile, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import type { IndexDatabase } from '../../src/index/database/database.ts';
import { sql } from '../../src/index/database/sql.ts';
import type { FromGenerator, GeneratorOrder, MadeFile } from './generator.ts';
import { COLUMNS } from './rows.ts';

/** Makes a part of the web as files; in a thread of its own, and before the load, so that it takes nothing from it. */
export async function makeFiles(order: GeneratorOrder): Promise<readonly MadeFile[]> {
  const worker = new Worker(new URL('./generator.ts', import.meta.url), { workerData: order });
  const files: MadeFile[] = [];
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromGenerator) => {
      if (message.type === 'file') files.push(message.made);
    });
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
  return files;
}

export interface Loaded {
  readonly pages: number;
  readonly links: number;
  readonly milliseconds: number;
}

/** One insert a file into `incoming`, as the writer of the index sends its blocks; each is durable when it returns. */
export async function loadFiles(
  database: IndexDatabase,
  files: readonly MadeFile[],
  tell: (done: Loaded) => void,
): Promise<Loaded> {
  const started = performance.now();
  let done: Loaded = { pages: 0, links: 0, milliseconds: 0 };
  let next = files[0] === undefined ? undefined : readFile(files[0].file);
  for (const [at, made] of files.entries()) {
    const rows = await next;
    const following = files[at + 1];
    next = following === undefined ? undefined : readFile(following.file);
    if (rows !== undefined) await database.insert('incoming', COLUMNS, [rows]);
    await rm(made.file);
    const milliseconds = performance.now() - started;
    done = { pages: done.pages + made.pages, links: done.links + made.links, milliseconds };
    tell(done);
  }
  return done;
}

/** Inserts the same files again and again until it is told to stop; answers the links a second. */
export function loadOn(database: IndexDatabase, files: readonly MadeFile[]): { stop(): Promise<number> } {
  const stopping = new AbortController();
  const work = async (): Promise<number> => {
    const started = performance.now();
    let links = 0;
    for (let at = 0; !stopping.signal.aborted && files.length > 0; at += 1) {
      const made = files[at % files.length];
      if (made === undefined) break;
      await database.insert('incoming', COLUMNS, [await readFile(made.file)]);
      links += made.links;
    }
    return (links * 1000) / (performance.now() - started);
  };
  const running = work();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

export interface TableSize {
  readonly table: string;
  readonly all_rows: number;
  readonly all_bytes: number;
  readonly parts: number;
}

export async function tableSizes(database: IndexDatabase): Promise<readonly TableSize[]> {
  return database.rows(
    z.object({ table: z.string(), all_rows: z.int(), all_bytes: z.int(), parts: z.int() }),
    sql`SELECT table, sum(rows) AS all_rows, sum(bytes_on_disk) AS all_bytes, count() AS parts FROM system.parts
      WHERE database = currentDatabase() AND active GROUP BY table ORDER BY all_bytes DESC`,
  );
}

export async function linkCount(database: IndexDatabase): Promise<number> {
  const rows = await database.rows(z.object({ links: z.int() }), sql`SELECT count() AS links FROM links FINAL`);
  return rows[0]?.links ?? 0;
}
