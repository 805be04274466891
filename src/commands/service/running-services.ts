import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Config } from '../../config.ts';
import { fieldsOf } from '../../kernel/fields-of.ts';
import { parsedJson, sendRequest } from './http-request.ts';

/** What a running service writes into its data folder, so that commands for that folder ask it in place of starting all that it has started. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Tells this very start from whatever answers at the address later: the service says it at /healthz. */
  readonly instance: string;
  /** The key of the operator for as long as the service runs. Whoever reads the data folder may do everything anyway. */
  readonly key: string;
  /** The servers that DATABASE_URL and CLICKHOUSE_URL name, without users and passwords; null for the embedded ones. */
  readonly database: string | null;
  readonly index: string | null;
}

type Recorded = Pick<RunningService, 'url' | 'instance' | 'key'>;

/** Several services may run on one data folder. */
const FOLDER = 'services';

/**
 * Records a service until the answered function is called. A data folder that is not there or cannot be written to, as with
 * databases elsewhere, keeps no record.
 */
export async function recordService(config: Config, service: Recorded): Promise<() => Promise<void>> {
  const folder = join(config.data_dir, FOLDER);
  const file = join(folder, `${service.instance}.json`);
  const { database_url, clickhouse_url } = config;
  const record: RunningService = {
    ...service,
    pid: process.pid,
    database: serverOf(database_url),
    index: serverOf(clickhouse_url),
  };
  try {
    await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
    await forgetKilled(folder);
    await writeFile(file, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
  } catch {
    return async () => undefined;
  }
  return () => rm(file, { force: true });
}

/** The running service of a data folder; undefined where none runs, or where the settings name other databases than its own. */
export async function findService(config: Config): Promise<RunningService | undefined> {
  for (const { service } of await readRecords(join(config.data_dir, FOLDER))) {
    // oxlint-disable-next-line no-await-in-loop -- the first that runs is enough
    if (service !== undefined && usesDatabasesOf(config, service) && (await isServiceAt(service))) return service;
  }
  return undefined;
}

/** A command without these settings means whatever the folder's service uses. */
function usesDatabasesOf({ database_url, clickhouse_url }: Config, { database, index }: RunningService): boolean {
  const isOwn = database_url === undefined || serverOf(database_url) === database;
  return isOwn && (clickhouse_url === undefined || serverOf(clickhouse_url) === index);
}

function serverOf(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed === null ? null : parsed.host + parsed.pathname;
}

interface Read {
  readonly file: string;
  readonly service: RunningService | undefined;
}

async function readRecords(folder: string): Promise<readonly Read[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      return { file, service: serviceIn(await readFile(file, 'utf8').catch(() => '')) };
    }),
  );
}

/** Undefined for half a file, as a full disk leaves one. */
function serviceIn(text: string): RunningService | undefined {
  try {
    const { url, pid, instance, key, database, index } = fieldsOf(JSON.parse(text));
    if (typeof url !== 'string' || typeof instance !== 'string' || typeof key !== 'string') return undefined;
    return { url, pid: Number(pid), instance, key, database: textOrNull(database), index: textOrNull(index) };
  } catch {
    return undefined;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * A service that was killed could not take its record away. One that answers too late still has its process, and one in
 * another container, whose processes are not ours, still answers.
 */
async function forgetKilled(folder: string): Promise<void> {
  const records = await readRecords(folder);
  await Promise.all(
    records.map(async ({ file, service }) => {
      const runs = service !== undefined && (isProcess(service.pid) || (await isServiceAt(service)));
      if (!runs) await rm(file, { force: true });
    }),
  );
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}

const PATIENCE_MS = 2000;

/** Whether the very service that left the record answers, and not another one that has its address now. */
async function isServiceAt({ url, instance }: Pick<RunningService, 'url' | 'instance'>): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const health = await sendRequest(new URL('healthz', `${url}/`), { method: 'GET', headers: {}, signal });
    return fieldsOf(parsedJson(health))['instance'] === instance;
  } catch {
    return false;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error ? Reflect.get(thrown, 'code') : undefined;
}

function ignoreExisting(thrown: unknown): void {
  if (codeOf(thrown) !== 'EEXIST') throw thrown;
}
