import { z } from 'zod';

import { agree } from '../../kernel/grammar.ts';
import type { LinkingSitesQuery, LinkingSitesRecord } from '../../ports/linking-sites.ts';
import type { LinkRankRecord, LinkRanksQuery } from '../../ports/link-ranks.ts';
import type {
  AnchorsQuery,
  AnchorsRecord,
  BacklinkPage,
  KnownPage,
  KnownPagesQuery,
  LinkCompetitorsQuery,
  LinkCompetitorsRecord,
  LinkListQuery,
  LinksSource,
  LinkSummaryQuery,
  LinkSummaryRecord,
  LinkTimeseriesQuery,
  LinkTimeseriesRecord,
  PageIntersectionQuery,
  PageIntersectionRecord,
  ReferringDomainsQuery,
  ReferringDomainsRecord,
  TargetPagesQuery,
  TargetPagesRecord,
} from '../../ports/links.ts';
import type { Sourced } from '../../ports/source.ts';
import type { Target } from '../../web/target.ts';
import { BRIEFLY, type IndexDatabase, readColumn } from '../database/database.ts';
import { textId } from '../database/ids.ts';
import { sql } from '../database/sql.ts';
import { anchorGroups } from './anchors.ts';
import { linkCompetitors } from './competitors.ts';
import { type CoverageReader, type Reading, sourceNote } from './rows/coverage.ts';
import { timeOrNull } from './rows/groups.ts';
import { HELD_LINKS_MAX } from './rows/held-links.ts';
import { hotPlaceOf, isAsRebuilt } from './rows/hot.ts';
import { intersectingPages } from './intersection.ts';
import { readKnownPages } from './known-pages.ts';
import { KeptAnswers } from './rows/kept-answers.ts';
import { findLinkingSites } from './linking-sites.ts';
import { listLinks } from './list.ts';
import { noteRanks, RANK_IMPORTED, readRanks, targetRank } from './ranks.ts';
import { referringHosts } from './referring-domains.ts';
import { RowsReader } from './rows/rows-reader.ts';
import type { LinkRows } from './rows/rows.ts';
import { domainKeyOf, inTarget, type LinkScope, wholeScope } from './rows/scope.ts';
import { type LinkFigures, linkFigures } from './summary.ts';
import { targetPageGroups } from './target-pages.ts';
import { linkHistory } from './timeseries.ts';
import { targetMetrics, toldOf, toolReports } from './tool-facts.ts';

/** Backlinks from the own index. */
export class IndexLinksSource implements LinksSource {
  private readonly database: IndexDatabase;
  private readonly coverage: Pick<CoverageReader, 'read'>;
  private readonly rows: RowsReader;

  /** `heldLinksMax`: targets with no more links are read row by row; see `HELD_LINKS_MAX`. */
  constructor(
    database: IndexDatabase,
    coverage: Pick<CoverageReader, 'read'>,
    heldLinksMax: number = HELD_LINKS_MAX,
    answers: KeptAnswers = new KeptAnswers(database),
  ) {
    this.database = database;
    this.coverage = coverage;
    this.rows = new RowsReader(database, heldLinksMax, answers);
  }

  async summary(query: LinkSummaryQuery, signal: AbortSignal): Promise<Sourced<LinkSummaryRecord>> {
    const reading = await this.reading(signal);
    const read = readDomains(reading, query.target);
    const isVisible = query.exclude_internal_backlinks ? read.others : read.any;
    const [{ rank, origin }, tool_metrics, figures] = await Promise.all([
      targetRank(reading, query, read.others),
      targetMetrics(reading, query.target),
      isVisible ? this.rows.answer(reading, query, (rows) => linkFigures(reading, rows, query)) : UNKNOWN_SUMMARY,
    ]);
    const value = { rank, ...figures, tool_metrics };
    const unknown = { rank, ...UNKNOWN_SUMMARY, tool_metrics };
    const finding = { observed_at: figures.last_seen, isVisible, isEmpty: figures.last_seen === null && rank === null };
    const answer = await answered(reading, query, { value, unknown }, finding);
    return origin === 'commoncrawl' ? withNote(answer, RANK_IMPORTED) : answer;
  }

  async ranks({ targets }: LinkRanksQuery, signal: AbortSignal): Promise<Sourced<readonly LinkRankRecord[]>> {
    const reading = await this.reading(signal);
    const value = await readRanks(reading, targets, (target) => readDomains(reading, target).others);
    const source = sourceNote(reading.coverage, newestFetch(reading), noteRanks(reading.coverage));
    return { value, source: value.every(({ rank }) => rank === null) ? { ...source, coverage: 'none' } : source };
  }

