import { z } from 'zod';

import type { RebuildReport, RebuildStep } from '../../ports/index.ts';
import type { IndexDatabase } from '../database.ts';
import { Sql, sql } from '../sql.ts';
import { writeAnchorTerms } from './anchors.ts';
import { type GraphFigures, rankGraph } from './compute.ts';
import {
  claimScratchTables,
  createEdges,
  createLinks,
  createMoves,
  createNodes,
  dropAbandonedTables,
  dropScratchTables,
  GRAPH_KINDS,
  type GraphKind,
  writeAuthority,
} from './tables.ts';

/** What the thread of a rebuild tells. */
export type FromRebuild =
  | { readonly type: 'step'; readonly step: RebuildStep }
  | { readonly type: 'done'; readonly report: Omit<RebuildReport, 'duration_ms'> }
  | { readonly type: 'failed'; readonly message: string };

const MERGED_TABLES = ['pages', 'page_states', 'fetches', 'moves', 'links', 'postings'];

/** Computes everything that is derived from facts anew, under a version of its own. */
export async function rebuild(database: IndexDatabase, tell: (message: FromRebuild) => void): Promise<void> {
  const step = (name: string, percent: number): void => tell({ type: 'step', step: { name, percent } });
  const versions = await database.rows(
    z.object({ version: z.int() }),
    sql`SELECT max(version) AS version FROM rebuilds`,
  );
  const before = versions[0]?.version ?? 0;
  // A clock that was set back must not make the new version older than the one before.
  const scratch = await claimScratchTables(database, Math.max(Date.now(), before + 1));
  await dropAbandonedTables(database, scratch);
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
  // From this row on, and not before, readers take the new version. One that another rebuild overtook is not wanted.
  await database.run(sql`INSERT INTO rebuilds (version, computed_at, domains, hosts, pages, edges, method) SELECT
    ${scratch.version}, ${new Date(scratch.version)}, ${nodes('domain')}, ${nodes('host')}, ${nodes('page')}, ${edges}, ${method}
    WHERE (SELECT max(version) FROM rebuilds) < ${scratch.version}`);
  await dropOldVersions(database);
  await dropScratchTables(database, scratch);
  step('done', 100);
  tell({ type: 'done', report: { domains: nodes('domain'), hosts: nodes('host'), pages: nodes('page'), edges } });
}

/**
 * Keeps the newest whole version, and the one before, since answers that began with it may still be under way. Anything
 * newer is being written by another rebuild at this moment, and its own end cleans up what it leaves.
 */
async function dropOldVersions(database: IndexDatabase): Promise<void> {
  for (const table of ['authority', 'anchor_terms']) {
    const old = await database.rows(
      z.object({ partition_id: z.string() }),
      sql`SELECT DISTINCT partition_id FROM system.parts WHERE database = currentDatabase() AND active AND table = ${table}
        AND toUInt64OrZero(partition_id) < (SELECT max(version) FROM rebuilds)
        AND toUInt64OrZero(partition_id) NOT IN (SELECT version FROM rebuilds ORDER BY version DESC LIMIT 2)`,
    );
    for (const { partition_id } of old) {
      await database.run(sql`ALTER TABLE ${new Sql(table)} DROP PARTITION ID ${partition_id}`);
    }
  }
}
