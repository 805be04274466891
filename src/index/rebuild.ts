import type { RebuildReport, RebuildStep } from '../ports/index.ts';
import type { IndexDatabase } from './database/database.ts';
import { writeArrivals } from './derive/arrivals.ts';
import { writeEdges } from './derive/edges.ts';
import { type CountedBounds, COUNTED_BOUNDS, writeCompetitors } from './derive/competitors.ts';
import { HOT_LINKS_MIN, writeHot } from './derive/hot.ts';
import { newestCopy } from './derive/hot-renewal.ts';
import { ANSWERED_LINKS_MIN, writeHotAnswers } from './derive/hot-answers.ts';
import { collectIndirect } from './derive/indirect.ts';
import { engineTime, settleSince } from './losses/settle.ts';
import { writeLeaders } from './derive/leaders.ts';
import type { Marks } from './derive/changed.ts';
import { judgeLinks, newestJudging } from './derive/judge.ts';
import { dropAdded, writePacks } from './derive/packs.ts';
import { dropPartitions } from './derive/partitions.ts';
import { writeSpamSigns } from './derive/neighbourhood.ts';
import { VERSIONED_TABLES } from './derive/tables.ts';
import { writeVocabulary } from './derive/vocabulary.ts';
import { lastBlock, loosenessOf, type LooseTables, MERGED_TABLES, mergeNow, mergeTable } from './loose-tables.ts';
import { type Sql, sql } from './database/sql.ts';
import { writeAnchorTerms } from './authority/anchors.ts';
import { type GraphFigures, rankDomains, rankPages } from './authority/compute.ts';
import { isHarmonicDue } from './authority/harmonic-schedule.ts';
import { createPriors } from './authority/prior.ts';
import { createEdges, createNodes } from './authority/nodes.ts';
import { writeAuthority } from './authority/publish.ts';
import {
  claimScratchTables,
  countOf,
  dropAbandonedTables,
  dropFailedTables,
  dropScratchTables,
  type ScratchTables,
} from './authority/scratch.ts';
import { createSeeds } from './authority/seeds.ts';
import { createLinks, createMoves } from './authority/tables.ts';

export type FigureReport = Omit<RebuildReport, 'duration_ms'>;

/** What the rebuild thread reports. */
export type FromRebuild =
  | { readonly type: 'step'; readonly step: RebuildStep }
  | { readonly type: 'done'; readonly report: FigureReport }
  | { readonly type: 'failed'; readonly message: string };

/** Links, pages and fetches of an index whose rebuild works in memory: some hundred megabytes with all that is made of them. */
const IN_MEMORY_ROWS_MAX = 100_000;
/** Fewer domains are no farm. */
const FARM_DOMAINS_MIN = 4;

export interface RebuildOptions {
  /** Links from which on a target counts as hot; see `writeHot`. */
  readonly hot_links_min?: number;
  /** Of which targets competitors are counted beforehand; where `hot_links_min` is given, of all that are hot. */
  readonly counted?: CountedBounds;
  /** Links from which on the usual questions about a target are answered beforehand; see `writeHotAnswers`. */
  readonly answered_links_min?: number;
  /** Documents from which on a word counts as common; see `writeLeaders`. */
  readonly common_documents_min?: number;
}

/**
 * Recomputes everything that is derived from facts, under a new version.
 *
 * It can be stopped anywhere and started again: nothing reads its version before it is published, and each
 * judgement of a link is correct by itself.
 */
export async function rebuild(
  database: IndexDatabase,
  tell: (message: FromRebuild) => void,
  options: RebuildOptions = {},
): Promise<void> {
  // A clock that was set back must not make the new version older than the one before, or than one that died.
  const newest = Math.max(await newestJudging(database), await newestCopy(database));
  const claimed = await claimScratchTables(database, Math.max(Date.now(), newest + 1));
  const loose = await loosenessOf(database);
  const rows = Math.max(...['links', 'page_states', 'fetches'].map((table) => loose.get(table)?.total ?? 0));
  const scratch = { ...claimed, in_memory: rows <= IN_MEMORY_ROWS_MAX };
  await dropAbandonedTables(database, scratch);
  try {
    await derive(database, { scratch, loose }, tell, options);
  } catch (thrown) {
    // Gigabytes of a large index, and the next rebuild may be a day away. An engine that is gone keeps them until then.
    await dropFailedTables(database, scratch).catch(() => undefined);
    throw thrown;
  }
}

interface Begun {
  readonly scratch: ScratchTables;
  readonly loose: LooseTables;
}

