import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { AppError, messageOf } from '../../kernel/errors.ts';
import { randomBase62 } from '../../kernel/ids.ts';
import { isSmallMachine, machineMemory } from './machine-memory.ts';
import {
  type Endpoint,
  endpointUrl,
  isAnswering,
  isGone,
  readEndpoint,
  runningEndpoint,
  writeEndpoint,
} from './endpoint.ts';
import { Doorbell } from './doorbell.ts';
import type { EngineMessage } from './messages.ts';
import type { OpenMessage } from './open-message.ts';
import { type EngineProcess, startEngineProcess } from './process.ts';

export interface EngineOptions {
  readonly data_dir: string;
  readonly log: EngineLog;
  /** Package that embeds the engine; only tests name another one. */
  readonly engine_module?: string;
  /** How long a locked folder is waited for; only tests wait less. */
  readonly locked_ms_max?: number;
  /** After so long without a question the engine sleeps; only tests name another time. */
  readonly idle_ms_max?: number;
}

export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface IndexEngine {
  /** With user, password and database, as `@clickhouse/client` takes it. Stays the same, whoever runs the engine. */
  readonly url: string;
  /** False while another process on the same data folder runs the engine; that may end, and this one then takes over. */
  readonly owned: boolean;
  /** The process that runs the engine; undefined while it restarts, or when another process owns it. */
  readonly pid: number | undefined;
  /** Its process has ended because nobody asked anything, and starts again with the next question. */
  readonly asleep: boolean;
  stop(): Promise<void>;
}

export const INDEX_DATABASE = 'seamark';

const READERS = 6;
const MEMORY_SHARE_MAX = 0.4;
/**
 * Program code and buffers of an engine take 250 MB, a quarter of a small machine. Starting it takes a second or two, so it
 * stays while somebody may be reading a report.
 */
const IDLE_MS_MAX_ON_SMALL_MACHINES = 300_000;
/**
 * The folder is locked while another process starts its engine, before that answers, and for seconds after an owner was
 * killed, until its engine has drained.
 */
const LOCKED_MS_MAX = 20_000;
const LOCKED_DELAY_MS = 250;
const WATCH_EVERY_MS = 500;
const RESTART_DELAY_MS_MIN = 100;
/** Tried for ever, since a full disk or a want of memory may take hours to mend. */
const RESTART_DELAY_MS_MAX = 30_000;
/** A run this long was healthy; crashes after it count from one again. */
const HEALTHY_MS = 60_000;

/**
 * Runs the embedded index engine for a data folder, or finds the one that runs already.
 *
 * The lock on the folder decides who runs it: of several processes that start it at once one gets it, and the others use
 * that one. When it ends, whoever is left starts it again at the same address.
 *
 * @throws AppError unavailable when the engine is not installed, or the folder is locked by something that does not answer
 */
export async function startIndexEngine(options: EngineOptions): Promise<IndexEngine> {
  const deadline = performance.now() + (options.locked_ms_max ?? LOCKED_MS_MAX);
  for (;;) {
    const running = await runningEndpoint(options.data_dir);
    if (running !== undefined) return new SharedEngine(options, running, undefined);
    const before = await readEndpoint(options.data_dir);
    const attempt = await startOnAnyPort(options, before);
    if (attempt.kind === 'started') return new SharedEngine(options, attempt.endpoint, attempt.process);
    if (attempt.kind === 'failed') throw startFailure(attempt.word, attempt.how);
    if (performance.now() > deadline) throw lockedFailure(options.data_dir, before);
    await delay(LOCKED_DELAY_MS);
  }
}

type Attempt =
  | { readonly kind: 'started'; readonly endpoint: Endpoint; readonly process: EngineProcess }
  | { readonly kind: 'locked' }
  | {
      readonly kind: 'failed';
      readonly word: Extract<EngineMessage, { type: 'failed' }>;
      readonly how: string;
    };

