import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { z } from 'zod';

import { run } from '../src/commands/program.ts';
import { builtService } from './built-service.ts';

const MAIN = await builtService();

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `seamark …` to its end, as a user's shell would. */
export async function seamark(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Finished> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: environmentOf(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const code = await exitOf(child);
  return { code, ...texts };
}

/**
 * Runs `seamark …` to its end inside this process: the same command without the start of a process, so that what it says
 * is asked at no cost. Commands follow one another, as the files of tests in a process do. What depends on the process is asked of `seamark`: that it ends, its code, its log and its signals.
 */
export async function seamarkHere(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = '',
): Promise<Finished> {
  const texts = { out: '', err: '' };
  // Crawls and imports would replace the process to set this, which only a start can take.
  const settings = { ...environmentOf(environment), MALLOC_ARENA_MAX: '1' };
  const restore = borrowProcess(texts, settings, input);
  try {
    const code = await run([process.execPath, MAIN, ...args]);
    return { code, ...texts };
  } finally {
    restore();
  }
}

/** Lends a command the streams, the environment and the signals of this process; answers how to take them back. */
function borrowProcess(texts: { out: string; err: string }, environment: NodeJS.ProcessEnv, input: string): () => void {
  const { env, stdin, exitCode } = process;
  const added: (() => void)[] = [];
  const emitters: readonly NodeJS.EventEmitter[] = [process, process.stdout, process.stderr];
  const watches = emitters.map((emitter) => (name: string | symbol, listener: (...given: unknown[]) => void): void => {
    added.push(() => void emitter.removeListener(name, listener));
  });
  for (const [at, watch] of watches.entries()) emitters[at]?.on('newListener', watch);
  const spies = (['out', 'err'] as const).map((name) =>
    vi.spyOn(process[`std${name}`], 'write').mockImplementation((chunk) => {
      texts[name] += Buffer.from(chunk).toString();
      return true;
    }),
  );
  process.env = environment;
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  return () => {
    for (const [at, watch] of watches.entries()) emitters[at]?.removeListener('newListener', watch);
    for (const remove of added) remove();
    for (const spy of spies) spy.mockRestore();
    process.env = env;
    process.exitCode = exitCode;
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  };
}

/** A `seamark …` that is still at work. */
export interface Running {
  /** All that was printed so far. */
  readonly printed: () => string;
  kill(signal: NodeJS.Signals): void;
  /** Closes our ends of its output, as `head` does once it has enough. */
  hangUp(): void;
  readonly ended: Promise<Finished>;
}

/** Starts `seamark …` and does not wait for its end. */
export function running(args: readonly string[], environment: Record<string, string> = {}): Running {
  return watched(
    spawn(process.execPath, [MAIN, ...args], { env: environmentOf(environment), stdio: ['ignore', 'pipe', 'pipe'] }),
  );
}

/** Starts the service by `npm start`, with a dashboard that is built already; signals go to npm, which has to pass them on. */
export function runningNpmStart(args: readonly string[]): Running {
  const root = join(import.meta.dirname, '..');
  const serve = scripts()['start']?.split(' && ').at(-1)?.replace('src/', `${root}/src/`) ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'seamark-npm-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: `true && ${serve}` } }));
  const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const child = spawn('npm', ['--silent', 'start', '--', ...args], {
    cwd: folder,
    env: environmentOf({ PATH, npm_config_update_notifier: 'false' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once('close', () => rmSync(folder, { recursive: true, force: true }));
  return watched(child);
}

function scripts(): Readonly<Record<string, string>> {
  const text = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  return z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(text)).scripts;
}

function watched(child: ChildProcessByStdio<null, Readable, Readable>): Running {
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  return {
    printed: () => texts.out + texts.err,
    kill: (signal) => void child.kill(signal),
    hangUp: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ended: exitOf(child).then((code) => ({ code, ...texts })),
  };
}

export interface Serving {
  readonly base: string;
  readonly pid: number;
  /** All that was printed so far. */
  readonly printed: () => string;
  /** Sends a signal and waits for the end; answers the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `seamark serve` and waits until it says where it answers.
 *
 * @param launcher what replaces itself with the command that follows it
 */
export async function serving(
  args: readonly string[],
  environment: Record<string, string> = {},
  launcher: readonly string[] = [],
): Promise<Serving> {
  const [command = '', ...rest] = [...launcher, process.execPath, MAIN, 'serve', ...args];
  const child = spawn(command, rest, {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const base = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      // The greeting is one write and ends with the documentation's address.
      const found = /docs/.test(printed) ? /answers at (\S+)/.exec(printed)?.[1] : undefined;
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${printed}`)));
  });
  return {
    base,
    pid: child.pid ?? 0,
    printed: () => printed,
    stop: async (signal = 'SIGTERM') => {
      const ended = exitOf(child);
      child.kill(signal);
      return ended;
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

function environmentOf(changes: Record<string, string>): NodeJS.ProcessEnv {
  const { SEAMARK_DATA: _data, DATABASE_URL: _database, CLICKHOUSE_URL: _index, ...kept } = process.env;
  return { ...kept, SEAMARK_LOG_LEVEL: 'error', ...changes };
}
