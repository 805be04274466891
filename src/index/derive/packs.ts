import { availableParallelism } from 'node:os';

import { z } from 'zod';

import type { IndexDatabase } from '../database/database.ts';
import { BETWEEN_DOMAINS, TARGET_DOMAIN } from '../database/link-domains.ts';
import { joined, Sql, sql } from '../database/sql.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { PACKED } from '../read/rows/packed-links.ts';
import { inHostRange } from '../read/rows/scope.ts';
import { catchUp, type ChangedLinks } from './changed.ts';
import { dropPartitions } from './partitions.ts';
import { domainRanges, inDomains, linksAtOnce } from './ranges.ts';
import { BOUNDED, type Derivation, scratchTable } from './scratch.ts';
import { writtenBefore } from './written-before.ts';

const DOMAIN = sql`cityHash64(${TARGET_DOMAIN})`;

/**
 * Packs the links of each domain that has no more than are read row by row into one text: what most questions are answered
 * from. Domains whose links are as they were keep their packs.
 */
export async function writePacks(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  { links_max = HELD_LINKS_MAX, links_at_once = linksAtOnce() }: PackBounds = {},
): Promise<void> {
  const ranges = await domainRanges(database, derivation, links_at_once / RANGES_AT_ONCE);
  const outdated = ranges.length === 1 ? sql`(${OUTDATED})` : await listOutdated(database, derivation);
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const packed_at = await writtenBefore(database);
    const packs = ranges.slice(at, at + RANGES_AT_ONCE).map((range) => {
      const isMeant = sql`${inDomains(range, sql`target_host`)} AND ${DOMAIN} IN ${outdated}`;
      return sql`SELECT * FROM ${packsOf(sql`links FINAL PREWHERE ${isMeant} AND ${BETWEEN_DOMAINS}`, { links_max, packed_at })}`;
    });
    await database.run(sql`INSERT INTO link_packs (domain, packed_at, links, pack) ${joined(packs, ' UNION ALL ')}
      SETTINGS max_threads = ${RANGES_AT_ONCE}, max_memory_usage = 2000000000`);
    progress(Math.min(1, (at + RANGES_AT_ONCE) / ranges.length));
  }
}

/** Each is read by one thread, which keeps the order of its links. */
const RANGES_AT_ONCE = Math.min(4, availableParallelism());

export interface PackBounds {
  readonly links_max?: number;
  readonly links_at_once?: number;
}

/** Domains with a note that is newer than their pack, or without one, and those to whose packs anything was added. */
const OUTDATED = sql`SELECT domain FROM link_packs GROUP BY domain
    HAVING countIf(links > 0) = 0 OR maxIf(packed_at, links = 0) > maxIf(packed_at, links > 0) SETTINGS optimize_aggregation_in_order = 1
  UNION ALL SELECT domain FROM link_pack_changes`;

/** Read once for all ranges. A domain that is outdated later is left to the next rebuild. */
async function listOutdated(database: IndexDatabase, derivation: Derivation): Promise<Sql> {
  const outdated = scratchTable(derivation, 'outdated');
  await database.run(sql`CREATE TABLE ${outdated} (domain UInt64) ENGINE = Set SETTINGS persistent = 0`);
  await database.run(sql`INSERT INTO ${outdated} ${OUTDATED}`);
  return outdated;
}

export interface Added {
  /** The last block of `links` before the changed ones were read. */
  readonly mark: bigint;
  /** Unix milliseconds: whatever was written before that is packed, and whatever is written later outdates the packs. */
  readonly packed_at: bigint;
  /** More links are not packed. */
  readonly changed_max: number;
  readonly bounds: AddedBounds;
}

export interface AddedBounds {
  /** So many links may be added to a pack, or half as many as it has: together they are read nearly as fast as one pack. */
  readonly added_max: number;
  /** So many domains to which more is added are packed anew. Others are read link by link until another rebuild finds any of theirs. */
  readonly anew_max: number;
}

/** A million links at most are packed anew. */
export const ADDED_BOUNDS: AddedBounds = { added_max: 1000, anew_max: 100 };

/**
 * Packs links that changed by themselves, beside the packs of their domains: what a pack says of one of them counts no more. So
 * little is written where few links of many domains changed. Domains to whose packs much was added are packed anew.
 *
 * @returns false where too much changed meanwhile
 */
export async function addToPacks(
  database: IndexDatabase,
  derivation: Derivation,
  changed: ChangedLinks,
  { mark, packed_at, changed_max, bounds: { added_max, anew_max } }: Added,
): Promise<boolean> {
  const count = await catchUp(database, derivation, changed, { mark, changed_max });
  if (count === undefined) return false;
  const crowded = await crowdedDomains(database, derivation, changed, added_max);
  const anew = crowded.slice(0, anew_max);
  const at_once = Math.max(1, Math.floor(linksAtOnce() / HELD_LINKS_MAX));
  for (let from = 0; from < anew.length; from += at_once) {
    await packAnew(database, anew.slice(from, from + at_once), packed_at);
  }
  const add = async (isMeant: Sql, links_max: number): Promise<void> => {
    const packs = packsOf(sql`${changed.links} FINAL WHERE ${isMeant} AND ${BETWEEN_DOMAINS}`, {
      links_max,
      packed_at,
    });
    await database.run(sql`INSERT INTO link_pack_changes (version, domain, packed_at, links, pack)
      SELECT ${derivation.version}, * FROM ${packs} ${BOUNDED_PACKS}`);
  };
  const left_out = crowded.length === 0 ? sql`` : sql` AND NOT ${isOneOf(crowded)}`;
  const parts = Math.max(1, Math.ceil(count / linksAtOnce()));
  for (let part = 0; part < parts; part += 1) {
    await add(sql`${DOMAIN} % ${parts} = ${part} AND ${DOMAIN} NOT IN (${UNPACKED})${left_out}`, HELD_LINKS_MAX);
  }
  const later = crowded.slice(anew_max);
  // Without a text: their packs must not hold again with the next links that are added.
  if (later.length > 0) await add(isOneOf(later), 0);
  return true;
}

