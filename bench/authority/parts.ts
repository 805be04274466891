import { writeFileSync } from 'node:fs';

import type { EdgeSource } from '../../src/index/authority/ranking/graph.ts';
import { exactHarmonic, harmonicCentrality, hyperBall } from '../../src/index/authority/ranking/harmonic.ts';
import { startCrew } from '../../src/index/authority/ranking/crew.ts';
import { allocate, layoutOf } from '../../src/index/authority/ranking/layout.ts';
import { Rounds } from '../../src/index/authority/ranking/rounds.ts';
import { orderValues, pageRank, rankingBytesMax } from '../../src/index/authority/ranking/ranking.ts';

/** What one measured process tells. */
export interface Told {
  readonly edges: number;
  readonly best_pass_s: number;
  readonly median_pass_s: number;
  readonly pagerank_s: number;
  readonly passes: number;
  readonly harmonic_s: number;
  readonly harmonic: string;
  readonly read_s: number;
  readonly arrays_mb: number;
  readonly peak_mb: number;
}

export async function measureSeamark(
  source: EdgeSource,
  options: { readonly threads: number; readonly harmonic: boolean; readonly ranks: string },
): Promise<Told> {
  const edges = source.in_degrees.reduce((sum, degree) => sum + degree, 0);
  const inDegreeMax = source.in_degrees.reduce((most, degree) => Math.max(most, degree), 0);
  const size = { nodes: source.in_degrees.length, edges, in_degree_max: inDegreeMax };
  const layout = layoutOf(size, { harmonic: options.harmonic, bytes_max: rankingBytesMax() });
  if (layout === undefined) throw new Error('The graph does not fit in the memory for rankings.');
  const arrays = allocate(layout);
  const crew = startCrew(arrays.memory, options.threads);
  const reading = performance.now();
  const rounds = await Rounds.open(source, arrays, crew);
  const ranking = performance.now();
  const passes: number[] = [];
  const run = rounds.run.bind(rounds);
  rounds.run = async (kernel) => {
    const start = performance.now();
    await run(kernel);
    if (kernel === 'pull') passes.push((performance.now() - start) / 1000);
  };
  const { ranks, spare } = await pageRank(rounds);
  const spreading = performance.now();
  const harmonic = options.harmonic ? await harmonicCentrality(rounds, spare) : undefined;
  const done = performance.now();
  await crew.close();
  writeFileSync(options.ranks, new Uint8Array(ranks.buffer, ranks.byteOffset, ranks.byteLength));
  return {
    edges,
    ...bestAndMedian(passes),
    pagerank_s: (spreading - ranking) / 1000,
    passes: passes.length,
    harmonic_s: (done - spreading) / 1000,
    harmonic: harmonic ?? 'none',
    read_s: (ranking - reading) / 1000,
    arrays_mb: layout.bytes / 1e6,
    peak_mb: process.resourceUsage().maxRSS / 1000,
  };
}

const PASSES = 5;

/** The same pass in JavaScript over typed arrays, on one thread. */
export async function measureTypedArrays(source: EdgeSource): Promise<Pick<Told, 'best_pass_s' | 'median_pass_s'>> {
  const nodes = source.in_degrees.length;
  const offsets = new Uint32Array(nodes + 1);
  for (const [node, degree] of source.in_degrees.entries()) offsets[node + 1] = (offsets[node] ?? 0) + degree;
  const sources = new Uint32Array(offsets[nodes] ?? 0);
  await source.read(0, nodes, sources);
  const shares = new Float64Array(nodes).fill(1 / nodes);
  const next = new Float64Array(nodes);
  const seconds = Array.from({ length: PASSES }, () => {
    const start = performance.now();
    for (let node = 0, at = 0; node < nodes; node += 1) {
      const end = offsets[node + 1] ?? 0;
      let sum = 0;
      for (; at < end; at += 1) sum += shares[sources[at] ?? 0] ?? 0;
      next[node] = 0.15 / nodes + 0.85 * sum;
    }
    return (performance.now() - start) / 1000;
  });
  return bestAndMedian(seconds);
}

