import { totalmem } from 'node:os';

import type { EdgeSource } from './graph.ts';
import { harmonicCentrality } from './harmonic.ts';
import { startCrew, threadsByCores } from './machine/crew.ts';
import { allocate, type Layout, layoutOf } from './machine/layout.ts';
import { Rounds } from './machine/rounds.ts';
import { pageRank } from './pagerank.ts';

export interface RankingOptions {
  /** Whether harmonic centrality is wanted beside PageRank. */
  readonly harmonic: boolean;
  readonly threads: number;
  /** For all arrays of the ranking together. */
  readonly bytes_max: number;
}

export interface Ranking {
  readonly layout: Layout;
  readonly pagerank: Float64Array;
  /** Undefined when it was not asked for, or its counters do not fit. */
  readonly harmonic: { readonly values: Float64Array; readonly method: string } | undefined;
  readonly iterations: number;
}

const BYTES_MIN = 1024 ** 3;
/** Less work is done before a thread has started. */
const ALONE_WORK_MAX = 1_000_000;

/** An eighth of the machine's memory, a gibibyte at least: the engine and the service have to live beside it. */
export function rankingBytesMax(): number {
  return Math.max(BYTES_MIN, Math.floor(totalmem() / 8));
}

/**
 * Ranks a graph by PageRank and harmonic centrality. The values are the same to the bit for any number of threads, since
 * each node's sum is taken in the order of its edges. Undefined when the nodes do not fit in the memory.
 */
export async function rankEdges(source: EdgeSource, options: RankingOptions): Promise<Ranking | undefined> {
  const nodes = source.in_degrees.length;
  let edges = 0;
  let inDegreeMax = 0;
  for (const degree of source.in_degrees) {
    edges += degree;
    inDegreeMax = Math.max(inDegreeMax, degree);
  }
  const layout = layoutOf({ nodes, edges, in_degree_max: inDegreeMax }, options);
  if (layout === undefined) return undefined;
  const arrays = allocate(layout);
  const crew = startCrew(arrays.memory, nodes + edges <= ALONE_WORK_MAX ? 1 : options.threads);
  try {
    const rounds = await Rounds.open(source, arrays, crew);
    const { ranks, spare, iterations } = await pageRank(rounds);
    const method = options.harmonic ? await harmonicCentrality(rounds, spare) : undefined;
    const harmonic = method === undefined ? undefined : { values: spare, method };
    return { layout, pagerank: ranks, harmonic, iterations };
  } finally {
    await crew.close();
  }
}

export function defaultRanking(harmonic: boolean): RankingOptions {
  return { harmonic, threads: threadsByCores(), bytes_max: rankingBytesMax() };
}
