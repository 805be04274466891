import { Worker } from 'node:worker_threads';

import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { Task, TaskLimits } from '../kernel/task.ts';

/** Runs pure tasks so that no page, however it is made, can hold up the process. */
export interface Offload {
  run<Input, Output>(task: Task<Input, Output>, input: Input, signal: AbortSignal): Promise<Output>;
  close(): Promise<void>;
}

export interface OffloadOptions {
  readonly workers_max: number;
  readonly timeout_ms: number;
  readonly memory_mb_max: number;
}

export const OFFLOAD_DEFAULTS: OffloadOptions = {
  workers_max: 2,
  timeout_ms: 20_000,
  memory_mb_max: 512,
};

interface Order {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** A worker lives with the memory that it was started with. */
interface Thread {
  readonly worker: Worker;
  readonly memory_mb_max: number;
}

type Reply =
  | { readonly output: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string; readonly fix: string | undefined } }
  | { readonly error: string };

interface Waiting {
  readonly order: Order;
  readonly limits: TaskLimits;
  readonly characters: number;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<unknown>;
}

interface Message {
  readonly reply: Reply;
  readonly held_bytes: number;
}

/** Nearly everything that reading a text makes dies young: with the default a thread grows by 100 MB that it does not need. */
const YOUNG_MB_MAX = 16;

/** A thread that holds more after its task is ended: V8 gives the memory of a large page back only with its heap. */
const HELD_BYTES_MAX = 40 * 1024 * 1024;

/** Characters of all inputs that may wait: what bounds the memory of a flood of large pages. */
const WAITING_CHARACTERS_MAX = 64_000_000;

const FIX_LARGE =
  'Send less: a smaller page or only its main part, or fewer rows. If the server is busy, try again later.';

export function createOffload(options: OffloadOptions = OFFLOAD_DEFAULTS): Offload {
  const pool = new WorkerPool(options);
  return {
    async run(task, input, signal) {
      // The way to a thread costs more than a light task.
      if (charactersIn(input) < task.heavy_characters) return task.run(input);
      const { module, name, limits = { cpu_ms_max: undefined, memory_mb_max: options.memory_mb_max } } = task;
      return outputOf(task, await pool.run({ module, name, input }, limits, signal));
    },
    close: () => pool.close(),
  };
}

/** The worker ran `task` itself, by module and name, so what came back is what its `run` answers. */
function outputOf<Output>(_task: Task<never, Output>, output: unknown): Output {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee stands above
  return output as Output;
}

class WorkerPool {
  readonly #options: OffloadOptions;
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Worker>();
  readonly #queue: Waiting[] = [];

  constructor(options: OffloadOptions) {
    this.#options = options;
  }

  async run(order: Order, limits: TaskLimits, signal: AbortSignal): Promise<unknown> {
    const characters = charactersIn(order.input);
    const waits = this.#queue.reduce((sum, waiting) => sum + (waiting.signal.aborted ? 0 : waiting.characters), 0);
    if (waits + characters > WAITING_CHARACTERS_MAX) {
      throw new AppError('unavailable', 'Too many large inputs are being analysed.', { fix: 'Try again in a minute.' });
    }
    const waiting: Waiting = { order, limits, characters, signal, done: Promise.withResolvers() };
    this.#queue.push(waiting);
    this.#next();
    return waiting.done.promise;
  }

