import type { IndexDatabase } from '../database/database.ts';
import { Sql, sql } from '../database/sql.ts';
import {
  BOUNDED,
  countOf,
  createScratchTable,
  dropTable,
  type GraphKind,
  inIds,
  placed,
  rangesOver,
  stepRows,
  type ScratchTables,
} from './scratch.ts';

/**
 * Everything with a name is a node, linked or not, numbered by its id so that the numbers are the same each
 * time. `domain` is the id of the registrable domain that it belongs to. Pages have no key: nothing reads it, and the
 * strings of all pages would take most of the time and space.
 */
export async function createNodes(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<void> {
  const named = await stepRows(
    database,
    scratch,
    { name: `${kind}_named`, columns: sql`id UInt64, domain UInt64, key String`, order: sql`id` },
    [kind === 'page' ? namedPages(scratch) : namedHosts(scratch, kind)],
  );
  const index = scratch.in_memory === true ? sql`` : sql`, INDEX numbers n TYPE minmax GRANULARITY 1`;
  await database.run(sql`CREATE TABLE ${scratch.nodes(kind)} (id UInt64, n UInt32, domain UInt64, key String${index})
    ENGINE = ${placed(scratch, sql`MergeTree ORDER BY id`)}`);
  let numbered = 0;
  const ranges = await rangesOver(database, scratch, [named]);
  for (const [at, range] of ranges.entries()) {
    const moved = sql`SELECT page FROM ${scratch.moves} WHERE ${inIds(sql`page`, range)}`;
    await database.run(sql`INSERT INTO ${scratch.nodes(kind)} SELECT id, toUInt32(${numbered} + row_number() OVER (ORDER BY id) - 1), domain, key
      FROM ${named} WHERE ${inIds(sql`id`, range)} ${kind === 'page' ? sql`AND id NOT IN (${moved})` : sql``} ${BOUNDED}`);
    if (at + 1 < ranges.length) numbered = await countOf(database, scratch.nodes(kind));
  }
  await dropTable(database, scratch, named);
}

function namedHosts({ hosts }: ScratchTables, kind: 'domain' | 'host'): Sql {
  const domain = sql`substring(host, 1, domain_length)`;
  const name = kind === 'host' ? sql`host` : domain;
  return sql`SELECT cityHash64(name) AS id, any(cityHash64(domain)) AS domain, any(name) AS key
    FROM (SELECT ${name} AS name, ${domain} AS domain FROM ${hosts}) GROUP BY id`;
}

/** A page that moved is no node of its own, and is left out when they are numbered. */
function namedPages({ facts }: ScratchTables): Sql {
  return sql`SELECT id, any(of) AS domain, '' AS key FROM (SELECT source_page AS id, source_domain AS of FROM ${facts}
    UNION ALL SELECT target_page AS id, target_domain AS of FROM ${facts}
    UNION ALL SELECT page AS id, domain AS of FROM page_states
    UNION ALL SELECT cityHash64(to_host, to_path) AS id, cityHash64(substring(to_host, 1, to_domain_length)) AS of FROM moves) GROUP BY id`;
}

/**
 * Edges by the numbers of their nodes, each once: between domains, between pages, and from domains to the hosts of others.
 * Ids become numbers in two joins, each over ranges of the ids that it
 * looks up, by which the edges are sorted before.
 */
export async function createEdges(database: IndexDatabase, scratch: ScratchTables, kind: GraphKind): Promise<void> {
  const from = kind === 'page' ? 'page' : 'domain';
  const [source, target] = [new Sql(`source_${from}`), new Sql(`target_${kind}`)];
  const differ = kind === 'host' ? sql`source_domain != target_domain` : sql`${source} != ${target}`;
  const [sources, targets] = [scratch.nodes(from), scratch.nodes(kind)];
  const pairs = await stepRows(
    database,
    scratch,
    { name: `${kind}_pairs`, columns: sql`source UInt64, target UInt64`, order: sql`source` },
    [sql`SELECT ${source} AS source, ${target} AS target FROM ${scratch.links} WHERE ${differ}`],
  );
  const ranges = await rangesOver(database, scratch, [sources], [pairs]);
  const half = await stepRows(
    database,
    scratch,
    { name: `${kind}_half`, columns: sql`source UInt32, target UInt64`, order: sql`target` },
    ranges.map(
      (range) => sql`SELECT s.n AS source, e.target AS target
        FROM (SELECT DISTINCT source, target FROM ${pairs} WHERE ${inIds(sql`source`, range)}) AS e
        INNER JOIN (SELECT id, n FROM ${sources} WHERE ${inIds(sql`id`, range)}) AS s ON s.id = e.source`,
    ),
  );
  await dropTable(database, scratch, pairs);

  await createScratchTable(
    database,
    scratch,
    scratch.edges(kind),
    sql`target UInt32, source UInt32`,
    sql`(target, source)`,
  );
  for (const range of await rangesOver(database, scratch, [targets])) {
    await database.run(sql`INSERT INTO ${scratch.edges(kind)} SELECT t.n, e.source
      FROM (SELECT * FROM ${half} WHERE ${inIds(sql`target`, range)}) AS e
      INNER JOIN (SELECT id, n FROM ${targets} WHERE ${inIds(sql`id`, range)}) AS t ON t.id = e.target ${BOUNDED}`);
  }
  await dropTable(database, scratch, half);
}
