import { parentPort, workerData } from 'node:worker_threads';

import { messageOf } from '../../kernel/errors.ts';
import type { FactBatch } from './batch.ts';
import type { FactRules } from './facts.ts';
import type { ReadOptions } from '../../web/warc/reader.ts';
import { watBatches } from './wat-facts.ts';

/** The thread side of reading WAT: bytes come in as they are asked for, and few batches go out ahead of their taking. */
const BATCHES_AHEAD_MAX = 4;
const STRETCHES_AHEAD = 2;

type Port = NonNullable<typeof parentPort>;

async function work(port: Port, { options, rules }: WatOrder): Promise<void> {
  const tell = (message: FromWatThread): void => port.postMessage(message, []);
  const feed = new Feed(() => tell({ type: 'want' }));
  port.on('message', (message: ToWatThread) => feed.hear(message));
  try {
    for await (const batch of watBatches(feed.bytes(), options, rules)) {
      tell({ type: 'batch', batch });
      await feed.room();
    }
    tell({ type: 'done' });
  } catch (error) {
    tell({ type: 'failed', message: messageOf(error) });
  }
}

class Feed {
  private readonly stretches: Uint8Array[] = [];
  private ended = false;
  private untaken = 0;
  private wake: (() => void) | undefined;
  private readonly want: () => void;

  constructor(want: () => void) {
    this.want = want;
    for (let count = 0; count < STRETCHES_AHEAD; count += 1) want();
  }

  hear(message: ToWatThread): void {
    if (message.type === 'bytes') this.stretches.push(message.bytes);
    else if (message.type === 'end') this.ended = true;
    else this.untaken -= 1;
    this.wake?.();
    this.wake = undefined;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.stretches.shift();
      if (next !== undefined) {
        this.want();
        yield next;
      } else if (this.ended) return;
      else await this.news();
    }
  }

  /** Resolves when another batch may go out. */
  async room(): Promise<void> {
    this.untaken += 1;
    while (this.untaken >= BATCHES_AHEAD_MAX) await this.news();
  }

  private news(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** What the thread is started with. */
export interface WatOrder {
  readonly options: ReadOptions;
  readonly rules: FactRules;
}

export type ToWatThread =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'end' }
  /** A batch was taken, so that another may come. */
  | { readonly type: 'taken' };

export type FromWatThread =
  /** Asks for the next stretch of the file. */
  | { readonly type: 'want' }
  | { readonly type: 'batch'; readonly batch: FactBatch }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly message: string };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `readWatFacts` starts this thread, with a `WatOrder`
if (parentPort !== null) await work(parentPort, workerData as WatOrder);
