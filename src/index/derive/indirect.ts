import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { RANK_UNKNOWN, SPAM_UNKNOWN } from '../database/names.ts';
import { countOf, placed } from '../authority/scratch.ts';
import { SOURCE_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, type Derivation, filledTable, scratchTable } from './scratch.ts';

/** Pages that lead elsewhere whose links are looked up at a time. */
const PAGES_AT_ONCE = 50_000;

export function indirectTable(derivation: Derivation): Sql {
  return scratchTable(derivation, 'indirect');
}

/** What the derived tables take of a link as it was judged: sightings taken apart, unknown spelt by its number. */
export const LINK_COLUMNS = sql`target_host, target_path, source_host, source_path, type, anchor, alt,
  ${SOURCE_DOMAIN} AS source_domain,
  toString(source_tld) AS tld, first_seen, toUInt32(tupleElement(newest, 'seen')) AS seen_s, tupleElement(newest, 'dofollow') AS dofollow,
  tupleElement(newest, 'source_flags') AS source_flags, tupleElement(newest, 'target_flags') AS target_flags,
  tupleElement(newest, 'attributes') AS attributes, tupleElement(newest, 'position') AS position, tupleElement(newest, 'count') AS count,
  toUInt32(ifNull(lost_at, toDateTime(0, 'UTC'))) AS lost_s, toDateTime(if(lost_s > seen_s, lost_s, 0), 'UTC') AS lost,
  toDateTime(greatest(seen_s, toUInt32(ifNull(confirmed_at, toDateTime(0, 'UTC')))), 'UTC') AS last_seen,
  ifNull(page_read_before, 0) AS read_before, ifNull(page_rank, ${RANK_UNKNOWN}) AS own_rank, ifNull(domain_rank, ${RANK_UNKNOWN}) AS site_rank,
  ifNull(link_rank, ${RANK_UNKNOWN}) AS passed_rank, ifNull(spam, ${SPAM_UNKNOWN}) AS page_spam, ifNull(toString(language), '') AS page_language,
  ifNull(toString(platform), '') AS page_platform, ifNull(target_status, 0) AS status, ifNull(spam_signs, toUInt16(0)) AS page_signs,
  ifNull(repeated, toUInt8(0)) AS is_repeated`;

const MOVED = {
  columns: sql`host_key String, path_key String, step UInt8, final_host String, final_path String, final_flags UInt8,
    final_domain_length UInt8, into_domain UInt8`,
  order: sql`(host_key, path_key)`,
};

const Page = z.object({ host: z.string(), path: z.string() });

/**
 * Collects the links to pages that lead elsewhere, once for each host that they arrive at, in the order of where they
 * arrive: what points to a target by a detour is then one range, as its direct links are. A site's links to its own pages
 * are left out where these lead to another site: they are the menus of a mirror or of a site that moved.
 *
 * @param isMeant condition on `arrivals`, of which all count where it is left out
 */
export async function collectIndirect(
  database: IndexDatabase,
  derivation: Derivation,
  isMeant: Sql = sql`1`,
): Promise<void> {
  const indirect = indirectTable(derivation);
  await database.run(sql`CREATE TABLE ${indirect} ENGINE = ${placed(derivation, sql`MergeTree ORDER BY (final_host, final_path)`)} AS
    SELECT ${LINK_COLUMNS}, '' AS final_host, '' AS final_path, toUInt8(0) AS final_flags, '' AS final_domain, toUInt8(0) AS step,
      toUInt8(0) AS into_domain FROM links WHERE 0`);
  const arriving = sql`arrivals WHERE version = ${derivation.version} AND into_host AND ${isMeant}`;
  if ((await countOf(database, arriving)) === 0) return;
  const moved = await filledTable(
    database,
    derivation,
    'moved',
    MOVED,
    sql`SELECT host_key, path_key, step, final_host, final_path, final_flags, final_domain_length, into_domain FROM ${arriving}`,
  );
  const starts = await database.rows(
    Page,
    sql`SELECT host_key AS host, path_key AS path FROM (SELECT host_key, path_key,
        row_number() OVER (ORDER BY host_key, path_key ROWS BETWEEN CURRENT ROW AND CURRENT ROW) AS n
        FROM (SELECT DISTINCT host_key, path_key FROM ${moved})) WHERE n % ${PAGES_AT_ONCE} = 1 ORDER BY host, path`,
  );
  for (const [at, from] of starts.entries()) {
    const to = starts[at + 1];
    const here = (host: Sql, path: Sql): Sql =>
      to === undefined
        ? notBefore(from, host, path)
        : sql`${notBefore(from, host, path)} AND NOT ${notBefore(to, host, path)} AND ${host} <= ${to.host}`;
    const pages = sql`${moved} WHERE ${here(sql`host_key`, sql`path_key`)}`;
    await database.run(sql`INSERT INTO ${indirect} SELECT l.*, m.final_host, m.final_path, m.final_flags,
        substring(m.final_host, 1, m.final_domain_length), m.step, m.into_domain
      FROM (SELECT ${LINK_COLUMNS} FROM links FINAL PREWHERE ${here(sql`target_host`, sql`target_path`)}
        AND (target_host, target_path) IN (SELECT host_key, path_key FROM ${pages})) AS l
      INNER JOIN (SELECT * FROM ${pages}) AS m ON m.host_key = l.target_host AND m.path_key = l.target_path
      WHERE NOT (startsWith(l.target_host, l.source_domain)
        AND l.source_domain != substring(m.final_host, 1, m.final_domain_length)) ${BOUNDED}`);
  }
}

function notBefore({ host: fromHost, path: fromPath }: z.infer<typeof Page>, host: Sql, path: Sql): Sql {
  return sql`(${host} > ${fromHost} OR (${host} = ${fromHost} AND ${path} >= ${fromPath}))`;
}
