import { machineMemory } from '../../engine/machine-memory.ts';
import { startCrew, threadsByCores } from './crew.ts';
import type { EdgeSource } from './graph.ts';
import { harmonicCentrality } from './harmonic.ts';
import { BASE, DAMPING, SHARES_NEXT, SHARES_OLD, TRUST_WEIGHT } from './header.ts';
import { allocate, type Arrays, type Layout, layoutOf, setFloat, setWord } from './layout.ts';
import { Rounds } from './rounds.ts';
import { type HostEdges, Witnesses } from './witnesses.ts';

export interface RankingOptions {
  /** Whether harmonic centrality is wanted beside PageRank. */
  readonly harmonic: boolean;
  readonly threads: number;
  /** For all arrays of the ranking together. */
  readonly bytes_max: number;
}

/** Where trust comes from. */
export interface TrustQuestion {
  /** The trust that each node has of itself. */
  readonly seeds: Float32Array;
  /**
   * Hashes of the nodes' names, 0 for those that everybody links to; with them referrers are counted, and those of hosts
   * as well. Undefined where trust is only spread.
   */
  readonly names: Uint32Array | undefined;
  readonly hosts: HostEdges | undefined;
}

export interface Ranking {
  readonly layout: Layout;
  readonly pagerank: Float64Array;
  /** What trust arrived at each node with what it has of itself, in units of one seed. */
  readonly trust: Float64Array;
  /** Trusted, independent referrers of each node and host; undefined where they were not asked for. */
  readonly witnesses:
    | { readonly nodes: Float64Array; readonly hosts: Float64Array; readonly worth: Float32Array }
    | undefined;
  /** Undefined when it was not asked for, or its counters do not fit. */
  readonly harmonic: { readonly values: Float64Array; readonly method: string } | undefined;
  readonly iterations: number;
}

const BYTES_MIN = 1024 ** 3;
/** Less work is done before a thread has started. */
const ALONE_WORK_MAX = 1_000_000;

/**
 * An eighth of the machine's memory, a gibibyte at least where a quarter is as much: the engine and the service have to
 * live beside it.
 */
export function rankingBytesMax(memory: number = machineMemory()): number {
  return Math.floor(Math.max(Math.min(BYTES_MIN, memory / 4), memory / 8));
}

/**
 * Ranks a graph by PageRank and harmonic centrality. The values are the same to the bit for any number of threads, since
 * each node's sum is taken in the order of its edges. Undefined when the nodes do not fit in the memory.
 */
export async function rankEdges(
  source: EdgeSource,
  options: RankingOptions,
  question?: TrustQuestion,
): Promise<Ranking | undefined> {
  const nodes = source.in_degrees.length;
  let edges = 0;
  let inDegreeMax = 0;
  for (const degree of source.in_degrees) {
    edges += degree;
    inDegreeMax = Math.max(inDegreeMax, degree);
  }
  const signatures = question?.names !== undefined;
  const layout = layoutOf({ nodes, edges, in_degree_max: inDegreeMax }, { ...options, signatures });
  if (layout === undefined) return undefined;
  const arrays = allocate(layout);
  const crew = startCrew(arrays.memory, nodes + edges <= ALONE_WORK_MAX ? 1 : options.threads);
  try {
    const rounds = await Rounds.open(source, arrays, crew);
    if (question !== undefined) arrays.seeds.set(question.seeds);
    const witnesses = question?.names === undefined ? undefined : await Witnesses.open(rounds, question.names);
    const { ranks, trust, spare, iterations } = await pageRank(rounds);
    const counted = await witnesses?.count(ranks, trust, question?.hosts);
    const method = options.harmonic ? await harmonicCentrality(rounds, spare) : undefined;
    const harmonic = method === undefined ? undefined : { values: spare, method };
    return { layout, pagerank: ranks, trust, witnesses: counted, harmonic, iterations };
  } finally {
    await crew.close();
  }
}

export function defaultRanking(harmonic: boolean): RankingOptions {
  return { harmonic, threads: threadsByCores(), bytes_max: rankingBytesMax() };
}

const ITERATIONS_MAX = 100;
/** Sum of all changes of PageRank in one round, below which the values are taken as settled. */
const CHANGE_MIN = 1e-9;
/** The same for trust, as a share of all seeds: it only has to tell what is trusted. */
const TRUST_CHANGE_MIN = 1e-5;

