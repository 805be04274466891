import { constants } from 'node:fs';
import { access, mkdir, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

import pino, { type Logger } from 'pino';
import { z } from 'zod';

import { createGuardedFetch, type GuardedFetch } from './adapters/fetch/guarded-fetch.ts';
import { connect, type Database } from './adapters/postgres/database.ts';
import { startEmbedded } from './adapters/postgres/embedded.ts';
import { openKeyStore } from './adapters/postgres/key-store.ts';
import { PostgresLedger } from './adapters/postgres/ledger.ts';
import { migrate } from './adapters/postgres/migrate.ts';
import { PostgresUsageLog } from './adapters/postgres/usage-log.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine/execute.ts';
import { createOffload } from './engine/offload.ts';
import type { Connected, SourceTable } from './engine/sources.ts';
import { startIndexEngine } from './index/engine/start.ts';
import { connectDatabase, type IndexDatabase } from './index/database.ts';
import { openIndex as openIndexAt, type OpenIndex } from './index/open.ts';
import { sql } from './index/sql.ts';
import { Closing, closeOfLasting } from './kernel/closing.ts';
import { AppError, messageOf } from './kernel/errors.ts';
import { operations } from './operations/index.ts';
import type { KeyStore } from './ports/accounts.ts';

/** The wiring: what the settings say becomes running parts, closed in the order that nothing is lost. */

const FREE_BYTES_MIN = 300_000_000;
/** Reservations of calls that a killed process left open are given back after this. */
const RESERVATION_AGE_MS = 15 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Shorter than probes wait. */
const PING_MS_MAX = 2000;

export interface Accounts {
  close(): Promise<void>;
  readonly database: Database;
  readonly keys: KeyStore;
  readonly ledger: PostgresLedger;
  readonly usage: PostgresUsageLog;
}

export interface Service {
  close(): Promise<void>;
  readonly engine: Engine;
  readonly keys: KeyStore;
  /**
   * Makes the first key, or the one that the settings name, on a database without keys.
   *
   * Answers a secret that was made here, which nobody can see again: call it when it can be shown.
   */
  readonly makeFirstKey: () => Promise<string | undefined>;
  /** Resolves when the databases answer. */
  readonly ready: () => Promise<void>;
}

export interface ServiceOptions {
  readonly clock?: () => Date;
}

export function createLog(config: Config): Logger {
  const destination = pino.destination({ dest: 2, sync: true });
  // Whoever read the log is gone, as with a closed terminal; the work goes on.
  destination.on('error', () => undefined);
  return pino(
    {
      level: config.log_level,
      base: null,
      redact: {
        paths: ['*.secret', '*.password', 'headers["x-api-key"]', 'headers.authorization'],
        censor: '[redacted]',
      },
    },
    destination,
  );
}

export async function openAccounts(config: Config): Promise<Accounts> {
  await prepareFolder(config);
  const log = createLog(config);
  const closing = new Closing();
  try {
    const url = config.database_url ?? (await embeddedUrl(config, log, closing));
    const database = closing.add(connect({ url, log }));
    await migrate(database).catch((thrown: unknown) => {
      throw unreachable('DATABASE_URL', config.database_url, thrown);
    });
    const keys = closing.add(await openKeyStore(database, log));
    const usage = closing.add(new PostgresUsageLog(database, log));
    const ledger = new PostgresLedger(database);
    return { database, keys, ledger, usage, close: () => closing.close() };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

async function embeddedUrl(config: Config, log: Logger, closing: Closing): Promise<string> {
  const server = startEmbedded({ data_dir: config.data_dir, log });
  closing.defer(closeOfLasting(() => stopStarted(server)));
  return (await server).url;
}

/** Also ends a server that is still starting; one whose start failed has nothing to end. */
async function stopStarted(starting: Promise<{ stop(): Promise<void> }>): Promise<void> {
  const server = await starting.catch(() => undefined);
  await server?.stop();
}

/** Names the setting that leads nowhere; what has another cause, or an embedded server, stays as it is. */
function unreachable(name: string, url: string | undefined, thrown: unknown): unknown {
  const cause: unknown = thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (url === undefined || typeof code !== 'string' || !/^E(?:CONN|HOST|NET|TIMED|AI|NOTFOUND)/.test(code))
    return thrown;
  return new AppError('unavailable', `${name} names ${new URL(url).host}, which does not answer: ${messageOf(cause)}`, {
    fix: `Correct ${name} or start that server; without ${name} the embedded one is used.`,
    cause: thrown,
  });
}

export interface Index extends OpenIndex {
  /** Resolves when the engine answers. */
  readonly ready: () => Promise<void>;
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
    return { ...index, ready: () => ping(database), close: () => closing.close() };
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
    throw new AppError('unavailable', 'The index does not answer.', { fix: 'Try again in a minute.', cause: thrown });
  }
}

export function openFetch(config: Config, clock = (): Date => new Date()): GuardedFetch {
  const { user_agent, allow_networks, allow_ports, resolve } = config;
  return createGuardedFetch({ user_agent, allow_networks, allow_ports, resolve }, { now: () => clock().getTime() });
}

export async function openService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const log = createLog(config);
  const closing = new Closing();
  try {
    // Wrong settings of the fetch are told before databases are started for them.
    const web = closing.add(openFetch(config, options.clock));
    const [accounts, index] = await openBoth(config, closing);
    const offload = closing.add(createOffload());
    await accounts.ledger.sweep(RESERVATION_AGE_MS);
    sweepRegularly(accounts.ledger, log, closing);
    const engine: Engine = {
      operations: new Map(operations.map((operation) => [operation.id, operation])),
      sources: sourceTable(config, index, web),
      ledger: accounts.ledger,
      usage: accounts.usage,
      offload,
      clock: options.clock ?? (() => new Date()),
      log,
      inline_timeout_ms: config.inline_timeout_ms,
    };
    return {
      engine,
      keys: accounts.keys,
      makeFirstKey: () => makeFirstKey(accounts.keys, config, log),
      ready: async () => {
        await Promise.all([accounts.database.query('SELECT 1'), index.ready()]);
      },
      close: () => closing.close(),
    };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

/** A service runs for months: what calls that were cut off have reserved is given back while it runs. */
function sweepRegularly(ledger: PostgresLedger, log: Logger, closing: Closing): void {
  const sweep = (): void => {
    ledger
      .sweep(RESERVATION_AGE_MS)
      .catch((thrown: unknown) => log.warn({ error: messageOf(thrown) }, 'old reservations could not be given back'));
  };
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  closing.defer(() => Promise.resolve(clearInterval(timer)));
}

/** Both databases start at the same time; when one fails, the other is closed again. */
async function openBoth(config: Config, closing: Closing): Promise<[Accounts, Index]> {
  const [accounts, index] = await Promise.allSettled([openAccounts(config), openIndex(config)]);
  if (accounts.status === 'fulfilled') closing.add(accounts.value);
  if (index.status === 'fulfilled') closing.add(index.value);
  if (accounts.status === 'rejected') throw accounts.reason;
  if (index.status === 'rejected') throw index.reason;
  return [accounts.value, index.value];
}

function sourceTable(config: Config, index: Index, web: GuardedFetch): SourceTable {
  const chosen = <Source>(capability: string, known: readonly Connected<Source>[]): readonly Connected<Source>[] => {
    const names = config.sources.get(capability);
    if (names === undefined) return known;
    return names.map((name) => {
      const found = known.find((connected) => connected.name === name);
      if (found !== undefined) return found;
      throw new AppError('invalid_input', `SEAMARK_SOURCES names "${name}" for ${capability}.`, {
        fix: `The sources of ${capability} are ${known.map((connected) => connected.name).join(', ')}.`,
      });
    });
  };
  return {
    links: chosen('links', [{ name: 'index', source: index.links }]),
    serp: chosen('serp', [{ name: 'index', source: index.serp }]),
    fetch: chosen('fetch', [{ name: 'fetch', source: web.source }]),
  };
}

async function makeFirstKey(keys: KeyStore, config: Config, log: Logger): Promise<string | undefined> {
  const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
  if (config.init_api_key !== undefined) {
    try {
      await keys.create({ ...blank, name: 'init', secret: config.init_api_key });
    } catch (thrown) {
      // The key was revoked since. That is what an operator wanted, and no reason to stay away from everybody else.
      if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown;
      log.warn({ error: thrown.message }, 'SEAMARK_INIT_API_KEY names a revoked key');
    }
    return undefined;
  }
  if ((await keys.list()).length > 0) return undefined;
  const { secret } = await keys.create({ ...blank, name: 'first', secret: undefined });
  return secret;
}

/** Not `mkdir` with `recursive`, which never returns for a folder in a file system that takes none, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await makeLastFolder(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT' || dirname(folder) === folder) throw thrown;
    await makeFolder(dirname(folder));
    await makeLastFolder(folder);
  }
}

/** Both databases prepare the folder at the same time, so it may be there a moment after it was not. */
async function makeLastFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
}

/** @throws AppError unavailable when the data folder cannot be written to, or the disk is full */
async function prepareFolder(config: Config): Promise<void> {
  if (config.database_url !== undefined && config.clickhouse_url !== undefined) return;
  const folder = config.data_dir;
  const fix = 'Choose another folder with --data DIR or SEAMARK_DATA, or give this one to the user that runs Seamark.';
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (thrown) {
    throw new AppError('unavailable', `The data folder ${folder} cannot be written to.`, { fix, cause: thrown });
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  const free = Math.round((bavail * bsize) / 1e6);
  throw new AppError(
    'unavailable',
    `Only ${free} MB are free on the disk of ${folder}; Seamark needs ${FREE_BYTES_MIN / 1e6} MB.`,
    {
      fix: 'Free some space, or choose a folder on another disk with --data DIR or SEAMARK_DATA.',
    },
  );
}
