import { z } from 'zod';

import { dropTable } from '../authority/scratch.ts';
import type { IndexDatabase } from '../database/database.ts';
import { joined, Sql, sql } from '../database/sql.ts';
import { isNewestCopy, outdatedCopies } from '../read/rows/coverage.ts';
import { inHostRange } from '../read/rows/scope.ts';
import { FINAL_DOMAIN, HotDomain, isSuffix, writeCopies } from './hot.ts';
import { collectIndirect } from './indirect.ts';
import type { Derivation } from './scratch.ts';
import { sourcesTable, writeSources } from './sources.ts';

/** So many links are copied in a few seconds. */
const LINKS_MAX = 500_000;

/**
 * Copies large targets anew to which links were written or judged since, the largest first, as far as that takes no time. Where pages
 * lead, it takes from the rebuild of everything before. Readers take the new copies once they look again at what was published.
 */
export async function renewHot(database: IndexDatabase, derivation: Derivation, links_min: number): Promise<void> {
  const domains = await outdatedDomains(database, derivation);
  if (domains.length === 0) return;
  await collectIndirect(
    database,
    derivation,
    sql`cityHash64(${FINAL_DOMAIN}) IN ${domains.map(({ id }) => BigInt(id))}`,
  );
  const hosts = domains.map(({ key }) => inHostRange(key, sql`host_key`));
  await dropTable(database, derivation, sourcesTable(derivation));
  await writeSources(
    database,
    derivation,
    sql`(SELECT cityHash64(host_key, path_key) FROM pages WHERE ${joined(hosts, ' OR ')})`,
  );
  await writeCopies(database, derivation, { domains, links_min }, () => undefined);
}

/** A public suffix is left to the next rebuild of everything: what counts for one is all that is below it. */
async function outdatedDomains(database: IndexDatabase, { version }: Derivation): Promise<readonly HotDomain[]> {
  const outdated = await database.rows(
    HotDomain,
    sql`SELECT toString(domain) AS id, host AS key, links FROM ${outdatedCopies(version)}
      WHERE ${isNewestCopy(sql`${version}`)} ORDER BY links DESC, key`,
  );
  const chosen: HotDomain[] = [];
  let links = 0;
  for (const domain of outdated) {
    links += domain.links;
    if (links > LINKS_MAX) break;
    if (!isSuffix(domain)) chosen.push(domain);
  }
  return chosen.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

const COPY_TABLES = ['hot_links', 'hot_names', 'hot_arrivals', 'hot_pages'];

/** Makes room once copies were renewed. Of each target the newest two stay: answers that began with the older one may be under way. */
export async function dropOldCopies(database: IndexDatabase, version: number): Promise<void> {
  const copies = sql`SELECT DISTINCT domain, copy FROM hot_targets WHERE version = ${version} AND copy != ${version}`;
  const old = await database.rows(
    z.object({ table: z.string(), partition_id: z.string() }),
    sql`SELECT DISTINCT table, partition_id FROM system.parts WHERE database = currentDatabase() AND active AND table IN ${COPY_TABLES}
      AND toUInt64OrZero(partition_id) IN (SELECT copy FROM (${copies}))
      AND toUInt64OrZero(partition_id) NOT IN (SELECT copy FROM (${copies} ORDER BY copy DESC LIMIT 2 BY domain))`,
  );
  for (const { table, partition_id } of old) {
    await database.run(sql`ALTER TABLE ${new Sql(table)} DROP PARTITION ID ${partition_id}`);
  }
}
