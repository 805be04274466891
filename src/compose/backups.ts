import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { z } from 'zod';

import { dumpPostgres, loadPostgres, PostgresDump } from '../adapters/postgres/dump.ts';
import { startEmbedded } from '../adapters/postgres/embedded.ts';
import type { Config } from '../config.ts';
import { dumpIndex, IndexDump, loadIndex } from '../index/dump.ts';
import { startIndexEngine } from '../index/engine/start.ts';
import { Closing, closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { openAccounts } from './accounts.ts';
import { prepareFolder } from './data-folder.ts';
import { openIndexes, urlOf } from './indexes.ts';
import { createLog } from './log.ts';
import { version } from '../version.ts';

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const KEY_FILE = 'secret.key';

const Manifest = z.object({
  format: z.literal(FORMAT),
  seamark: z.string(),
  made_at: z.iso.datetime(),
  postgres: PostgresDump,
  /** By the workspace whose own index it is, '' for the one that workspaces share; null where a ClickHouse server keeps them. */
  indexes: z.record(z.string(), IndexDump).nullable(),
  /** Whether the key that secrets are sealed with is in the backup. */
  has_key: z.boolean(),
  /** SHA-256 of each file. */
  files: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof Manifest>;

export interface Backup {
  readonly folder: string;
  readonly bytes: number;
  readonly has_index: boolean;
  readonly has_key: boolean;
}

/**
 * Writes all that Seamark knows into a new folder, which appears under its name only when it is whole. The service may
 * run meanwhile.
 *
 * @throws AppError conflict for a folder that is there, invalid_input for a data folder without data
 */
export async function backUp(config: Config, target: string, signal: AbortSignal): Promise<Backup> {
  const folder = resolve(target);
  if ((await entriesOf(folder)) !== undefined) {
    throw new AppError('conflict', `${folder} already exists.`, { fix: 'Name a folder that does not exist yet.' });
  }
  await requireData(config);
  const draft = `${folder}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await closingAfter((closing) => writeBackup(config, draft, closing, signal));
    await rename(draft, folder);
    const bytes = await sizeOf(folder, Object.keys(manifest.files));
    return { folder, bytes, has_index: manifest.indexes !== null, has_key: manifest.has_key };
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true });
    throw thrown;
  }
}

/** A misspelt folder would be made, and backed up empty. */
async function requireData({ database_url, data_dir }: Config): Promise<void> {
  if (database_url !== undefined || (await entriesOf(data_dir))?.includes('postgres') === true) return;
  throw new AppError('invalid_input', `${resolve(data_dir)} holds no data of Seamark.`, {
    fix: 'Name its data folder with --data DIR or SEAMARK_DATA.',
  });
}

async function writeBackup(config: Config, draft: string, closing: Closing, signal: AbortSignal): Promise<Manifest> {
  const accounts = closing.add(await openAccounts(config));
  // Before the index, so that nothing that PostgreSQL knows to be done is missing there.
  const postgres = await dumpPostgres(accounts.url, join(draft, 'postgres'), signal);
  const owners = await accounts.database.query<{ id: string }>(
    'select coalesce(demo_index, id) as id from workspaces where has_own_index order by id',
  );
  const indexes =
    config.clickhouse_url === undefined
      ? await writeIndexes(
          config,
          draft,
          owners.map(({ id }) => id),
          closing,
          signal,
        )
      : null;
  const has_key = config.secret === undefined && (await copied(join(config.data_dir, KEY_FILE), join(draft, KEY_FILE)));
  const made_at = new Date().toISOString();
  const manifest = {
    format: FORMAT,
    seamark: version,
    made_at,
    postgres,
    indexes,
    has_key,
    files: await hashed(draft),
  } as const;
  await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, undefined, 2) + '\n', { mode: 0o600 });
  return manifest;
}

async function writeIndexes(
  config: Config,
  draft: string,
  owners: readonly string[],
  closing: Closing,
  signal: AbortSignal,
): Promise<Record<string, IndexDump>> {
  const indexes = closing.add(await openIndexes(config));
  await mkdir(join(draft, 'index'), { mode: 0o700 });
  const dumps: Record<string, IndexDump> = {};
  for (const owner of ['', ...owners]) {
    const { url } = await indexes.open(owner);
    dumps[owner] = await dumpIndex(url, join(draft, 'index', folderOf(owner)), signal);
  }
  return dumps;
}

export interface Restored {
  readonly made_at: string;
  readonly has_index: boolean;
  readonly has_key: boolean;
}

/**
 * Fills an empty data folder, or an empty database, with a backup. Nothing stays behind where that fails.
 *
 * @throws AppError invalid_input for what is no backup or is damaged, conflict where there is data already
 */
export async function restore(config: Config, source: string, signal: AbortSignal): Promise<Restored> {
  const folder = resolve(source);
  const manifest = await manifestOf(folder);
  if (manifest.indexes !== null && config.clickhouse_url !== undefined) {
    throw new AppError('invalid_input', 'The backup holds an embedded index, and CLICKHOUSE_URL names a server.', {
      fix: 'Restore without CLICKHOUSE_URL.',
    });
  }
  await requireEmpty(config);
  await requireWhole(folder, manifest);
  await prepareFolder(config);
  try {
    await closingAfter((closing) => readBackup(config, folder, manifest, closing, signal));
  } catch (thrown) {
    await removeData(config);
    throw thrown;
  }
  return { made_at: manifest.made_at, has_index: manifest.indexes !== null, has_key: manifest.has_key };
}

async function readBackup(
  config: Config,
  folder: string,
  { postgres, indexes, has_key }: Manifest,
  closing: Closing,
  signal: AbortSignal,
): Promise<void> {
  const log = createLog(config);
  if (has_key && config.secret === undefined) await copied(join(folder, KEY_FILE), join(config.data_dir, KEY_FILE));
  let url = config.database_url;
  if (url === undefined) {
    const server = await startEmbedded({ data_dir: config.data_dir, log });
    closing.defer(() => server.stop());
    url = server.url;
  }
  await loadPostgres({ url, log }, join(folder, 'postgres'), postgres, signal);
  if (indexes === null) return;
  const engine = await startIndexEngine({
    data_dir: config.data_dir,
    log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  });
  closing.defer(() => engine.stop());
  for (const [owner, dump] of Object.entries(indexes)) {
    await loadIndex(urlOf(engine.url, owner), join(folder, 'index', folderOf(owner)), dump, signal);
  }
}

async function manifestOf(folder: string): Promise<Manifest> {
  const fix = 'Name a folder that `seamark backup` wrote.';
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new AppError('invalid_input', `${folder} has no ${MANIFEST}.`, { fix });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (thrown) {
    const message = `${join(folder, MANIFEST)} is damaged, or was written by a newer version of Seamark.`;
    throw new AppError('invalid_input', message, { fix, cause: thrown });
  }
}

/** @throws AppError invalid_input that names the file that is missing or was changed */
async function requireWhole(folder: string, { files }: Manifest): Promise<void> {
  for (const [file, hash] of Object.entries(files)) {
    const found = await hashOf(join(folder, file)).catch(() => undefined);
    if (found === hash) continue;
    const what = found === undefined ? 'is missing' : 'was changed';
    throw new AppError('invalid_input', `The backup is damaged: ${file} ${what}.`, { fix: 'Use another backup.' });
  }
}

/** Which parts of the data folder hold data. */
const DATA_ENTRIES = ['postgres', 'postgres.run', 'postgres.log', 'index', 'index.json', KEY_FILE];

async function requireEmpty({ data_dir }: Config): Promise<void> {
  const found = (await entriesOf(data_dir))?.find((entry) => DATA_ENTRIES.includes(entry));
  if (found === undefined) return;
  throw new AppError('conflict', `${resolve(data_dir)} already holds data (${found}).`, {
    fix: 'Restore into another folder with --data DIR, or move this one away.',
  });
}

async function removeData({ data_dir }: Config): Promise<void> {
  for (const entry of DATA_ENTRIES) await rm(join(data_dir, entry), { recursive: true, force: true });
}

/** Undefined for a folder that is not there. */
async function entriesOf(folder: string): Promise<readonly string[] | undefined> {
  return readdir(folder).catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
    throw thrown;
  });
}

/** Names of workspaces are lower-case words with hyphens. */
function folderOf(owner: string): string {
  return owner === '' ? 'shared' : `of-${owner}`;
}

/** False where there is nothing to copy. */
async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return false;
    throw thrown;
  }
}

async function hashed(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashes: Record<string, string> = {};
  for (const file of files.toSorted()) hashes[file.slice(folder.length + 1)] = await hashOf(file);
  return hashes;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function sizeOf(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += (await stat(join(folder, file))).size;
  return bytes;
}
