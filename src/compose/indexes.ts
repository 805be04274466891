import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';

import type { Logger } from 'pino';
import { z } from 'zod';

import type { Config } from '../config.ts';
import { connectDatabase, type IndexDatabase } from '../index/database/database.ts';
import { startIndexEngine } from '../index/engine/start.ts';
import { openIndex as openIndexAt, type OpenIndex } from '../index/open.ts';
import { dropDatabase } from '../index/database/databases.ts';
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

/** The indexes of all workspaces, on one engine. */
export interface Indexes {
  readonly shared: Index;
  /** The one that workspaces share for '', else the own one of a workspace, opened with the first question. */
  open(indexId: string): Promise<Index>;
  /** Closes an own one and removes it with all that it holds. */
  drop(indexId: string): Promise<void>;
  close(): Promise<void>;
}

export async function openIndexes(config: Config): Promise<Indexes> {
  const closing = new Closing();
  try {
    const { url, isAsleep } = await openEngine(config, closing);
    const inner = closing.add(await openAt(config, url));
    // A health check does not wake an engine that nobody needs; one that sleeps answers whoever does.
    const shared = { ...inner, ready: async () => (isAsleep() ? undefined : inner.ready()) };
    const own = new Map<string, Promise<Index>>();
    const openOwn = (indexId: string): Promise<Index> => {
      const opening = openAt(config, urlOf(url, indexId)).then((index) => closing.add(closedOnce(index)));
      own.set(indexId, opening);
      // An engine that was away a moment ago may be back for the next call.
      opening.catch(() => own.delete(indexId));
      return opening;
    };
    return {
      shared,
      open: async (indexId) => (indexId === '' ? shared : (own.get(indexId) ?? openOwn(indexId))),
      drop: async (indexId) => {
        if (indexId === '') throw new TypeError('The index that workspaces share is never removed.');
        const opened = own.get(indexId);
        own.delete(indexId);
        await opened?.then((index) => index.close()).catch(() => undefined);
        await dropDatabase(urlOf(url, indexId));
      },
      close: () => closing.close(),
    };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

/** One that is removed is closed before the others are. */
function closedOnce(index: Index): Index {
  let closed: Promise<void> | undefined;
  return { ...index, close: () => (closed ??= index.close()) };
}

/** @param indexId of the workspace whose own index it is; '' for the one that workspaces share */
export async function openIndex(config: Config, indexId = ''): Promise<Index> {
  const closing = new Closing();
  try {
    const { url } = await openEngine(config, closing);
    const index = closing.add(await openAt(config, urlOf(url, indexId)));
    return { ...index, close: () => closing.close() };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

interface Engine {
  readonly url: string;
  readonly isAsleep: () => boolean;
}

async function openEngine(config: Config, closing: Closing): Promise<Engine> {
  await prepareFolder(config);
  if (config.clickhouse_url !== undefined) return { url: config.clickhouse_url, isAsleep: () => false };
  return embeddedEngine(config, createLog(config), closing);
}

const NAME_HASH_LENGTH = 8;

/** The database of a workspace's own index, beside that of the shared one: `seamark_acme_0a1b2c3d`, since `-` and `.` are no part of names. */
export function urlOf(shared: string, indexId: string): string {
  if (indexId === '') return shared;
  const url = new URL(shared);
  const base = decodeURIComponent(url.pathname.slice(1)) || 'default';
  const hash = createHash('sha256').update(indexId).digest('hex').slice(0, NAME_HASH_LENGTH);
  url.pathname = `/${base}_${indexId.replaceAll(/[.-]/g, '_')}_${hash}`;
  return url.href;
}

async function openAt(config: Config, url: string): Promise<Index> {
  const log = createLog(config);
  const closing = new Closing();
  try {
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

async function embeddedEngine(config: Config, log: Logger, closing: Closing): Promise<Engine> {
  const starting = startIndexEngine({
    data_dir: config.data_dir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  closing.defer(closeOfLasting(() => stopStarted(starting)));
  const engine = await starting;
  return { url: engine.url, isAsleep: () => engine.asleep };
}

/** A real question: an engine may greet every connection and still answer none. */
async function ping(database: IndexDatabase): Promise<void> {
  try {
    await database.rows(z.unknown(), sql`SELECT 1`, AbortSignal.timeout(PING_MS_MAX));
  } catch (thrown) {
    throw new AppError('unavailable', 'The index does not respond.', { fix: 'Try again in a minute.', cause: thrown });
  }
}
