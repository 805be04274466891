import type { IndexDatabase } from '../database/database.ts';
import { LINK_TYPES } from '../database/names.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from '../database/link-domains.ts';
import { Sql, sql } from '../database/sql.ts';
import {
  BOUNDED,
  countOf,
  createScratchTable,
  dropTable,
  idRanges,
  type IdRange,
  inIds,
  rangesOver,
  type ScratchTables,
  stepRows,
} from './scratch.ts';

const MOVE_COLUMNS = sql`page UInt64, to_page UInt64, to_host String, to_path String, to_domain String`;

/** A move has the strings of a page, and counts for as many rows of numbers. */
const MOVE_ROWS = 4;

/** Where every page that moved ends: its redirect or canonical, followed over two more steps. */
export async function createMoves(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const first = scratch.step('move_one');
  const second = scratch.step('move_two');
  await createScratchTable(database, scratch, scratch.moves, MOVE_COLUMNS, sql`page`);
  const moved = await countOf(database, sql`page_states`, sql`move_kind != 0`);
  if (moved === 0) return;
  for (const table of [first, second]) await createScratchTable(database, scratch, table, MOVE_COLUMNS, sql`page`);
  for (const range of idRanges(moved / scratch.joined_rows_max)) {
    await database.run(sql`INSERT INTO ${first} SELECT page, to_page, to_host, to_path, to_domain FROM (
        SELECT cityHash64(host_key, path_key) AS page, cityHash64(to_host, to_path) AS to_page, to_host, to_path,
          substring(to_host, 1, to_domain_length) AS to_domain, observed_at FROM moves) AS m
      INNER JOIN (SELECT page, observed_at, move_page FROM page_states FINAL
          WHERE move_kind != 0 AND ${inIds(sql`page`, range)}) AS s
        ON s.page = m.page AND s.observed_at = m.observed_at AND s.move_page = m.to_page
      WHERE ${inIds(sql`m.page`, range)} LIMIT 1 BY page ${BOUNDED}`);
  }
  const ranges = idRanges((MOVE_ROWS * (await countOf(database, first))) / scratch.joined_rows_max);
  await follow(database, ranges, { moves: first, from: first, into: second });
  await follow(database, ranges, { moves: first, from: second, into: scratch.moves });
  for (const table of [first, second]) await dropTable(database, scratch, table);
}

/** One step further, for those whose page moved on. */
async function follow(
  database: IndexDatabase,
  ranges: readonly IdRange[],
  { moves, from, into }: { readonly moves: Sql; readonly from: Sql; readonly into: Sql },
): Promise<void> {
  for (const range of ranges) {
    await database.run(sql`INSERT INTO ${into} SELECT a.page, ifNull(b.to_page, a.to_page), ifNull(b.to_host, a.to_host),
        ifNull(b.to_path, a.to_path), ifNull(b.to_domain, a.to_domain)
      FROM (SELECT * FROM ${from} WHERE ${inIds(sql`to_page`, range)}) AS a
      LEFT ANY JOIN (SELECT * FROM ${moves} WHERE ${inIds(sql`page`, range)}) AS b ON b.page = a.to_page ${BOUNDED}`);
  }
}

const LINK_COLUMNS = sql`source_page UInt64, source_host UInt64, source_domain UInt64,
  target_page UInt64, target_host UInt64, target_domain UInt64`;

/** Links of these types are moves: their page is handed over with all that points to it, and that is no vote besides. */
const MOVE_TYPES = [LINK_TYPES.indexOf('canonical'), LINK_TYPES.indexOf('redirect')];

/**
 * Links that count: followed, and still there by the newest fetch of their page. Pages that moved are taken for the pages
 * they lead to, so what points to them passes on. A page that names another site as its original stays the source of its
 * links, as in every list of backlinks: otherwise anybody could vote in the name of an institution. A site's links to
 * its own pages that lead to another site are the menus of a mirror, and count as little as in those lists.
 *
 * Strings are read once and kept as numbers, 53 bytes a link, in the order in which the next join goes over them.
 */
