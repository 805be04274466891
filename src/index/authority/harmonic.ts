import type { Graph } from './graph.ts';

/** Up to here every distance is measured; beyond it the work would grow with the square of the nodes. */
const EXACT_NODES_MAX = 3000;
/** Registers of one estimate; its standard error is 1.04/√64, 13 % of each ball. */
const REGISTERS = 64;
const REGISTER_BITS = 6;
/** Distances in webs are short; a longer chain adds less than 1/64 of a node each. */
const DISTANCE_MAX = 64;

export interface Harmonic {
  readonly values: Float64Array;
  readonly method: 'exact' | 'hyperball';
}

/**
 * Harmonic centrality: `H(v) = Σ 1/d(u, v)` over all u that reach v by links (`reference/formulas.md` 4.4).
 *
 * Exact by breadth-first search for small graphs; for larger ones by HyperBall (Boldi and Vigna 2013): the number of nodes
 * within each distance is estimated by HyperLogLog counters that are merged along the edges.
 */
export function harmonicCentrality(graph: Graph): Harmonic {
  if (graph.nodes <= EXACT_NODES_MAX) return { values: exactHarmonic(graph), method: 'exact' };
  return { values: hyperBall(graph), method: 'hyperball' };
}

export function exactHarmonic({ nodes, offsets, sources }: Graph): Float64Array {
  const values = new Float64Array(nodes);
  const distances = new Int32Array(nodes);
  const queue = new Uint32Array(nodes);
  for (let target = 0; target < nodes; target += 1) {
    distances.fill(-1);
    distances[target] = 0;
    queue[0] = target;
    let sum = 0;
    for (let head = 0, tail = 1; head < tail; head += 1) {
      const node = queue[head] ?? 0;
      const distance = (distances[node] ?? 0) + 1;
      const end = offsets[node + 1] ?? 0;
      for (let at = offsets[node] ?? 0; at < end; at += 1) {
        const source = sources[at] ?? 0;
        if (distances[source] !== -1) continue;
        distances[source] = distance;
        sum += 1 / distance;
        queue[tail] = source;
        tail += 1;
      }
    }
    values[target] = sum;
  }
  return values;
}

export function hyperBall(graph: Graph): Float64Array {
  const { nodes } = graph;
  const values = new Float64Array(nodes);
  let balls: Uint8Array = firstBalls(nodes);
  let next: Uint8Array = new Uint8Array(balls.length);
  const sizes = new Float64Array(nodes).fill(1);
  for (let distance = 1; distance <= DISTANCE_MAX; distance += 1) {
    let changes = 0;
    next.set(balls);
    for (let node = 0; node < nodes; node += 1) {
      if (!mergeInto(graph, { balls, next }, node)) continue;
      changes += 1;
      const size = sizeOf(next, node);
      values[node] = (values[node] ?? 0) + Math.max(0, size - (sizes[node] ?? 0)) / distance;
      sizes[node] = Math.max(size, sizes[node] ?? 0);
    }
    [balls, next] = [next, balls];
    if (changes === 0) break;
  }
  return values;
}

/** Each node's own ball: one register holds its hash. */
function firstBalls(nodes: number): Uint8Array {
  const balls = new Uint8Array(nodes * REGISTERS);
  for (let node = 0; node < nodes; node += 1) {
    const hash = mixed(node + 1);
    const register = hash & (REGISTERS - 1);
    balls[node * REGISTERS + register] = Math.clz32((hash >>> REGISTER_BITS) | 0) - REGISTER_BITS + 1;
  }
  return balls;
}

interface Balls {
  readonly balls: Uint8Array;
  readonly next: Uint8Array;
}

function mergeInto({ offsets, sources }: Graph, { balls, next }: Balls, node: number): boolean {
  let isChanged = false;
  const own = node * REGISTERS;
  const end = offsets[node + 1] ?? 0;
  for (let at = offsets[node] ?? 0; at < end; at += 1) {
    const other = (sources[at] ?? 0) * REGISTERS;
    for (let register = 0; register < REGISTERS; register += 1) {
      const value = balls[other + register] ?? 0;
      if (value <= (next[own + register] ?? 0)) continue;
      next[own + register] = value;
      isChanged = true;
    }
  }
  return isChanged;
}

/** HyperLogLog's estimate, by linear counting while registers are empty and the ball is small. */
function sizeOf(balls: Uint8Array, node: number): number {
  let sum = 0;
  let empty = 0;
  for (let at = node * REGISTERS; at < (node + 1) * REGISTERS; at += 1) {
    const value = balls[at] ?? 0;
    sum += 2 ** -value;
    if (value === 0) empty += 1;
  }
  const estimate = (0.709 * REGISTERS * REGISTERS) / sum;
  return estimate <= 2.5 * REGISTERS && empty > 0 ? REGISTERS * Math.log(REGISTERS / empty) : estimate;
}

/** The finaliser of MurmurHash3. */
function mixed(value: number): number {
  let hash = Math.imul(value, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
