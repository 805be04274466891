import { availableParallelism } from 'node:os';

import type { IndexDatabase } from '../database/database.ts';
import { BETWEEN_DOMAINS, TARGET_DOMAIN } from '../database/link-domains.ts';
import { joined, Sql, sql } from '../database/sql.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { PACKED } from '../read/rows/packed-links.ts';
import { type DomainRange, domainRanges, inDomains, linksAtOnce } from './ranges.ts';
import { type Derivation, scratchTable } from './scratch.ts';
import { writtenBefore } from './written-before.ts';

/**
 * Packs the links of each domain that has no more than are read row by row into one text: what most questions are answered
 * from. Domains whose links are as they were keep their packs.
 */
export async function writePacks(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void,
  { links_max = HELD_LINKS_MAX, links_before_max, links_at_once = linksAtOnce() }: PackBounds = {},
): Promise<void> {
  const ranges = await domainRanges(database, links_at_once / RANGES_AT_ONCE);
  const all = links_before_max === undefined ? OUTDATED : outdatedUpTo(links_before_max);
  const outdated = ranges.length === 1 ? sql`(${all})` : await listOutdated(database, derivation, all);
  for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
    const packed_at = await writtenBefore(database);
    const packs = ranges
      .slice(at, at + RANGES_AT_ONCE)
      .map((range) => packsOf(range, { links_max, packed_at, outdated }));
    await database.run(sql`INSERT INTO link_packs (domain, packed_at, links, pack) ${joined(packs, ' UNION ALL ')}
      SETTINGS max_threads = ${RANGES_AT_ONCE}, max_memory_usage = 2000000000`);
    progress(Math.min(1, (at + RANGES_AT_ONCE) / ranges.length));
  }
}

/** Each is read by one thread, which keeps the order of its links. */
const RANGES_AT_ONCE = Math.min(4, availableParallelism());

export interface PackBounds {
  readonly links_max?: number;
  /** Domains that had more links in their last pack are left to a later rebuild. */
  readonly links_before_max?: number;
  readonly links_at_once?: number;
}

const OUTDATED = sql`SELECT domain FROM link_packs FINAL WHERE links = 0`;

function outdatedUpTo(links_max: number): Sql {
  return sql`SELECT domain FROM link_packs GROUP BY domain HAVING argMax(links, packed_at) = 0 AND max(links) <= ${links_max}`;
}

/** Read once for all ranges. A domain that is outdated later is left to the next rebuild. */
async function listOutdated(database: IndexDatabase, derivation: Derivation, all: Sql): Promise<Sql> {
  const outdated = scratchTable(derivation, 'outdated');
  await database.run(sql`CREATE TABLE ${outdated} (domain UInt64) ENGINE = Set SETTINGS persistent = 0`);
  await database.run(sql`INSERT INTO ${outdated} ${all}`);
  return outdated;
}

/** Links come in the order of their key, in which names repeat. */
const IN_ORDER = sql`SETTINGS max_threads = 1, output_format_json_escape_forward_slashes = 0`;

interface Packing {
  readonly links_max: number;
  /** Unix milliseconds, before whatever may be missing from the links as they are read. */
  readonly packed_at: bigint;
  /** The domains to pack: what stands on the right of IN. */
  readonly outdated: Sql;
}

/** Larger domains have a row without a text, which tells that they were looked at. */
function packsOf(range: DomainRange, { links_max, packed_at, outdated }: Packing): Sql {
  const facts = PACKED.map((fact, at) => sql`${fact} AS ${column(at)}`);
  const lines = PACKED.map((_, at) => sql`toJSONString(groupArray(${links_max + 1})(${column(at)}))`);
  return sql`SELECT * FROM (SELECT domain, fromUnixTimestamp64Milli(${packed_at}, 'UTC'), count() AS links,
      if(links > ${links_max}, '', arrayStringConcat([${joined(lines, ', ')}], '\n'))
    FROM (SELECT cityHash64(${TARGET_DOMAIN}) AS domain, ${joined(facts, ', ')} FROM links FINAL
      PREWHERE ${inDomains(range, sql`target_host`)} AND cityHash64(${TARGET_DOMAIN}) IN ${outdated} AND ${BETWEEN_DOMAINS})
    GROUP BY domain ${IN_ORDER})`;
}

function column(at: number): Sql {
  return new Sql(`fact_${at}`);
}
