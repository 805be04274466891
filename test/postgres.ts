import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { connect, type Database } from '../src/adapters/postgres/database.ts';
import { startEmbedded } from '../src/adapters/postgres/embedded.ts';
import type { Log } from '../src/kernel/log.ts';
import { migrate, MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { toAppError } from '../src/kernel/errors.ts';

/**
 * A fresh, migrated database for a test file.
 *
 * All test processes share one embedded server, in a folder that stays between runs. A keeper process (this
 * file, run as a program) starts it and stops it when nobody has been connected for a while: test files come
 * and go in processes of their own, so none of them can own it.
 */
export interface TestDatabase {
  readonly database: Database;
  /** For further connections to the same database. */
  readonly url: string;
  /** Closes the connections of `database` and drops it all. */
  close(): Promise<void>;
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** `empty` leaves the migrations out. */
export async function openTestDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const { admin, server } = await enter();
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  const source = content === 'migrated' ? await findTemplate(admin, server) : 'template1';
  await admin.query(`create database ${name} template ${source} strategy file_copy`);
  const url = urlOf(server, name);
  const database = connect({ url, log: silentLog });
  return {
    database,
    url,
    close: async () => {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

function urlOf(server: string, name: string): string {
  return server.replace('/postgres?', `/${name}?`);
}

/** Follows from the migrations, so that a change of these makes a new one. */
const TEMPLATE = `migrated_${createHash('sha256').update(JSON.stringify(MIGRATIONS)).digest('hex').slice(0, 12)}`;
/** Any number that nothing else locks on this server. */
const TEMPLATE_LOCK = 20_261_124;

/** A database to copy: thirty migrations take ten times as long. The first who needs it makes it; the others wait. */
async function findTemplate(admin: Database, server: string): Promise<string> {
  if (await isThere(admin, TEMPLATE)) return TEMPLATE;
  // `admin` has one connection, so that it is the one that holds the lock.
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    if (!(await isThere(admin, TEMPLATE))) await makeTemplate(admin, server);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return TEMPLATE;
}

async function isThere(admin: Database, name: string): Promise<boolean> {
  return (await admin.query('select 1 from pg_database where datname = $1', [name])).length > 0;
}

/** It gets its name at the end, since nobody may copy a database that somebody is connected to. */
async function makeTemplate(admin: Database, server: string): Promise<void> {
  const draft = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${draft}`);
  const database = connect({ url: urlOf(server, draft), log: silentLog });
  await migrate(database);
  await database.close();
  await admin.query(`alter database ${draft} rename to ${TEMPLATE}`);
}

const HERE = fileURLToPath(import.meta.url);
const CHECKOUT = createHash('sha256').update(HERE).digest('hex').slice(0, 8);
const FOLDER = join(tmpdir(), `seamark-test-postgres-${userInfo().username}-${CHECKOUT}`);
const URL_FILE = join(FOLDER, 'url');
const KEEPER_LOG = join(FOLDER, 'keeper.log');
const START_TIMEOUT_MS = 90_000;
const IDLE_MS = 20_000;

/** A connection to the running server; the keeper sees it and stays. */
async function enter(): Promise<{ admin: Database; server: string }> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (let attempt = 0; performance.now() < deadline; attempt += 1) {
    const admin = existsSync(URL_FILE) ? await tryConnect(readFileSync(URL_FILE, 'utf8')) : undefined;
    if (admin !== undefined) return admin;
    // One keeper is enough: a second one sees the first and ends.
    if (attempt % 100 === 0) spawnKeeper();
    await sleep(100);
  }
  throw new Error(
    `The test database did not start:\n${existsSync(KEEPER_LOG) ? readFileSync(KEEPER_LOG, 'utf8') : ''}`,
  );
}

async function tryConnect(server: string): Promise<{ admin: Database; server: string } | undefined> {
  const admin = connect({ url: server, log: silentLog, connections_max: 1 });
  try {
    // Listening holds a connection open for good, pooled ones are closed when they are idle.
    await admin.listen('seamark_test', () => undefined);
    return { admin, server };
  } catch {
    await admin.close();
    return undefined;
  }
}

function spawnKeeper(): void {
  mkdirSync(FOLDER, { recursive: true, mode: 0o711 });
  const log = openSync(KEEPER_LOG, 'w');
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', HERE], {
    detached: true,
    stdio: ['ignore', log, log],
  }).unref();
  closeSync(log);
}

async function keep(): Promise<void> {
  const log: Log = { ...silentLog, error: (facts, message) => console.error(message, facts) };
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };
  const server = await startEmbedded({ data_dir: FOLDER, log }, { settings });
  if (!server.owned) return;
  const admin = connect({ url: server.url, log, connections_max: 1 });
  await dropLeftovers(admin);
  writeFileSync(URL_FILE, server.url, { mode: 0o600 });
  for (;;) {
    await untilIdle(admin);
    rmSync(URL_FILE, { force: true });
    // Somebody may have read the file just before.
    await sleep(1000);
    if ((await visitors(admin)) === 0) break;
    writeFileSync(URL_FILE, server.url, { mode: 0o600 });
  }
  await admin.close();
  await server.stop();
}

async function untilIdle(admin: Database): Promise<void> {
  let seen = performance.now();
  while (performance.now() - seen < IDLE_MS) {
    await sleep(1000);
    if ((await visitors(admin)) > 0) seen = performance.now();
  }
}

async function visitors(admin: Database): Promise<number> {
  const [row] = await admin.query<{ count: number }>(
    "select count(*) as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return row?.count ?? 0;
}

/** Databases of test runs that were killed. */
async function dropLeftovers(admin: Database): Promise<void> {
  const rows = await admin.query<{ datname: string }>(
    "select datname from pg_database where datname like 'test\\_%' and datname not in (select datname from pg_stat_activity where datname is not null)",
  );
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`);
}

/** A process that starts the embedded database in a folder and holds it until it is told to stop. */
async function hold(folder: string): Promise<void> {
  // As a service does that drains before it ends.
  process.on('SIGINT', () => undefined);
  try {
    const server = await startEmbedded({ data_dir: folder, log: silentLog });
    console.log(JSON.stringify({ url: server.url, owned: server.owned, pid: process.pid }));
    for await (const chunk of process.stdin) if (String(chunk).includes('stop')) break;
    await server.stop();
  } catch (thrown) {
    const { message, fix } = toAppError(thrown);
    console.log(JSON.stringify({ error: message, fix, cause: thrown instanceof Error ? thrown.stack : '' }));
  }
}

/** The process of a test that shares, takes over or loses the embedded database. */
interface Holder {
  readonly pid: number;
  readonly url: string;
  readonly owned: boolean;
  readonly error: string | undefined;
  readonly fix: string | undefined;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export function spawnHolder(folder: string, account: { uid?: number; gid?: number } = {}): HolderProcess {
  const child = spawn(process.execPath, [HERE, 'hold', folder], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  const answer = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    HolderLine.parse(JSON.parse(line)),
  );
  const end = (work: () => void) => async (): Promise<void> => {
    work();
    await ended;
  };
  const pid = child.pid ?? 0;
  const kill = end(() => child.kill('SIGKILL'));
  const stop = end(() => child.stdin.end('stop\n'));
  return { pid, kill, ready: answer.then((line) => ({ ...line, pid, stop, kill })) };
}

export interface HolderProcess {
  readonly pid: number;
  /** What it said when it was ready or had failed. */
  readonly ready: Promise<Holder>;
  kill(): Promise<void>;
}

const HolderLine = z
  .object({ url: z.string(), owned: z.boolean(), error: z.string(), fix: z.string() })
  .partial()
  .transform(({ url = '', owned = false, error, fix }) => ({ url, owned, error, fix }));

if (process.argv[1] === HERE) await (process.argv[2] === 'hold' ? hold(process.argv[3] ?? '') : keep());
