import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { countOf, placed } from '../authority/scratch.ts';
import { arrayOf, joined, Sql, sql } from '../database/sql.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';

/** How many competitors are kept for each hot target. */
const COMPETITORS_MAX = 1000;
/** Hot targets that are counted in one pass over all edges: a bit each of what a site links to. */
const TARGETS_AT_ONCE = 64;
/** Counters of such a pass. */
const LANES = TARGETS_AT_ONCE / 2;
/** Possible competitors that are counted at a time, with a counter for each hot target. */
const RIVALS_AT_ONCE = 250_000;

const HotTarget = z.object({
  no: z.int(),
  kind: z.enum(['domain', 'host', 'page']),
  domain: z.string(),
  host: z.string(),
  path: z.string(),
});
type HotTarget = z.infer<typeof HotTarget>;

type Side = 'domain' | 'host';

/** Tables of one pass. `own` is what cannot be a competitor of a target, since it is the target's own. */
interface Pass {
  readonly version: number;
  readonly group: Sql;
  readonly sites: Sql;
  readonly own: Sql;
  /** How many sites each possible competitor has in common with each target, by its number. */
  readonly counted: Sql;
  readonly best: Sql;
}

/** Writes whom the sites that link to the largest targets link to as well. Nothing of its own domain is a target's competitor. */
export async function writeCompetitors(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  linksMin: number,
): Promise<void> {
  const large = sql`version = ${derivation.version} AND links >= ${linksMin}`;
  const counts = await database.rows(
    z.object({ targets: z.int() }),
    sql`SELECT count() AS targets FROM hot_targets WHERE ${large}`,
  );
  const targets = counts[0]?.targets ?? 0;
  if (targets === 0) return;
  const pass = await createTables(database, derivation);
  for (let at = 0; at < targets; at += TARGETS_AT_ONCE) {
    const group = await takeGroup(database, pass, large, at);
    await collectSites(database, pass, group);
    for (const side of ['domain', 'host'] as const) await countRivals(database, pass, group.length, side);
    progress(Math.min(1, (at + group.length) / targets));
  }
}

async function createTables(database: IndexDatabase, derivation: Derivation): Promise<Pass> {
  const table = async (name: string, definition: Sql): Promise<Sql> => {
    const created = scratchTable(derivation, name);
    await database.run(sql`CREATE TABLE ${created} ${definition}`);
    return created;
  };
  return {
    version: derivation.version,
    group: await table(
      'hot_group',
      sql`(no UInt8, kind String, domain UInt64, key String, host String, path String) ENGINE = Memory`,
    ),
    sites: await table(
      'sites',
      sql`(source UInt64, bits UInt64) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY source`)}`,
    ),
    own: await table(
      'own',
      sql`(no UInt8, target UInt32) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY (no, target)`)}`,
    ),
    counted: await table('counted', sql`(target UInt32, counts Array(UInt32)) ENGINE = Memory`),
    best: await table(
      'best',
      sql`(no UInt8, target UInt32, sites UInt32) ENGINE = ${placed(derivation, sql`MergeTree ORDER BY (no, sites)`)}`,
    ),
  };
}

async function takeGroup(
  database: IndexDatabase,
  { version, group }: Pass,
  large: Sql,
  from: number,
): Promise<HotTarget[]> {
  await database.run(sql`TRUNCATE TABLE ${group}`);
  await database.run(sql`INSERT INTO ${group} SELECT row_number() OVER (ORDER BY kind, host, path) - 1, kind, t.domain, d.key, host, path
    FROM (SELECT toString(kind) AS kind, domain, host, path FROM hot_targets WHERE ${large}
      ORDER BY kind, host, path LIMIT ${TARGETS_AT_ONCE} OFFSET ${from}) AS t
    INNER JOIN (SELECT domain, host AS key FROM hot_targets WHERE version = ${version} AND kind = 'domain') AS d ON d.domain = t.domain`);
  return database.rows(
    HotTarget,
    sql`SELECT no, kind, toString(domain) AS domain, host, path FROM ${group} ORDER BY no`,
  );
}

