import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { builtService } from '../built-service.ts';
import { writeUntilFull } from '../small-disk.ts';

const MAIN = await builtService();
const RESTART_MS = 200;

/**
 * A command that is started again whenever it ends, as an init system does it. It does nothing else for it: no lock is
 * removed, no file is mended.
 */
export class Kept {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #isWanted = true;
  #starts = 0;
  #output = '';
  #running: Promise<void>;

  constructor(name: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.#args = args;
    this.#environment = environment;
    this.#running = this.#keep();
  }

  get starts(): number {
    return this.#starts;
  }

  /** The last that it printed, for when something went wrong. */
  get output(): string {
    return this.#output;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Asks it to end as an operator does; answers its last exit code. */
  async stop(): Promise<number | null> {
    this.#isWanted = false;
    this.#child?.kill('SIGTERM');
    await this.#running;
    return this.#child?.exitCode ?? null;
  }

  async #keep(): Promise<void> {
    while (this.#isWanted) {
      this.#starts += 1;
      await this.#run();
      if (this.#isWanted) await sleep(RESTART_MS);
    }
  }

  #run(): Promise<void> {
    const { DATABASE_URL: _database, CLICKHOUSE_URL: _index, ...kept } = process.env;
    const child = spawn(process.execPath, [MAIN, ...this.#args], {
      env: { ...kept, NO_COLOR: '1', SEAMARK_LOG_LEVEL: 'warn', ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const note = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    return new Promise((resolve) => child.once('close', () => resolve()));
  }
}

/** Kills the embedded PostgreSQL of a data folder where it stands; false when none runs. */
export function killPostgres(data: string): boolean {
  const pid = postmasterOf(data);
  return pid !== undefined && signal(pid, 'SIGKILL');
}

/** Kills the process that started the embedded PostgreSQL, or has taken it over; false when there is none. */
export function killOwner(data: string): boolean {
  const file = join(data, 'postgres.run', 'owner');
  const { pid } = existsSync(file) ? Owner.parse(JSON.parse(readFileSync(file, 'utf8'))) : { pid: undefined };
  // This process uses the database too, and may have taken it over from one that was killed.
  return pid !== undefined && pid !== process.pid && signal(pid, 'SIGKILL');
}

/** Kills the process that holds the embedded index; false when none runs. */
export function killEngine(data: string): boolean {
  const file = join(data, 'index', 'index.json');
  if (!existsSync(file)) return false;
  const { owner_pid } = Endpoint.parse(JSON.parse(readFileSync(file, 'utf8')));
  const engine = childrenOf(owner_pid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine/child'),
  );
  return engine !== undefined && signal(engine, 'SIGKILL');
}

const Endpoint = z.object({ owner_pid: z.int() });

/** Stops all processes of the embedded PostgreSQL where they stand, for a while; false when none runs. */
export async function freezePostgres(data: string, duration_ms: number): Promise<boolean> {
  const postmaster = postmasterOf(data);
  if (postmaster === undefined || !signal(postmaster, 'SIGSTOP')) return false;
  const frozen = [postmaster, ...childrenOf(postmaster)];
  for (const pid of frozen) signal(pid, 'SIGSTOP');
  await sleep(duration_ms);
  for (const pid of frozen) signal(pid, 'SIGCONT');
  return true;
}

/** Takes all the room of the disk that holds the folder, for a while. The folder has to be a small disk of its own. */
export async function fillDisk(data: string, duration_ms: number): Promise<void> {
  const ballast = join(data, 'ballast');
  const file = openSync(ballast, 'a');
  const until = performance.now() + duration_ms;
  // What is freed meanwhile is taken too.
  while (performance.now() < until) {
    for (const bytes of [1_048_576, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
    await sleep(100);
  }
  closeSync(file);
  rmSync(ballast);
}

const Owner = z.object({ pid: z.int() });

function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(fields[1]) === parent ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