export async function createLinks(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  const { facts, hosts, links, moves } = scratch;
  await createScratchTable(
    database,
    scratch,
    facts,
    sql`${LINK_COLUMNS}, seen UInt32, follow UInt8, is_move UInt8`,
    sql`source_page`,
  );
  await database.run(sql`INSERT INTO ${facts} SELECT
      cityHash64(source_host, source_path), cityHash64(source_host), cityHash64(${SOURCE_DOMAIN}),
      cityHash64(target_host, target_path), cityHash64(target_host), cityHash64(${TARGET_DOMAIN}),
      toUInt32(tupleElement(newest, 'seen')), tupleElement(newest, 'dofollow'), type IN ${MOVE_TYPES} FROM links FINAL ${BOUNDED}`);
  await createScratchTable(database, scratch, hosts, sql`host String, domain_length UInt8`, sql`host`);
  await database.run(sql`INSERT INTO ${hosts} SELECT host, domain_length FROM (
      SELECT source_host AS host, source_domain_length AS domain_length FROM links
      UNION ALL SELECT target_host AS host, target_domain_length AS domain_length FROM links
      UNION ALL SELECT host_key AS host, domain_length FROM pages) GROUP BY host, domain_length ${BOUNDED}`);

  const staysInside = sql`ifNull(a.to_domain_id, 0) = l.source_domain`;
  const ranges = await rangesOver(database, scratch, [sql`page_states`]);
  const passed = await stepRows(
    database,
    scratch,
    { name: 'links', columns: LINK_COLUMNS, order: sql`target_page` },
    ranges.map(
      (range) => sql`SELECT if(${staysInside}, assumeNotNull(a.to_page), l.source_page) AS source_page,
        if(${staysInside}, assumeNotNull(a.to_host_id), l.source_host) AS source_host, l.source_domain AS source_domain,
        l.target_page AS target_page, l.target_host AS target_host, l.target_domain AS target_domain
      FROM (SELECT * FROM ${facts} WHERE follow AND ${inIds(sql`source_page`, range)}) AS l
      LEFT ANY JOIN (SELECT page, toUInt32(max(fetched_at)) AS newest_fetch FROM fetches
        WHERE evidence AND ${inIds(sql`page`, range)} GROUP BY page) AS f ON f.page = l.source_page
      LEFT ANY JOIN (${movesAsIds(moves)} WHERE ${inIds(sql`page`, range)}) AS a ON a.page = l.source_page
      WHERE (isNull(f.newest_fetch) OR f.newest_fetch <= l.seen) AND NOT (l.is_move AND isNotNull(a.to_page))`,
    ),
  );
  await createScratchTable(database, scratch, links, LINK_COLUMNS, sql`tuple()`);
  for (const range of await rangesOver(database, scratch, [moves])) {
    await database.run(sql`INSERT INTO ${links} SELECT l.source_page, l.source_host, l.source_domain,
        ifNull(b.to_page, l.target_page), ifNull(b.to_host_id, l.target_host), ifNull(b.to_domain_id, l.target_domain)
      FROM (SELECT * FROM ${passed} WHERE ${inIds(sql`target_page`, range)}) AS l
      LEFT ANY JOIN (${movesAsIds(moves)} WHERE ${inIds(sql`page`, range)}) AS b ON b.page = l.target_page
      WHERE l.source_domain != l.target_domain OR ifNull(b.to_domain_id, l.target_domain) = l.source_domain ${BOUNDED}`);
  }
  await dropTable(database, scratch, passed);
}

function movesAsIds(moves: Sql): Sql {
  return sql`SELECT page, to_page, cityHash64(to_host) AS to_host_id, cityHash64(to_domain) AS to_domain_id FROM ${moves}`;
}