/** Where the engine was before, if the port is still free: processes that used it there go on. */
async function startOnAnyPort(options: EngineOptions, before: Endpoint | undefined): Promise<Attempt> {
  const { port = 0, user = 'seamark', password = randomBase62(32) } = before ?? {};
  const start: Start = { port, user, password, is_awaited: false };
  const attempt = await startAt(options, start, () => undefined);
  const isPortTaken = attempt.kind === 'failed' && attempt.word.reason === 'port';
  return isPortTaken ? await startAt(options, { ...start, port: 0 }, () => undefined) : attempt;
}

type Start = Pick<OpenMessage, 'port' | 'user' | 'password' | 'is_awaited'>;

async function startAt(
  options: EngineOptions,
  start: Start,
  onSpawn: (process: EngineProcess) => void,
): Promise<Attempt> {
  const started = startEngineProcess(openMessage(options, start));
  onSpawn(started);
  const word = await started.started;
  if (word.type === 'failed') {
    await started.stop();
    // The engine tells the cause on its error stream only.
    const how = await started.exited;
    return how.includes('Cannot lock file') ? { kind: 'locked' } : { kind: 'failed', word, how };
  }
  const { user, password } = start;
  const endpoint: Endpoint = { port: word.port, user, password, owner_pid: process.pid };
  try {
    await writeEndpoint(options.data_dir, endpoint);
    return { kind: 'started', endpoint, process: started };
  } catch (thrown) {
    // On a full disk. An engine that is left running would lock the folder, and keep this process from ending.
    await started.stop();
    const message = `Its address cannot be written down: ${messageOf(thrown)}`;
    return { kind: 'failed', word: { type: 'failed', reason: 'other', message }, how: await started.exited };
  }
}

function openMessage(options: EngineOptions, { port, user, password, is_awaited }: Start): OpenMessage {
  return {
    type: 'open',
    directory: join(options.data_dir, 'index'),
    port,
    user,
    password,
    is_awaited,
    readers: READERS,
    rebuilds_apart: !isSmallMachine(),
    // Each thread of a statement has buffers of its own.
    threads_max: isSmallMachine() ? 1 : Math.min(8, availableParallelism()),
    memory_bytes_max: Math.floor(machineMemory() * MEMORY_SHARE_MAX),
    idle_ms_max: options.idle_ms_max ?? (isSmallMachine() ? IDLE_MS_MAX_ON_SMALL_MACHINES : 0),
    engine_module: options.engine_module ?? 'chdb',
  };
}

function lockedFailure(dataDir: string, before: Endpoint | undefined): AppError {
  const who =
    before === undefined ? 'another process' : `another process (it was started by process ${before.owner_pid})`;
  return new AppError(
    'unavailable',
    `The index in ${join(dataDir, 'index')} is locked by ${who} that does not respond.`,
    { fix: 'Stop the other process that uses this data folder, or use another data folder.' },
  );
}

/** @throws AppError unavailable when the package that embeds the engine is not installed */
export function requireEngineInstalled(): void {
  try {
    import.meta.resolve('chdb');
  } catch (thrown) {
    throw engineMissing(thrown);
  }
}

function engineMissing(cause: unknown): AppError {
  return new AppError('unavailable', 'The embedded index engine (the optional dependency chdb) is not installed.', {
    fix: 'Install it with `npm install chdb` (Linux with glibc, or macOS), or set CLICKHOUSE_URL to a ClickHouse server.',
    cause,
  });
}

function startFailure(word: Extract<EngineMessage, { type: 'failed' }>, how: string): AppError {
  if (word.reason === 'missing') return engineMissing(word.message);
  return new AppError('unavailable', `The index engine did not start: ${word.message} (${how.slice(0, 300)})`, {
    fix: 'Check that the data folder is writable and has space left, or set CLICKHOUSE_URL to a ClickHouse server.',
  });
}

