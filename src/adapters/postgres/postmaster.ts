import { execFile, spawn } from 'node:child_process';
import { closeSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client, DatabaseError } from 'pg';

import { AppError } from '../../kernel/errors.ts';
import type { Binaries } from './binaries.ts';
import { DATABASE_USER, logSince, openLog, type ClusterPaths } from './cluster.ts';
import { commandOf, identityOf, isRunning, workingFolderOf, type ProcessIdentity } from './process-identity.ts';
import { commandAs, type ServerUser } from './server-user.ts';
import { storageProblem } from './storage-errors.ts';
import { writeOver } from './write-over.ts';

/** A server process on our cluster, and where it listens. */
export interface Postmaster {
  readonly identity: ProcessIdentity;
  readonly port: number;
}

export interface StartPlan {
  readonly paths: ClusterPaths;
  readonly binaries: Binaries;
  readonly user: ServerUser;
  readonly password: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** Reading the log of a large interrupted write takes tens of seconds; more means that something is wrong. */
const READY_TIMEOUT_MS = 300_000;

/** The server that runs on the cluster now, ready or not; undefined when there is none. */
export function findPostmaster(paths: ClusterPaths): Postmaster | undefined {
  const lines = pidFileLines(paths);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0)) return undefined;
  const identity = identityOf(pid);
  return identity === undefined || !isOurServer(pid, paths) ? undefined : { identity, port };
}

/**
 * Starts a server that outlives this process if need be.
 *
 * It gets a process group of its own: Ctrl-C in a terminal goes to the whole group of the service, and the
 * database has to stay until the service has written its last rows.
 */
export async function startPostmaster(plan: StartPlan): Promise<Postmaster> {
  disarmStalePidFile(plan.paths);
  const log = openLog(plan.paths);
  const args = ['-D', plan.paths.cluster_dir, ...settingArguments(plan)];
  const { file, args: wrapped, options } = commandAs(plan.user, plan.binaries.postgres, args);
  const child = spawn(file, wrapped, {
    ...options,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log.descriptor, log.descriptor],
  });
  closeSync(log.descriptor);
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, killedBy) => (ended ??= `exit ${code ?? killedBy}`));
  child.unref();
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (ended !== undefined) throw startProblem(ended, logSince(plan.paths, log.offset), plan.paths);
    const identity = child.pid === undefined ? undefined : identityOf(child.pid);
    if (identity !== undefined && (await probe(plan.paths, plan.port, plan.password)) === 'ready') {
      return { identity, port: plan.port };
    }
    await sleep(25);
  }
  child.kill('SIGQUIT');
  throw startProblem('not ready in time', logSince(plan.paths, log.offset), plan.paths);
}

/** A start that may work a moment later: the port is taken, or processes of a killed server have not ended yet. */
export class StartConflict extends Error {
  readonly port_taken: boolean;
  constructor(message: string, portTaken: boolean) {
    super(message);
    this.name = 'StartConflict';
    this.port_taken = portTaken;
  }
}

/** Whether our server answers there, with our password, for our cluster. */
export async function probe(
  paths: ClusterPaths,
  port: number,
  password: string,
): Promise<'ready' | 'not_yet' | 'other_password'> {
  if (!(port > 0)) return 'not_yet';
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: DATABASE_USER,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder === paths.cluster_dir || process.platform === 'win32' ? 'ready' : 'not_yet';
  } catch (thrown) {
    return thrown instanceof DatabaseError && thrown.code === '28P01' ? 'other_password' : 'not_yet';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. Killed when that takes too long. */
export async function stopPostmaster(
  { identity }: Postmaster,
  paths: ClusterPaths,
  binaries: Binaries | undefined,
  timeout_ms: number,
): Promise<void> {
  if (process.platform === 'win32' && binaries !== undefined) {
    execFile(binaries.pg_ctl, ['stop', '-D', paths.cluster_dir, '-m', 'fast', '-W'], () => undefined);
  } else {
    signal(identity, 'SIGINT');
  }
  if (await ends(identity, timeout_ms)) return;
  // An immediate shutdown also ends the server's own children, which a plain kill leaves behind for a moment.
  signal(identity, 'SIGQUIT');
  if (await ends(identity, 2000)) return;
  signal(identity, 'SIGKILL');
  await ends(identity, 2000);
}

/** A port that is free now, below the range that systems take for outgoing connections. */
export async function freePort(preferred: number | undefined): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : 20_000 + Math.floor(Math.random() * 10_000);
    if (await canListen(port)) return port;
  }
  throw new AppError('unavailable', 'There is no free TCP port on 127.0.0.1 between 20000 and 30000.', {
    fix: 'Set DATABASE_URL to a PostgreSQL server of your own.',
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function settingArguments({ port, binaries, settings }: StartPlan): readonly string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Socket paths are limited to about 100 characters, data folders are not.
    unix_socket_directories: '',
    shared_buffers: '64MB',
    max_connections: '60',
    max_wal_size: '512MB',
    // For solid state disks and data that mostly fits in memory.
    random_page_cost: '1.1',
    max_parallel_workers_per_gather: '0',
    // Containers give 64 MB of /dev/shm.
    dynamic_shared_memory_type: process.platform === 'win32' ? 'windows' : 'mmap',
    // After a crash, one call for the whole disk instead of opening a thousand files.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(binaries.major >= 18 ? { io_method: 'sync' } : {}),
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function pidFileLines(paths: ClusterPaths): readonly string[] {
  try {
    return readFileSync(join(paths.cluster_dir, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}

function isOurServer(pid: number, paths: ClusterPaths): boolean {
  if (workingFolderOf(pid) === paths.cluster_dir) return true;
  const command = commandOf(pid);
  return command === undefined || (command.includes('postgres') && command.includes(paths.cluster_dir));
}

/** Above every process number that systems give out. */
const NO_PROCESS = '2147483646';

/**
 * A server that was killed leaves a file with its process number, and the next one refuses to start while a
 * process of that number exists, whatever it is. Only called with the start lock held and when it is not ours.
 *
 * Only the number is replaced: the file also names the shared memory by which the server sees that processes
 * of the killed one still run, and that check has to stay.
 */
function disarmStalePidFile(paths: ClusterPaths): void {
  const lines = pidFileLines(paths);
  if (lines.length === 0 || lines[0] === NO_PROCESS) return;
  writeOver(join(paths.cluster_dir, 'postmaster.pid'), [NO_PROCESS, ...lines.slice(1)].join('\n'));
}

function startProblem(ended: string, said: string, paths: ClusterPaths): Error {
  if (/could not bind|Address already in use/i.test(said)) return new StartConflict(said, true);
  // A full disk refuses the lock file too.
  const known = storageProblem(said, paths.data_dir);
  if (known !== undefined) return known;
  if (/lock file "postmaster.pid"|pre-existing shared memory block/i.test(said)) return new StartConflict(said, false);
  const lines = said.split('\n').filter((line) => /FATAL|PANIC|ERROR|error/.test(line));
  return new AppError(
    'unavailable',
    `The embedded database did not start (${ended}): ${lines.slice(-2).join(' ').slice(0, 600)}`,
    { fix: `Read ${paths.log_file}.`, cause: new Error(said) },
  );
}

function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch {
    // It ended in between, or belongs to another user: both show when we wait for its end.
  }
}

async function ends(identity: ProcessIdentity, timeout_ms: number): Promise<boolean> {
  const deadline = performance.now() + timeout_ms;
  while (isRunning(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}
