import { z } from 'zod';

import { countOf } from '../authority/scratch.ts';
import { type IndexDatabase, readNumber } from '../database/database.ts';
import { SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, type Derivation, filledTable, scratchTable } from './scratch.ts';

/**
 * How far a rebuild has looked, by the numbers of the last blocks of rows: of `links` and `pages` before it read them, and of `links`
 * once it had judged them.
 */
export const Marks = z.object({
  read_links: z.coerce.bigint(),
  read_pages: z.coerce.bigint(),
  judged_links: z.coerce.bigint(),
  /** When it began to judge, in Unix milliseconds. */
  judged_ms: z.int(),
});
export type Marks = z.infer<typeof Marks>;

/** Rows of a table, with those that are not merged yet, in parts that have a block after a mark. */
export function rowsSince(database: IndexDatabase, table: 'links' | 'pages', mark: bigint): Promise<number> {
  return readNumber(
    database,
    sql`SELECT sum(rows) FROM system.parts
      WHERE database = currentDatabase() AND active AND table = ${table} AND max_block_number > ${mark}`,
  );
}

/** Rows in parts that have a block after a mark: a part is called `all_FIRST_LAST_MERGES`. */
function since(mark: bigint): Sql {
  return sql`toUInt64OrZero(splitByChar('_', _part)[3]) > ${mark}`;
}

/** What a rebuild of the changes judges, in tables of its own. */
export interface ChangedLinks {
  /** The links, as `links` has them: with any link all those of its host to the same page. */
  readonly links: Sql;
  /** Those of their columns that are read. */
  readonly columns: Sql;
  /** Where they stand: at any place all links of a host to the same page. */
  readonly places: Sql;
  /** The pages that have these links, by their ids and with those of their hosts and domains. */
  readonly pages: Sql;
  readonly count: number;
}

/** Conditions on the keys of pages, for so many even parts of them; of links, by the page that they name. */
export function partsOfPages(count: number): readonly ((host: Sql, path: Sql) => Sql)[] {
  const parts = Math.max(1, Math.ceil(count));
  return Array.from({ length: parts }, (_, at) => {
    return (host: Sql, path: Sql) => (parts === 1 ? sql`1` : sql`cityHash64(${host}, ${path}) % ${parts} = ${at}`);
  });
}

const TARGET = [sql`target_host`, sql`target_path`] as const;

/** A page is written a while after it was seen. */
const SEEN_BEFORE_MS = 120_000;

/**
 * Statements that find the places of links to pages that were read since and answered with another status than before. Each holds the
 * names of some of these pages in memory.
 */
async function linksToRead(database: IndexDatabase, { read_pages }: Marks): Promise<readonly Sql[]> {
  const pages = await rowsSince(database, 'pages', read_pages);
  return partsOfPages(pages / PAGES_AT_ONCE).map((isOfPart) => {
    const read = sql`SELECT host_key, path_key, argMax(status, observed_at) AS status FROM pages
      WHERE ${since(read_pages)} AND ${isOfPart(sql`host_key`, sql`path_key`)} GROUP BY host_key, path_key`;
    const to = sql`SELECT ${PLACE}, target_status FROM links WHERE ${isOfPart(...TARGET)}
      AND (target_host, target_path) IN (SELECT host_key, path_key FROM (${read}))`;
    return sql`SELECT ${PLACE} FROM (${to}) AS l INNER JOIN (${read}) AS p ON p.host_key = l.target_host AND p.path_key = l.target_path
      WHERE ifNull(l.target_status, 0) != p.status GROUP BY ${PLACE} ${BOUNDED}`;
  });
}

const PAGES_AT_ONCE = 500_000;

const PLACE = sql`target_host, target_path, source_host`;
/** Places that one statement looks up, which the engine holds in memory: in the primary index by their names, in rows by a hash. */
const PLACES_AT_ONCE = 2_000_000;

/** The places of those rows of `links` that meet a condition. */
function placesOf(database: IndexDatabase, derivation: Derivation, what: string, isMeant: Sql): Promise<Sql> {
  const table = { columns: sql`target_host String, target_path String, source_host String`, order: sql`(${PLACE})` };
  return filledTable(
    database,
    derivation,
    what,
    table,
    sql`SELECT ${PLACE} FROM links WHERE ${isMeant} GROUP BY ${PLACE}`,
  );
}

