import { z } from 'zod';

import { messageOf } from '../../kernel/errors.ts';
import { type IndexDatabase, readColumn, readNumber } from '../database/database.ts';
import { Sql, sql } from '../database/sql.ts';

/**
 * Tables that one rebuild works in. Their names carry its version, which it has claimed for itself, so two rebuilds at
 * once do not meet; they are dropped at its end, and those of a rebuild that died by a later one.
 */
export type GraphKind = 'domain' | 'host' | 'page';

export const GRAPH_KINDS: readonly GraphKind[] = ['domain', 'host', 'page'];

export interface ScratchTables extends Placement {
  readonly version: number;
  /** Rows of the right side of one join, and of one set. With their hash table, 4 M are some 300 MB. */
  readonly joined_rows_max: number;
  readonly moves: Sql;
  /** Every link as numbers, by the page that it is on. */
  readonly facts: Sql;
  /** Links that count, as they are passed on. */
  readonly links: Sql;
  readonly hosts: Sql;
  readonly anchors: Sql;
  /** Ranks of domains as the newest release gives them. */
  readonly priors: Sql;
  /** The trust that domains have of themselves. */
  readonly seeds: Sql;
  /** What each page of a domain has of its authority. */
  readonly spread: Sql;
  nodes(kind: GraphKind): Sql;
  edges(kind: GraphKind): Sql;
  ranks(kind: GraphKind): Sql;
  /** Intermediate rows between two of the tables above. */
  step(name: string): Sql;
}

/** Where the tables of a rebuild lie. */
export interface Placement {
  /** Of a small index in memory, which takes half the time of files for a few rows; they are read whole, and dropped together. */
  readonly in_memory?: boolean;
}

function scratchTables(version: number): ScratchTables {
  const name = (what: string): Sql => new Sql(`rebuild_${version}_${what}`);
  return {
    version,
    joined_rows_max: 4_000_000,
    moves: name('moves'),
    facts: name('facts'),
    links: name('links'),
    hosts: name('hosts'),
    anchors: name('anchors'),
    priors: name('priors'),
    seeds: name('seeds'),
    spread: name('spread'),
    nodes: (kind) => name(`${kind}_nodes`),
    edges: (kind) => name(`${kind}_edges`),
    ranks: (kind) => name(`${kind}_ranks`),
    step: (what) => name(`step_${what}`),
  };
}

/** No rebuild takes this long, so older tables are leftovers. */
const ABANDONED_MS = 12 * 3_600_000;

/** Versions that other rebuilds may have taken since this one looked. */
const CLAIMS_MAX = 100;

/** The first free version from one on: of two rebuilds that want the same, one finds its name taken. */
export async function claimScratchTables(database: IndexDatabase, from: number): Promise<ScratchTables> {
  for (let version = from; version < from + CLAIMS_MAX; version += 1) {
    try {
      await database.run(sql`CREATE TABLE ${new Sql(`rebuild_${version}_claim`)} (n UInt8) ENGINE = Memory`);
      return scratchTables(version);
    } catch (thrown) {
      if (!messageOf(thrown).includes('already exists')) throw thrown;
    }
  }
  throw new Error('No version is free for a rebuild.');
}

export async function dropScratchTables(database: IndexDatabase, { version }: ScratchTables): Promise<void> {
  await dropRebuildTables(database, sql`= ${version}`);
}

/** Makes room after a failure. That it judged stands: it may have judged links which an older rebuild must not judge after it. */
export async function dropFailedTables(database: IndexDatabase, { version }: ScratchTables): Promise<void> {
  await dropRebuildTables(database, sql`= ${version} AND NOT endsWith(name, '_judging')`);
}

export async function dropAbandonedTables(database: IndexDatabase, { version }: ScratchTables): Promise<void> {
  await dropRebuildTables(database, sql`< ${version - ABANDONED_MS}`);
}