type Vector = Float64Array<SharedArrayBuffer>;

export interface PageRanks {
  readonly ranks: Vector;
  readonly trust: Vector;
  /** As large, and free for what comes next. */
  readonly spare: Vector;
  readonly iterations: number;
}

/**
 * PageRank: `PR(v) = (1 - d)/N + d·(Σ PR(u)/out(u) over links u→v + dangling/N)`, d = 0.85, where `dangling` is the rank of
 * nodes without outgoing links, spread evenly. Values sum to 1 (`reference/formulas.md` 4.4).
 *
 * In the same rounds TrustRank (Gyöngyi, Garcia-Molina and Pedersen 2004): `T(v) = seed(v) + d·Σ T(u)/out(u)`, where
 * nothing is spread evenly, so that a node has only what came from seeds. It is not divided by the number of seeds, so
 * what is added elsewhere in the graph changes nothing.
 */
export async function pageRank(rounds: Rounds): Promise<PageRanks> {
  const { vectors, degrees } = rounds.arrays;
  const { nodes } = rounds.arrays.layout;
  let [values, next] = vectors;
  let dangling = begin(rounds.arrays, values);
  let iterations = 0;
  const iterationsMax = nodes === 0 ? 0 : ITERATIONS_MAX;
  while (iterations < iterationsMax) {
    iterations += 1;
    setWord(rounds.arrays, SHARES_OLD, values.byteOffset);
    setWord(rounds.arrays, SHARES_NEXT, next.byteOffset);
    setFloat(rounds.arrays, BASE, (1 - DAMPING + DAMPING * dangling) / nodes);
    await rounds.run('pull');
    [values, next] = [next, values];
    dangling = rounds.sum(1);
    if (rounds.sum(0) < CHANGE_MIN) break;
  }
  const [ranks, trust] = [next.subarray(0, nodes), next.subarray(nodes)];
  for (let node = 0; node < nodes; node += 1) {
    const links = Math.max(1, degrees[node] ?? 0);
    ranks[node] = (values[2 * node] ?? 0) * links;
    trust[node] = (values[2 * node + 1] ?? 0) * links;
  }
  return { ranks, trust, spare: values.subarray(0, nodes), iterations };
}

/** All nodes alike, and trust with the seeds. Answers the rank that has no link to go by. */
function begin(arrays: Arrays, values: Vector): number {
  const { degrees, seeds } = arrays;
  const { nodes } = arrays.layout;
  const planted = seeds.reduce((sum, seed) => sum + seed, 0);
  setFloat(arrays, TRUST_WEIGHT, planted === 0 ? 0 : CHANGE_MIN / (TRUST_CHANGE_MIN * planted));
  let dangling = 0;
  for (let node = 0; node < nodes; node += 1) {
    const links = degrees[node] ?? 0;
    values[2 * node] = 1 / (nodes * Math.max(1, links));
    values[2 * node + 1] = (seeds[node] ?? 0) / Math.max(1, links);
    if (links === 0) dangling += 1 / nodes;
  }
  return dangling;
}

/** Values closer than this share are equal: the rest is the order in which a machine added numbers. */
const EQUAL_SHARE = 1e-9;

/**
 * For each value its position in their order: 1 for the highest, and equal values share the mean of their positions.
 *
 * Takes 8 bytes a node while it sorts, and 12 for each value that differs from others.
 */
export function orderValues(values: Float64Array): (value: number) => number {
  const nodes = values.length;
  const sorted = new Float64Array(values).sort();
  // In ascending order and in place: the highest value of each group, and how many nodes there are up to it.
  const ends = new Uint32Array(nodes);
  let groups = nodes;
  for (let end = nodes; end > 0;) {
    const highest = sorted[end - 1] ?? 0;
    let start = end - 1;
    while (start > 0 && highest - (sorted[start - 1] ?? 0) <= EQUAL_SHARE * highest) start -= 1;
    groups -= 1;
    sorted[groups] = highest;
    ends[groups] = end;
    end = start;
  }
  const highest = sorted.subarray(groups);
  const counts = ends.subarray(groups);
  return (value) => {
    const group = firstAtLeast(highest, value);
    const end = counts[group] ?? nodes;
    const start = group === 0 ? 0 : (counts[group - 1] ?? 0);
    return (nodes - end + 1 + nodes - start) / 2;
  };
}

function firstAtLeast(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
