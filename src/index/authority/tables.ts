import { z } from 'zod';

import { messageOf } from '../../kernel/errors.ts';
import type { IndexDatabase } from '../database.ts';
import { Sql, sql } from '../sql.ts';

/**
 * Tables that one rebuild works in. Their names carry its version, which it has claimed for itself, so two rebuilds at
 * once do not meet; they are dropped at its end, and those of a rebuild that died by a later one.
 */
export type GraphKind = 'domain' | 'host' | 'page';

export const GRAPH_KINDS: readonly GraphKind[] = ['domain', 'host', 'page'];

export interface ScratchTables {
  readonly version: number;
  readonly moves: Sql;
  readonly links: Sql;
  readonly anchors: Sql;
  nodes(kind: GraphKind): Sql;
  edges(kind: GraphKind): Sql;
  ranks(kind: GraphKind): Sql;
}

function scratchTables(version: number): ScratchTables {
  const name = (what: string): Sql => new Sql(`rebuild_${version}_${what}`);
  return {
    version,
    moves: name('moves'),
    links: name('links'),
    anchors: name('anchors'),
    nodes: (kind) => name(`${kind}_nodes`),
    edges: (kind) => name(`${kind}_edges`),
    ranks: (kind) => name(`${kind}_ranks`),
  };
}

/** No rebuild takes this long, so older tables are left ones. */
const ABANDONED_MS = 12 * 3_600_000;

/** Versions that other rebuilds may have taken since this one looked. */
const CLAIMS_MAX = 100;

/** The first free version from one on: of two rebuilds that want the same, one finds its name taken. */
export async function claimScratchTables(database: IndexDatabase, from: number): Promise<ScratchTables> {
  for (let version = from; version < from + CLAIMS_MAX; version += 1) {
    try {
      await database.run(sql`CREATE TABLE ${new Sql(`rebuild_${version}_claim`)} (n UInt8) ENGINE = Memory`);
      return scratchTables(version);
    } catch (thrown) {
      if (!messageOf(thrown).includes('already exists')) throw thrown;
    }
  }
  throw new Error('No version is free for a rebuild.');
}

export async function dropScratchTables(database: IndexDatabase, { version }: ScratchTables): Promise<void> {
  await dropRebuildTables(database, sql`= ${version}`);
}

export async function dropAbandonedTables(database: IndexDatabase, { version }: ScratchTables): Promise<void> {
  await dropRebuildTables(database, sql`< ${version - ABANDONED_MS}`);
}

