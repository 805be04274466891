import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { AppError, messageOf } from '../../kernel/errors.ts';
import type { Binaries } from './binaries.ts';
import { commandAs, giveTo, leaveToOwner, type ServerUser } from './server-user.ts';
import { storageProblem } from './storage-errors.ts';

const run = promisify(execFile);

/** Where the embedded database keeps what, in the data folder of the service. */
export interface ClusterPaths {
  readonly data_dir: string;
  /** PostgreSQL's own folder. */
  readonly cluster_dir: string;
  /** Made with the cluster and moved into place with it, so that neither is ever there without the other. */
  readonly password_file: string;
  readonly log_file: string;
  /** Lock, owner and port: what concerns running processes. */
  readonly run_dir: string;
}

export const DATABASE_USER = 'seamark';

const LOG_BYTES_MAX = 10_000_000;
const INIT_TIMEOUT_MS = 180_000;

/** Makes the data folder and answers its paths, without symbolic links, as the server will show them. */
export function preparePaths(folder: string): ClusterPaths {
  // Root's server runs as another user, who has to be able to pass through.
  makeFolder(resolve(folder), process.getuid?.() === 0 ? 0o711 : 0o700);
  const dataDir = realpathSync(folder);
  const runDir = join(dataDir, 'postgres.run');
  const clusterDir = join(dataDir, 'postgres');
  if (!existsSync(runDir)) {
    makeFolder(runDir, 0o700);
    leaveToOwner(dataDir, runDir);
  }
  return {
    data_dir: dataDir,
    cluster_dir: clusterDir,
    password_file: join(clusterDir, 'seamark.password'),
    log_file: join(dataDir, 'postgres.log'),
    run_dir: runDir,
  };
}

/** The release that made the cluster; undefined when there is none yet. */
export function clusterMajor(paths: ClusterPaths): number | undefined {
  const file = join(paths.cluster_dir, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

export function readPassword(paths: ClusterPaths): string {
  if (existsSync(paths.password_file)) return readFileSync(paths.password_file, 'utf8').trim();
  throw new AppError('unavailable', `The password file of the embedded database is missing: ${paths.password_file}.`, {
    fix: 'Restore the whole data folder from a backup, or move it away to start with an empty one.',
  });
}

/**
 * Makes the cluster in a folder beside its place and moves it there when it is whole, so that being killed
 * half-way leaves nothing that looks like a database. Only called with the start lock held.
 */
export async function initialise(paths: ClusterPaths, binaries: Binaries, user: ServerUser): Promise<void> {
  await removeLeftovers(paths);
  const workshop = mkdtempSync(join(paths.data_dir, WORKSHOP));
  try {
    const cluster = join(workshop, 'cluster');
    const password = join(workshop, 'password');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(password, randomBytes(24).toString('base64url') + '\n', { mode: 0o600 });
    giveTo(user, workshop);
    await initdb({ cluster, password, data_dir: paths.data_dir }, binaries, user);
    renameSync(password, join(cluster, 'seamark.password'));
    renameSync(cluster, paths.cluster_dir);
  } finally {
    await removeWorkshop(workshop);
  }
}

/** The server appends to the log while it is cut, so this also bounds the log of a running server. */
export function boundLog(paths: ClusterPaths): void {
  const size = statSync(paths.log_file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES_MAX) truncateSync(paths.log_file, 0);
}

export function openLog(paths: ClusterPaths): { descriptor: number; offset: number } {
  boundLog(paths);
  const descriptor = openSync(paths.log_file, 'a', 0o600);
  try {
    chmodSync(paths.log_file, 0o600);
    leaveToOwner(paths.data_dir, paths.log_file);
    return { descriptor, offset: statSync(paths.log_file).size };
  } catch (thrown) {
    closeSync(descriptor);
    throw thrown;
  }
}

/** What the server has logged from `offset` on; the last 8,000 characters of it. */
export function logSince(paths: ClusterPaths, offset: number): string {
  try {
    return readFileSync(paths.log_file).subarray(offset).toString('utf8').slice(-8000);
  } catch {
    return '';
  }
}

/** Step by step: mkdir's own recursion says "no such file" where the disk is read-only. */
function makeFolder(folder: string, mode: number): void {
  if (!existsSync(folder) && !existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (thrown) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw thrown;
  }
}

const WORKSHOP = 'postgres.new-';

async function removeLeftovers(paths: ClusterPaths): Promise<void> {
  for (const name of readdirSync(paths.data_dir)) {
    if (name.startsWith(WORKSHOP)) await removeWorkshop(join(paths.data_dir, name));
  }
}

/**
 * The initdb of a start that was killed goes on, fails once its files are gone, and then clears its folder itself, so
 * files vanish and appear while we remove them. `rmSync` would take the first that has vanished for the end of its work.
 */
async function removeWorkshop(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

interface InitFolders {
  readonly cluster: string;
  readonly password: string;
  readonly data_dir: string;
}

async function initdb(folders: InitFolders, binaries: Binaries, user: ServerUser): Promise<void> {
  const { file, args, options } = commandAs(user, binaries.initdb, [
    `--pgdata=${folders.cluster}`,
    `--pwfile=${folders.password}`,
    `--username=${DATABASE_USER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    '--data-checksums',
    '--no-instructions',
  ]);
  try {
    await run(file, args, { ...options, timeout: INIT_TIMEOUT_MS, killSignal: 'SIGKILL' });
  } catch (thrown) {
    const said = messageOf(thrown);
    const known = storageProblem(said, folders.data_dir);
    if (known !== undefined) throw known;
    const lines = said.split('\n').filter((line) => /error|fatal|could not/i.test(line));
    throw new AppError('unavailable', `The embedded database could not be created: ${lines.slice(-2).join(' ')}`, {
      fix: 'Try again; if the problem persists, install PostgreSQL from your system, or set DATABASE_URL.',
      cause: thrown,
    });
  }
}
