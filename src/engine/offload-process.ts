import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { ErrorCode } from '../kernel/errors.ts';
import { siblingModule } from '../kernel/sibling-module.ts';

/** A task by the export that holds it. */
export interface Order {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

export type Reply =
  | { readonly output: unknown }
  | { readonly refused: { readonly code: ErrorCode; readonly message: string; readonly fix: string | undefined } }
  | { readonly error: string };

export interface Answer {
  readonly reply: Reply;
  /** What the process keeps, known once it has cleared its memory; infinite for one that has ended. */
  readonly held_bytes: Promise<number>;
}

type Message = { readonly reply: Reply } | { readonly held_bytes: number };

/** The task took more than it may. */
export class Exceeded extends Error {
  readonly what: 'time' | 'memory';
  /** Processor time that it may take. */
  readonly ms: number;

  constructor(what: 'time' | 'memory', ms: number) {
    super(`The task exceeded its ${what}.`);
    this.name = 'Exceeded';
    this.what = what;
    this.ms = ms;
  }
}

/** Nearly everything that reading a text makes dies young: with the default a process grows by 100 MB that it does not need. */
const YOUNG_MB_MAX = 8;
/** Half of what systems give a process; V8 itself uses an eighth. */
const STACK_KB_MAX = 3900;
const WATCH_MS = 200;

/**
 * A process that runs one task after the other.
 *
 * A thread would start faster. But V8 ends the whole process when one text of a page does not fit into the heap of a
 * thread, and no limit of threads keeps it from that; here it ends this one alone, and its memory with it.
 */
export class AnalysisProcess {
  readonly memory_mb_max: number;
  readonly #child: ChildProcess;

  constructor(memoryMb: number) {
    this.memory_mb_max = memoryMb;
    this.#child = fork(fileURLToPath(siblingModule(import.meta.url, 'offload-child')), [], {
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        `--max-semi-space-size=${YOUNG_MB_MAX}`,
        `--stack-size=${STACK_KB_MAX}`,
        '--expose-gc',
      ],
      serialization: 'advanced',
      // What reads pages of others knows nothing of ours, and its last words on memory would fill the log.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => undefined);
    this.#rest();
  }

  isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws Exceeded for time and memory, and the signal's reason */
  async run(order: Order, cpuMsMax: number | undefined, signal: AbortSignal): Promise<Answer> {
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const held = Promise.withResolvers<number>();
    const heard = (message: Message): void => {
      if ('reply' in message) resolve({ reply: message.reply, held_bytes: held.promise });
      else held.resolve(message.held_bytes);
    };
    const aborted = (): void => reject(signal.reason);
    const ended = (code: number | null, by: NodeJS.Signals | null): void => {
      held.resolve(Infinity);
      reject(endOf(code, by));
    };
    const failed = (error: Error): void => reject(error);
    const watch = watchCpu(child, cpuMsMax, reject);
    child.on('message', heard);
    child.once('exit', ended);
    child.once('error', failed);
    signal.addEventListener('abort', aborted, { once: true });
    this.#work();
    try {
      if (this.isAlive()) child.send(order, (error) => (error === null ? undefined : reject(error)));
      else reject(new Error('The analysis process has ended.'));
      return await promise;
    } finally {
      watch.stop();
      signal.removeEventListener('abort', aborted);
      void held.promise.then(() => {
        child.off('message', heard).off('exit', ended).off('error', failed);
        this.#rest();
      });
    }
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const exited = once(child, 'exit');
    child.ref();
    child.kill('SIGKILL');
    await exited;
  }

  /** One that waits for work does not keep our process alive; one that works does. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  #work(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }
}

/** V8 aborts when its heap is full, a stack that is full breaks off, and the system kills whoever takes too much of its memory. */
const ENDS: ReadonlySet<string> = new Set(['SIGABRT', 'SIGKILL', 'SIGTRAP', 'SIGSEGV', 'SIGBUS']);

function endOf(code: number | null, by: NodeJS.Signals | null): Error {
  const isFull = ENDS.has(by ?? '') || code === 134 || code === 133;
  return isFull ? new Exceeded('memory', 0) : new Error(`The analysis process ended with ${by ?? code}.`);
}

/** Ends the wait when the process has worked for longer than it may, whatever else the machine does. */
function watchCpu(
  { pid }: ChildProcess,
  msMax: number | undefined,
  exceeded: (error: Exceeded) => void,
): { stop(): void } {
  if (msMax === undefined || pid === undefined) return { stop: () => undefined };
  let before: number | undefined;
  const look = async (): Promise<void> => {
    const spent = await cpuMsOf(pid);
    if (spent === undefined) return;
    before ??= spent;
    if (spent - before > msMax) exceeded(new Exceeded('time', msMax));
  };
  void look();
  const timer = setInterval(() => void look(), WATCH_MS);
  return { stop: () => clearInterval(timer) };
}

/** Linux counts in hundredths of a second. Elsewhere nobody tells, and the time of all tasks is the bound. */
async function cpuMsOf(pid: number): Promise<number | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}
