import { Worker } from 'node:worker_threads';

import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { Task } from '../kernel/task.ts';

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

type Reply =
  | { readonly output: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string; readonly fix: string | undefined } }
  | { readonly error: string };

interface Waiting {
  readonly order: Order;
  readonly characters: number;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<unknown>;
}

/** Nearly everything that reading a text makes dies young: with the default a thread grows by 100 MB that it does not need. */
const YOUNG_MB_MAX = 16;

/** Characters of all inputs that may wait: what bounds the memory of a flood of large pages. */
const WAITING_CHARACTERS_MAX = 64_000_000;

const FIX_LARGE = 'Send less: a smaller page or only its main part, or fewer rows.';

export function createOffload(options: OffloadOptions = OFFLOAD_DEFAULTS): Offload {
  const pool = new WorkerPool(options);
  return {
    async run(task, input, signal) {
      // The way to a thread costs more than a light task.
      if (charactersIn(input) < task.heavy_characters) return task.run(input);
      const { module, name } = task;
      return outputOf(task, await pool.run({ module, name, input }, signal));
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
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #queue: Waiting[] = [];

  constructor(options: OffloadOptions) {
    this.#options = options;
  }

  async run(order: Order, signal: AbortSignal): Promise<unknown> {
    const characters = charactersIn(order.input);
    const waits = this.#queue.reduce((sum, waiting) => sum + (waiting.signal.aborted ? 0 : waiting.characters), 0);
    if (waits + characters > WAITING_CHARACTERS_MAX) {
      throw new AppError('unavailable', 'Too many large inputs are being analysed.', { fix: 'Try again in a minute.' });
    }
    const waiting: Waiting = { order, characters, signal, done: Promise.withResolvers() };
    this.#queue.push(waiting);
    this.#next();
    return waiting.done.promise;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
    this.#all.clear();
    this.#idle.length = 0;
  }

  #next(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idle.pop() ?? this.#start();
      if (worker === undefined) return;
      const waiting = this.#queue.shift();
      if (waiting === undefined) return;
      if (waiting.signal.aborted) {
        waiting.done.reject(waiting.signal.reason);
        this.#idle.push(worker);
        continue;
      }
      this.#hand(worker, waiting);
    }
  }

  #start(): Worker | undefined {
    if (this.#all.size >= this.#options.workers_max) return undefined;
    const file = import.meta.url.endsWith('.ts') ? './offload-thread.ts' : './offload-thread.js';
    const worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: this.#options.memory_mb_max,
        maxYoungGenerationSizeMb: YOUNG_MB_MAX,
      },
    });
    worker.unref();
    this.#all.add(worker);
    return worker;
  }

  #hand(worker: Worker, waiting: Waiting): void {
    const timeout = AbortSignal.timeout(this.#options.timeout_ms);
    const given = AbortSignal.any([waiting.signal, timeout]);
    const finish = (keep: boolean, settle: () => void): void => {
      worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      given.removeEventListener('abort', giveUp);
      if (keep) this.#idle.push(worker);
      else this.#drop(worker);
      settle();
      this.#next();
    };
    const giveUp = (): void =>
      finish(false, () => waiting.done.reject(timeout.aborted ? tooSlow(this.#options.timeout_ms) : given.reason));
    worker.once('message', (reply: Reply) => finish(true, () => answer(waiting.done, reply)));
    worker.once('error', (error) => finish(false, () => waiting.done.reject(workerFailure(error))));
    worker.once('exit', () => finish(false, () => waiting.done.reject(tooSlow(this.#options.timeout_ms))));
    given.addEventListener('abort', giveUp, { once: true });
    worker.postMessage(waiting.order);
  }

  #drop(worker: Worker): void {
    this.#all.delete(worker);
    // A worker that ran out of memory may report so again while it dies.
    worker.on('error', () => undefined);
    void worker.terminate();
  }
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
