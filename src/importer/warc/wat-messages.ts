import type { FactBatch } from './batch.ts';
import type { FactRules } from './facts.ts';
import type { ReadOptions } from './reader.ts';

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
  /** One more stretch of the file, please. */
  | { readonly type: 'want' }
  | { readonly type: 'batch'; readonly batch: FactBatch }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly message: string };
