import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { AppError, messageOf } from '../../kernel/errors.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import {
  boundLog,
  clusterMajor,
  DATABASE_USER,
  initialise,
  preparePaths,
  readPassword,
  type ClusterPaths,
} from './cluster.ts';
import type { Log } from '../../kernel/log.ts';
import {
  findPostmaster,
  freePort,
  probe,
  StartConflict,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts';
import { identityOf, isRunning, ProcessIdentity } from './process-identity.ts';
import { giveTo, leaveToOwner, serverUser } from './server-user.ts';
import { withStartLock } from './start-lock.ts';
import { storageError } from './storage-errors.ts';
import { writeOver } from './write-over.ts';

export interface EmbeddedOptions {
  /** The data folder of the service; the database lives in `postgres` in it. */
  readonly data_dir: string;
  readonly log: Log;
}

export interface EmbeddedTuning {
  /** Where to look for PostgreSQL, instead of the npm package and the usual places. */
  readonly binary_folders: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

export interface EmbeddedServer {
  /** Stays the same when the server is restarted. */
  readonly url: string;
  /** Whether this process has to stop the server: it started it, or found it without a living owner. */
  readonly owned: boolean;
  /** Ends the supervision, and the server when it is ours. */
  stop(): Promise<void>;
}

const LOCK_WAIT_MS = 300_000;
const STOP_TIMEOUT_MS = 10_000;
const WATCH_EVERY_MS = 500;
const LOG_CHECK_EVERY_MS = 60_000;
/** Restarts of a server that dies again and again: this many in a minute, then a pause. */
const RESTARTS_A_MINUTE = 4;

/**
 * PostgreSQL in the data folder, for installations without a server of their own.
 *
 * Several processes may use one data folder: the first starts the server and owns it, others use it. The
 * server survives an owner that is killed; a process that uses it, or else the next one, adopts it. A server that dies is started again by whoever
 * watches it.
 *
 * @throws AppError unavailable with what to do
 */
export async function startEmbedded(
  options: EmbeddedOptions,
  tuning: Partial<EmbeddedTuning> = {},
): Promise<EmbeddedServer> {
  const supervisor = new Supervisor(options, tuning);
  try {
    await supervisor.ensure();
  } catch (thrown) {
    await supervisor.abandon();
    throw thrown;
  }
  return supervisor.watch();
}

class Supervisor {
  readonly #options: EmbeddedOptions;
  readonly #tuning: Partial<EmbeddedTuning>;
  readonly #paths: ClusterPaths;
  readonly #restarts: number[] = [];
  #binaries: Binaries | undefined;
  #server: Postmaster | undefined;
  #port: number | undefined;
  #password = '';
  #owned = false;
  #stopping: Promise<void> | undefined;
  #recovering: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: EmbeddedOptions, tuning: Partial<EmbeddedTuning>) {
    this.#options = options;
    this.#tuning = tuning;
    try {
      this.#paths = preparePaths(options.data_dir);
    } catch (thrown) {
      throw storageError(thrown, options.data_dir);
    }
  }

  /** Finds the running server or starts one. */
  async ensure(): Promise<void> {
    try {
      await withStartLock(this.#paths.run_dir, LOCK_WAIT_MS, async () => {
        const running = await this.#findReady();
        if (running === undefined) await this.#start();
        else this.#use(running, !ownerLives(this.#paths));
      });
    } catch (thrown) {
      throw storageError(thrown, this.#paths.data_dir);
    }
  }

  /** A start that failed leaves no server of its own behind, though it got as far as that. */
  async abandon(): Promise<void> {
    if (this.#owned) await this.#stop();
  }

  watch(): EmbeddedServer {
    this.#timers = [
      setInterval(() => this.#check(), WATCH_EVERY_MS).unref(),
      setInterval(() => this.#boundLog(), LOG_CHECK_EVERY_MS).unref(),
    ];
    const owned = (): boolean => this.#owned;
    return {
      url: `postgres://${DATABASE_USER}:${this.#password}@127.0.0.1:${this.#port}/postgres?sslmode=disable`,
      get owned() {
        return owned();
      },
      stop: () => (this.#stopping ??= this.#stop()),
    };
  }

  /** A server on our cluster that answers; waits for one that is starting or stopping. */
  async #findReady(): Promise<Postmaster | undefined> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      const found = findPostmaster(this.#paths);
      if (found === undefined) return undefined;
      this.#password = readPassword(this.#paths);
      const state = await probe(this.#paths, found.port, this.#password);
      if (state === 'ready') return found;
      if (state === 'other_password') throw otherPassword(this.#paths);
      if (performance.now() > deadline) throw silent(found);
      await sleep(100);
    }
  }

  #use(server: Postmaster, owned: boolean): void {
    this.#server = server;
    this.#port ??= server.port;
    this.#owned = owned;
    if (owned) writeOwner(this.#paths);
    const fields = { port: server.port, pid: server.identity.pid };
    this.#options.log.info(
      fields,
      owned ? 'The embedded database is running.' : 'Using the embedded database of another process.',
    );
  }

  async #start(): Promise<void> {
    const paths = this.#paths;
    this.#binaries = await findBinaries(clusterMajor(paths), this.#tuning.binary_folders);
    const user = serverUser(paths.data_dir, paths.cluster_dir, this.#binaries);
    if (clusterMajor(paths) === undefined) {
      this.#options.log.info({ folder: paths.cluster_dir }, 'Creating the embedded database.');
      await initialise(paths, this.#binaries, user);
    }
    giveTo(user, paths.cluster_dir);
    this.#password = readPassword(paths);
    const plan = { paths, binaries: this.#binaries, user, password: this.#password };
    const settings = this.#tuning.settings ?? {};
    for (let attempt = 1; ; attempt += 1) {
      // Clients know the port, so it only changes when nobody has been given it yet.
      const port = this.#port ?? (await freePort(attempt === 1 ? lastPort(paths) : undefined));
      try {
        const server = await startPostmaster({ ...plan, port, settings });
        this.#use(server, true);
        writeRunFile(paths, 'port', String(port));
        return;
      } catch (thrown) {
        if (!(thrown instanceof StartConflict) || attempt >= 20) throw conflictAsError(thrown);
        this.#options.log.warn(
          { attempt, port_taken: thrown.port_taken },
          'The embedded database could not start yet.',
        );
        await sleep(500);
      }
    }
  }

  #check(): void {
    if (this.#recovering !== undefined || this.#stopping !== undefined) return;
    const runs = this.#server !== undefined && isRunning(this.#server.identity);
    if (runs && (this.#owned || ownerLives(this.#paths))) return;
    this.#recovering = (runs ? this.#adopt() : this.#recover()).finally(() => (this.#recovering = undefined));
  }

  /** The owner died and left a server that is in use here: one of its users becomes the owner. Never throws. */
  async #adopt(): Promise<void> {
    try {
      await this.ensure();
    } catch (thrown) {
      this.#options.log.error({ error: messageOf(thrown) }, 'The embedded database cannot be taken over.');
    }
  }

  /** Never throws: it continues until the server runs again or the supervision ends. */
  async #recover(): Promise<void> {
    this.#options.log.error({ log: this.#paths.log_file }, 'The embedded database stopped. Restarting it.');
    while (this.#stopping === undefined) {
      await this.#pauseBeforeRestart();
      if (this.#stopping !== undefined) return;
      try {
        await this.ensure();
        return;
      } catch (thrown) {
        this.#options.log.error({ error: messageOf(thrown) }, 'The embedded database cannot be restarted.');
      }
    }
  }

  async #pauseBeforeRestart(): Promise<void> {
    const now = performance.now();
    while ((this.#restarts[0] ?? now) < now - 60_000) this.#restarts.shift();
    this.#restarts.push(now);
    const waits = this.#restarts.length > RESTARTS_A_MINUTE ? 60_000 : (this.#restarts.length - 1) * 1000;
    for (let waited = 0; waited < waits && this.#stopping === undefined; waited += 200) {
      await sleep(200, undefined, { ref: false });
    }
  }

  async #stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    // Yields first, so that `#stopping` is set when a recovery in progress looks at it.
    await Promise.resolve();
    await this.#recovering;
    // The owner may have died since the last look, and nobody may be left to stop the server.
    if (!this.#owned && !ownerLives(this.#paths)) await this.#adopt();
    if (!this.#owned) return;
    this.#owned = false;
    const stop = async (): Promise<void> => {
      const server = findPostmaster(this.#paths);
      if (server !== undefined) await stopPostmaster(server, this.#paths, this.#binaries, STOP_TIMEOUT_MS);
      rmSync(join(this.#paths.run_dir, 'owner'), { force: true });
    };
    // Others wait with their start until the server is down.
    try {
      await withStartLock(this.#paths.run_dir, STOP_TIMEOUT_MS, stop);
    } catch {
      // Somebody else hangs with the lock, or the disk has no room for it; neither must keep the server running.
      await stop();
    }
    this.#options.log.info({}, 'The embedded database has stopped.');
  }

  #boundLog(): void {
    try {
      if (this.#owned) boundLog(this.#paths);
    } catch (thrown) {
      this.#options.log.warn({ error: messageOf(thrown) }, 'The log of the embedded database cannot be truncated.');
    }
  }
}

/** Whether another living process has promised to stop the server. */
function ownerLives(paths: ClusterPaths): boolean {
  const file = join(paths.run_dir, 'owner');
  if (!existsSync(file)) return false;
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return false;
  }
  const owner = ProcessIdentity.safeParse(text);
  return owner.success && isRunning(owner.data);
}

function writeOwner(paths: ClusterPaths): void {
  writeRunFile(paths, 'owner', JSON.stringify(identityOf(process.pid)));
}

function writeRunFile(paths: ClusterPaths, name: string, text: string): void {
  const file = join(paths.run_dir, name);
  writeOver(file, text);
  leaveToOwner(paths.data_dir, file);
}

function lastPort(paths: ClusterPaths): number | undefined {
  const file = join(paths.run_dir, 'port');
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : undefined;
}

function conflictAsError(thrown: unknown): unknown {
  if (!(thrown instanceof StartConflict)) return thrown;
  return new AppError(
    'unavailable',
    'The embedded database cannot start: processes from an earlier run are still running.',
    {
      fix: 'Stop the remaining postgres processes of this data folder, then start again.',
      cause: thrown,
    },
  );
}

function otherPassword(paths: ClusterPaths): AppError {
  return new AppError('unavailable', `The running database does not accept the password in ${paths.password_file}.`, {
    fix: 'The folder was changed while its server ran: stop that server, then start again.',
  });
}

function silent({ identity }: Postmaster): AppError {
  return new AppError(
    'unavailable',
    `The embedded database (process ${identity.pid}) is running but does not respond.`,
    {
      fix: 'Stop that process, then start again.',
    },
  );
}