  async close(): Promise<void> {
    for (const { done } of this.#queue.splice(0)) {
      done.reject(new AppError('unavailable', 'The server is stopping.', { fix: 'Try again in a minute.' }));
    }
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
    this.#all.clear();
    this.#idle.length = 0;
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (first.signal.aborted) {
        this.#queue.shift();
        first.done.reject(first.signal.reason);
        continue;
      }
      const thread = this.#threadWith(first.limits.memory_mb_max);
      if (thread === undefined) return;
      this.#queue.shift();
      this.#hand(thread, first);
    }
  }

  /** Undefined until a place is free: that of an idle thread with other memory is made free. */
  #threadWith(memoryMb: number): Thread | undefined {
    const at = this.#idle.findIndex((thread) => thread.memory_mb_max === memoryMb);
    if (at >= 0) return this.#idle.splice(at, 1)[0];
    if (this.#all.size < this.#options.workers_max) return this.#start(memoryMb);
    const other = this.#idle.shift();
    if (other !== undefined) this.#drop(other.worker);
    return undefined;
  }

  #start(memoryMb: number): Thread {
    const file = import.meta.url.endsWith('.ts') ? './offload-thread.ts' : './offload-thread.js';
    const worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    });
    this.#all.add(worker);
    return { worker, memory_mb_max: memoryMb };
  }

  #hand(thread: Thread, waiting: Waiting): void {
    const worker = thread.worker.removeAllListeners('error');
    const { timeout_ms } = this.#options;
    const timeout = AbortSignal.timeout(timeout_ms);
    const given = AbortSignal.any([waiting.signal, timeout]);
    const finish = (keep: boolean, settle: () => void): void => {
      watch.stop();
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      given.removeEventListener('abort', giveUp);
      if (keep) this.#keep(thread);
      else this.#drop(worker);
      settle();
      this.#next();
    };
    const giveUp = (): void =>
      finish(false, () => waiting.done.reject(timeout.aborted ? tooSlow(timeout_ms) : given.reason));
    const { cpu_ms_max = Infinity } = waiting.limits;
    const watch = watchCpu(worker, cpu_ms_max, () => finish(false, () => waiting.done.reject(tooSlow(cpu_ms_max))));
    worker.once('message', ({ reply, held_bytes }: Message) =>
      finish(held_bytes <= HELD_BYTES_MAX, () => answer(waiting.done, reply)),
    );
    worker.once('error', (error) => finish(false, () => waiting.done.reject(workerFailure(error))));
    worker.once('exit', () => finish(false, () => waiting.done.reject(tooSlow(timeout_ms))));
    given.addEventListener('abort', giveUp, { once: true });
    worker.ref();
    worker.postMessage(waiting.order);
  }

  /** A thread that waits for work does not keep the process alive; one that works does. */
  #keep(thread: Thread): void {
    thread.worker.unref();
    thread.worker.once('error', () => {
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
      this.#drop(thread.worker);
    });
    this.#idle.push(thread);
  }

  /** Its place is free once its memory is: a thread that dies and the one in its place never lie in memory together. */
  #drop(worker: Worker): void {
    // A worker that ran out of memory may report so again while it dies.
    worker.on('error', () => undefined);
    void worker.terminate().then(() => {
      this.#all.delete(worker);
      this.#next();
    });
  }
}

const WATCH_MS = 200;

/** Calls back once when the thread has worked for longer than it may. */
function watchCpu(worker: Worker, msMax: number, exceeded: () => void): { stop(): void } {
  let stopped = msMax === Infinity;
  let before: number | undefined;
  const look = async (): Promise<void> => {
    try {
      const { user, system } = await worker.cpuUsage();
      const spent = (user + system) / 1000;
      before ??= spent;
      if (!stopped && spent - before > msMax) exceeded();
    } catch {
      // A thread that starts or ends has no figures.
    }
  };
  if (stopped) return { stop: () => undefined };
  void look();
  const timer = setInterval(() => void look(), WATCH_MS);
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

function answer(done: PromiseWithResolvers<unknown>, reply: Reply): void {
  if ('output' in reply) done.resolve(reply.output);
  else if ('error' in reply) done.reject(new Error(reply.error));
  else {
    const { code, message, fix } = reply.refused;
    done.reject(new AppError(code, message, fix === undefined ? {} : { fix }));
  }
}

function workerFailure(error: unknown): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AppError('invalid_input', 'The input needs too much memory to be analysed.', {
      fix: FIX_LARGE,
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error(String(error));
}

function tooSlow(timeoutMs: number): AppError {
  return new AppError('invalid_input', `The input could not be analysed within ${timeoutMs / 1000} s.`, {
    fix: FIX_LARGE,
  });
}

/** Characters of all texts and bytes of all files in an input: what the cost of a task grows with. */
function charactersIn(input: unknown): number {
  let characters = 0;
  const open: unknown[] = [input];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') characters += value.length;
    else if (ArrayBuffer.isView(value)) characters += value.byteLength;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) if (isCounted(inner)) open.push(inner);
  }
  return characters;
}

function isCounted(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}
