import { DAMPING, FLOATS } from './machine/header.ts';
import { setWord } from './machine/layout.ts';
import type { Rounds } from './machine/rounds.ts';

const ITERATIONS_MAX = 100;
/** Sum of all changes in one round, below which the values are taken as settled. */
const CHANGE_MIN = 1e-9;

type Vector = Float64Array<SharedArrayBuffer>;

export interface PageRanks {
  readonly ranks: Vector;
  /** As large, and free for what comes next. */
  readonly spare: Vector;
  readonly iterations: number;
}

/**
 * PageRank: `PR(v) = (1 - d)/N + d·(Σ PR(u)/out(u) over links u→v + dangling/N)`, d = 0.85, where `dangling` is the rank of
 * nodes without outgoing links, spread evenly. Values sum to 1 (`reference/formulas.md` 4.4).
 */
export async function pageRank(rounds: Rounds): Promise<PageRanks> {
  const { vectors, degrees, floats } = rounds.arrays;
  const { nodes } = rounds.arrays.layout;
  let [ranks, spare] = vectors;
  let dangling = 0;
  for (let node = 0; node < nodes; node += 1) {
    const links = degrees[node] ?? 0;
    ranks[node] = 1 / (nodes * Math.max(1, links));
    if (links === 0) dangling += 1 / nodes;
  }
  let iterations = 0;
  const iterationsMax = nodes === 0 ? 0 : ITERATIONS_MAX;
  while (iterations < iterationsMax) {
    iterations += 1;
    setWord(rounds.arrays, 'old', ranks.byteOffset);
    setWord(rounds.arrays, 'next', spare.byteOffset);
    floats[FLOATS.base / 8] = (1 - DAMPING + DAMPING * dangling) / nodes;
    await rounds.run('pull');
    [ranks, spare] = [spare, ranks];
    dangling = rounds.sum(1);
    if (rounds.sum(0) < CHANGE_MIN) break;
  }
  for (let node = 0; node < nodes; node += 1) ranks[node] = (ranks[node] ?? 0) * Math.max(1, degrees[node] ?? 0);
  return { ranks, spare, iterations };
}