  async list(query: LinkListQuery, signal: AbortSignal): Promise<Sourced<BacklinkPage>> {
    const { dofollow_only, include_indirect_links } = query;
    const scope = { ...wholeScope(query.target), dofollow_only, include_indirect_links };
    const unknown: BacklinkPage = { total_count: null, backlinks: [] };
    return this.ask(scope, signal, unknown, async (reading, rows) => {
      const { newest_seen, ...value } = await listLinks(reading, rows, query);
      return [value, timeOrNull(newest_seen)];
    });
  }

  async anchors(query: AnchorsQuery, signal: AbortSignal): Promise<Sourced<AnchorsRecord>> {
    const unknown: AnchorsRecord = { total_count: null, backlinks: null, anchors: [], commonest: [] };
    return this.ask(groupScope(query), signal, unknown, async (_, rows) => {
      const { newest, ...value } = await anchorGroups(rows, query);
      return [value, newest];
    });
  }

  async referringDomains(query: ReferringDomainsQuery, signal: AbortSignal): Promise<Sourced<ReferringDomainsRecord>> {
    // What a report says of the target is worth telling where no link to it is known.
    const tool_reports = await toolReports(await this.reading(signal), query.target, REPORTED_DOMAINS_MAX);
    const unknown: ReferringDomainsRecord = { total_count: null, backlinks: null, domains: [], tool_reports };
    return this.ask(groupScope(query), signal, unknown, async (reading, rows) => {
      const { newest, ...value } = await referringHosts(reading, rows, query);
      return [{ ...value, tool_reports }, newest];
    });
  }

  async targetPages(query: TargetPagesQuery, signal: AbortSignal): Promise<Sourced<TargetPagesRecord>> {
    const unknown: TargetPagesRecord = { total_count: null, backlinks: null, pages: [] };
    return this.ask(groupScope(query), signal, unknown, async (reading, rows) => {
      const { newest, ...value } = await targetPageGroups(reading, rows, query);
      return [value, newest];
    });
  }

  async competitors(query: LinkCompetitorsQuery, signal: AbortSignal): Promise<Sourced<LinkCompetitorsRecord>> {
    const scope = wholeScope(query.target);
    const unknown: LinkCompetitorsRecord = {
      rank: null,
      referring_main_domains: null,
      total_count: null,
      competitors: [],
    };
    const question: Question<LinkCompetitorsRecord> = async (reading, rows) => {
      const [{ rank }, found] = await Promise.all([
        targetRank(reading, scope, true),
        linkCompetitors(reading, rows, query),
      ]);
      return [{ rank, ...found }, newestFetch(reading), found.referring_main_domains === 0];
    };
    return this.ask(scope, signal, unknown, question, true);
  }

  async timeseries(query: LinkTimeseriesQuery, signal: AbortSignal): Promise<Sourced<LinkTimeseriesRecord>> {
    const scope = { ...groupScope(query), include_subdomains: query.include_subdomains };
    const answer = await this.ask(scope, signal, { before: null, points: [], spam: null }, async (reading, rows) => {
      const value = await linkHistory(rows, query);
      const isEmpty = value.points.length === 0 && value.before?.backlinks === 0;
      return [value, newestFetch(reading), isEmpty];
    });
    const { coverage } = await this.reading(signal);
    const observed_from = coverage.oldest_fetch?.toISOString().slice(0, 10) ?? null;
    const observed_to = coverage.newest_fetch?.toISOString().slice(0, 10) ?? null;
    return { ...answer, value: { ...answer.value, observed_from, observed_to } };
  }

  async pageIntersection(query: PageIntersectionQuery, signal: AbortSignal): Promise<Sourced<PageIntersectionRecord>> {
    const reading = await this.reading(signal);
    const [first] = query.targets;
    if (first === undefined) throw new TypeError('An intersection has targets.');
    const seen = query.targets.map((target) => readDomains(reading, target));
    if (!seen.some(({ others }) => others)) {
      return answered(reading, wholeScope(first), { value: NO_COMMON, unknown: NO_COMMON }, UNSEEN);
    }
    const rowsOf = (target: Target, dofollow_only: boolean): Promise<LinkRows> =>
      this.rows.open(reading, { ...wholeScope(target), dofollow_only });
    const [targets, excluded] = await Promise.all([
      Promise.all(query.targets.map((target) => rowsOf(target, query.dofollow_only))),
      Promise.all(query.exclude_targets.map((target) => rowsOf(target, false))),
    ]);
    const { newest_seen, ...value } = await intersectingPages(reading, { targets, excluded }, query);
    const linked = new Set(value.pages.flatMap((page) => page.linked_targets.map(({ target }) => target)));
    const unread = await findUnread(
      reading,
      query.targets.filter((target) => !linked.has(target.value)),
    );
    // No page is known to link to all of them where nothing is known of one.
    if (query.mode === 'all' && unread.length > 0) {
      const source = sourceNote(reading.coverage, null, describeUnread(unread));
      return { value: NO_COMMON, source: { ...source, coverage: 'none' } };
    }
    const finding = { observed_at: newest_seen, isVisible: true, isEmpty: value.pages.length === 0 };
    const answer = await answered(reading, wholeScope(first), { value, unknown: NO_COMMON }, finding, query.targets);
    const isTold = unread.length === 0 || unread.length === query.targets.length;
    return isTold ? answer : withNote(answer, describeUnread(unread));
  }

