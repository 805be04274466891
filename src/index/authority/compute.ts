import { z } from 'zod';

import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { type Graph, graphOf } from './graph.ts';
import { harmonicCentrality } from './harmonic.ts';
import { pageRank } from './pagerank.ts';
import { positionsOf } from './positions.ts';
import type { GraphKind, ScratchTables } from './tables.ts';

/** Nodes and edges that one answer of the engine carries; 32 MB each. */
const NODES_PER_READ = 4_000_000;
const EDGES_PER_READ = 8_000_000;
const ROWS_PER_INSERT = 200_000;
/** Beyond it the counters of harmonic centrality need more than a gigabyte. */
const HARMONIC_NODES_MAX = 8_000_000;

export interface GraphFigures {
  readonly nodes: number;
  readonly edges: number;
  readonly method: string;
}

/**
 * Ranks one graph.
 *
 * Domains and hosts stand by harmonic centrality, as Common Crawl's published ranks do, so both can be compared; pages by
 * PageRank, which tells pages of one site apart better. `method` says what was computed how.
 */
export async function rankGraph(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
): Promise<GraphFigures> {
  const { graph, in_degrees } = await readGraph(database, scratch, kind);
  const ranks = pageRank(graph);
  const harmonic = graph.nodes <= HARMONIC_NODES_MAX ? harmonicCentrality(graph) : undefined;
  const isByHarmonic = kind !== 'page' && harmonic !== undefined;
  const { positions, ranks: thousandths } = positionsOf(isByHarmonic ? harmonic.values : ranks, in_degrees);
  await database.run(sql`CREATE TABLE ${scratch.ranks(kind)}
    (n UInt32, pagerank Float64, harmonic Float64, position Float64, rank UInt16) ENGINE = MergeTree ORDER BY n`);
  for (let start = 0; start < graph.nodes; start += ROWS_PER_INSERT) {
    let rows = '';
    for (let node = start; node < Math.min(graph.nodes, start + ROWS_PER_INSERT); node += 1) {
      const cells = [node, ranks[node] ?? 0, harmonic?.values[node] ?? 0, positions[node] ?? 0, thousandths[node] ?? 0];
      rows += cells.join('\t') + '\n';
    }
    await database.insert(scratch.ranks(kind).text, RANK_COLUMNS, [Buffer.from(rows)]);
  }
  const method = `${kind} by ${isByHarmonic ? `harmonic centrality (${harmonic.method})` : 'PageRank'}`;
  return { nodes: graph.nodes, edges: graph.sources.length, method };
}

const RANK_COLUMNS = ['n', 'pagerank', 'harmonic', 'position', 'rank'];

async function readGraph(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
): Promise<{ readonly graph: Graph; readonly in_degrees: Uint32Array }> {
  const counts = await database.rows(
    z.object({ nodes: z.int() }),
    sql`SELECT count() AS nodes FROM ${scratch.nodes(kind)}`,
  );
  const inDegrees = await readInDegrees(database, scratch, kind, counts[0]?.nodes ?? 0);
  const sources = new Uint32Array(inDegrees.reduce((sum, degree) => sum + degree, 0));
  let filled = 0;
  for (let start = 0; start < inDegrees.length;) {
    let end = start;
    let edges = 0;
    while (end < inDegrees.length && (edges === 0 || edges + (inDegrees[end] ?? 0) <= EDGES_PER_READ)) {
      edges += inDegrees[end] ?? 0;
      end += 1;
    }
    const block = words(
      await database.bytes(sql`SELECT source FROM ${scratch.edges(kind)} WHERE target >= ${start} AND target < ${end}
        ORDER BY target, source FORMAT RowBinary`),
    );
    sources.set(block, filled);
    filled += block.length;
    start = end;
  }
  if (filled !== sources.length) throw new Error(`The ${kind} graph changed while it was read.`);
  return { graph: graphOf(inDegrees, sources), in_degrees: inDegrees };
}

async function readInDegrees(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
  nodes: number,
): Promise<Uint32Array> {
  const degrees = new Uint32Array(nodes);
  for (let start = 0; start < nodes; start += NODES_PER_READ) {
    const pairs = words(
      await database.bytes(sql`SELECT target, toUInt32(count()) FROM ${scratch.edges(kind)}
        WHERE target >= ${start} AND target < ${start + NODES_PER_READ} GROUP BY target FORMAT RowBinary`),
    );
    for (let at = 0; at < pairs.length; at += 2) degrees[pairs[at] ?? 0] = pairs[at + 1] ?? 0;
  }
  return degrees;
}

/** RowBinary is little-endian, as are all machines that the engine runs on; the copy aligns it. */
function words(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