/** How far estimated ranks lie from exact ones, on a graph small enough for both: mean and 95th percentile, of 1000. */
export async function estimateError(source: EdgeSource, passes: number): Promise<readonly [number, number]> {
  const edges = source.in_degrees.reduce((sum, degree) => sum + degree, 0);
  const nodes = source.in_degrees.length;
  const size = { nodes, edges, in_degree_max: 0 };
  const layout = layoutOf(size, { harmonic: true, bytes_max: 1e9 });
  if (layout === undefined) throw new Error('The graph is too large to measure exactly.');
  const arrays = allocate(layout);
  const rounds = await Rounds.open(source, arrays, startCrew(arrays.memory, 1));
  const [estimated, exact] = [arrays.vectors[0].subarray(0, nodes), arrays.vectors[1].subarray(0, nodes)];
  await hyperBall(rounds, estimated, passes);
  exactHarmonic(arrays, exact);
  const [guessed, known] = [orderValues(estimated), orderValues(exact)];
  const placeOf = (position: number): number => 1000 * (1 - Math.log(position) / Math.log(nodes));
  const errors = [...exact.keys()]
    .filter((node) => source.in_degrees[node] !== 0)
    .map((node) => Math.abs(placeOf(guessed(estimated[node] ?? 0)) - placeOf(known(exact[node] ?? 0))))
    .toSorted((one, other) => one - other);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return [mean, Math.round(errors[Math.floor(errors.length * 0.95)] ?? 0)];
}

/** What is used of graphology; it is installed in bench/ alone. */
interface GraphologyGraph {
  addNode(key: number): void;
  addDirectedEdge(source: number, target: number): void;
}
interface Graphology {
  readonly DirectedGraph: new () => GraphologyGraph;
}
type GraphologyPageRank = (
  graph: GraphologyGraph,
  options: { getEdgeWeight: null; maxIterations: number; tolerance: number },
) => Readonly<Record<string, number>>;

export async function measureGraphology(
  source: EdgeSource,
  ranks: string,
): Promise<{ readonly build_s: number; readonly pass_s: number; readonly whole_s: number; readonly peak_mb: number }> {
  const nodes = source.in_degrees.length;
  const sources = new Uint32Array(source.in_degrees.reduce((sum, degree) => sum + degree, 0));
  await source.read(0, nodes, sources);
  const { DirectedGraph } = await installed<Graphology>('graphology');
  const pagerank = await installed<GraphologyPageRank>('graphology-metrics/centrality/pagerank.js');
  const start = performance.now();
  const graph = new DirectedGraph();
  for (let node = 0; node < nodes; node += 1) graph.addNode(node);
  for (let target = 0, at = 0; target < nodes; target += 1) {
    for (let left = source.in_degrees[target] ?? 0; left > 0; left -= 1, at += 1) {
      graph.addDirectedEdge(sources[at] ?? 0, target);
    }
  }
  const build_s = (performance.now() - start) / 1000;
  const alone = secondsOf(() => pagerank(graph, { getEdgeWeight: null, maxIterations: 1, tolerance: 0 }));
  const more = secondsOf(() => pagerank(graph, { getEdgeWeight: null, maxIterations: 11, tolerance: 0 }));
  const whole = performance.now();
  const values = pagerank(graph, { getEdgeWeight: null, maxIterations: 200, tolerance: 1e-9 / nodes });
  const whole_s = (performance.now() - whole) / 1000;
  writeFileSync(ranks, new Uint8Array(Float64Array.from({ length: nodes }, (_, node) => values[node] ?? 0).buffer));
  return { build_s, pass_s: (more - alone) / 10, whole_s, peak_mb: process.resourceUsage().maxRSS / 1000 };
}

/** It throws when it has not settled by then, which is not asked of it here. */
function secondsOf(work: () => unknown): number {
  const start = performance.now();
  try {
    work();
  } catch (error) {
    if (!String(error).includes('failed to converge')) throw error;
  }
  return (performance.now() - start) / 1000;
}

async function installed<Library>(name: string): Promise<Library> {
  const { default: library }: { readonly default: Library } = await import(name);
  return library;
}

function bestAndMedian(seconds: readonly number[]): Pick<Told, 'best_pass_s' | 'median_pass_s'> {
  const sorted = seconds.toSorted((one, other) => one - other);
  return { best_pass_s: sorted[0] ?? 0, median_pass_s: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}
