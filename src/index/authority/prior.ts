import { z } from 'zod';

import { BRIEFLY, type IndexDatabase, readNumber } from '../database/database.ts';
import { RANK_UNKNOWN } from '../database/names.ts';
import { textId } from '../database/ids.ts';
import { type Sql, sql } from '../database/sql.ts';
import { BOUNDED, createScratchTable, numberBlocks, type ScratchTables } from './scratch.ts';

/** Where a rank comes from. */
export type RankOrigin = 'own' | 'commoncrawl';

/** Domains that a release ranks, at least: a file cut short holds the first positions of as many. */
const PUBLISHED_DOMAINS = 121_091_933;

/**
 * The ranks that the newest release gives own domains: by id, 0-1000. They stand in place of own ranks, which only count
 * what this index has seen. The imported table is read once for each set of ids.
 */
export async function createPriors(database: IndexDatabase, scratch: ScratchTables): Promise<void> {
  await createScratchTable(database, scratch, scratch.priors, sql`id UInt64, rank UInt16`, sql`id`);
  const release = await newestRelease(database);
  if (release === undefined) return;
  const domains = await rankedDomains(database, release);
  const nodes = scratch.nodes('domain');
  for (const block of await numberBlocks(database, scratch, nodes)) {
    await database.run(sql`INSERT INTO ${scratch.priors} SELECT id, ${importedRank(sql`at`, domains)} FROM (
        SELECT cityHash64(domain_key) AS id, argMax(harmonic_position, imported_at) AS at FROM imported_ranks
        WHERE release = ${release} AND cityHash64(domain_key) IN (
          SELECT id FROM ${nodes} WHERE ${block}) GROUP BY id) ${BOUNDED}`);
  }
}

function importedRank(position: Sql, domains: number): Sql {
  return sql`toUInt16(greatest(0, round(1000 * (1 - log(greatest(1, ${position})) / log(${domains})))))`;
}

async function rankedDomains(database: IndexDatabase, release: string): Promise<number> {
  const last = sql`SELECT max(harmonic_position) FROM imported_ranks WHERE release = ${release}`;
  return Math.max(PUBLISHED_DOMAINS, await readNumber(database, last));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const RELEASES_MAX = 1000;

/** By the months that its name tells, else by when it was imported: an old one may be imported later, for its history. */
export async function newestRelease(database: IndexDatabase): Promise<string | undefined> {
  const releases = await database.rows(
    z.object({ release: z.string(), imported: z.int() }),
    sql`SELECT release, toUnixTimestamp(max(imported_at)) AS imported FROM imported_ranks GROUP BY release
      ORDER BY imported DESC LIMIT ${RELEASES_MAX}`,
  );
  return releases.toSorted(
    (one, other) => monthOf(other.release) - monthOf(one.release) || other.imported - one.imported,
  )[0]?.release;
}

/** Months since the year 0 of the end of a release, as in `cc-main-2026-apr-may-jun` or `cc-main-2025-26-dec-jan-feb`. */
function monthOf(release: string): number {
  const words = release.toLowerCase().split('-');
  const year = words.findIndex((word) => /^20\d\d$/.test(word));
  const month = words.map((word) => MONTHS.indexOf(word)).findLast((at) => at >= 0);
  if (year === -1 || month === undefined) return 0;
  const last = /^\d\d$/.test(words[year + 1] ?? '') ? `20${words[year + 1]}` : words[year];
  return Number(last) * 12 + month;
}

/** The rank of a domain as answers state it: as imported where a release lists the domain, else from our own graph. */
export interface DomainRank {
  readonly rank: number;
  readonly origin: RankOrigin;
}

/** Undefined when neither that rebuild nor an import knows the domain; `key` is `com.example.`. */
export async function domainRank(
  database: IndexDatabase,
  { version, key }: { readonly version: number; readonly key: string },
  signal: AbortSignal,
): Promise<DomainRank | undefined> {
  return (await domainRanks(database, { version, keys: [key] }, signal)).get(key);
}

/** The same for several domains by their keys; unknown ones are left out. */
export async function domainRanks(
  database: IndexDatabase,
  { version, keys }: { readonly version: number; readonly keys: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DomainRank>> {
  const own = await ownDomainRanks(database, version, keys, signal);
  const missing = keys.filter((key) => !own.has(key));
  if (missing.length === 0) return own;
  const imported = await database.rows(
    z.object({ key: z.string(), release: z.string(), rank: z.int() }),
    sql`SELECT domain_key AS key, release, ${importedRank(sql`harmonic_position`, PUBLISHED_DOMAINS)} AS rank FROM imported_ranks FINAL
      WHERE domain_key IN ${missing} LIMIT ${RELEASES_MAX * missing.length} ${BRIEFLY}`,
    signal,
  );
  const oldestFirst = imported.toSorted((one, other) => monthOf(one.release) - monthOf(other.release));
  return new Map([
    ...oldestFirst.map(({ key, rank }): [string, DomainRank] => [key, { rank, origin: 'commoncrawl' }]),
    ...own,
  ]);
}

async function ownDomainRanks(
  database: IndexDatabase,
  version: number,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DomainRank>> {
  const names = new Map(keys.map((key) => [textId(key).toString(), key]));
  if (names.size === 0) return new Map();
  const rows = await database.rows(
    z.object({ id: z.string(), rank: z.int(), origin: z.enum(['own', 'commoncrawl']) }),
    sql`SELECT toString(id) AS id, rank, origin FROM authority WHERE version = ${version} AND kind = 'domain'
      AND rank != ${RANK_UNKNOWN} AND authority.id IN ${[...names.keys()].map(BigInt)} LIMIT ${names.size} ${BRIEFLY}`,
    signal,
  );
  return new Map(rows.map(({ id, rank, origin }) => [names.get(id) ?? '', { rank, origin }]));
}
