import type { IndexDatabase } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, type Derivation, filledTable, scratchTable } from './scratch.ts';

/**
 * Finds the links that belong to the template of their site: a menu, a footer or a sidebar, whatever its element is called.
 *
 * A link is one of those when most pages of its host that were read show it now, with the same words to the same page, and
 * no fewer than five do: on a site of a few pages an author may well say the same thing on each.
 */
const REPEATED_PAGES_MIN = 5;

/** One link as it stands on any page of its host. */
export const HOST_LINK = sql`cityHash64(source_host, target_host, target_path, anchor, alt)`;

/** The links of one range that most pages of their hosts repeat. */
export function repeatedTable(derivation: Derivation): Sql {
  return scratchTable(derivation, 'repeated');
}

/** Hosts of which enough pages were read. */
const READ_HOSTS = 'read_hosts';

export async function createRepeated(
  database: IndexDatabase,
  derivation: Derivation,
  isMeant: Sql = sql`1`,
): Promise<void> {
  await filledTable(
    database,
    derivation,
    READ_HOSTS,
    { columns: sql`host UInt64, pages UInt32`, order: sql`host` },
    sql`SELECT host, count() AS pages FROM page_states FINAL WHERE readable != 0 AND ${isMeant}
      GROUP BY host HAVING pages >= ${REPEATED_PAGES_MIN}`,
  );
  await database.run(sql`CREATE TABLE ${repeatedTable(derivation)} (host_link UInt64) ENGINE = Memory`);
}

/** Links that are judged together, and the rows of `sourcesTable` for the pages that have them at least. */
export interface JudgedLinks {
  /** `links`, or a table like it. */
  readonly table: Sql;
  /** Condition on its rows. */
  readonly links: Sql;
  /** Condition on the keys of pages that holds for those that the links lead to. */
  readonly targets: (host: Sql, path: Sql) => Sql;
  /** 1 where they are all links of a host to a page, else one so-manieth of the pages that have them. */
  readonly parts: number;
  readonly sources: Sql;
}

export async function findRepeated(
  database: IndexDatabase,
  derivation: Derivation,
  { table, links, parts, sources }: JudgedLinks,
): Promise<void> {
  const repeated = repeatedTable(derivation);
  await database.run(sql`TRUNCATE TABLE ${repeated}`);
  const shown = sql`SELECT ${HOST_LINK} AS host_link, cityHash64(source_host) AS host, cityHash64(source_host, source_path) AS page,
      toUInt32(tupleElement(newest, 'seen')) AS seen
    FROM ${table} FINAL PREWHERE ${links} AND cityHash64(source_host) IN (SELECT host FROM ${scratchTable(derivation, READ_HOSTS)})`;
  await database.run(sql`INSERT INTO ${repeated} SELECT l.host_link FROM (
      SELECT l.host_link AS host_link, any(l.host) AS host, uniqExact(l.page) * ${parts} AS pages FROM (${shown}) AS l
      INNER JOIN (SELECT page, newest_evidence FROM ${sources} WHERE newest_evidence != 0) AS s ON s.page = l.page
      WHERE s.newest_evidence <= l.seen GROUP BY l.host_link HAVING pages >= ${REPEATED_PAGES_MIN}) AS l
    INNER JOIN ${scratchTable(derivation, READ_HOSTS)} AS h ON h.host = l.host WHERE l.pages * 2 > h.pages ${BOUNDED}`);
}