async function dropRebuildTables(database: IndexDatabase, which: Sql): Promise<void> {
  const tables = await database.rows(
    z.object({ name: z.string() }),
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^rebuild_[0-9]+_[a-z_]+$')
      AND toUInt64OrZero(splitByChar('_', name)[2]) ${which}`,
  );
  for (const { name } of tables) await database.run(new Sql(`DROP TABLE IF EXISTS ${name}`));
}

/** Where every page that moved ends: its redirect or canonical, followed over two more steps. */
export async function createMoves(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const valid = sql`SELECT cityHash64(m.host_key, m.path_key) AS page, m.to_host AS to_host, m.to_path AS to_path,
      substring(m.to_host, 1, m.to_domain_length) AS to_domain
    FROM moves AS m FINAL INNER JOIN (SELECT page, observed_at FROM page_states FINAL WHERE move_kind != 0) AS s
      ON s.page = cityHash64(m.host_key, m.path_key) AND s.observed_at = m.observed_at`;
  const further = (moves: Sql): Sql => sql`SELECT a.page AS page, ifNull(b.to_host, a.to_host) AS to_host,
      ifNull(b.to_path, a.to_path) AS to_path, ifNull(b.to_domain, a.to_domain) AS to_domain
    FROM (${moves}) AS a LEFT ANY JOIN (${valid}) AS b ON b.page = cityHash64(a.to_host, a.to_path)`;
  await database.run(sql`CREATE TABLE ${scratch.moves} (page UInt64, to_host String, to_path String, to_domain String)
    ENGINE = MergeTree ORDER BY page`);
  await database.run(sql`INSERT INTO ${scratch.moves} SELECT page, to_host, to_path, to_domain
    FROM (${further(further(valid))}) LIMIT 1 BY page`);
}

/**
 * Links that count: followed, and still there by the newest fetch of their page. Pages that moved are taken for the pages
 * they lead to, at both ends, so what points to them passes on.
 */
export async function createLinks(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  await database.run(sql`CREATE TABLE ${scratch.links} (source_page UInt64, source_host UInt64, source_domain UInt64,
    target_page UInt64, target_host UInt64, target_domain UInt64) ENGINE = MergeTree ORDER BY tuple()`);
  await database.run(sql`INSERT INTO ${scratch.links} SELECT
      if(isNull(a.to_host), l.source_page, cityHash64(assumeNotNull(a.to_host), assumeNotNull(a.to_path))) AS source_page,
      cityHash64(assumeNotNull(ifNull(a.to_host, l.source_host))), cityHash64(assumeNotNull(ifNull(a.to_domain, l.source_domain))),
      if(isNull(b.to_host), l.target_page, cityHash64(assumeNotNull(b.to_host), assumeNotNull(b.to_path))) AS target_page,
      cityHash64(assumeNotNull(ifNull(b.to_host, l.target_host))), cityHash64(assumeNotNull(ifNull(b.to_domain, l.target_domain)))
    FROM (${liveLinks()}) AS l
    LEFT ANY JOIN ${scratch.moves} AS a ON a.page = l.source_page
    LEFT ANY JOIN ${scratch.moves} AS b ON b.page = l.target_page`);
}

/** Followed links that the newest fetch of their page would have to have shown to lose, and did show. */
export function liveLinks(): Sql {
  return sql`SELECT source_host, source_path, target_host, target_path, anchor, type,
      substring(source_host, 1, source_domain_length) AS source_domain,
      substring(target_host, 1, target_domain_length) AS target_domain,
      cityHash64(source_host, source_path) AS source_page, cityHash64(target_host, target_path) AS target_page
    FROM links FINAL
    LEFT ANY JOIN (SELECT page, max(fetched_at) AS newest_fetch FROM fetches WHERE evidence GROUP BY page) AS f
      ON f.page = cityHash64(source_host, source_path)
    WHERE tupleElement(newest, 'dofollow') AND (isNull(newest_fetch) OR newest_fetch <= last_seen)`;
}

/** Everything that is known by name is a node, linked or not, numbered by its id so that the numbers are the same each time. */
export async function createNodes(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<void> {
  await database.run(
    sql`CREATE TABLE ${scratch.nodes(kind)} (id UInt64, n UInt32, key String) ENGINE = MergeTree ORDER BY id`,
  );
  await database.run(sql`INSERT INTO ${scratch.nodes(kind)}
    SELECT id, toUInt32(row_number() OVER (ORDER BY id) - 1) AS n, key FROM (
      SELECT id, any(key) AS key FROM (${namedThings(kind)}) GROUP BY id)`);
}

function namedThings(kind: GraphKind): Sql {
  if (kind === 'page') return namedPages();
  const part = (host: Sql, length: Sql): Sql => (kind === 'host' ? host : sql`substring(${host}, 1, ${length})`);
  const read = part(sql`host_key`, sql`domain_length`);
  const source = part(sql`source_host`, sql`source_domain_length`);
  const target = part(sql`target_host`, sql`target_domain_length`);
  return sql`SELECT cityHash64(key) AS id, key FROM (SELECT DISTINCT ${read} AS key FROM pages
    UNION ALL SELECT DISTINCT ${source} AS key FROM links UNION ALL SELECT DISTINCT ${target} AS key FROM links)`;
}

/** A page that moved is no node of its own. */
function namedPages(): Sql {
  return sql`SELECT cityHash64(host, path) AS id, concat(host, path) AS key FROM (
      SELECT host_key AS host, path_key AS path FROM pages
      UNION ALL SELECT DISTINCT source_host AS host, source_path AS path FROM links
      UNION ALL SELECT DISTINCT target_host AS host, target_path AS path FROM links
      UNION ALL SELECT DISTINCT to_host AS host, to_path AS path FROM moves)
    WHERE cityHash64(host, path) NOT IN (SELECT cityHash64(host_key, path_key) FROM (
      SELECT host_key, path_key, max(observed_at) AS moved_at FROM moves GROUP BY host_key, path_key) AS m
      INNER JOIN (SELECT page, observed_at FROM page_states FINAL WHERE move_kind != 0) AS s
        ON s.page = cityHash64(m.host_key, m.path_key) AND s.observed_at = m.moved_at)`;
}

export async function createEdges(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<void> {
  const source = new Sql(`source_${kind}`);
  const target = new Sql(`target_${kind}`);
  await database.run(
    sql`CREATE TABLE ${scratch.edges(kind)} (target UInt32, source UInt32) ENGINE = MergeTree ORDER BY (target, source)`,
  );
  await database.run(sql`INSERT INTO ${scratch.edges(kind)} SELECT t.n AS target, s.n AS source FROM (
      SELECT DISTINCT ${source} AS source, ${target} AS target FROM ${scratch.links} WHERE ${source} != ${target}) AS e
    INNER JOIN ${scratch.nodes(kind)} AS s ON s.id = e.source INNER JOIN ${scratch.nodes(kind)} AS t ON t.id = e.target`);
}

/** Puts the values of the nodes under their names; pages that moved have those of the page they lead to. */
export async function writeAuthority(
  database: IndexDatabase,
  scratch: ScratchTables,
  kind: GraphKind,
  nodes: number,
): Promise<void> {
  const { version } = scratch;
  await database.run(sql`INSERT INTO authority (version, kind, id, key, pagerank, harmonic, position, rank, nodes)
    SELECT ${version}, ${kind}, k.id, k.key, r.pagerank, r.harmonic, r.position, r.rank, ${nodes}
    FROM ${scratch.nodes(kind)} AS k INNER JOIN ${scratch.ranks(kind)} AS r ON r.n = k.n`);
  if (kind !== 'page') return;
  await database.run(sql`INSERT INTO authority (version, kind, id, key, pagerank, harmonic, position, rank, nodes)
    SELECT ${version}, 'page', m.page, a.key, a.pagerank, a.harmonic, a.position, a.rank, a.nodes
    FROM ${scratch.moves} AS m INNER JOIN (SELECT * FROM authority WHERE version = ${version} AND kind = 'page') AS a
      ON a.id = cityHash64(m.to_host, m.to_path) WHERE m.page NOT IN (SELECT id FROM ${scratch.nodes('page')})`);
}
