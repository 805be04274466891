import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { builtService } from '../built-service.ts';

/** The real command line and the real service, driven from outside as a user drives them. */
export interface ProductOptions {
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
}

export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Asks it to stop as Ctrl-C does, and answers its exit code. */
  stop(): Promise<number | null>;
}

const MAIN = await builtService();
const OUTPUT_LENGTH_MAX = 1_000_000;

function startCommand(args: readonly string[], options: ProductOptions): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args, '--data', options.data], {
    env: { ...process.env, NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function runCommand(
  args: readonly string[],
  options: ProductOptions,
  watch?: (child: ChildProcess) => void,
): Promise<CommandResult> {
  const started = performance.now();
  const child = startCommand(args, options);
  const output = collect(child);
  watch?.(child);
  const code = await exitOf(child);
  return { code, ...output.texts(), duration_ms: performance.now() - started };
}

/** Starts `seamark serve` on a free port; resolves once it has printed its address and answers there. */
export async function startService(options: ProductOptions, timeoutMs = 90_000): Promise<Service> {
  const child = startCommand(['serve', '--port', '0'], options);
  const output = collect(child);
  const url = await new Promise<string>((resolveUrl, reject) => {
    const timer = setTimeout(() => fail('did not print its address in time'), timeoutMs);
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.kill('SIGTERM');
      const { stdout, stderr } = output.texts();
      reject(new Error(`seamark serve ${why}:\n${stdout}\n${stderr}`));
    };
    const look = (): void => {
      const { stdout, stderr } = output.texts();
      const found = /http:\/\/(?:127\.0\.0\.1|localhost):[1-9]\d*/.exec(stdout + '\n' + stderr);
      if (found === null) return;
      clearTimeout(timer);
      resolveUrl(found[0]);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (code) => fail(`ended with ${String(code)}`));
  });
  return {
    url,
    process: child,
    stop: async () => {
      const exit = exitOf(child);
      child.kill('SIGINT');
      return exit;
    },
  };
}

export async function createKey(options: ProductOptions): Promise<string> {
  const { code, stdout, stderr } = await runCommand(['keys', 'create', '--json'], options);
  const key = code === 0 ? objectOf(JSON.parse(stdout))['key'] : undefined;
  if (typeof key !== 'string') throw new Error(`seamark keys create: ${String(code)}\n${stdout}\n${stderr}`);
  return key;
}

/** A JSON object of an answer; every reader names and checks the fields that it takes. */
export type Json = Readonly<Record<string, unknown>>;

export type Call = (path: string, body: Json) => Promise<{ readonly status: number; readonly body: Json }>;

/** Any call of the API; an answer that is no success is an error. */
export type Api = (method: 'GET' | 'POST', path: string, body?: Json) => Promise<Json>;

export function apiOf(service: Pick<Service, 'url'>, key: string): Api {
  return async (method, path, body) => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(300_000),
    });
    const answer = objectOf(await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

const RATE_LIMIT_RETRIES = 20;

/** Calls operations; waits as told when the rate limit says so. `timed` hears how long each answer took. */
export function caller(service: Service, key: string, timed?: (path: string, ms: number) => void): Call {
  return async (path, body) => {
    for (let attempt = 0; ; attempt++) {
      const started = performance.now();
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      if (response.status !== 429 || attempt >= RATE_LIMIT_RETRIES) {
        const answer = objectOf(await response.json());
        timed?.(path, performance.now() - started);
        return { status: response.status, body: answer };
      }
      await response.arrayBuffer();
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((done) => setTimeout(done, Math.min(60, seconds) * 1000));
    }
  };
}

/** The object that JSON text of an answer holds; an array or a bare value is an error. */
export function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not a JSON object');
  return { ...value };
}

export function listOf(value: unknown): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('not a JSON array');
  return value.map(objectOf);
}

function collect(child: ChildProcess): { texts(): { stdout: string; stderr: string } } {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (part: Buffer) => (texts.stdout = (texts.stdout + part).slice(-OUTPUT_LENGTH_MAX)));
  child.stderr?.on('data', (part: Buffer) => (texts.stderr = (texts.stderr + part).slice(-OUTPUT_LENGTH_MAX)));
  return { texts: () => ({ ...texts }) };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code));
  });
}
