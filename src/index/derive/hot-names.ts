import type { IndexDatabase } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import { type HotDomain, idOf, isWithin } from './hot-domain.ts';
import { indirectTable } from './indirect.ts';
import { BOUNDED, type Derivation } from './scratch.ts';

export type NameKind = 'source_domain' | 'source_host' | 'source_page' | 'target_page' | 'anchor' | 'alt';

/** Everything that links of a hot domain name, in the order of bytes, under numbers from 0 on. */
export async function writeNames(database: IndexDatabase, derivation: Derivation, domain: HotDomain): Promise<void> {
  const names: Readonly<Record<NameKind, Sql>> = {
    source_domain: namesOf(derivation, domain, DIRECT_DOMAIN, sql`source_domain`, sql`''`),
    source_host: namesOf(derivation, domain, sql`source_host`, sql`source_host`, sql`''`),
    source_page: namesOf(derivation, domain, sql`source_host`, sql`source_host`, sql`source_path`),
    target_page: targetPages(derivation, domain),
    anchor: namesOf(derivation, domain, sql`anchor`, sql`anchor`, sql`''`),
    alt: namesOf(derivation, domain, sql`alt`, sql`alt`, sql`''`),
  };
  for (const [kind, found] of Object.entries(names)) {
    await database.run(sql`INSERT INTO hot_names (version, domain, kind, no, name, path)
      SELECT ${domain.version}, ${idOf(domain)}, ${kind},
        row_number() OVER (ORDER BY name, path ROWS BETWEEN CURRENT ROW AND CURRENT ROW) - 1, name, path
      FROM (SELECT name, path FROM (${found}) GROUP BY name, path) ${BOUNDED}`);
  }
}

const DIRECT_DOMAIN = sql`substring(source_host, 1, source_domain_length)`;

/** Keys alone are read, so rows that are not merged yet do no harm. */
function directOf(domain: HotDomain): Sql {
  return sql`links WHERE ${isWithin(domain, sql`target_host`)} AND ${DIRECT_DOMAIN} != ${domain.key}`;
}

function indirectOf(derivation: Derivation, domain: HotDomain): Sql {
  return sql`${indirectTable(derivation)} WHERE ${isWithin(domain, sql`final_host`)} AND NOT ${isWithin(domain, sql`target_host`)}
    AND source_domain != ${domain.key}`;
}

function namesOf(derivation: Derivation, domain: HotDomain, direct: Sql, indirect: Sql, path: Sql): Sql {
  return sql`SELECT ${direct} AS name, ${path} AS path FROM ${directOf(domain)}
    UNION ALL SELECT ${indirect} AS name, ${path} AS path FROM ${indirectOf(derivation, domain)}`;
}

/** Pages that links name, and those of the domain that these lead to. */
function targetPages(derivation: Derivation, domain: HotDomain): Sql {
  const named = namesOf(derivation, domain, sql`target_host`, sql`target_host`, sql`target_path`);
  return sql`${named} UNION ALL SELECT final_host AS name, final_path AS path FROM arrivals
    WHERE version = ${domain.version} AND ${isWithin(domain, sql`final_host`)} AND (host_key, path_key) IN (${named})`;
}