async function dropRebuildTables(database: IndexDatabase, which: Sql): Promise<void> {
  const tables = await readColumn(
    database,
    z.string(),
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^rebuild_[0-9]+_[a-z_]+$')
      AND toUInt64OrZero(splitByChar('_', name)[2]) ${which}`,
  );
  if (tables.length === 0) return;
  await database.run(new Sql(`DROP TABLE IF EXISTS ${tables.join(', ')}`));
}

/** A table that is written once and read once or twice in ranges of its key: merging its parts would be work for nothing. */
export async function createScratchTable(
  database: IndexDatabase,
  placement: Placement,
  table: Sql,
  columns: Sql,
  order: Sql,
): Promise<void> {
  const unmerged = sql`MergeTree ORDER BY ${order}
    SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, parts_to_delay_insert = 100000, parts_to_throw_insert = 100000`;
  await database.run(sql`CREATE TABLE ${table} (${columns}) ENGINE = ${placed(placement, unmerged)}`);
}

/**
 * What a statement reads that comes next and reads it once, in the order of `order` if it reads ranges: a table, into which each of
 * `selects` writes its part. In memory it is the statement's own subquery, which takes half the time of a table of a few rows.
 */
export async function stepRows(
  database: IndexDatabase,
  scratch: ScratchTables,
  { name, columns, order }: { readonly name: string; readonly columns: Sql; readonly order: Sql },
  selects: readonly Sql[],
): Promise<Sql> {
  const [only] = selects;
  if (scratch.in_memory === true && only !== undefined && selects.length === 1) return sql`(${only})`;
  const table = scratch.step(name);
  await createScratchTable(database, scratch, table, columns, order);
  for (const select of selects) await database.run(sql`INSERT INTO ${table} ${select} ${BOUNDED}`);
  return table;
}

/** The engine of a table of a rebuild. */
export function placed({ in_memory }: Placement, engine: Sql): Sql {
  return in_memory === true ? sql`Memory` : engine;
}

/** Makes room before the end of the rebuild, which drops what is in memory. */
export async function dropTable(database: IndexDatabase, { in_memory }: Placement, table: Sql): Promise<void> {
  if (in_memory !== true) await database.run(sql`DROP TABLE IF EXISTS ${table} SYNC`);
}

/**
 * What every statement over whole tables keeps to: groups and sorts that grow beyond their share go to the disk. Blocks
 * are large, as each becomes a part.
 */
export const BOUNDED = sql`SETTINGS max_memory_usage = 2000000000, max_bytes_before_external_group_by = 600000000,
  max_bytes_before_external_sort = 600000000, min_insert_block_size_rows = 4000000, min_insert_block_size_bytes = 300000000,
  optimize_on_insert = 0`;

/** Numbers from `low` to `high`, both included. */
export interface IdRange {
  readonly low: bigint;
  readonly high: bigint;
}

const IDS = 1n << 64n;

/**
 * Ranges of ids that hold an equal part each, as many as a number rounded up. Ids are hashes and spread evenly, and tables that are sorted
 * by them are read in ranges at no more cost than whole.
 */
export function idRanges(count: number): IdRange[] {
  const ranges = BigInt(Math.max(1, Math.ceil(count)));
  return Array.from({ length: Number(ranges) }, (_, at) => ({
    low: (IDS * BigInt(at)) / ranges,
    high: (IDS * BigInt(at + 1)) / ranges - 1n,
  }));
}

/** So many that each holds what one join takes of a table, or of one of two tables that has more. */
export async function rangesOver(
  database: IndexDatabase,
  { joined_rows_max, in_memory }: Pick<ScratchTables, 'joined_rows_max' | 'in_memory'>,
  ...tables: readonly (readonly [table: Sql, condition?: Sql])[]
): Promise<readonly IdRange[]> {
  if (in_memory === true) return idRanges(1);
  const counts = await Promise.all(tables.map(([table, condition]) => countOf(database, table, condition)));
  return idRanges(Math.max(...counts) / joined_rows_max);
}

/** One comparison each, since the engine reads the ranges of a key from those. */
export function inIds(id: Sql, { low, high }: IdRange): Sql {
  return sql`(${id} >= toUInt64(${low}) AND ${id} <= toUInt64(${high}))`;
}

/** Conditions on the numbers of nodes, so that each holds what one join takes. */
export async function numberBlocks(
  database: IndexDatabase,
  scratch: Pick<ScratchTables, 'joined_rows_max' | 'in_memory'>,
  nodes: Sql,
): Promise<readonly Sql[]> {
  if (scratch.in_memory === true) return [sql`1`];
  return blocksOf(scratch, await countOf(database, nodes));
}

/** The same for so many nodes. */
export function blocksOf(
  { joined_rows_max: rows }: Pick<ScratchTables, 'joined_rows_max'>,
  nodes: number,
): readonly Sql[] {
  return Array.from({ length: Math.ceil(nodes / rows) }, (_, at) => sql`n >= ${at * rows} AND n < ${(at + 1) * rows}`);
}

/** Rows of a table, or of a table with a condition of its own. */
export function countOf(database: IndexDatabase, table: Sql, condition?: Sql): Promise<number> {
  const where = condition === undefined ? sql`` : sql` WHERE ${condition}`;
  return readNumber(database, sql`SELECT count() FROM ${table}${where}`);
}
