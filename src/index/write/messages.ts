import type { PageFact } from '../../ports/index.ts';

/** Messages between the writer and its thread. */
export type ToThread =
  | { readonly type: 'facts'; readonly facts: readonly PageFact[] }
  /** Write what there is and answer `flushed` with the same id. */
  | { readonly type: 'flush'; readonly id: number };

export type FromThread =
  /** So many facts are durable, or were nothing to write. */
  | { readonly type: 'written'; readonly facts: number }
  | { readonly type: 'flushed'; readonly id: number }
  /** The engine rejected one fact as malformed; it was left out. */
  | { readonly type: 'refused'; readonly message: string }
  /** Facts could not be written and are lost; nothing more will be. */
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly fix: string | undefined };
