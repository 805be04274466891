import { BALLS_NEXT, BALLS_OLD, CHANGED_NEXT, CHANGED_OLD, LOGARITHMS, VALUES, WEIGHT } from './header.ts';
import { type Arrays, type Registers, setFloat, setWord } from './layout.ts';
import type { Rounds } from './rounds.ts';

/** Steps of exact measuring that take a fifth of a second, as an estimate does; beyond it the work would grow with the square of the nodes. */
const EXACT_STEPS_MAX = 50_000_000;
/** Distances in webs are short; a longer chain adds less than 1/64 of a node each. */
const DISTANCE_MAX = 64;
/** Nodes and edges that all passes of an estimate together go over about ten times each. */
const PASSES_WORK_MAX = 60_000_000;
const PASSES_MAX = 16;

type Vector = Float64Array<SharedArrayBuffer>;

/**
 * Harmonic centrality: `H(v) = Σ 1/d(u, v)` over all u that reach v by links (`reference/formulas.md` 4.4).
 *
 * Exact by breadth-first search where that takes no longer than an estimate; for larger graphs by HyperBall (Boldi and Vigna 2013): the
 * number of nodes within each distance is estimated by HyperLogLog counters that are merged along the edges. Passes
 * with other hashes are averaged as long as they are cheap. Returns the method, or undefined if the counters do not
 * fit.
 */
export async function harmonicCentrality(rounds: Rounds, values: Vector): Promise<string | undefined> {
  const { nodes, edges, window, registers } = rounds.arrays.layout;
  if (window === edges && nodes * (nodes + edges) <= EXACT_STEPS_MAX) {
    exactHarmonic(rounds.arrays, values);
    return 'exact';
  }
  if (registers === 0) return undefined;
  const passes = window < edges ? 1 : passesFor(nodes + edges);
  await hyperBall(rounds, values, passes);
  return `HyperBall, ${registers * passes} registers`;
}

function passesFor(work: number): number {
  return Math.min(PASSES_MAX, Math.max(1, Math.floor(PASSES_WORK_MAX / work)));
}

export function exactHarmonic({ layout, offsets, sources }: Arrays, values: Float64Array): void {
  const { nodes } = layout;
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
}

/** The standard error of each ball is `1.04 / √(registers · passes)`; who links directly is counted, not estimated. */
export async function hyperBall(rounds: Rounds, values: Vector, passes: number): Promise<void> {
  const { arrays } = rounds;
  const { registers, nodes } = arrays.layout;
  if (registers === 0) throw new TypeError('This layout has no counters.');
  values.fill(0);
  setWord(arrays, VALUES, values.byteOffset);
  for (let empty = 1; empty <= registers; empty += 1) {
    setFloat(arrays, LOGARITHMS + 8 * empty, registers * Math.log(registers / empty));
  }
  for (let pass = 0; pass < passes; pass += 1) await measureBalls(rounds, registers, pass);
  for (let node = 0; node < nodes; node += 1) {
    values[node] = (values[node] ?? 0) / passes + (arrays.offsets[node + 1] ?? 0) - (arrays.offsets[node] ?? 0);
  }
}

async function measureBalls(rounds: Rounds, registers: Exclude<Registers, 0>, pass: number): Promise<void> {
  const { arrays } = rounds;
  firstBalls(arrays, registers, pass);
  let [balls, next] = arrays.balls;
  let [changed, changing] = arrays.changed;
  changed.fill(1);
  for (let distance = 1; distance <= DISTANCE_MAX; distance += 1) {
    setWord(arrays, BALLS_OLD, balls.byteOffset);
    setWord(arrays, BALLS_NEXT, next.byteOffset);
    setWord(arrays, CHANGED_OLD, changed.byteOffset);
    setWord(arrays, CHANGED_NEXT, changing.byteOffset);
    // The first ring has its exact number, the node's links, so it only sets the size from which the ball grows.
    setFloat(arrays, WEIGHT, distance === 1 ? 0 : 1 / distance);
    await rounds.run(`merge${registers}`);
    [balls, next] = [next, balls];
    [changed, changing] = [changing, changed];
    if (rounds.sum(0) === 0) break;
  }
}

/** Each node's own ball: one register holds its hash. */
function firstBalls({ layout, balls, sizes }: Arrays, registers: Exclude<Registers, 0>, pass: number): void {
  const [first] = balls;
  const bits = Math.log2(registers);
  const seed = mixed(pass);
  first.fill(0);
  sizes.fill(1);
  for (let node = 0; node < layout.nodes; node += 1) {
    const hash = mixed((node + 1) ^ seed);
    first[node * registers + (hash & (registers - 1))] = Math.clz32(hash >>> bits) - bits + 1;
  }
}

/** The finaliser of MurmurHash3 after a multiplication: no two numbers have the same hash. */
function mixed(value: number): number {
  let hash = Math.imul(value, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
