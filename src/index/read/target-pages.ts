import { z } from 'zod';

import type { TargetPageRecord, TargetPagesQuery, TargetPagesRecord } from '../../ports/links.ts';
import { READ, urlOfKeys } from '../database/names.ts';
import { sql, type Sql } from '../database/sql.ts';
import { nullIfEmpty } from './backlink.ts';
import { keysOfPage, NameId, rankOf } from './rows/columns.ts';
import {
  askGroups,
  atLeast,
  every,
  FIGURE_COLUMNS,
  Figures,
  figuresOf,
  figuresSql,
  figuresTuple,
  groupPageSql,
  groupsAnswer,
  type Newest,
  NO_GROUPS,
  totalsOf,
  timeOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './rows/held-figures.ts';
import { containsFolded, distinct } from './rows/held-order.ts';
import type { Reading } from './rows/coverage.ts';
import { NEVER_FETCHED, PageFact } from './rows/page-facts.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { toldMetrics } from './tool-facts.ts';
import { signShares } from './rows/spam-signs.ts';

const Answer = groupsAnswer(z.tuple([NameId, z.int(), z.int(), z.int(), Figures]));
type PagesAnswer = z.infer<typeof Answer>;

const PAGE_COLUMNS = [...FIGURE_COLUMNS, 'source_host', 'final_page', 'final_flags'] as const;

/** Links by the page of the target where they end. */
export async function targetPageGroups(
  reading: Reading,
  rows: LinkRows,
  query: TargetPagesQuery,
): Promise<Newest<TargetPagesRecord>> {
  const links = await rows.held(PAGE_COLUMNS);
  const answer = links === undefined ? await askedAnswer(rows, query) : await heldAnswer(rows, links, query);
  const { page } = answer;
  const ids = page.map(([id]) => id);
  const [names, facts, signs] = await Promise.all([
    rows.names([{ column: 'final_page', ids }]),
    factsOf(rows, ids),
    signShares(rows, links, { column: 'final_page', ids, status: query.status }),
  ]);
  const told = await toldMetrics(reading, { pages: ids.map((id) => keysOfPage(names('final_page', id))), domains: [] });
  return {
    ...totalsOf(answer),
    pages: page.map(([id, flags, referring_domains, referring_main_domains, figures]): TargetPageRecord => {
      const key = keysOfPage(names('final_page', id));
      return {
        ...figuresOf(figures, signs(id)),
        url: urlOfKeys(key.host_key, key.path_key, flags),
        tool_metrics: told.page(key),
        referring_domains,
        referring_main_domains,
        ...factFields(facts.get(id)),
      };
    }),
  };
}

async function askedAnswer(rows: LinkRows, query: TargetPagesQuery): Promise<PagesAnswer> {
  return (await askGroups(rows, query, Answer, (asked) => answerSql(rows, asked))) ?? NO_GROUPS;
}

type PageLinks = Parameters<typeof heldPages>[0];

async function heldAnswer(rows: LinkRows, links: PageLinks, query: TargetPagesQuery): Promise<PagesAnswer> {
  return heldPages(links, query, needsFacts(query) ? await factsOf(rows, undefined) : new Map());
}

async function factsOf(rows: LinkRows, ids: readonly NameId[] | undefined): Promise<ReadonlyMap<NameId, PageFact>> {
  const facts =
    ids === undefined ? await rows.ask(PageFact, sql`SELECT * FROM ${rows.pageFacts()}`) : await rows.factsOf(ids);
  return new Map(facts.map((fact) => [fact.id, fact]));
}

type FactField =
  | 'title'
  | 'status_code'
  | 'redirect_target'
  | 'page_rank'
  | 'first_visited'
  | 'words_count'
  | 'internal_links'
  | 'external_links';

function factFields(fact: PageFact = NEVER_FETCHED): Pick<TargetPageRecord, FactField> {
  const isRead = fact.readable !== 0;
  return {
    title: isRead ? fact.title : null,
    status_code: fact.status === 0 ? null : fact.status,
    redirect_target: nullIfEmpty(fact.redirect_url),
    page_rank: rankOf(fact.page_above),
    first_visited: fact.first_visited === 0 ? null : timeOf(fact.first_visited),
    words_count: fact.readable === READ ? fact.word_count : null,
    internal_links: isRead ? fact.internal_links : null,
    external_links: isRead ? fact.external_links : null,
  };
}

/** What is known of the pages themselves is read for all of them only where it decides which ones are answered. */
function answerSql(rows: LinkRows, query: TargetPagesQuery): Sql {
  const asked = withStatus(query.status);
  const passes = every([
    query.page_filter === undefined
      ? undefined
      : sql`positionCaseInsensitiveUTF8(${WRITTEN_URL}, ${query.page_filter}) > 0`,
    query.title_filter === undefined
      ? undefined
      : sql`facts.readable != 0 AND positionCaseInsensitiveUTF8(ifNull(facts.title, ''), ${query.title_filter}) > 0`,
    query.status_code === undefined ? undefined : sql`facts.status = ${query.status_code}`,
    atLeast(sql`backlinks`, query.backlinks_min),
    atLeast(sql`referring_domains`, query.referring_domains_min),
  ]);
  const page = groupPageSql({
    passes: sql`ifNull(${passes}, 0)`,
    by: [SORTS[query.sort_by], sql`backlinks`],
    id: [sql`groups.final_page`],
    columns: [sql`groups.final_page`, sql`flags`, sql`referring_domains`, sql`main_domains`, figuresTuple()],
    limit: query.limit,
    offset: query.offset,
  });
  const facts = needsFacts(query) ? sql`LEFT JOIN ${rows.pageFacts()} AS facts ON facts.id = groups.final_page` : sql``;
  const named =
    query.page_filter === undefined
      ? sql``
      : sql`LEFT JOIN ${rows.pageNames()} AS named ON named.id = groups.final_page`;
  return sql`SELECT countIf(${passes}) AS total, sum(backlinks) AS whole, max(last_s) AS newest, ${page} AS page
    FROM (SELECT final_page, argMaxIf(final_flags, last_seen * 256 + final_flags, ${asked}) AS flags, ${figuresSql(rows, query.status)},
        ${rows.distinct('source_host', asked)} AS referring_domains, ${rows.distinct('source_domain', asked)} AS main_domains
      FROM ${rows.from(PAGE_COLUMNS)}
      GROUP BY final_page HAVING backlinks > 0) AS groups ${facts} ${named}`;
}

function needsFacts({ sort_by, title_filter, status_code }: TargetPagesQuery): boolean {
  return FACT_SORTS.has(sort_by) || title_filter !== undefined || status_code !== undefined;
}

/** As `urlOfKeys` writes it. */
const WRITTEN_URL = sql`ifNull(concat(if(bitTest(flags, 0), 'https', 'http'), '://', named.host, substringIndex(named.path, '?', 1),
  if(bitTest(flags, 1), '/', ''), substring(named.path, 1 + length(substringIndex(named.path, '?', 1)))), '')`;

const FACT_SORTS: ReadonlySet<TargetPagesQuery['sort_by']> = new Set([
  'rank',
  'first_visited',
  'words_count',
  'external_links',
]);

const SORTS: Readonly<Record<TargetPagesQuery['sort_by'], Sql>> = {
  backlinks: sql`backlinks`,
  referring_domains: sql`referring_domains`,
  rank: sql`facts.page_above`,
  spam_score: sql`spam_mean`,
  broken_backlinks: sql`broken_backlinks`,
  first_visited: sql`if(facts.first_visited = 0, nan, facts.first_visited)`,
  words_count: sql`if(facts.readable = ${READ}, facts.word_count, nan)`,
  external_links: sql`if(facts.readable != 0, facts.external_links, nan)`,
};

type PageLink = Pick<HeldLink, (typeof PAGE_COLUMNS)[number]>;

interface PageGroup extends HeldGroup<PageLink> {
  readonly hosts: number;
  readonly flags: number;
  readonly fact: PageFact | undefined;
}

/** Links by the page where they end, as the engine would count them; `facts` are those of all these pages, where they decide. */
function heldPages(
  links: readonly PageLink[],
  query: TargetPagesQuery,
  facts: ReadonlyMap<string | number, PageFact>,
): PagesAnswer {
  const groups = groupsOf(links, query.status, ({ final_page }) => final_page).map((group) => ({
    ...group,
    hosts: distinct(group.asked, ({ source_host }) => source_host),
    flags: flagsOf(group.asked),
    fact: facts.get(group.id),
  }));
  const passing = groups.filter((group) => isAsked(group, query));
  const page = pageOfGroups(passing, { by: HELD_SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map(({ id, asked, hosts, flags, figures }) => [
      id,
      flags,
      hosts,
      distinct(asked, ({ source_domain }) => source_domain),
      figures,
    ]),
  };
}

/** How the newest link spells the address. */
function flagsOf(links: readonly PageLink[]): number {
  let newest = -1;
  for (const { last_seen, final_flags } of links) newest = Math.max(newest, last_seen * 256 + final_flags);
  return newest % 256;
}

function isAsked({ id, asked, hosts, flags, fact }: PageGroup, query: TargetPagesQuery): boolean {
  const { status, readable, title } = fact ?? UNKNOWN;
  const { backlinks_min = 0, referring_domains_min = 0, page_filter, title_filter, status_code } = query;
  return (
    asked.length >= backlinks_min &&
    hosts >= referring_domains_min &&
    (status_code === undefined || status === status_code) &&
    (title_filter === undefined || (readable !== 0 && containsFolded(title, title_filter))) &&
    (page_filter === undefined || containsFolded(writtenUrl(id, flags), page_filter))
  );
}

const UNKNOWN = { status: 0, readable: 0, title: '' };

function writtenUrl(id: string, flags: number): string {
  const { host_key, path_key } = keysOfPage(id);
  return urlOfKeys(host_key, path_key, flags);
}

const HELD_SORTS: Readonly<Record<TargetPagesQuery['sort_by'], (group: PageGroup) => number | null>> = {
  backlinks: ({ asked }) => asked.length,
  referring_domains: ({ hosts }) => hosts,
  rank: ({ fact }) => fact?.page_above ?? null,
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
  first_visited: ({ fact }) => (fact === undefined || fact.first_visited === 0 ? null : fact.first_visited),
  words_count: ({ fact }) => (fact?.readable === READ ? fact.word_count : null),
  external_links: ({ fact }) => (fact === undefined || fact.readable === 0 ? null : fact.external_links),
};