/** Marks the registrable domains with a live link to each target of the group by the target's bit. */
async function collectSites(
  database: IndexDatabase,
  { version, sites }: Pass,
  group: readonly HotTarget[],
): Promise<void> {
  await database.run(sql`TRUNCATE TABLE ${sites}`);
  for (const target of group) {
    const own = ofDomain(version, target);
    await database.run(sql`INSERT INTO ${sites} SELECT cityHash64(name), bitShiftLeft(toUInt64(1), ${target.no}) FROM hot_names
      WHERE ${own} AND kind = 'source_domain' AND no IN (SELECT source_domain_no FROM hot_links
        WHERE ${own} AND toUInt32(lost_at) = 0 AND ${leadsTo(own, target)}) ${BOUNDED}`);
  }
}

function ofDomain(version: number, { domain }: HotTarget): Sql {
  return sql`version = ${version} AND domain = toUInt64(${domain})`;
}

function leadsTo(own: Sql, { kind, host, path }: HotTarget): Sql {
  if (kind === 'domain') return sql`1`;
  const isTarget = kind === 'page' ? sql`(name = ${host} AND path = ${path})` : isBelow(host, sql`name`);
  const pages = sql`SELECT no FROM hot_names WHERE ${own} AND kind = 'target_page' AND ${isTarget}`;
  return sql`(target_page_no IN (${pages}) OR target_page_no IN (SELECT target_page_no FROM hot_arrivals
    WHERE ${own} AND final_page_no IN (${pages})))`;
}

function isBelow(key: string, host: Sql): Sql {
  return sql`(${host} >= ${key} AND ${host} < ${key.slice(0, -1) + '/'})`;
}

async function countRivals(database: IndexDatabase, pass: Pass, targets: number, side: Side): Promise<void> {
  const { version, sites, own, counted, best } = pass;
  for (const table of [own, best]) await database.run(sql`TRUNCATE TABLE ${table}`);
  await database.run(sql`INSERT INTO ${own} ${ownOf(pass, side)} ${BOUNDED}`);
  const referred = await countOf(database, sql`referred_sites`, sql`version = ${version} AND kind = ${side}`);
  const totals = Array.from({ length: targets }, () => 0);
  for (let first = 0; first < referred; first += RIVALS_AT_ONCE) {
    await database.run(sql`TRUNCATE TABLE ${counted}`);
    await database.run(sql`INSERT INTO ${counted} SELECT target, [${countsOf(targets)}] FROM (SELECT target, ${countersOf(targets)}
        FROM (SELECT source, arrayJoin(targets) AS target FROM site_links WHERE version = ${version} AND kind = ${side}) AS e
        INNER JOIN (SELECT source, groupBitOr(bits) AS bits FROM ${sites} GROUP BY source) AS s ON s.source = e.source
        WHERE e.target >= ${first} AND e.target < ${first + RIVALS_AT_ONCE} GROUP BY target) ${BOUNDED}`);
    const leasts = Array.from({ length: targets }, () => NEVER);
    for (const { no, rivals, least } of await database.rows(Foremost, foremostSql(pass))) {
      totals[no] = (totals[no] ?? 0) + rivals;
      leasts[no] = least;
    }
    await database.run(sql`INSERT INTO ${best} SELECT no, target, counts[no + 1] FROM ${counted}
      ARRAY JOIN arrayFilter((no, sites, least) -> sites >= least, range(${targets}), counts, ${arrayOf(leasts)}) AS no
      WHERE (toUInt8(no), target) NOT IN (SELECT no, target FROM ${own}) ${BOUNDED}`);
  }
  await database.run(sql`TRUNCATE TABLE ${counted}`);
  await database.run(topSql(pass, side, totals));
}

const Foremost = z.object({ no: z.int(), rivals: z.int(), least: z.int() });

/** More sites than exist, for a target without competitors. */
const NEVER = 2 ** 32 - 1;

/**
 * Of each target, how many competitors it has, and how many sites the last of its first thousand has: whose name comes
 * first among equals is seen later. Only numbers of sites are counted, so that millions of competitors need no room.
 */
