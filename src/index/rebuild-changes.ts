import { z } from 'zod';

import { claimScratchTables, dropScratchTables } from './authority/scratch.ts';
import { type IndexDatabase, readNumber } from './database/database.ts';
import { sql } from './database/sql.ts';
import { findChanged, Marks, rowsSince } from './derive/changed.ts';
import { judgeChanged, JUDGED_COLUMNS, newestJudging } from './derive/judge.ts';
import { HOT_LINKS_MIN } from './derive/hot.ts';
import { dropOldCopies, newestCopy, renewHot } from './derive/hot-renewal.ts';
import { ADDED_BOUNDS, type AddedBounds, addToPacks } from './derive/packs.ts';
import { writtenBefore } from './derive/written-before.ts';
import { lastBlock, loosenessOf, type LooseTables } from './loose-tables.ts';
import { engineTime, settleSince } from './losses/settle.ts';
import { type FromRebuild, rebuild, type RebuildOptions } from './rebuild.ts';

/** So many links are ranked, compared and judged anew in ten seconds or so. */
const ALWAYS_LINKS_MAX = 1_000_000;
/** Pages and domains that were never ranked have no rank until then. */
const WHOLE_EACH_MS = 24 * 3_600_000;
/** Links that came or were seen again since, as a share of all. */
const CHANGED_SHARE_MAX = 0.1;

export interface UpdateOptions extends RebuildOptions {
  /** Links of an index in which everything is always computed anew. */
  readonly always_links_max?: number;
  /** What is added to packs; only tests name other bounds. */
  readonly added_bounds?: AddedBounds;
}

/**
 * Computes everything anew where that is due, and else judges only the links that changed since, by the ranks that there are, and
 * brings packs and copies up to date.
 *
 * In a small index everything is computed anew each time; in a large one once a day, and sooner where a tenth of the links
 * changed, where ranks were imported or domains marked as trusted, or where a rebuild was broken off while it judged.
 */
export async function update(
  database: IndexDatabase,
  tell: (message: FromRebuild) => void,
  { always_links_max = ALWAYS_LINKS_MAX, ...options }: UpdateOptions = {},
): Promise<void> {
  const before = await wholeRebuildBefore(database, always_links_max);
  if (before === undefined || !(await rebuildChanges(database, before, tell, options)))
    await rebuild(database, tell, options);
}

/** A rebuild of everything, and how far it and those of changes after it have looked. */
const WholeRebuild = Marks.extend({
  version: z.int(),
  /** When it began, in Unix milliseconds: its version is later where a clock was once ahead. */
  began_ms: z.int(),
  /** Rows of `links` when everything was judged. */
  link_rows: z.int(),
  domains: z.int(),
  hosts: z.int(),
  pages: z.int(),
  edges: z.int(),
});
type WholeRebuild = z.infer<typeof WholeRebuild>;

/** The rebuild of everything that one of the changes may add to; undefined where everything is due. */
export async function wholeRebuildBefore(
  database: IndexDatabase,
  always_links_max: number = ALWAYS_LINKS_MAX,
): Promise<WholeRebuild | undefined> {
  const tables = await loosenessOf(database);
  const rowsOf = (table: 'links' | 'pages'): number => tables.get(table)?.total ?? 0;
  const links = rowsOf('links');
  if (links <= always_links_max) return undefined;
  const [last] = await database.rows(
    WholeRebuild,
    sql`SELECT version, toUnixTimestamp64Milli(computed_at) AS began_ms, toUnixTimestamp64Milli(judged_at) AS judged_ms, domains, hosts,
      pages, edges, toString(read_links) AS read_links, toString(read_pages) AS read_pages, toString(judged_links) AS judged_links, link_rows
      FROM rebuilds ORDER BY version DESC, rebuilds.read_links DESC, rebuilds.read_pages DESC, rebuilds.judged_links DESC LIMIT 1`,
  );
  if (last === undefined || !isOfToday(last) || !isOfTheseTables(last, tables)) return undefined;
  if (links > (1 + CHANGED_SHARE_MAX) * last.link_rows) return undefined;
  const looked = { links: last.judged_links, pages: last.read_pages };
  for (const table of ['links', 'pages'] as const) {
    if ((await rowsSince(database, table, looked[table])) > CHANGED_SHARE_MAX * rowsOf(table)) return undefined;
  }
  const isOvertaken = (await newestJudging(database)) > last.version;
  return isOvertaken || (await isToldOtherwise(database, last.began_ms)) ? undefined : last;
}

