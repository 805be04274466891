import { Worker } from 'node:worker_threads';

import { AppError } from '../../kernel/errors.ts';
import type { IndexWriter, PageFact } from '../../ports/index.ts';
import { siblingModule } from '../../kernel/sibling-module.ts';
import { BLOCK_MAX } from './block-bounds.ts';
import type { FromThread, ToThread } from './messages.ts';

/** Facts that are handed over but not durable yet, as many as fill a block of the thread; a caller waits above it. */
const PENDING_MAX = BLOCK_MAX.pages;
/** The same by size, since pages differ a thousandfold. */
const PENDING_CHARACTERS_MAX = 2 * BLOCK_MAX.bytes;
const BATCH_FACTS_MAX = 32;

export interface ClosableIndexWriter extends IndexWriter {
  /** Writes what is left and ends the thread. */
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Hands facts to the writing thread in small batches, and makes callers wait while too many are under way. */
export class ThreadedIndexWriter implements ClosableIndexWriter {
  private readonly url: string;
  private readonly onRefused: (message: string) => void;
  private readonly characters_max: number;
  private worker: Worker | undefined;
  private batch: PageFact[] = [];
  private isBatchScheduled = false;
  private pending = 0;
  private sizes: number[] = [];
  private characters = 0;
  private flushes = 0;
  private failure: Error | undefined;
  private readonly room: Waiter[] = [];
  private readonly flushed = new Map<number, Waiter>();

  /**
   * @param onRefused called with each fact that the engine rejected as malformed and that was left out
   * @param characters_max only tests name another
   */
  constructor(
    url: string,
    onRefused: (message: string) => void = () => undefined,
    characters_max: number = PENDING_CHARACTERS_MAX,
  ) {
    this.url = url;
    this.onRefused = onRefused;
    this.characters_max = characters_max;
  }

  async write(fact: PageFact): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (!isStorable(fact.observed_at)) throw new TypeError('A fact has to be observed at a time of this age.');
    const size = sizeOf(fact);
    this.batch.push(fact);
    this.sizes.push(size);
    this.pending += 1;
    this.characters += size;
    if (this.batch.length >= BATCH_FACTS_MAX) this.sendBatch();
    else this.scheduleBatch();
    if (this.hasRoom) return;
    await new Promise<void>((resolve, reject) => {
      this.room.push({ resolve, reject });
    });
  }

  async flush(): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    if (this.pending === 0) return;
    this.sendBatch();
    this.flushes += 1;
    const id = this.flushes;
    const done = new Promise<void>((resolve, reject) => {
      this.flushed.set(id, { resolve, reject });
    });
    this.post({ type: 'flush', id });
    await done;
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.worker?.terminate();
      this.worker = undefined;
    }
  }

  private get hasRoom(): boolean {
    return this.pending < PENDING_MAX && this.characters < this.characters_max;
  }

  private scheduleBatch(): void {
    if (this.isBatchScheduled) return;
    this.isBatchScheduled = true;
    setImmediate(() => {
      this.isBatchScheduled = false;
      this.sendBatch();
    });
  }

  private sendBatch(): void {
    if (this.batch.length === 0 || this.failure !== undefined) return;
    const facts = this.batch;
    this.batch = [];
    this.post({ type: 'facts', facts });
  }

  private post(message: ToThread): void {
    this.worker ??= this.startThread();
    this.worker.ref();
    this.worker.postMessage(message);
  }

  private startThread(): Worker {
    const worker = new Worker(siblingModule(import.meta.url, 'thread'), {
      workerData: this.url,
      execArgv: [],
      // Rows are short-lived: without a limit their part of the heap grows beyond 100 MB.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (message: FromThread) => this.hear(message));
    worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.fail(new Error('The thread that writes the index has ended.')));
    return worker;
  }

  private hear(message: FromThread): void {
    switch (message.type) {
      case 'written':
        this.settle(message.facts);
        break;
      case 'refused':
        this.onRefused(message.message);
        break;
      case 'flushed':
        this.flushed.get(message.id)?.resolve();
        this.flushed.delete(message.id);
        break;
      case 'failed':
        this.fail(failureOf(message));
        break;
    }
    // An idle thread does not keep a command from ending.
    if (this.pending === 0 && this.flushed.size === 0) this.worker?.unref();
  }

  private settle(facts: number): void {
    this.pending -= facts;
    for (const size of this.sizes.splice(0, facts)) this.characters -= size;
    if (this.hasRoom) for (const waiter of this.room.splice(0)) waiter.resolve();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const waiter of [...this.room.splice(0), ...this.flushed.values()]) waiter.reject(this.failure);
    this.flushed.clear();
  }
}

/** Dates that the tables can hold: seconds in 32 bits, of which the first say that there is none. */
function isStorable(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year > 1970 && year < 2106;
}

/** Facts are written in the order in which they came, so that sizes can be taken off the front. */
function sizeOf(fact: PageFact): number {
  return 1000 + (fact.document?.text.length ?? 0) + fact.links.length * 300;
}

function failureOf({ code, message, fix }: Extract<FromThread, { type: 'failed' }>): Error {
  if (code === 'internal') return new Error(`The index refuses rows: ${message}`);
  return new AppError('unavailable', message, fix === undefined ? {} : { fix });
}
