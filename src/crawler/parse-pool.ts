import { Worker } from 'node:worker_threads';

import type { PageInput, PageProblem, ParsedPage } from './parse.ts';
import type { Scope } from './scope.ts';

/**
 * Reads pages away from the event loop, all of them: reading takes one to three milliseconds for a usual page,
 * ten times what the rest of a visit costs the loop, and a hundred for the largest. One thread reads more pages
 * a second than the other core can fetch and index.
 */
export interface PageParser {
  parse(input: PageInput, rules: ParserRules): Promise<ParsedPage>;
  close(): Promise<void>;
}

interface ParserRules {
  readonly agent_token: string;
  readonly scope: Scope | undefined;
}

interface ParserOptions {
  readonly threads: number;
  /** A page that takes longer is given up, and its thread with it. */
  readonly page_ms_max: number;
  readonly memory_mb_max: number;
  /** A thread without pages for so long gives its memory back; the next page starts another. */
  readonly idle_ms_max: number;
}

const DEFAULTS: ParserOptions = { threads: 1, page_ms_max: 10_000, memory_mb_max: 192, idle_ms_max: 30_000 };

export function createPageParser(options: Partial<ParserOptions> = {}): PageParser {
  return new ParsePool({ ...DEFAULTS, ...options });
}

/** What goes to a thread, and what comes back; pages come back in the order in which they went. */
export interface ParseOrder {
  readonly input: PageInput;
  readonly rules: ParserRules;
}

interface Pending extends ParseOrder {
  readonly resolve: (page: ParsedPage) => void;
}

interface Thread {
  readonly worker: Worker;
  /** The first is the one being read. */
  readonly pending: Pending[];
  ready: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** Enough to keep a thread busy while an answer travels; few enough that little is read again after a crash. */
const AHEAD_MAX = 4;
/** A thread that cannot even start must not be started for ever. */
const STARTS_FAILED_MAX = 5;
const START_MS_MAX = 30_000;

/**
 * A pool that no page can hold up: each has a time limit and each thread a memory limit, and a thread that
 * breaks either is replaced. The page it was at is answered as unreadable; those behind it are read again.
 */
class ParsePool implements PageParser {
  private readonly queue: Pending[] = [];
  private readonly threads = new Set<Thread>();
  private closed = false;
  private startsFailed = 0;
  private readonly options: ParserOptions;

  constructor(options: ParserOptions) {
    this.options = options;
  }

  parse(input: PageInput, rules: ParserRules): Promise<ParsedPage> {
    return new Promise((resolve, reject) => {
      if (this.closed || this.startsFailed >= STARTS_FAILED_MAX) {
        reject(new Error('The page parser is closed or cannot start its threads.'));
        return;
      }
      this.queue.push({ input: { ...input, bytes: ownBytes(input.bytes) }, rules, resolve });
      this.work();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const threads = [...this.threads];
    this.threads.clear();
    for (const thread of threads) clearTimeout(thread.timer);
    await Promise.all(threads.map((thread) => thread.worker.terminate()));
    for (const pending of [...threads.flatMap((thread) => thread.pending), ...this.queue.splice(0)]) {
      pending.resolve(unreadable('parse_failed'));
    }
  }

  private work(): void {
    while (this.queue.length > 0) {
      const thread = this.freest();
      const next = thread === undefined ? undefined : this.queue.shift();
      if (thread === undefined || next === undefined) return;
      thread.pending.push(next);
      const { input, rules } = next;
      thread.worker.postMessage({ input, rules } satisfies ParseOrder, []);
      if (thread.pending.length === 1) this.watch(thread);
    }
  }

  private freest(): Thread | undefined {
    let best: Thread | undefined;
    for (const thread of this.threads) {
      if (thread.pending.length < AHEAD_MAX && (best === undefined || thread.pending.length < best.pending.length))
        best = thread;
    }
    if (this.threads.size < this.options.threads && (best === undefined || best.pending.length > 0))
      return this.start();
    return best;
  }

  private start(): Thread {
    const file = import.meta.url.endsWith('.ts') ? './parse-thread.ts' : './parse-thread.js';
    const worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.options.memory_mb_max, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    const thread: Thread = { worker, pending: [], ready: false, timer: undefined };
    this.threads.add(thread);
    worker.on('message', (message: ParsedPage | 'ready') => {
      if (message === 'ready') this.started(thread);
      else this.answered(thread, message);
    });
    worker.on('error', (error) => this.broken(thread, isOutOfMemory(error) ? 'parse_memory' : 'parse_failed'));
    worker.on('exit', () => this.broken(thread, 'parse_failed'));
    return thread;
  }

  private started(thread: Thread): void {
    thread.ready = true;
    this.startsFailed = 0;
    if (thread.pending.length > 0) this.watch(thread);
  }

  private answered(thread: Thread, page: ParsedPage): void {
    thread.pending.shift()?.resolve(page);
    clearTimeout(thread.timer);
    if (thread.pending.length > 0) this.watch(thread);
    else thread.timer = setTimeout(() => this.rest(thread), this.options.idle_ms_max).unref();
    this.work();
  }

  private rest(thread: Thread): void {
    this.threads.delete(thread);
    void thread.worker.terminate();
  }

  private watch(thread: Thread): void {
    clearTimeout(thread.timer);
    const limit = thread.ready ? this.options.page_ms_max : START_MS_MAX;
    thread.timer = setTimeout(() => this.broken(thread, thread.ready ? 'parse_timeout' : 'parse_failed'), limit);
  }

  private broken(thread: Thread, problem: PageProblem): void {
    if (!this.threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void thread.worker.terminate();
    if (!thread.ready) this.startsFailed += 1;
    const [culprit, ...innocent] = thread.pending;
    culprit?.resolve(unreadable(problem));
    if (this.startsFailed < STARTS_FAILED_MAX) this.queue.unshift(...innocent);
    else for (const pending of [...innocent, ...this.queue.splice(0)]) pending.resolve(unreadable('parse_failed'));
    this.work();
  }
}

/** A view of a larger buffer would be sent with all of it, and a Buffer stays a view even when it is sliced. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

function unreadable(problem: PageProblem): ParsedPage {
  return { document: undefined, links: [], follow: [], shape_hash: 0n, problems: [problem], checks: undefined };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