/** Copies all links at some places, a part of them after another. */
async function copyLinks(
  database: IndexDatabase,
  { links, columns, places }: Omit<ChangedLinks, 'pages' | 'count'>,
): Promise<void> {
  for (const part of await partsOfPlaces(database, places)) {
    await database.run(sql`INSERT INTO ${links} (${columns}) SELECT ${columns} FROM links FINAL
      PREWHERE indexHint((${PLACE}) IN (SELECT ${PLACE} ${part})) AND ${isAt(part)} ${BOUNDED}`);
  }
}

async function partsOfPlaces(database: IndexDatabase, places: Sql): Promise<readonly Sql[]> {
  const count = await countOf(database, places);
  if (count === 0) return [];
  return partsOfPages(count / PLACES_AT_ONCE).map((isOfPart) => sql`FROM ${places} WHERE ${isOfPart(...TARGET)}`);
}

function isAt(places: Sql): Sql {
  return sql`cityHash64(${PLACE}) IN (SELECT cityHash64(${PLACE}) ${places})`;
}

/**
 * Brings the copies of the links up to what was written of them after a mark, such as their judgement, and adds the links at all other
 * places of which anything was written. Where the engine has merged these with older links, it brings them along.
 *
 * @returns how many links there are then; undefined where that would be too many
 */
export async function catchUp(
  database: IndexDatabase,
  derivation: Derivation,
  { links, columns, places }: ChangedLinks,
  { mark, changed_max }: { readonly mark: bigint; readonly changed_max: number },
): Promise<number | undefined> {
  for (const part of await partsOfPlaces(database, places)) {
    await database.run(
      sql`INSERT INTO ${links} (${columns}) SELECT ${columns} FROM links FINAL WHERE ${since(mark)} AND ${isAt(part)} ${BOUNDED}`,
    );
  }
  const isElsewhere = sql`${since(mark)} AND NOT ${isAt(sql`FROM ${places}`)}`;
  const others = await placesOf(database, derivation, 'other_places', isElsewhere);
  if ((await countOf(database, others)) > changed_max) return undefined;
  await copyLinks(database, { links, columns, places: others });
  const count = await countOf(database, sql`${links} FINAL`);
  return count > changed_max ? undefined : count;
}

/**
 * Finds the links that were written since, or while links were judged and never judged, and those to pages that were read since
 * and answered with another status than before. Rows that were merged with older ones bring these along.
 *
 * @param columns those that are read of the links
 */
export async function findChanged(
  database: IndexDatabase,
  derivation: Derivation,
  marks: Marks,
  columns: Sql,
): Promise<ChangedLinks> {
  // While links were judged some came that were not. The engine may have merged such a one with one that was, so that it looks judged.
  const seen_from = Math.floor((marks.judged_ms - SEEN_BEFORE_MS) / 1000);
  const isUnjudged = sql`isNull(target_status) OR toUInt32(tupleElement(newest, 'seen')) >= ${seen_from}`;
  const isChanged = sql`${since(marks.judged_links)} OR (${since(marks.read_links)} AND (${isUnjudged}))`;
  const places = await placesOf(database, derivation, 'changed_places', isChanged);
  for (const statement of await linksToRead(database, marks)) {
    await database.run(sql`INSERT INTO ${places} (${PLACE}) ${statement}`);
  }
  const links = scratchTable(derivation, 'changed_links');
  await database.run(sql`CREATE TABLE ${links} AS links`);
  await copyLinks(database, { links, columns, places });
  const pages = await filledTable(
    database,
    derivation,
    'changed_pages',
    { columns: sql`page UInt64, host UInt64, domain UInt64`, order: sql`page` },
    sql`SELECT cityHash64(source_host, source_path) AS page, any(cityHash64(source_host)), any(cityHash64(${SOURCE_DOMAIN}))
      FROM ${links} GROUP BY page`,
  );
  return { links, columns, places, pages, count: await countOf(database, links) };
}
