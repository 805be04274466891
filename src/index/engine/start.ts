import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';

import { AppError } from '../../kernel/errors.ts';
import { randomBase62 } from '../../kernel/ids.ts';
import {
  type Endpoint,
  endpointUrl,
  readEndpoint,
  removeEndpoint,
  runningEndpoint,
  writeEndpoint,
} from './endpoint.ts';
import type { EngineMessage, OpenMessage } from './messages.ts';
import { type EngineProcess, startEngineProcess } from './process.ts';

export interface EngineOptions {
  readonly data_dir: string;
  readonly log: EngineLog;
  /** Package that embeds the engine; only tests name another one. */
  readonly engine_module?: string;
}

export interface EngineLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface IndexEngine {
  /** With user, password and database, as `@clickhouse/client` takes it. */
  readonly url: string;
  /** False when another process on the same data folder runs the engine. */
  readonly owned: boolean;
  /** The process that runs the engine; undefined while it restarts, or when another process owns it. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

export const INDEX_DATABASE = 'seamark';

const READERS = 6;
const MEMORY_SHARE_MAX = 0.4;
/** Another process that is just starting its engine holds the lock before its endpoint file is written. */
const OTHER_START_MS_MAX = 10_000;
const RESTART_DELAY_MS_MIN = 100;
const RESTART_DELAY_MS_MAX = 5000;
const RESTARTS_MAX = 20;
/** A run this long was healthy; crashes after it count from one again. */
const HEALTHY_MS = 60_000;

/**
 * Runs the embedded index engine for a data folder, or finds the one that runs already.
 *
 * @throws AppError unavailable when the engine is not installed, or the folder is locked by something that does not answer
 */
export async function startIndexEngine(options: EngineOptions): Promise<IndexEngine> {
  const running = await runningEndpoint(options.data_dir);
  if (running !== undefined) return borrowed(running);
  const open = openMessage(options);
  const first = startEngineProcess(open);
  const word = await first.started;
  if (word.type === 'ready') {
    const endpoint: Endpoint = { port: word.port, user: open.user, password: open.password, owner_pid: process.pid };
    await writeEndpoint(options.data_dir, endpoint);
    return new OwnedEngine(options, { ...open, port: word.port }, endpoint, first);
  }
  // The engine tells the cause on its error stream only.
  const how = await first.exited;
  if (how.includes('Cannot lock file')) return await otherOwner(options.data_dir);
  throw startFailure(word, how);
}

function openMessage(options: EngineOptions): OpenMessage {
  return {
    type: 'open',
    directory: join(options.data_dir, 'index'),
    port: 0,
    user: 'seamark',
    password: randomBase62(32),
    readers: READERS,
    threads_max: Math.min(8, availableParallelism()),
    memory_bytes_max: Math.floor(totalmem() * MEMORY_SHARE_MAX),
    engine_module: options.engine_module ?? 'chdb',
  };
}

function borrowed(endpoint: Endpoint): IndexEngine {
  return {
    url: endpointUrl(endpoint, INDEX_DATABASE),
    owned: false,
    pid: undefined,
    stop: () => Promise.resolve(),
  };
}

async function otherOwner(dataDir: string): Promise<IndexEngine> {
  const deadline = performance.now() + OTHER_START_MS_MAX;
  while (performance.now() < deadline) {
    const running = await runningEndpoint(dataDir);
    if (running !== undefined) return borrowed(running);
    await delay(200);
  }
  const owner = (await readEndpoint(dataDir))?.owner_pid;
  const who = owner === undefined ? 'another process' : `another process (it was started by process ${owner})`;
  throw new AppError(
    'unavailable',
    `The index in ${join(dataDir, 'index')} is locked by ${who} that does not answer.`,
    {
      fix: 'Stop the other process that uses this data folder, or use another data folder.',
    },
  );
}

function startFailure(word: Extract<EngineMessage, { type: 'failed' }>, how: string): AppError {
  if (word.reason === 'missing') {
    return new AppError('unavailable', 'The embedded index engine (the optional dependency chdb) is not installed.', {
      fix: 'Install it with `npm install chdb` (Linux with glibc, or macOS), or set CLICKHOUSE_URL to a ClickHouse server.',
      cause: word.message,
    });
  }
  return new AppError('unavailable', `The index engine did not start: ${word.message} (${how.slice(0, 300)})`, {
    fix: 'Check that the data folder can be written and has space left, or set CLICKHOUSE_URL to a ClickHouse server.',
  });
}

/** Keeps the engine process running until it is stopped; port and password stay the same over restarts. */
class OwnedEngine implements IndexEngine {
  readonly url: string;
  readonly owned = true;
  private readonly options: EngineOptions;
  private readonly open: OpenMessage;
  private process: EngineProcess | undefined;
  private readonly stopping = new AbortController();
  private readonly supervised: Promise<void>;

  constructor(options: EngineOptions, open: OpenMessage, endpoint: Endpoint, first: EngineProcess) {
    this.options = options;
    this.open = open;
    this.url = endpointUrl(endpoint, INDEX_DATABASE);
    this.process = first;
    this.supervised = this.supervise(first);
  }

  get pid(): number | undefined {
    return this.process?.pid;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.process?.stop();
    await this.supervised;
    await removeEndpoint(this.options.data_dir);
  }

  private async supervise(first: EngineProcess): Promise<void> {
    let current = first;
    let failures = 0;
    while (failures < RESTARTS_MAX) {
      const startedAt = performance.now();
      const how = await current.exited;
      this.process = undefined;
      if (this.stopping.signal.aborted) return;
      failures = performance.now() - startedAt > HEALTHY_MS ? 1 : failures + 1;
      this.options.log.warn(`The index engine ended with ${how}; starting it again.`);
      await delay(Math.min(RESTART_DELAY_MS_MAX, RESTART_DELAY_MS_MIN * 2 ** (failures - 1)), this.stopping.signal);
      if (this.stopping.signal.aborted) return;
      current = startEngineProcess(this.open);
      this.process = current;
      const word = await current.started;
      if (word.type === 'ready') this.options.log.info('The index engine runs again.');
      else this.options.log.warn(`The index engine did not start: ${word.message}`);
    }
    this.options.log.warn(
      'The index engine keeps failing and is not started again. Restart the service once it can run.',
    );
  }
}

function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
