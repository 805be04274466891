import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { blocksOf, BOUNDED, countOf, type GraphKind, idRanges, inIds, type ScratchTables } from './scratch.ts';

/** Under this number stand the values of all nodes that nothing links to: they are equal, and have no rows of their own. */
export const UNLINKED = 4_294_967_295;

const AUTHORITY_COLUMNS = sql`(version, kind, id, key, pagerank, harmonic, position, rank, nodes, origin, trust)`;

/**
 * Points by which a rank has to differ from the one of the rebuild before: 3 are 5 % more referring domains, and less is within
 * what an estimate of these is sure of. Whatever keeps its rank needs none of its links judged and packed anew.
 */
const RANK_STEP = 3;

/** What each node is joined with, and the block of rows that is written meanwhile. */
const JOINED_TABLES = 4;

interface PublishedNodes {
  readonly nodes: number;
  /** Harmonic centrality was not computed: each domain keeps that of the rebuild before, and a new one has none. */
  readonly harmonic_kept?: boolean;
}

/**
 * Puts the values of the nodes under their names; pages that moved have those of the page they lead to, and domains that
 * an imported release lists the rank that Common Crawl gives them.
 */
export async function writeAuthority(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
  { nodes, harmonic_kept = false }: PublishedNodes,
): Promise<void> {
  const ranks = scratch.ranks(kind);
  const [unlinked] = await database.rows(
    z.object({ pagerank: z.number(), position: z.number(), rank: z.int(), before: z.int() }),
    sql`SELECT pagerank, position, rank, (SELECT max(version) FROM rebuilds) AS before FROM ${ranks} WHERE n = ${UNLINKED}`,
  );
  if (unlinked === undefined) return;
  for (const block of blocksOf({ joined_rows_max: scratch.joined_rows_max / JOINED_TABLES }, nodes)) {
    const found = sql`ifNull(r.rank, ${unlinked.rank})`;
    const [harmonic, place] = harmonic_kept
      ? [sql`ifNull(b.harmonic, 0)`, sql`ifNull(b.position, ${nodes})`]
      : [sql`ifNull(r.harmonic, 0)`, sql`ifNull(r.position, ${unlinked.position})`];
    const [own, before] =
      unlinked.before === 0
        ? [found, sql``]
        : [keepNearRank(found), ranksBefore(unlinked.before, kind, sql`${scratch.nodes(kind)} WHERE ${block}`)];
    const [prior, rank, origin] =
      kind === 'domain'
        ? [
            sql`LEFT ANY JOIN (SELECT id, rank FROM ${scratch.priors} WHERE id IN (
                SELECT id FROM ${scratch.nodes(kind)} WHERE ${block})) AS p ON p.id = k.id`,
            sql`ifNull(p.rank, ${own})`,
            sql`if(isNull(p.rank), 'own', 'commoncrawl')`,
          ]
        : [sql``, own, sql`'own'`];
    await database.run(sql`INSERT INTO authority ${AUTHORITY_COLUMNS}
      SELECT ${scratch.version}, ${kind}, k.id, k.key, ifNull(r.pagerank, ${unlinked.pagerank}), ${harmonic},
        ${place}, ${rank}, ${nodes}, ${origin}, ifNull(r.trust, 0)
      FROM (SELECT id, n, key FROM ${scratch.nodes(kind)} WHERE ${block}) AS k
      LEFT ANY JOIN (SELECT * FROM ${ranks} WHERE ${block}) AS r ON r.n = k.n ${prior} ${before} ${BOUNDED}`);
  }
  if (kind === 'page') await writeMovedPages(database, scratch);
}

function ranksBefore(version: number, kind: GraphKind, nodes: Sql): Sql {
  const values = kind === 'domain' ? sql`id, rank, harmonic, position` : sql`id, rank`;
  return sql`LEFT ANY JOIN (SELECT ${values} FROM authority WHERE version = ${version} AND kind = ${kind}
    AND id IN (SELECT id FROM ${nodes})) AS b ON b.id = k.id`;
}

/** A domain or page that gains its first rank or loses its last one changes at once. */
function keepNearRank(found: Sql): Sql {
  const isNear = sql`abs(toInt32(b.rank) - toInt32(${found})) < ${RANK_STEP}`;
  return sql`if(isNotNull(b.rank) AND b.rank != 0 AND ${found} != 0 AND ${isNear}, assumeNotNull(b.rank), ${found})`;
}

async function writeMovedPages(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const { version, moves } = scratch;
  if ((await countOf(database, moves)) === 0) return;
  const pages = await countOf(database, sql`authority`, sql`version = ${version} AND kind = 'page'`);
  for (const range of idRanges(pages / scratch.joined_rows_max)) {
    await database.run(sql`INSERT INTO authority ${AUTHORITY_COLUMNS}
      SELECT ${version}, 'page', m.page, a.key, a.pagerank, a.harmonic, a.position, a.rank, a.nodes, a.origin, a.trust
      FROM (SELECT page, to_page FROM ${moves} WHERE ${inIds(sql`to_page`, range)}) AS m
      INNER JOIN (SELECT * FROM authority WHERE version = ${version} AND kind = 'page' AND ${inIds(sql`id`, range)}) AS a
        ON a.id = m.to_page ${BOUNDED}`);
  }
}
