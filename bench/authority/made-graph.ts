/**
 * A graph that looks like a web of domains: few nodes have most of the links to them, few give most of them, and numbers
 * say nothing about it, as they follow hashes. The same size makes the same graph.
 */
export interface MadeGraph {
  readonly nodes: number;
  readonly in_degrees: Uint32Array<SharedArrayBuffer>;
  /** Grouped by target in the order of targets, ascending within one, each once. */
  readonly sources: Uint32Array<SharedArrayBuffer>;
}

const EDGES_PER_NODE = 10;
/** Of in-degrees over their position; the published graph of 121 M domains has its largest at 14 % of all nodes. */
const SKEW = 0.75;
/** Nodes that give no link, as in the published graph. */
const DANGLING_SHARE = 0.64;

export function makeGraph(edges: number): MadeGraph {
  const nodes = Math.max(10, Math.round(edges / EDGES_PER_NODE));
  const random = randomFrom(edges);
  const step = stepFor(nodes);
  const wanted = new Uint32Array(nodes);
  let weights = 0;
  for (let position = 1; position <= nodes; position += 1) weights += position ** -SKEW;
  for (let at = 0; at < nodes; at += 1) {
    const expected = (edges * (at + 1) ** -SKEW) / weights;
    // Nodes are numbered by steps that visit each once.
    wanted[(at * step) % nodes] = Math.min(nodes - 1, Math.floor(expected) + (random() < expected % 1 ? 1 : 0));
  }
  const givers = Math.max(2, Math.round(nodes * (1 - DANGLING_SHARE)));
  const inDegrees = new Uint32Array(new SharedArrayBuffer(nodes * 4));
  const sources = new Uint32Array(new SharedArrayBuffer((edges + nodes) * 4));
  let filled = 0;
  for (let target = 0; target < nodes; target += 1) {
    const drawn = sources.subarray(filled, filled + (wanted[target] ?? 0));
    for (let at = 0; at < drawn.length; at += 1) {
      drawn[at] = (Math.floor(givers * random() ** 2) * step + 7) % nodes;
    }
    const kept = distinct(drawn, target);
    inDegrees[target] = kept;
    filled += kept;
  }
  return { nodes, in_degrees: inDegrees, sources: sources.subarray(0, filled) };
}

function distinct(drawn: Uint32Array, target: number): number {
  drawn.sort();
  let kept = 0;
  let previous = -1;
  for (const source of drawn) {
    if (source === previous || source === target) continue;
    previous = source;
    drawn[kept] = source;
    kept += 1;
  }
  return kept;
}

/** Near the golden section and prime to the number of nodes. */
function stepFor(nodes: number): number {
  let step = Math.round(nodes * 0.618) | 1;
  while (divisor(step, nodes) !== 1) step += 2;
  return step;
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
