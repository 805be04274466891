import { availableParallelism } from 'node:os';

import type { IndexDatabase } from '../database/database.ts';
import { BETWEEN_DOMAINS, TARGET_DOMAIN } from '../database/link-domains.ts';
import { joined, Sql, sql } from '../database/sql.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { PACKED } from '../read/rows/packed-links.ts';
import { catchUp, type ChangedLinks } from './changed.ts';
import { domainRanges, inDomains, linksAtOnce } from './ranges.ts';
import { type Derivation, scratchTable } from './scratch.ts';
import { writtenBefore } from './written-before.ts';

/**
 * Packs the links of each domain that has no more than are read row by row into one text: what most questions are answered
 * from. Domains whose links are as they were keep their packs, and all others lose what was added to them.
 */
export async function writePacks(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  { links_max = HELD_LINKS_MAX, links_at_once = linksAtOnce() }: PackBounds = {},
): Promise<void> {
  const ranges = await domainRanges(database, links_at_once / RANGES_AT_ONCE);
  const outdated = ranges.length === 1 ? sql`(${OUTDATED})` : await listOutdated(database, derivation);
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const packed_at = await writtenBefore(database);
    const packs = ranges.slice(at, at + RANGES_AT_ONCE).map((range) => {
      const isMeant = sql`${inDomains(range, sql`target_host`)} AND cityHash64(${TARGET_DOMAIN}) IN ${outdated}`;
      return sql`SELECT * FROM (${packsOf(sql`links FINAL PREWHERE ${isMeant} AND ${BETWEEN_DOMAINS}`, { links_max, packed_at })})`;
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

/** Domains with a note that is newer than their pack, or without one. */
const OUTDATED = sql`SELECT domain FROM link_packs GROUP BY domain
  HAVING countIf(links > 0) = 0 OR maxIf(packed_at, links = 0) > maxIf(packed_at, links > 0) SETTINGS optimize_aggregation_in_order = 1`;

/** Read once for all ranges. A domain that is outdated later is left to the next rebuild. */
async function listOutdated(database: IndexDatabase, derivation: Derivation): Promise<Sql> {
  const outdated = scratchTable(derivation, 'outdated');
  await database.run(sql`CREATE TABLE ${outdated} (domain UInt64) ENGINE = Set SETTINGS persistent = 0`);
  await database.run(sql`INSERT INTO ${outdated} ${OUTDATED}`);
  return outdated;
}

/**
 * Packs links that changed by themselves, beside the packs of their domains: what a pack says of one of them counts no more. So
 * little is written where few links of many domains changed.
 *
 * @param mark of the last block of `links` before the changed ones were read
 */
export async function addToPacks(
  database: IndexDatabase,
  derivation: Derivation,
  changed: ChangedLinks,
  { mark, links_max = HELD_LINKS_MAX, links_at_once = linksAtOnce() }: ChangeBounds,
): Promise<void> {
  // Whatever is written later than this outdates the packs, so all that was written before has to be in them.
  const packed_at = await writtenBefore(database);
  await catchUp(database, derivation, changed, mark);
  const parts = Math.max(1, Math.ceil(changed.count / links_at_once));
  const domain = sql`cityHash64(${TARGET_DOMAIN})`;
  const isUnpacked = sql`${domain} IN (SELECT domain FROM link_packs WHERE links > ${links_max})`;
  for (let part = 0; part < parts; part += 1) {
    const isOfPart = sql`${domain} % ${parts} = ${part} AND ${BETWEEN_DOMAINS} AND NOT ${isUnpacked}`;
    const packs = packsOf(sql`${changed.links} FINAL WHERE ${isOfPart}`, { links_max, packed_at });
    await database.run(sql`INSERT INTO link_pack_changes (version, domain, packed_at, links, pack)
      SELECT ${derivation.version}, * FROM (${packs}) SETTINGS max_memory_usage = 2000000000`);
  }
}

interface ChangeBounds extends PackBounds {
  readonly mark: bigint;
}

/** Links come in the order of their key, in which names repeat. */
const IN_ORDER = sql`SETTINGS max_threads = 1, output_format_json_escape_forward_slashes = 0`;

interface Packing {
  readonly links_max: number;
  /** Unix milliseconds, before whatever may be missing from the links as they are read. */
  readonly packed_at: bigint;
}

/** Domains of more links have a row without a text, which tells that they were looked at. */
function packsOf(links: Sql, { links_max, packed_at }: Packing): Sql {
  const facts = PACKED.map((fact, at) => sql`${fact} AS ${column(at)}`);
  const lines = PACKED.map((_, at) => sql`toJSONString(groupArray(${links_max + 1})(${column(at)}))`);
  return sql`SELECT domain, fromUnixTimestamp64Milli(${packed_at}, 'UTC'), count() AS links,
      if(links > ${links_max}, '', arrayStringConcat([${joined(lines, ', ')}], '\n'))
    FROM (SELECT cityHash64(${TARGET_DOMAIN}) AS domain, ${joined(facts, ', ')} FROM ${links}) GROUP BY domain ${IN_ORDER}`;
}

function column(at: number): Sql {
  return new Sql(`fact_${at}`);
}
