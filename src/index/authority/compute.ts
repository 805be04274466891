import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { Sql, sql } from '../database/sql.ts';
import type { EdgeSource } from './ranking/graph.ts';
import { UNLINKED } from './publish.ts';
import { defaultRanking, rankEdges, rankPositions, type Ranking } from './ranking/ranking.ts';
import { createScratchTable, type GraphKind, type ScratchTables } from './scratch.ts';

/** Nodes and edges that one answer of the engine carries; 32 MB each. */
const NODES_PER_READ = 4_000_000;
const EDGES_PER_READ = 8_000_000;
/** As base64, under what one statement may have. */
const ROWS_PER_INSERT = 130_000;

export interface GraphFigures {
  readonly nodes: number;
  readonly edges: number;
  readonly method: string;
}

/**
 * Ranks one graph.
 *
 * Domains and hosts are ranked by harmonic centrality, like Common Crawl's published ranks, so that both can be
 * compared; pages by PageRank, which separates the pages of one site better. `method` says how each was
 * computed.
 */
export async function rankGraph(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
): Promise<GraphFigures> {
  const inDegrees = await readInDegrees(database, scratch, kind);
  const edges = inDegrees.reduce((sum, degree) => sum + degree, 0);
  const nodes = inDegrees.length;
  const ranking = await rankEdges(edgeSource(database, scratch, kind, inDegrees), defaultRanking(kind !== 'page'));
  await createScratchTable(database, scratch.ranks(kind), RANK_COLUMNS, sql`n`);
  if (ranking === undefined) return { nodes, edges, method: `${kind} not ranked (too many for the memory)` };
  await writeRanks(database, scratch.ranks(kind), ranking, inDegrees);
  const { harmonic } = ranking;
  const method = harmonic === undefined ? 'PageRank' : `harmonic centrality (${harmonic.method})`;
  return { nodes, edges, method: `${kind} by ${method}` };
}

const RANK_COLUMNS = sql`n UInt32, links UInt32, pagerank Float64, harmonic Float64, position Float64, rank UInt16`;
const RANK_BYTES = 34;

/** Nodes that nothing links to all have the same values and share one row under `UNLINKED`. */
async function writeRanks(
  database: IndexDatabase,
  table: Sql,
  { pagerank, harmonic }: Ranking,
  inDegrees: Uint32Array,
): Promise<void> {
  const positions = rankPositions(harmonic?.values ?? pagerank);
  const block = Buffer.alloc(ROWS_PER_INSERT * RANK_BYTES);
  let rows = 0;
  const write = (n: number, node: number): void => {
    const at = rows * RANK_BYTES;
    const links = inDegrees[node] ?? 0;
    const value = (harmonic?.values ?? pagerank)[node] ?? 0;
    block.writeUInt32LE(n, at);
    block.writeUInt32LE(links, at + 4);
    block.writeDoubleLE(pagerank[node] ?? 0, at + 8);
    block.writeDoubleLE(harmonic?.values[node] ?? 0, at + 16);
    block.writeDoubleLE(positions.positionOf(value), at + 24);
    block.writeUInt16LE(links === 0 ? 0 : positions.rankOf(value), at + 32);
    rows += 1;
  };
  const send = async (): Promise<void> => {
    const bytes = block.toString('base64', 0, rows * RANK_BYTES);
    rows = 0;
    await database.run(sql`INSERT INTO ${table}
      SELECT * FROM format(RowBinary, ${RANK_COLUMNS.text}, base64Decode(${new Sql(`'${bytes}'`)}))`);
  };
  const unlinked = inDegrees.indexOf(0);
  write(UNLINKED, unlinked === -1 ? 0 : unlinked);
  for (let node = 0; node < inDegrees.length; node += 1) {
    if (inDegrees[node] === 0) continue;
    if (rows === ROWS_PER_INSERT) await send();
    write(node, node);
  }
  await send();
}

function edgeSource(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
  inDegrees: Uint32Array,
): EdgeSource {
  return {
    in_degrees: inDegrees,
    read: async (first, end, into) => {
      let filled = 0;
      for (let start = first; start < end;) {
        let edges = 0;
        let stop = start;
        while (stop < end && (edges === 0 || edges + (inDegrees[stop] ?? 0) <= EDGES_PER_READ)) {
          edges += inDegrees[stop] ?? 0;
          stop += 1;
        }
        const bytes = await database.bytes(sql`SELECT source FROM ${scratch.edges(kind)}
          WHERE target >= ${start} AND target < ${stop} ORDER BY target, source FORMAT RowBinary`);
        if (bytes.length !== edges * 4) throw new Error(`The ${kind} graph changed while it was read.`);
        // RowBinary is little-endian, as are all machines that the engine runs on.
        new Uint8Array(into.buffer, into.byteOffset + filled * 4, bytes.length).set(bytes);
        filled += edges;
        start = stop;
      }
    },
  };
}

async function readInDegrees(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<Uint32Array> {
  const counts = await database.rows(
    z.object({ nodes: z.int() }),
    sql`SELECT count() AS nodes FROM ${scratch.nodes(kind)}`,
  );
  const nodes = counts[0]?.nodes ?? 0;
  const degrees = new Uint32Array(nodes);
  for (let start = 0; start < nodes; start += NODES_PER_READ) {
    const bytes = await database.bytes(sql`SELECT target, toUInt32(count()) FROM ${scratch.edges(kind)}
      WHERE target >= ${start} AND target < ${start + NODES_PER_READ} GROUP BY target FORMAT RowBinary`);
    for (let at = 0; at < bytes.length; at += 8) degrees[bytes.readUInt32LE(at)] = bytes.readUInt32LE(at + 4);
  }
  return degrees;
}