  async linkingSites(
    { target, domains }: LinkingSitesQuery,
    signal: AbortSignal,
  ): Promise<Sourced<LinkingSitesRecord>> {
    const unknown: LinkingSitesRecord = { sites: null };
    return this.ask(wholeScope(target), signal, unknown, async (reading, rows) => {
      const sites = await findLinkingSites(reading, rows, domains);
      return [{ sites }, newestFetch(reading), sites.length === 0];
    });
  }

  async knownPages({ urls }: KnownPagesQuery, signal: AbortSignal): Promise<Sourced<readonly KnownPage[]>> {
    const [value, { coverage }] = await Promise.all([
      readKnownPages(this.database, urls, signal),
      this.reading(signal),
    ]);
    const newest = value
      .map(({ fetched_at }) => fetched_at ?? '')
      .reduce((one, other) => (other > one ? other : one), '');
    const source = sourceNote(coverage, newest === '' ? null : newest, '');
    return { value, source: value.length === 0 ? { ...source, coverage: 'none' } : source };
  }

  /**
   * Asks for links of other domains; `unknown` is the answer while no page was read that could have shown one, and for a
   * target that nothing which was read knows of: no link is then no finding.
   */
  private async ask<Value>(
    scope: LinkScope,
    signal: AbortSignal,
    unknown: Value,
    question: Question<Value>,
    is_costly = false,
  ): Promise<Sourced<Value>> {
    const reading = await this.reading(signal);
    const read = readDomains(reading, scope.target);
    if (!read.others) return answered(reading, scope, { value: unknown, unknown }, UNSEEN);
    const ask = (rows: LinkRows): ReturnType<Question<Value>> => question(reading, rows);
    // Beside the question for arrivals it may be asked in vain, which a costly one is worth waiting for.
    const [value, observed_at, isEmpty] = is_costly
      ? await ask(await this.rows.open(reading, scope))
      : await this.rows.answer(reading, scope, ask);
    const finding = { observed_at, isVisible: true, isEmpty: isEmpty ?? observed_at === null };
    return answered(reading, scope, { value, unknown }, finding);
  }

  private async reading(signal: AbortSignal): Promise<Reading> {
    return { database: this.database, coverage: await this.coverage.read(), signal };
  }
}

/** Answers also when its newest fact was observed, and whether it found none where that does not say so. */
type Question<Value> = (
  reading: Reading,
  rows: LinkRows,
) => Promise<readonly [value: Value, observedAt: string | null, isEmpty?: boolean]>;

function newestFetch({ coverage }: Reading): string | null {
  return coverage.newest_fetch?.toISOString() ?? null;
}

function groupScope({
  target,
  include_indirect_links,
}: Pick<LinkScope, 'target' | 'include_indirect_links'>): LinkScope {
  return { ...wholeScope(target), include_indirect_links };
}

/** What an answer is based on. */
interface Finding {
  readonly observed_at: string | null;
  /** Whether pages were read that could have shown such a link. */
  readonly isVisible: boolean;
  /** No link was found, and no rank. */
  readonly isEmpty: boolean;
}

/** Of each report; the others are in the tool. */
const REPORTED_DOMAINS_MAX = 100;

const UNSEEN: Finding = { observed_at: null, isVisible: false, isEmpty: true };

async function answered<Value>(
  reading: Reading,
  scope: LinkScope,
  { value, unknown }: { readonly value: Value; readonly unknown: Value },
  finding: Finding,
  targets: readonly Target[] = [scope.target],
): Promise<Sourced<Value>> {
  const { isVisible, isEmpty } = finding;
  const observed_at = finding.observed_at ?? (await newestOfTarget(reading, scope));
  const isKnown = !isEmpty || (isVisible && (await isAnyKnown(reading, targets)));
  const note = isVisible ? `${judgementNote(reading, scope)} ${noteRanks(reading.coverage)}`.trim() : NOTHING_VISIBLE;
  const source = sourceNote(reading.coverage, observed_at, isVisible && !isKnown ? NEVER_SEEN : note);
  if (!isKnown) return { value: unknown, source: { ...source, coverage: 'none' } };
  const imports = isEmpty ? [] : await toldOf(reading, targets, scope.include_subdomains);
  return { value, source: { ...source, imports } };
}

