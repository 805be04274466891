import { AppError } from '../kernel/errors.ts';
import type { Task, TaskLimits } from '../kernel/task.ts';
import { AnalysisProcess, Exceeded, type Order, type Reply } from './offload-process.ts';

/** Runs pure tasks so that no page, however it is made, can hold up the process or end it. */
export interface Offload {
  run<Input, Output>(task: Task<Input, Output>, input: Input, signal: AbortSignal): Promise<Output>;
  close(): Promise<void>;
}

export interface OffloadOptions {
  readonly workers_max: number;
  readonly timeout_ms: number;
  readonly memory_mb_max: number;
  /** A process that has had no work for this long is ended. */
  readonly idle_ms_max: number;
}

export const OFFLOAD_DEFAULTS: OffloadOptions = {
  workers_max: 2,
  timeout_ms: 20_000,
  memory_mb_max: 512,
  idle_ms_max: 60_000,
};

interface Waiting {
  readonly order: Order;
  readonly limits: TaskLimits;
  readonly characters: number;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<unknown>;
}

/** A process that holds more once its memory is cleared is ended: V8 gives some back only with its heap. */
const HELD_BYTES_MAX = 40 * 1024 * 1024;

/** Characters of all inputs that may wait: what bounds the memory of a flood of large pages. */
const WAITING_CHARACTERS_MAX = 64_000_000;

const FIX_LARGE =
  'Send less: a smaller page, only its main part, or fewer rows. If the server is busy, try again later.';

export function createOffload(options: OffloadOptions = OFFLOAD_DEFAULTS): Offload {
  const pool = new ProcessPool(options);
  return {
    async run(task, input, signal) {
      // The way to another process costs more than a light task.
      if (charactersIn(input) < task.heavy_characters) return task.run(input);
      const { module, name, limits = { cpu_ms_max: undefined, memory_mb_max: options.memory_mb_max } } = task;
      return outputOf(task, await pool.run({ module, name, input }, limits, signal));
    },
    close: () => pool.close(),
  };
}

/** The worker ran `task` itself, by module and name, so what came back is what its `run` answers. */
function outputOf<Output>(_task: Task<never, Output>, output: unknown): Output {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return output as Output;
}

class ProcessPool {
  readonly #options: OffloadOptions;
  /** With what ends each of them when nothing comes. */
  readonly #idle = new Map<AnalysisProcess, NodeJS.Timeout>();
  readonly #clearing = new Set<AnalysisProcess>();
  readonly #all = new Set<AnalysisProcess>();
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
    await Promise.all([...this.#all].map((process) => process.end()));
    this.#all.clear();
    for (const process of this.#idle.keys()) this.#wake(process);
  }

  #next(): void {
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      if (first.signal.aborted) {
        this.#queue.shift();
        first.done.reject(first.signal.reason);
        continue;
      }
      const process = this.#processWith(first.limits.memory_mb_max);
      if (process === undefined) return;
      this.#queue.shift();
      void this.#hand(process, first);
    }
  }

  /** Undefined until a place is free: that of an idle process with other memory is made free. */
  #processWith(memoryMb: number): AnalysisProcess | undefined {
    const idle = [...this.#idle.keys()];
    const alike = idle.find((process) => process.memory_mb_max === memoryMb && process.isAlive());
    if (alike !== undefined) return this.#wake(alike);
    // One that clears its memory is free long before another has started.
    if ([...this.#clearing].some((process) => process.memory_mb_max === memoryMb)) return undefined;
    if (this.#all.size < this.#options.workers_max) {
      const started = new AnalysisProcess(memoryMb);
      this.#all.add(started);
      return started;
    }
    const [other] = idle;
    if (other !== undefined) this.#drop(this.#wake(other));
    return undefined;
  }

  #rest(process: AnalysisProcess): void {
    const end = setTimeout(() => this.#drop(this.#wake(process)), this.#options.idle_ms_max);
    this.#idle.set(process, end.unref());
  }

  #wake(process: AnalysisProcess): AnalysisProcess {
    clearTimeout(this.#idle.get(process));
    this.#idle.delete(process);
    return process;
  }

  async #hand(process: AnalysisProcess, { order, limits, signal, done }: Waiting): Promise<void> {
    const { timeout_ms } = this.#options;
    const timeout = AbortSignal.timeout(timeout_ms);
    let held = Infinity;
    try {
      const { reply, held_bytes } = await process.run(order, limits.cpu_ms_max, AbortSignal.any([signal, timeout]));
      this.#clearing.add(process);
      answer(done, reply);
      held = await held_bytes;
    } catch (thrown) {
      done.reject(timeout.aborted && thrown === timeout.reason ? tooSlow(timeout_ms) : failureOf(thrown));
    }
    this.#clearing.delete(process);
    if (held <= HELD_BYTES_MAX) this.#rest(process);
    else this.#drop(process);
    this.#next();
  }

  /** Its place is free once its memory is: one that ends and the one in its place never lie in memory together. */
  #drop(process: AnalysisProcess): void {
    void process.end().then(() => {
      this.#all.delete(process);
      this.#next();
    });
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

function failureOf(thrown: unknown): unknown {
  if (thrown instanceof Exceeded) {
    if (thrown.what === 'time') return tooSlow(thrown.ms);
    return new AppError('invalid_input', 'The input needs too much memory to be analysed.', { fix: FIX_LARGE });
  }
  return thrown;
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
