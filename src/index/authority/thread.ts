import { parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

import { messageOf } from '../../kernel/errors.ts';
import type { RebuildReport, RebuildStep } from '../../ports/index.ts';
import { connectDatabase, type IndexDatabase } from '../database.ts';
import { Sql, sql } from '../sql.ts';
import { writeAnchorTerms } from './anchors.ts';
import { type GraphFigures, rankGraph } from './compute.ts';
import {
  createEdges,
  createLinks,
  createMoves,
  createNodes,
  dropScratchTables,
  GRAPH_KINDS,
  type GraphKind,
  scratchTables,
  writeAuthority,
} from './tables.ts';

/** Computes everything that is derived from facts, away from the event loop that serves. */
export type FromRebuild =
  | { readonly type: 'step'; readonly step: RebuildStep }
  | { readonly type: 'done'; readonly report: Omit<RebuildReport, 'duration_ms'> }
  | { readonly type: 'failed'; readonly message: string };

const MERGED_TABLES = ['pages', 'page_states', 'fetches', 'moves', 'links', 'postings'];

async function rebuild(database: IndexDatabase, tell: (message: FromRebuild) => void): Promise<void> {
  const step = (name: string, percent: number): void => tell({ type: 'step', step: { name, percent } });
  const versions = await database.rows(
    z.object({ version: z.int() }),
    sql`SELECT max(version) AS version FROM rebuilds`,
  );
  const before = versions[0]?.version ?? 0;
  // A clock that was set back must not make the new version older than the one before.
  const scratch = scratchTables(Math.max(Date.now(), before + 1));
  await dropScratchTables(database, scratch);
  step('merge tables', 0);
  for (const table of MERGED_TABLES) {
    await database.run(new Sql(`OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_skip_merged_partitions = 1`));
  }
  step('follow redirects', 15);
  await createMoves(database, scratch);
  step('collect links', 20);
  await createLinks(database, scratch);
  const figures = new Map<GraphKind, GraphFigures>();
  for (const [at, kind] of GRAPH_KINDS.entries()) {
    step(`rank ${kind}s`, 35 + at * 15);
    await createNodes(database, scratch, kind);
    await createEdges(database, scratch, kind);
    const figure = await rankGraph(database, scratch, kind);
    await writeAuthority(database, scratch, kind, figure.nodes);
    figures.set(kind, figure);
  }
  step('weigh link texts', 85);
  await writeAnchorTerms(database, scratch);
  step('publish', 95);
  const nodes = (kind: GraphKind): number => figures.get(kind)?.nodes ?? 0;
  const edges = figures.get('page')?.edges ?? 0;
  const method = [...figures.values()].map((figure) => figure.method).join('; ');
  // From this row on, and not before, readers take the new version.
  await database.run(sql`INSERT INTO rebuilds (version, computed_at, domains, hosts, pages, edges, method) SELECT
    ${scratch.version}, ${new Date(scratch.version)}, ${nodes('domain')}, ${nodes('host')}, ${nodes('page')}, ${edges}, ${method}`);
  await dropVersionsBut(database, [scratch.version, before]);
  await dropScratchTables(database, scratch);
  step('done', 100);
  tell({ type: 'done', report: { domains: nodes('domain'), hosts: nodes('host'), pages: nodes('page'), edges } });
}

/** The version before stays, since answers that began with it may still be under way. */
async function dropVersionsBut(database: IndexDatabase, kept: readonly number[]): Promise<void> {
  for (const table of ['authority', 'anchor_terms']) {
    const old = await database.rows(
      z.object({ partition_id: z.string() }),
      sql`SELECT DISTINCT partition_id FROM system.parts WHERE database = currentDatabase() AND active AND table = ${table}
        AND partition_id NOT IN ${kept.map(String)}`,
    );
    for (const { partition_id } of old) {
      await database.run(sql`ALTER TABLE ${new Sql(table)} DROP PARTITION ID ${partition_id}`);
    }
  }
}

async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const database = connectDatabase(String(workerData));
  try {
    await rebuild(database, (message) => port.postMessage(message));
  } catch (error) {
    port.postMessage({ type: 'failed', message: messageOf(error) } satisfies FromRebuild);
  } finally {
    await database.close();
  }
}

if (parentPort !== null) void main(parentPort);
