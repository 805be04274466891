import type { IndexDatabase } from '../database/database.ts';
import { placed } from '../authority/scratch.ts';
import { type Sql, sql } from '../database/sql.ts';
import { indirectTable } from './indirect.ts';
import { domainRanges, type DomainRange, inDomains } from './ranges.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';

/** Links that are folded into edges at a time; a domain that has more is taken as a whole. */
const LINKS_AT_ONCE = 2_000_000;

/** Registrable domains by the links that others have to them: `(domain UInt64, links UInt64)`. */
export function linkCountsTable(derivation: Derivation): Sql {
  return scratchTable(derivation, 'link_counts');
}

/**
 * Writes who links to whom, and how many do, from links as they were judged.
 *
 * Links lie in the order of their targets, so every range holds all edges of its domains and none has to be put together
 * from two.
 */
export async function writeEdges(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void = () => undefined,
  linksAtOnce: number = LINKS_AT_ONCE,
): Promise<void> {
  const pairs = scratchTable(derivation, 'pairs');
  const counts = linkCountsTable(derivation);
  await database.run(
    sql`CREATE TABLE ${counts} (domain UInt64, links UInt64) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY domain`)}`,
  );
  await database.run(
    sql`CREATE TABLE ${pairs} (source UInt64, domain UInt64, host UInt64, live UInt32, links UInt32) ENGINE = Memory`,
  );
  const ranges = await domainRanges(database, linksAtOnce);
  for (const [at, range] of ranges.entries()) {
    await database.run(sql`TRUNCATE TABLE ${pairs}`);
    await database.run(sql`INSERT INTO ${pairs} ${pairsOf(derivation, range)} ${BOUNDED}`);
    for (const kind of ['domain', 'host'] as const) await writeEdgesOf(database, derivation, pairs, kind);
    await database.run(
      sql`INSERT INTO ${counts} SELECT domain, sum(links) FROM ${pairs} WHERE domain != 0 GROUP BY domain`,
    );
    progress((at + 1) / ranges.length);
  }
  await database.run(sql`TRUNCATE TABLE ${pairs}`);
  // What a small index has of them was written as one part.
  if (derivation.in_memory === true) return;
  for (const table of [sql`domain_edges`, sql`host_edges`, sql`domain_referrers`, sql`host_referrers`]) {
    await database.run(
      sql`OPTIMIZE TABLE ${table} PARTITION ${derivation.version} FINAL SETTINGS optimize_skip_merged_partitions = 1`,
    );
  }
}

/** An indirect link counts for the domain and the host that it arrives at, each if it comes from outside it. */
function pairsOf(derivation: Derivation, range: DomainRange): Sql {
  return sql`SELECT source, domain, host, countIf(live), count() FROM (
      SELECT cityHash64(source_domain) AS source, cityHash64(target_domain) AS domain, cityHash64(target_host) AS host, live
      FROM (SELECT substring(source_host, 1, source_domain_length) AS source_domain, substring(target_host, 1, target_domain_length) AS target_domain,
          target_host, toUInt32(ifNull(lost_at, toDateTime(0, 'UTC'))) <= toUInt32(tupleElement(newest, 'seen')) AS live
        FROM links FINAL WHERE ${inDomains(range, sql`target_host`)}) WHERE source_domain != target_domain
      UNION ALL
      SELECT cityHash64(source_domain) AS source, if(into_domain, cityHash64(final_domain), 0) AS domain, cityHash64(final_host) AS host,
        toUInt32(lost) = 0 AS live
      FROM ${indirectTable(derivation)} WHERE source_domain != final_domain AND ${inDomains(range, sql`final_host`)})
    GROUP BY source, domain, host`;
}

async function writeEdgesOf(
  database: IndexDatabase,
  { version }: Derivation,
  pairs: Sql,
  kind: 'domain' | 'host',
): Promise<void> {
  const target = kind === 'domain' ? sql`domain` : sql`host`;
  const [edges, referrers] =
    kind === 'domain' ? [sql`domain_edges`, sql`domain_referrers`] : [sql`host_edges`, sql`host_referrers`];
  await database.run(sql`INSERT INTO ${edges} (version, source, target, links) SELECT ${version}, source, ${target}, sum(live) AS shown
    FROM ${pairs} WHERE ${target} != 0 GROUP BY source, ${target} HAVING shown > 0 ${BOUNDED}`);
  await database.run(sql`INSERT INTO ${referrers} (version, target, domains) SELECT ${version}, ${target}, uniqExact(source)
    FROM ${pairs} WHERE ${target} != 0 AND live > 0 GROUP BY ${target} ${BOUNDED}`);
}