/**
 * Whether a page of a target, or a link to it (lost ones included), was ever read: then an empty answer is a
 * real answer. Queried only if the answer is empty.
 */
async function isAnyKnown(reading: Reading, targets: readonly Target[]): Promise<boolean> {
  for (const target of targets) {
    if (await isLinked(reading, target)) return true;
    if ((await newestOfTarget(reading, { target, include_subdomains: true })) !== null) return true;
  }
  return false;
}

/** Those of some targets of which nothing was ever read. */
async function findUnread(reading: Reading, targets: readonly Target[]): Promise<readonly Target[]> {
  const areKnown = await Promise.all(targets.map((target) => isAnyKnown(reading, [target])));
  return targets.filter((_, at) => areKnown[at] === false);
}

function describeUnread(targets: readonly Target[]): string {
  const them = agree(targets.length, 'it', 'them');
  const names = targets.map(({ value }) => value).join(' and ');
  return `Your index has never read a page of ${names}, nor a link to ${them}: crawl ${them} and sites that may link to ${them}.`;
}

async function isLinked({ database, signal }: Reading, target: Target): Promise<boolean> {
  const found = await readColumn(
    database,
    z.int(),
    sql`SELECT 1 FROM links WHERE ${inTarget(target, true, sql`target_host`, sql`target_path`)} LIMIT 1 ${BRIEFLY}`,
    signal,
  );
  return found.length > 0;
}

function withNote<Value>({ value, source }: Sourced<Value>, note: string): Sourced<Value> {
  return { value, source: { ...source, note: `${source.note} ${note}`.trim() } };
}

interface ReadDomains {
  readonly any: boolean;
  /** Other domains than the target's. */
  readonly others: boolean;
}

/** Whose pages were ever read (or moved), and so could have shown a link. */
function readDomains({ coverage }: Reading, target: Target): ReadDomains {
  const [only, another] = coverage.read_domains;
  if (only === undefined) return { any: false, others: false };
  return { any: true, others: another !== undefined || textId(domainKeyOf(target)) !== BigInt(only) };
}

/** When a page of the target was last fetched: what an answer without links rests on. */
async function newestOfTarget(
  { database, signal }: Reading,
  { target, include_subdomains }: Pick<LinkScope, 'target' | 'include_subdomains'>,
): Promise<string | null> {
  const own = inTarget(target, include_subdomains, sql`host_key`, sql`path_key`);
  const [newest_ms] = await readColumn(
    database,
    z.int(),
    sql`SELECT toUnixTimestamp64Milli(max(fetched_at)) FROM fetches
      WHERE page IN (SELECT cityHash64(host_key, path_key) FROM pages WHERE ${own}) HAVING count() > 0`,
    signal,
  );
  return newest_ms === undefined ? null : new Date(newest_ms).toISOString();
}

/**
 * New and lost links appear at once; link strength, and everything about a hot target whose copy is of that time, are as of the last
 * rebuild of everything, and broken links as of that or of one of changes since.
 */
function judgementNote({ coverage }: Reading, scope: LinkScope): string {
  const { ranked_at, judged_at, newest_fetch } = coverage;
  if (ranked_at === undefined || judged_at === undefined) {
    return 'Links have not been ranked yet: ranks, broken links and redirects appear after the first rebuild of the index.';
  }
  if (newest_fetch === undefined || newest_fetch <= ranked_at) return '';
  const ofLinks = newest_fetch <= judged_at ? 'Ranks and redirects are' : 'Broken links, ranks and redirects are';
  const what = isAsRebuilt(hotPlaceOf(coverage, scope)) ? 'The answer is' : ofLinks;
  return `${what} as of ${ranked_at.toISOString()}; rebuild the index to include newer fetches.`;
}

const NOTHING_VISIBLE =
  'No page that could contain such a link has been read, so counts are unknown; crawl sites that may link to the target.';

const NEVER_SEEN =
  'Neither a page of the target nor a link to it was ever read, so counts are unknown; crawl the target and sites that may link to it.';

const NO_COMMON: PageIntersectionRecord = { total_count: null, pages: [] };

const UNKNOWN_SUMMARY: LinkFigures = {
  backlinks: null,
  referring_domains: null,
  referring_main_domains: null,
  referring_pages: null,
  referring_domains_nofollow: null,
  dofollow_backlinks: null,
  broken_backlinks: null,
  broken_pages: null,
  lost_backlinks: null,
  spam_score: null,
  spam_signs: null,
  first_seen: null,
  last_seen: null,
  link_types: [],
  link_attributes: [],
  tlds: [],
  semantic_locations: [],
  placements: null,
  platform_types: [],
  languages: [],
  top_anchors: [],
  top_pages: [],
};
