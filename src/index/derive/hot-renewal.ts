import { dropTable } from '../authority/scratch.ts';
import { type IndexDatabase, readNumber } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { isNewestCopy, outdatedCopies } from '../read/rows/coverage.ts';
import { FINAL_DOMAIN, HotDomain, isSuffix, writeCopies } from './hot.ts';
import { collectIndirect } from './indirect.ts';
import { dropPartitions } from './partitions.ts';
import type { Derivation } from './scratch.ts';
import { sourcesTable, writeSources } from './sources.ts';

/** So many links are copied in a few seconds. */
const LINKS_MAX = 500_000;

/**
 * Copies large targets anew to which links were written or judged since, the largest first and up to `LINKS_MAX` links in all. Where
 * pages lead, it takes from the rebuild of everything before. Readers take the new copies once they look again at what was published.
 */
export async function renewHot(database: IndexDatabase, derivation: Derivation, links_min: number): Promise<void> {
  const domains = await outdatedDomains(database, derivation);
  if (domains.length === 0) return;
  const ids = domains.map(({ id }) => BigInt(id));
  await collectIndirect(database, derivation, sql`cityHash64(${FINAL_DOMAIN}) IN ${ids}`);
  await writeCopies(database, derivation, {
    domains,
    links_min,
    readPages: async (named) => {
      await dropTable(database, derivation, sourcesTable(derivation));
      await writeSources(database, derivation, named);
    },
  });
}

/** A public suffix is left to the next rebuild of everything: what counts for one is all that is below it. */
async function outdatedDomains(database: IndexDatabase, derivation: Derivation): Promise<readonly HotDomain[]> {
  const version = sql`${derivation.version}`;
  const outdated = await database.rows(
    HotDomain,
    sql`SELECT toString(domain) AS id, host AS key, links FROM ${outdatedCopies(version)}
      WHERE ${isNewestCopy(version)} ORDER BY links DESC, key`,
  );
  const chosen: HotDomain[] = [];
  let links = 0;
  for (const domain of outdated) {
    if (isSuffix(domain)) continue;
    links += domain.links;
    if (links > LINKS_MAX) break;
    chosen.push(domain);
  }
  return chosen.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

const COPY_TABLES = ['hot_links', 'hot_names', 'hot_arrivals', 'hot_pages'];

/**
 * The highest number under which copies stand, also such as were never completed: whatever is copied next needs a higher one. By a
 * clock that was once ahead, versions and numbers may be those of tomorrow.
 */
export function newestCopy(database: IndexDatabase): Promise<number> {
  return readNumber(
    database,
    sql`SELECT max(toUInt64OrZero(partition_id)) FROM system.parts WHERE database = currentDatabase() AND table IN ${COPY_TABLES}`,
  );
}

/** Makes room once copies were renewed. Of each target the newest two stay: answers that began with the older one may be under way. */
export async function dropOldCopies(database: IndexDatabase, version: number): Promise<void> {
  const copies = sql`SELECT DISTINCT domain, copy FROM hot_targets WHERE version = ${version} AND copy != ${version}`;
  const isOld = (copy: Sql): Sql =>
    sql`${copy} IN (SELECT copy FROM (${copies})) AND ${copy} NOT IN (SELECT copy FROM (${copies} ORDER BY copy DESC LIMIT 2 BY domain))`;
  await dropPartitions(database, COPY_TABLES, isOld);
}
