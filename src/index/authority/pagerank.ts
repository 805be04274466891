import type { Graph } from './graph.ts';

const DAMPING = 0.85;
const ITERATIONS_MAX = 100;
/** Sum of all changes in one round, below which the values are taken as settled. */
const CHANGE_MIN = 1e-9;

/**
 * PageRank: `PR(v) = (1 - d)/N + d·(Σ PR(u)/out(u) over links u→v + dangling/N)`, d = 0.85, where `dangling` is the rank of
 * nodes without outgoing links, spread evenly. Values sum to 1 (`reference/formulas.md` 4.4).
 */
export function pageRank(graph: Graph): Float64Array {
  const { nodes } = graph;
  let ranks = new Float64Array(nodes).fill(nodes === 0 ? 0 : 1 / nodes);
  let next = new Float64Array(nodes);
  const shares = new Float64Array(nodes);
  for (let iteration = 0; iteration < ITERATIONS_MAX; iteration += 1) {
    const dangling = shareOut(graph, ranks, shares);
    const change = pull(graph, { ranks, shares, next }, (1 - DAMPING + DAMPING * dangling) / nodes);
    [ranks, next] = [next, ranks];
    if (change < CHANGE_MIN) break;
  }
  return ranks;
}

/** Writes what each node gives to every one of its links; answers the rank that has no link to go by. */
function shareOut({ nodes, out_degrees }: Graph, ranks: Float64Array, shares: Float64Array): number {
  let dangling = 0;
  for (let node = 0; node < nodes; node += 1) {
    const degree = out_degrees[node] ?? 0;
    const rank = ranks[node] ?? 0;
    if (degree === 0) dangling += rank;
    shares[node] = degree === 0 ? 0 : rank / degree;
  }
  return dangling;
}

interface Vectors {
  readonly ranks: Float64Array;
  readonly shares: Float64Array;
  readonly next: Float64Array;
}

function pull({ nodes, offsets, sources }: Graph, { ranks, shares, next }: Vectors, base: number): number {
  let change = 0;
  for (let node = 0; node < nodes; node += 1) {
    const end = offsets[node + 1] ?? 0;
    let received = 0;
    for (let at = offsets[node] ?? 0; at < end; at += 1) received += shares[sources[at] ?? 0] ?? 0;
    const rank = base + DAMPING * received;
    change += Math.abs(rank - (ranks[node] ?? 0));
    next[node] = rank;
  }
  return change;
}