async function packAnew(database: IndexDatabase, domains: readonly CrowdedDomain[], packed_at: bigint): Promise<void> {
  const hosts = domains.map(({ key }) => inHostRange(key, sql`target_host`));
  const links = sql`links FINAL PREWHERE (${joined(hosts, ' OR ')}) AND ${isOneOf(domains)} AND ${BETWEEN_DOMAINS}`;
  const packs = packsOf(links, { links_max: HELD_LINKS_MAX, packed_at });
  await database.run(
    sql`INSERT INTO link_packs (domain, packed_at, links, pack) SELECT * FROM ${packs} ${BOUNDED_PACKS}`,
  );
}

const BOUNDED_PACKS = sql`SETTINGS max_memory_usage = 2000000000`;

function isOneOf(domains: readonly CrowdedDomain[]): Sql {
  return sql`${DOMAIN} IN ${domains.map(({ domain }) => BigInt(domain))}`;
}

const UNPACKED = sql`SELECT domain FROM link_packs FINAL WHERE links > ${HELD_LINKS_MAX}`;

/** Those to whose packs more would be added than is read in no time, with the most first. */
async function crowdedDomains(
  database: IndexDatabase,
  { version }: Derivation,
  { links }: ChangedLinks,
  added_max: number,
): Promise<readonly CrowdedDomain[]> {
  const packed = sql`SELECT domain, packed_at, links FROM link_packs FINAL WHERE links BETWEEN 1 AND ${HELD_LINKS_MAX}
    AND domain IN (SELECT ${DOMAIN} FROM ${links})`;
  const before = sql`SELECT c.domain AS domain, sum(c.links) AS links FROM (SELECT * FROM link_pack_changes WHERE version = ${version}) AS c
    LEFT JOIN (${packed}) AS p ON p.domain = c.domain WHERE c.packed_at > ifNull(p.packed_at, toDateTime64(0, 3, 'UTC')) GROUP BY c.domain`;
  return database.rows(
    CrowdedDomain,
    sql`SELECT n.key AS key, toString(n.domain) AS domain FROM (SELECT ${TARGET_DOMAIN} AS key, cityHash64(key) AS domain, count() AS links
        FROM ${links} FINAL WHERE ${BETWEEN_DOMAINS} AND ${DOMAIN} NOT IN (${UNPACKED}) GROUP BY key) AS n
      LEFT JOIN (${before}) AS b ON b.domain = n.domain LEFT JOIN (${packed}) AS p ON p.domain = n.domain
      WHERE n.links + ifNull(b.links, 0) > greatest(${added_max}, ifNull(p.links, 0) / 2)
      ORDER BY n.links + ifNull(b.links, 0) DESC, key ${BOUNDED}`,
  );
}

const CrowdedDomain = z.object({ key: z.string(), domain: z.string() });
type CrowdedDomain = z.infer<typeof CrowdedDomain>;

/** What was added to packs before a rebuild of everything packed their domains anew. */
export async function dropAdded(database: IndexDatabase): Promise<void> {
  const isOld = (version: Sql): Sql => sql`${version} < (SELECT max(version) FROM rebuilds)`;
  await dropPartitions(database, ['link_pack_changes'], isOld);
}

/** Links come in the order of their key, in which names repeat. */
const IN_ORDER = sql`SETTINGS max_threads = 1, output_format_json_escape_forward_slashes = 0`;

interface Packing {
  readonly links_max: number;
  /** Unix milliseconds, before whatever may be missing from the links as they are read. */
  readonly packed_at: bigint;
}

/** Rows of packs, to select from. Domains of more links have a row without a text, which tells that they were looked at. */
function packsOf(links: Sql, { links_max, packed_at }: Packing): Sql {
  const facts = PACKED.map((fact, at) => sql`${fact} AS ${column(at)}`);
  const lines = PACKED.map((_, at) => sql`toJSONString(groupArray(${links_max + 1})(${column(at)}))`);
  return sql`(SELECT domain, fromUnixTimestamp64Milli(${packed_at}, 'UTC'), count() AS links,
      if(links > ${links_max}, '', arrayStringConcat([${joined(lines, ', ')}], '\n'))
    FROM (SELECT ${DOMAIN} AS domain, ${joined(facts, ', ')} FROM ${links}) GROUP BY domain ${IN_ORDER})`;
}

function column(at: number): Sql {
  return new Sql(`fact_${at}`);
}
