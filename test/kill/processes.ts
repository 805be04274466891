import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
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
  const file = join(data, 'postgres', 'postmaster.pid');
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