/** A rebuild of tomorrow began by a clock that was ahead. */
function isOfToday({ began_ms }: WholeRebuild): boolean {
  const ago_ms = Date.now() - began_ms;
  return ago_ms >= 0 && ago_ms < WHOLE_EACH_MS;
}

/** A table that was loaded from a backup numbers its blocks anew, and the marks say nothing of it. */
function isOfTheseTables({ read_links, read_pages, judged_links }: Marks, tables: LooseTables): boolean {
  const [links, pages] = [lastBlock(tables, 'links'), lastBlock(tables, 'pages')];
  return read_links <= links && judged_links <= links && read_pages <= pages;
}

/** Whether ranks were imported, or domains marked as trusted or not, since a rebuild began. */
async function isToldOtherwise(database: IndexDatabase, beganMs: number): Promise<boolean> {
  const told = await readNumber(
    database,
    sql`SELECT (SELECT count() FROM trusted_domains WHERE toUnixTimestamp64Milli(marked_at) >= ${beganMs})
      + (SELECT count() FROM imported_ranks WHERE toUnixTimestamp(imported_at) >= ${Math.floor(beganMs / 1000)})`,
  );
  return told !== 0;
}

/** False where too many links are touched for that to be worth while. */
async function rebuildChanges(
  database: IndexDatabase,
  whole: WholeRebuild,
  tell: (message: FromRebuild) => void,
  { hot_links_min = HOT_LINKS_MIN, added_bounds: bounds = ADDED_BOUNDS }: Omit<UpdateOptions, 'always_links_max'>,
): Promise<boolean> {
  const { version, began_ms, link_rows, domains, hosts, pages, edges } = whole;
  const step = (name: string, percent: number): void => tell({ type: 'step', step: { name, percent } });
  const claimed = await claimScratchTables(
    database,
    Math.max(Date.now(), Math.max(version, await newestCopy(database)) + 1),
  );
  const derivation = { version, claimed: claimed.version };
  try {
    step('find changed links', 0);
    const judging_since = await engineTime(database);
    const read = await loosenessOf(database);
    const changed = await findChanged(database, derivation, whole, JUDGED_COLUMNS);
    if (changed.count > CHANGED_SHARE_MAX * link_rows) return false;
    step('judge links', 20);
    // Where a newer rebuild judges, it judges these as well.
    if (await judgeChanged(database, derivation, changed)) {
      await settleSince(database, judging_since);
      const judged_until = await engineTime(database);
      const judged = await loosenessOf(database);
      step('pack changed links', 50);
      const packed_at = await writtenBefore(database);
      const added = { mark: lastBlock(read, 'links'), packed_at, changed_max: CHANGED_SHARE_MAX * link_rows, bounds };
      if (!(await addToPacks(database, derivation, changed, added))) return false;
      // Where an insert was under way all the time, the judgement outdates these packs: the next rebuild has to pack the links again.
      const looked = packed_at < judged_until ? read : judged;
      step('copy large targets', 80);
      // Targets whose copies stay outdated are read link by link.
      await renewHot(database, derivation, hot_links_min).catch(() => undefined);
      await database.run(sql`INSERT INTO rebuilds SELECT * REPLACE (fromUnixTimestamp64Milli(${judging_since}, 'UTC') AS judged_at,
        ${lastBlock(read, 'links')} AS read_links, ${lastBlock(read, 'pages')} AS read_pages,
        ${lastBlock(looked, 'links')} AS judged_links) FROM rebuilds WHERE version = ${version} LIMIT 1`);
      await dropOldCopies(database, version);
    }
    step('done', 100);
    const whole_due_at = new Date(began_ms + WHOLE_EACH_MS);
    tell({ type: 'done', report: { domains, hosts, pages, edges, whole_due_at } });
    return true;
  } finally {
    await dropScratchTables(database, claimed).catch(() => undefined);
  }
}
