import { Worker } from 'node:worker_threads';

import { siblingModule } from '../../kernel/sibling-module.ts';
import type { FactBatch } from './batch.ts';
import type { FactRules } from './facts.ts';
import type { ReadOptions } from '../../web/warc/reader.ts';
import type { FromWatThread, ToWatThread, WatOrder } from './wat-thread.ts';

/** Far more than the largest record needs; beyond it only the thread ends. */
const MEMORY_MB_MAX = 512;

/**
 * Reads pages from what Common Crawl has extracted of them, on a thread of its own: it keeps a whole processor
 * busy, and a service that imports must keep answering.
 */
export async function* readWatFacts(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
  rules: FactRules,
): AsyncGenerator<FactBatch> {
  const source = bytes[Symbol.asyncIterator]();
  const thread = new WatThread({ options, rules }, source);
  try {
    for (;;) {
      const batch = await thread.next();
      if (batch === undefined) return;
      yield batch;
      thread.taken();
    }
  } finally {
    await thread.close();
    await source.return?.();
  }
}

class WatThread {
  private readonly worker: Worker;
  private readonly source: AsyncIterator<Uint8Array>;
  private readonly batches: FactBatch[] = [];
  private isDone = false;
  private failure: unknown;
  private wake: (() => void) | undefined;
  private feeding: Promise<void> = Promise.resolve();

  constructor(order: WatOrder, source: AsyncIterator<Uint8Array>) {
    this.source = source;
    this.worker = new Worker(siblingModule(import.meta.url, 'wat-thread'), {
      workerData: order,
      execArgv: [],
      // Links are short-lived: without a limit their part of the heap grows far beyond its use.
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX, maxYoungGenerationSizeMb: 32 },
    });
    this.worker.on('message', (message: FromWatThread) => this.hear(message));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The thread that reads the archive has ended.')));
  }

  async next(): Promise<FactBatch | undefined> {
    for (;;) {
      const batch = this.batches.shift();
      if (batch !== undefined) return batch;
      if (this.isDone) return undefined;
      if (this.failure !== undefined) throw this.failure;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  taken(): void {
    this.post({ type: 'taken' });
  }

  async close(): Promise<void> {
    this.isDone = true;
    await this.worker.terminate();
  }

  private hear(message: FromWatThread): void {
    if (message.type === 'want') {
      // One after the other: a source is asked for the next stretch only when it has given the one before.
      this.feeding = this.feeding.then(() => this.feed());
      return;
    }
    if (message.type === 'batch') this.batches.push(message.batch);
    else if (message.type === 'done') this.isDone = true;
    else this.failure ??= new Error(message.message);
    this.news();
  }

  private async feed(): Promise<void> {
    if (this.isDone || this.failure !== undefined) return;
    try {
      const next = await this.source.next();
      if (next.done === true) this.post({ type: 'end' });
      else {
        // A view would take all of the buffer under it along, and a Buffer is one even when it is sliced.
        const own = new Uint8Array(next.value);
        this.post({ type: 'bytes', bytes: own }, [own.buffer]);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  private post(message: ToWatThread, moved: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, moved);
  }

  private fail(error: unknown): void {
    if (this.isDone) return;
    this.failure ??= error;
    this.news();
  }

  private news(): void {
    this.wake?.();
    this.wake = undefined;
  }
}
