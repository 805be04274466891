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
  { links_max = HELD_LINKS_MAX, links_at_once = linksAtOnce() }: PackBounds = {},
): Promise<void> {
  const ranges = await domainRanges(database, links_at_once);
  const outdated = ranges.length === 1 ? sql`(${OUTDATED})` : await listOutdated(database, derivation);
  for (const [at, range] of ranges.entries()) {
    const packed_at = await writtenBefore(database);
    await database.run(packsOf(range, { links_max, packed_at, outdated }));
    progress((at + 1) / ranges.length);
  }
}

export interface PackBounds {
  readonly links_max?: number;
  readonly links_at_once?: number;
}

const OUTDATED = sql`SELECT domain FROM link_packs FINAL WHERE links = 0`;

/** Read once for all ranges. A domain that is outdated later is left to the next rebuild. */
async function listOutdated(database: IndexDatabase, derivation: Derivation): Promise<Sql> {
  const outdated = scratchTable(derivation, 'outdated');
  await database.run(sql`CREATE TABLE ${outdated} (domain UInt64) ENGINE = Set SETTINGS persistent = 0`);
  await database.run(sql`INSERT INTO ${outdated} ${OUTDATED}`);
  return outdated;
}

/** Links come in the order of their key, in which names repeat; one thread keeps it. */
const IN_ORDER = sql`SETTINGS max_threads = 1, max_memory_usage = 2000000000, output_format_json_escape_forward_slashes = 0`;

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
  return sql`INSERT INTO link_packs (domain, packed_at, links, pack) SELECT domain, fromUnixTimestamp64Milli(${packed_at}, 'UTC'), count() AS links,
      if(links > ${links_max}, '', arrayStringConcat([${joined(lines, ', ')}], '\n'))
    FROM (SELECT cityHash64(${TARGET_DOMAIN}) AS domain, ${joined(facts, ', ')} FROM links FINAL
      PREWHERE ${inDomains(range, sql`target_host`)} AND ${BETWEEN_DOMAINS} AND cityHash64(${TARGET_DOMAIN}) IN ${outdated})
    GROUP BY domain ${IN_ORDER}`;
}

function column(at: number): Sql {
  return new Sql(`fact_${at}`);
}