/** Keeps an engine at one address until it is stopped: its own, or while there is one, that of another process. */
class SharedEngine implements IndexEngine {
  readonly url: string;
  private readonly options: EngineOptions;
  private readonly endpoint: Endpoint;
  private process: EngineProcess | undefined;
  private bell: Doorbell | undefined;
  private failures = 0;
  private readonly stopping = new AbortController();
  private readonly supervised: Promise<void>;

  constructor(options: EngineOptions, endpoint: Endpoint, own: EngineProcess | undefined) {
    this.options = options;
    this.endpoint = endpoint;
    this.url = endpointUrl(endpoint, INDEX_DATABASE);
    this.process = own;
    this.supervised = this.supervise();
  }

  get owned(): boolean {
    return this.process !== undefined || this.asleep;
  }

  get asleep(): boolean {
    return this.bell !== undefined;
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.process?.stop();
    await this.supervised;
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (this.process === undefined) await this.watchOther();
      else await this.watchOwn(this.process);
      if (signal.aborted) return;
      await this.regain({ is_awaited: false });
    }
  }

  private async watchOwn(own: EngineProcess): Promise<void> {
    const startedAt = performance.now();
    const how = await own.exited;
    this.process = undefined;
    if (this.stopping.signal.aborted) return;
    if (own.sleeps()) {
      await this.sleep();
      return;
    }
    this.options.log.warn(`The index engine ended with ${how}; restarting it.`);
    if (performance.now() - startedAt > HEALTHY_MS) this.failures = 0;
    await this.pauseAfterFailure();
  }

  /** Until somebody asks something, who then waits for the engine like for any answer. */
  private async sleep(): Promise<void> {
    const { signal } = this.stopping;
    const bell = await Doorbell.at(this.endpoint.port);
    // Whoever listens there keeps the engine awake.
    if (bell === undefined) return;
    this.bell = bell;
    this.options.log.info('The index engine sleeps until it is asked something.');
    await Promise.race([bell.rung, aborted(signal)]);
    this.bell = undefined;
    bell.stopListening();
    if (!signal.aborted) await this.regain({ is_awaited: true });
    if (signal.aborted) bell.hangUp();
    else bell.connect(this.endpoint.port);
  }

  private async watchOther(): Promise<void> {
    const { signal } = this.stopping;
    // Nothing that a process waits for: one that only used the engine of another may end.
    while (!signal.aborted && !(await isGone(this.endpoint))) await delay(WATCH_EVERY_MS, signal, { ref: false });
    if (!signal.aborted) this.options.log.info('The process that ran the index engine ended; this one takes over.');
  }

  /** Until an engine answers at the address again, from here or from elsewhere. */
  private async regain(why: Pick<Start, 'is_awaited'>): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (await isAnswering(this.endpoint)) return;
      if (signal.aborted) return;
      const attempt = await this.startOwn(why);
      if (signal.aborted) return;
      if (attempt.kind === 'started') {
        this.options.log.info('The index engine is running again.');
        return;
      }
      if (attempt.kind === 'locked') {
        await delay(LOCKED_DELAY_MS, signal);
      } else {
        this.options.log.warn(`The index engine did not start: ${attempt.word.message}`);
        await this.pauseAfterFailure();
      }
    }
  }

  private async startOwn(why: Pick<Start, 'is_awaited'>): Promise<Attempt> {
    const attempt = await startAt(this.options, { ...this.endpoint, ...why }, (own) => (this.process = own));
    if (attempt.kind !== 'started') this.process = undefined;
    return attempt;
  }

  private async pauseAfterFailure(): Promise<void> {
    this.failures += 1;
    const wait_ms = Math.min(RESTART_DELAY_MS_MAX, RESTART_DELAY_MS_MIN * 2 ** (this.failures - 1));
    await delay(wait_ms, this.stopping.signal);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function delay(milliseconds: number, signal?: AbortSignal, { ref } = { ref: true }): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (!ref) timer.unref();
    if (signal?.aborted === true) done();
    signal?.addEventListener('abort', done);
  });
}