async function derive(
  database: IndexDatabase,
  { scratch, loose }: Begun,
  tell: (message: FromRebuild) => void,
  options: RebuildOptions,
): Promise<void> {
  const step = (name: string, percent: number): void =>
    tell({ type: 'step', step: { name, percent: Math.round(percent) } });
  const part = (name: string, from: number, to: number) => (share: number) => step(name, from + (to - from) * share);
  step('merge tables', 0);
  let has_merged = false;
  for (const table of MERGED_TABLES) has_merged = (await mergeTable(database, table, loose.get(table))) || has_merged;
  const began_at = new Date();
  const read = has_merged ? await loosenessOf(database) : loose;
  step('follow redirects', 10);
  await createMoves(database, scratch);
  await writeArrivals(database, scratch);
  const figures = await rankGraphs(database, scratch, step);
  step('look for link farms', 43);
  if (figures.domains >= FARM_DOMAINS_MIN) await writeSpamSigns(database, scratch, scratch.links);
  step('judge links', 45);
  const judging_since = await engineTime(database);
  if (await judgeLinks(database, scratch, part('judge links', 45, 65))) {
    await settleSince(database, judging_since);
    // What follows reads all links several times: merging them first takes less than it saves.
    step('merge links', 65);
    const judged = await mergeNow(database, 'links');
    step('join domains', 67);
    await collectIndirect(database, scratch);
    await writeEdges(database, scratch, part('join domains', 67, 73));
    step('pack links of small targets', 73);
    await writePacks(database, scratch, part('pack links of small targets', 73, 76));
    step('copy large targets', 76);
    const { hot_links_min = HOT_LINKS_MIN, counted = countedBy(options) } = options;
    await writeHot(database, scratch, part('copy large targets', 76, 86), hot_links_min);
    step('count competitors', 86);
    await writeCompetitors(database, scratch, part('count competitors', 86, 88), counted);
    step('weigh link texts', 88);
    await writeAnchorTerms(database, scratch);
    await writeVocabulary(database, scratch);
    await writeLeaders(database, scratch, options.common_documents_min);
    step('answer for large targets', 90);
    const { answered_links_min = ANSWERED_LINKS_MIN } = options;
    await writeHotAnswers(database, scratch.version, answered_links_min, part('answer for large targets', 90, 93));
    step('publish', 93);
    await publish(database, scratch, figures, {
      read_links: lastBlock(read, 'links'),
      read_pages: lastBlock(read, 'pages'),
      judged_links: lastBlock(judged, 'links'),
      rows: judged.get('links')?.total ?? 0,
      began_at,
    });
    step('merge packs', 95);
    await dropAdded(database);
    await mergeNow(database, 'link_packs');
  }
  await dropOldVersions(database);
  await dropScratchTables(database, scratch);
  step('done', 100);
  const { domains, hosts, pages, edges } = figures;
  tell({ type: 'done', report: { domains, hosts, pages, edges } });
}

function countedBy({ hot_links_min: links_min = COUNTED_BOUNDS.links_min }: RebuildOptions): CountedBounds {
  return { ...COUNTED_BOUNDS, links_min };
}

interface RebuildFigures extends Omit<RebuildReport, 'duration_ms'> {
  readonly method: string;
}

async function rankGraphs(
  database: IndexDatabase,
  scratch: ScratchTables,
  step: (name: string, percent: number) => void,
): Promise<RebuildFigures> {
  step('collect links', 15);
  await createLinks(database, scratch);
  step('rank domains', 20);
  for (const kind of ['domain', 'host'] as const) {
    await createNodes(database, scratch, kind);
    await createEdges(database, scratch, kind);
  }
  await createPriors(database, scratch);
  await createSeeds(database, scratch);
  const with_harmonic = await isHarmonicDue(database, await countOf(database, scratch.nodes('domain')));
  const { domain, host } = await rankDomains(database, scratch, with_harmonic);
  step('rank hosts', 28);
  await writeAuthority(database, scratch, 'domain', { nodes: domain.nodes, harmonic_kept: !with_harmonic });
  await writeAuthority(database, scratch, 'host', { nodes: host.nodes });
  step('rank pages', 36);
  await createNodes(database, scratch, 'page');
  await createEdges(database, scratch, 'page');
  const page = await rankPages(database, scratch);
  await writeAuthority(database, scratch, 'page', { nodes: page.nodes });
  const figures: readonly GraphFigures[] = [domain, host, page];
  return {
    domains: domain.nodes,
    hosts: host.nodes,
    pages: page.nodes,
    edges: page.edges,
    method: figures.map(({ method }) => method).join('; '),
  };
}

/**
 * From this row on, and not before, readers take the new version. A version that another rebuild has overtaken is
 * discarded.
 */
async function publish(
  database: IndexDatabase,
  { version }: ScratchTables,
  figures: RebuildFigures,
  looked: Omit<Marks, 'judged_ms'> & { readonly rows: number; readonly began_at: Date },
): Promise<void> {
  const { domains, hosts, pages, edges, method } = figures;
  const { read_links, read_pages, judged_links, rows, began_at } = looked;
  await database.run(sql`INSERT INTO rebuilds (version, computed_at, domains, hosts, pages, edges, method,
      judged_at, read_links, read_pages, judged_links, link_rows)
    SELECT ${version}, ${began_at}, ${domains}, ${hosts}, ${pages}, ${edges}, ${method},
      ${began_at}, ${read_links}, ${read_pages}, ${judged_links}, ${rows}
    WHERE (SELECT max(version) FROM rebuilds) < ${version}`);
}

/**
 * Keeps the newest whole version, and the one before, since answers that began with it may still be under way. Anything
 * newer is being written by another rebuild at this moment, and its own end cleans up what it leaves.
 */
async function dropOldVersions(database: IndexDatabase): Promise<void> {
  const kept = sql`SELECT DISTINCT version FROM rebuilds ORDER BY version DESC LIMIT 2`;
  const isOld = (version: Sql): Sql =>
    sql`${version} < (SELECT max(version) FROM rebuilds)
      AND ${version} NOT IN (${kept} UNION ALL SELECT copy FROM hot_targets WHERE version IN (${kept}))`;
  await dropPartitions(database, VERSIONED_TABLES, isOld);
}
