import { isSmallMachine } from '../engine/machine-memory.ts';

/**
 * A block is large enough for the engine to sort well, and small enough to be sent again without regret. Whatever its size, it costs
 * a part of each of two dozen tables, which have to be merged: an import is two thirds faster with blocks of thousands of pages, and
 * a crawl fills none before its time is over.
 */
export const BLOCK_MAX = isSmallMachine()
  ? { pages: 1000, links: 50_000, bytes: 4_000_000 }
  : { pages: 16_000, links: 500_000, bytes: 32_000_000 };