function foremostSql({ counted, own }: Pass): Sql {
  const sizes = sql`SELECT no, sites, count() AS n FROM ${counted}
    ARRAY JOIN arrayFilter((no, sites) -> sites > 0, range(length(counts)), counts) AS no, arrayFilter(sites -> sites > 0, counts) AS sites
    GROUP BY no, sites`;
  const ofOwn = sql`SELECT o.no AS no, c.counts[o.no + 1] AS sites, -count() AS n FROM ${counted} AS c
    INNER JOIN ${own} AS o ON o.target = c.target WHERE sites > 0 GROUP BY no, sites`;
  return sql`SELECT no, sum(n) AS rivals, greatest(1, maxIf(sites, placed >= ${COMPETITORS_MAX})) AS least FROM (
      SELECT no, sites, n, sum(n) OVER (PARTITION BY no ORDER BY sites DESC) AS placed FROM (
        SELECT toUInt8(no) AS no, toUInt32(sites) AS sites, sum(toInt64(n)) AS n FROM (${sizes} UNION ALL ${ofOwn}) GROUP BY no, sites))
    GROUP BY no ${BOUNDED}`;
}

/** Two targets share a counter, each with half of its bits: adding up is what this takes its time for. */
function countersOf(targets: number): Sql {
  const lanes = Array.from({ length: Math.min(targets, LANES) }, (_, lane) => lane);
  return joined(
    lanes.map((lane) => sql`sum(bitAnd(bitShiftRight(bits, ${lane}), 4294967297)) AS ${counter(lane)}`),
    ', ',
  );
}

function countsOf(targets: number): Sql {
  const counts = Array.from({ length: targets }, (_, no) =>
    no < LANES ? sql`bitAnd(${counter(no)}, 4294967295)` : sql`bitShiftRight(${counter(no - LANES)}, 32)`,
  );
  return joined(counts, ', ');
}

function counter(lane: number): Sql {
  return new Sql(`counter_${lane}`);
}

function ownOf({ version, group }: Pass, side: Side): Sql {
  const names =
    side === 'domain'
      ? sql`SELECT no, key AS name FROM ${group}`
      : sql`SELECT g.no AS no, n.name AS name FROM (SELECT DISTINCT domain, name FROM hot_names
          WHERE version = ${version} AND kind = 'target_page' AND domain IN (SELECT domain FROM ${group})) AS n
        INNER JOIN ${group} AS g ON g.domain = n.domain WHERE startsWith(n.name, g.key)`;
  return sql`SELECT o.no, r.no FROM (${names}) AS o INNER JOIN (SELECT no, key FROM referred_sites WHERE version = ${version}
    AND kind = ${side} AND key IN (SELECT name FROM (${names}))) AS r ON r.key = o.name`;
}

/** Those of each target with as many sites as the last of its first thousand in all ranges. */
function foremost(best: Sql): Sql {
  return sql`SELECT no, target, sites FROM ${best} AS r INNER JOIN (
      SELECT no, maxIf(sites, placed >= ${COMPETITORS_MAX}) AS least FROM (
        SELECT no, sites, sum(count()) OVER (PARTITION BY no ORDER BY sites DESC) AS placed FROM ${best} GROUP BY no, sites)
      GROUP BY no) AS l ON l.no = r.no
    WHERE sites >= least`;
}

function topSql({ version, group, best }: Pass, side: Side, totals: readonly number[]): Sql {
  const top = foremost(best);
  return sql`INSERT INTO hot_competitors (version, kind, host, path, main_domain, position, key, rank, intersections, referring_main_domains, total)
    SELECT ${version}, g.kind, g.host, g.path, ${side === 'domain'}, c.position, c.key, c.rank, c.sites, c.domains, ${arrayOf(totals)}[c.no + 1]
    FROM (SELECT no, sites, key, rank, domains, row_number() OVER (PARTITION BY no ORDER BY sites DESC, key) AS position
      FROM (SELECT t.no AS no, t.sites AS sites, r.key AS key, r.rank AS rank, r.domains AS domains FROM (${top}) AS t
        INNER JOIN (SELECT no, key, rank, domains FROM referred_sites WHERE version = ${version} AND kind = ${side}
          AND no IN (SELECT target FROM (${top}))) AS r ON r.no = t.target ORDER BY sites DESC, key LIMIT ${COMPETITORS_MAX} BY no)) AS c
    INNER JOIN ${group} AS g ON g.no = c.no ${BOUNDED}`;
}
