import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';

import type { Session } from 'chdb';

import { messageOf } from '../../kernel/errors.ts';
import { createFace } from './http.ts';
import type { EngineMessage, SleepMessage } from './messages.ts';
import { isOpenMessage, isStopMessage, type OpenMessage } from './open-message.ts';
import { SessionPool } from './sessions.ts';

/**
 * The process that owns the index folder.
 *
 * It ends with the process that started it: a closed channel means that nobody is left to serve.
 */

const DRAIN_MS_MAX = 5000;
const LOOKS_WHILE_IDLE = 10;
/** How long the question that an engine was started for may take to reach it: its owner may have other things to do. */
const AWAITED_MS_MAX = 60_000;
/**
 * When the engine asks a table again whether there is something to merge, after it found nothing: in seconds, and how much
 * later each time. Its own 0.1 and 1.1 ask a hundred tables fifty times each in the first two minutes. An insert asks at once.
 */
const FIRST_PAUSE = 1;
const LATER_EACH_TIME = 1.5;
const ENGINE_SETTINGS = [
  '--async_load_databases=0',
  ...['processing_pool', 'move_processing_pool', 'streaming_processing_pool'].flatMap((pool) => [
    `--background_${pool}_thread_sleep_seconds_if_nothing_to_do=${FIRST_PAUSE}`,
    `--background_${pool}_task_sleep_seconds_when_no_work_multiplier=${LATER_EACH_TIME}`,
  ]),
];

let pool: SessionPool | undefined;
let server: Server | undefined;
let stopping = false;

process.on('message', (message: unknown) => {
  if (isOpenMessage(message)) void start(message);
  else if (isStopMessage(message)) void stop();
});
process.on('disconnect', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

async function start(message: OpenMessage): Promise<void> {
  try {
    mkdirSync(message.directory, { recursive: true, mode: 0o700 });
    const openSession = await sessionOpener(message);
    pool = new SessionPool(openSession, message);
    let askedAt = performance.now() + (message.is_awaited ? AWAITED_MS_MAX : 0);
    server = createFace({ ...message, pool, onAsked: () => (askedAt = performance.now()) });
    const port = await listen(server, message.port);
    await tell({ type: 'ready', port });
    if (message.idle_ms_max > 0) sleepWhenIdle(message.idle_ms_max, () => askedAt);
  } catch (error) {
    await tell({ type: 'failed', reason: reasonOf(error), message: messageOf(error) });
    await stop();
  }
}

/** A statement may run for longer than that. */
function sleepWhenIdle(idle_ms_max: number, lastAskedAt: () => number): void {
  const timer = setInterval(() => {
    if (pool?.isBusy === true || performance.now() - lastAskedAt() < idle_ms_max) return;
    clearInterval(timer);
    void tell({ type: 'sleeps' }).then(stop);
  }, idle_ms_max / LOOKS_WHILE_IDLE);
}

async function sessionOpener({ directory, engine_module, memory_bytes_max }: OpenMessage): Promise<() => Session> {
  const { Session } = await loadEngine(engine_module);
  const connectionArgs = [...ENGINE_SETTINGS, ...memorySettings(memory_bytes_max)];
  return () => new Session(directory, { connectionArgs });
}

/**
 * Beside the memory of a statement, which goes with each. The engine's own bounds are 5 GB for each cache, and half of the
 * machine for merges, above which it starts no further one.
 */
function memorySettings(bytes: number): readonly string[] {
  const caches = ['mark_cache_size', 'index_mark_cache_size', 'primary_index_cache_size'];
  return [
    ...caches.map((cache) => `--${cache}=${Math.floor(bytes / 10)}`),
    `--merges_mutations_memory_usage_soft_limit=${Math.floor(bytes / 4)}`,
  ];
}

type Engine = Pick<typeof import('chdb'), 'Session'>;

/** The engine is an optional dependency, named at run time; whatever is installed by that name has chdb's exports. */
async function loadEngine(name: string): Promise<Engine> {
  const engine: unknown = await import(name);
  if (!isEngine(engine)) throw new TypeError(`${name} is no index engine.`);
  return engine;
}

function isEngine(module: unknown): module is Engine {
  return typeof module === 'object' && module !== null && 'Session' in module && typeof module.Session === 'function';
}

function listen(face: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    face.once('error', reject);
    face.listen(port, '127.0.0.1', () => {
      const address = face.address();
      if (address === null || typeof address === 'string') reject(new Error('The engine has no port.'));
      else resolve(address.port);
    });
  });
}

function reasonOf(error: unknown): 'missing' | 'port' | 'other' {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && 'syscall' in error && error.syscall === 'listen') return 'port';
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || code === 'CHDB_PLATFORM'
    ? 'missing'
    : 'other';
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  server?.close();
  server?.closeIdleConnections();
  const isDrained = (await pool?.drain(DRAIN_MS_MAX)) ?? true;
  // Whoever waits for an answer past the deadline gets a broken connection, and asks again. An ordinary exit would wait
  // for the statement, and keep the folder locked for as long.
  if (!isDrained) process.kill(process.pid, 'SIGKILL');
  process.exit(0);
}

function tell(message: EngineMessage | SleepMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });
}
