import type { Writable } from 'node:stream';

import type { Logger } from 'pino';
import { z } from 'zod';

import type { Config } from '../config.ts';
import { connectDatabase, type IndexDatabase } from '../index/database/database.ts';
import { startIndexEngine } from '../index/engine/start.ts';
import { openIndex as openIndexAt, type OpenIndex } from '../index/open.ts';
import { exportToFile, exportToStream, type ExportOrder } from '../index/export.ts';
import { sql } from '../index/database/sql.ts';
import { EngineRankWriter } from '../index/write/imports.ts';
import { Closing, closeOfLasting } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import type { RankWriter } from '../ports/imports.ts';
import { prepareFolder } from './data-folder.ts';
import { stopStarted, unreachable } from './embedded.ts';
import { createLog } from './log.ts';

/** Shorter than probes wait. */
const PING_MS_MAX = 2000;

export interface Index extends OpenIndex {
  /** Resolves when the engine answers. */
  readonly ready: () => Promise<void>;
  readonly ranks: RankWriter;
  readonly exports: IndexExports;
}

interface IndexExports {
  toFile(order: ExportOrder, path: string, signal: AbortSignal): Promise<void>;
  toStream(order: ExportOrder, output: Writable, signal: AbortSignal): Promise<void>;
}

export async function openIndex(config: Config): Promise<Index> {
  await prepareFolder(config);
  const log = createLog(config);
  const closing = new Closing();
  try {
    const url = config.clickhouse_url ?? (await embeddedIndexUrl(config, log, closing));
    const refused = (message: string): void => log.warn({ message }, 'the index refused a page');
    const opened = openIndexAt(url, refused).catch((thrown: unknown) => {
      throw unreachable('CLICKHOUSE_URL', config.clickhouse_url, thrown);
    });
    const index = closing.add(await opened);
    const database = closing.add(connectDatabase(url));
    const source = { url, is_embedded: config.clickhouse_url === undefined };
    return {
      ...index,
      ready: () => ping(database),
      ranks: new EngineRankWriter(database),
      exports: {
        toFile: (order, path, signal) => exportToFile(source, order, path, signal),
        toStream: (order, output, signal) => exportToStream(source, order, output, signal),
      },
      close: () => closing.close(),
    };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

async function embeddedIndexUrl(config: Config, log: Logger, closing: Closing): Promise<string> {
  const engine = startIndexEngine({
    data_dir: config.data_dir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  closing.defer(closeOfLasting(() => stopStarted(engine)));
  return (await engine).url;
}

/** A real question: an engine may greet every connection and still answer none. */
async function ping(database: IndexDatabase): Promise<void> {
  try {
    await database.rows(z.unknown(), sql`SELECT 1`, AbortSignal.timeout(PING_MS_MAX));
  } catch (thrown) {
    throw new AppError('unavailable', 'The index does not respond.', { fix: 'Try again in a minute.', cause: thrown });
  }
}
