import type { IndexDatabase } from '../database/database.ts';
import { countOf, createScratchTable, dropTable, idRanges, inIds, placed } from '../authority/scratch.ts';
import { SOURCE_DOMAIN, TARGET_DOMAIN } from '../database/link-domains.ts';
import { type Sql, sql } from '../database/sql.ts';
import { IS_LIVE } from '../losses/rule.ts';
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
 * Writes whom each site links to, and how many sites link to each, from links as they were judged.
 *
 * Links lie in the order of their targets, so every range holds all sites that link to its domains, and what each site links to is put
 * together at the end.
 */
export async function writeEdges(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void = () => undefined,
  linksAtOnce: number = LINKS_AT_ONCE,
): Promise<void> {
  const pairs = scratchTable(derivation, 'pairs');
  const counts = linkCountsTable(derivation);
  const edges = scratchTable(derivation, 'edges');
  await database.run(
    sql`CREATE TABLE ${counts} (domain UInt64, links UInt64) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY domain`)}`,
  );
  await database.run(
    sql`CREATE TABLE ${pairs} (source UInt64, domain UInt64, host UInt64, live UInt32, links UInt32) ENGINE = Memory`,
  );
  await createScratchTable(database, derivation, edges, EDGE_COLUMNS, sql`(kind, source)`);
  const ranges = await domainRanges(database, derivation, linksAtOnce);
  const numbered = { domain: 0, host: 0 };
  for (const [at, range] of ranges.entries()) {
    if (at > 0) await database.run(sql`TRUNCATE TABLE ${pairs}`);
    await database.run(sql`INSERT INTO ${pairs} ${pairsOf(derivation, range)} ${BOUNDED}`);
    for (const kind of ['domain', 'host'] as const) {
      await writePairs(database, derivation, { pairs, edges, kind, first: numbered[kind] });
      if (at + 1 < ranges.length) numbered[kind] = await countOf(database, sql`referred_sites`, isOf(derivation, kind));
    }
    await database.run(
      sql`INSERT INTO ${counts} SELECT domain, sum(links) FROM ${pairs} WHERE domain != 0 GROUP BY domain`,
    );
    progress((at + 1) / ranges.length);
  }
  await dropTable(database, derivation, pairs);
  await writeSiteLinks(database, derivation, edges);
  await dropTable(database, derivation, edges);
  // What a small index has of them was written as one part.
  if (derivation.in_memory === true) return;
  for (const table of [sql`site_links`, sql`referred_sites`]) {
    await database.run(
      sql`OPTIMIZE TABLE ${table} PARTITION ${derivation.version} FINAL SETTINGS optimize_skip_merged_partitions = 1`,
    );
  }
}

const EDGE_COLUMNS = sql`kind Enum8('domain' = 1, 'host' = 2), source UInt64, target UInt32`;

/** An indirect link counts for the domain and the host that it arrives at, each if it comes from outside it. */
function pairsOf(derivation: Derivation, range: DomainRange): Sql {
  return sql`SELECT source, domain, host, countIf(live), count() FROM (
      SELECT cityHash64(source_domain) AS source, cityHash64(target_domain) AS domain, cityHash64(target_host) AS host, live
      FROM (SELECT ${SOURCE_DOMAIN} AS source_domain, ${TARGET_DOMAIN} AS target_domain,
          target_host, ${IS_LIVE} AS live
        FROM links FINAL WHERE ${inDomains(range, sql`target_host`)}) WHERE source_domain != target_domain
      UNION ALL
      SELECT cityHash64(source_domain) AS source, if(into_domain, cityHash64(final_domain), 0) AS domain, cityHash64(final_host) AS host,
        toUInt32(lost) = 0 AS live
      FROM ${indirectTable(derivation)} WHERE source_domain != final_domain AND ${inDomains(range, sql`final_host`)})
    GROUP BY source, domain, host`;
}

interface Pairs {
  readonly pairs: Sql;
  readonly edges: Sql;
  readonly kind: 'domain' | 'host';
  /** The number of the first site of the range. */
  readonly first: number;
}

/** Ranges follow each other in the order of keys, and so do the numbers of the sites in them. */
async function writePairs(
  database: IndexDatabase,
  derivation: Derivation,
  { pairs, edges, kind, first }: Pairs,
): Promise<void> {
  const { version } = derivation;
  const target = kind === 'domain' ? sql`domain` : sql`host`;
  const live = sql`SELECT DISTINCT source, ${target} AS target FROM ${pairs} WHERE ${target} != 0 AND live > 0`;
  await database.run(sql`INSERT INTO referred_sites (version, kind, no, key, rank, domains)
    SELECT ${version}, ${kind}, toUInt32(${first} + row_number() OVER (ORDER BY a.key) - 1), a.key, a.rank, r.domains
    FROM (SELECT target, count() AS domains FROM (${live}) GROUP BY target) AS r
    INNER JOIN (SELECT id, key, rank FROM authority WHERE ${isOf(derivation, kind)}
      AND id IN (SELECT ${target} FROM ${pairs})) AS a ON a.id = r.target ${BOUNDED}`);
  await database.run(sql`INSERT INTO ${edges} SELECT ${kind}, l.source, s.no FROM (${live}) AS l
    INNER JOIN (SELECT cityHash64(key) AS target, no FROM referred_sites WHERE ${isOf(derivation, kind)} AND no >= ${first}) AS s
      ON s.target = l.target ${BOUNDED}`);
}

/** Rows of one version of the tables of sites, of one kind. */
export function isOf({ version }: Pick<Derivation, 'version'>, kind: 'domain' | 'host'): Sql {
  return sql`version = ${version} AND kind = ${kind}`;
}

/** Sites that are looked up at a time. */
const SITES_AT_ONCE = 2_000_000;

async function writeSiteLinks(database: IndexDatabase, derivation: Derivation, edges: Sql): Promise<void> {
  const { version } = derivation;
  const sites = derivation.in_memory === true ? 0 : await countOf(database, sql`authority`, isOf(derivation, 'domain'));
  const insert = sql`INSERT INTO site_links (version, kind, source, trust, domains, targets)`;
  for (const range of idRanges(sites / SITES_AT_ONCE)) {
    const linked = (
      kind: 'domain' | 'host',
    ): Sql => sql`SELECT source, arraySort(groupArray(target)) AS targets FROM ${edges}
      WHERE kind = ${kind} AND ${inIds(sql`source`, range)} GROUP BY source`;
    await database.run(sql`${insert} SELECT ${version}, 'domain', e.source, ifNull(a.trust, 0), length(e.targets), e.targets
      FROM (${linked('domain')}) AS e
      LEFT ANY JOIN (SELECT id, trust FROM authority WHERE ${isOf(derivation, 'domain')} AND ${inIds(sql`id`, range)}) AS a
        ON a.id = e.source ${BOUNDED}, optimize_aggregation_in_order = 1`);
    await database.run(sql`${insert} SELECT ${version}, 'host', e.source, d.trust, d.domains, e.targets FROM (${linked('host')}) AS e
      INNER JOIN (SELECT source, trust, domains FROM site_links WHERE ${isOf(derivation, 'domain')}
        AND ${inIds(sql`source`, range)}) AS d ON d.source = e.source ${BOUNDED}, optimize_aggregation_in_order = 1`);
  }
}
