import { z } from 'zod';

import type { TargetPageRecord, TargetPagesQuery, TargetPagesRecord } from '../../ports/links.ts';
import { READ, urlOfKeys, urlSql } from '../database/names.ts';
import { sql, type Sql } from '../database/sql.ts';
import { nullIfEmpty } from './backlink.ts';
import { isNamedIn, keysOfPage, NameId, rankOf } from './rows/columns.ts';
import {
  askGroups,
  every,
  FIGURE_COLUMNS,
  FIGURES,
  figuresOf,
  groupsAnswer,
  groupSql,
  type Newest,
  reaches,
  reachesSql,
  timeOrNull,
  totalsOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { answerOf, groupsOf, newestFlags } from './rows/held-figures.ts';
import { containsFolded, distinct } from './rows/held-order.ts';
import type { Reading } from './rows/coverage.ts';
import { NEVER_FETCHED, PageFact } from './rows/page-facts.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { toldMetrics } from './tool-facts.ts';
import { signShares } from './rows/spam-signs.ts';

const GROUP = {
  id: NameId,
  ...FIGURES,
  flags: z.int(),
  referring_domains: z.int(),
  referring_main_domains: z.int(),
};
const Answer = groupsAnswer(GROUP);
type PagesAnswer = z.infer<typeof Answer>;

const PAGE_COLUMNS = [...FIGURE_COLUMNS, 'source_host', 'final_page', 'final_flags'] as const;

/** Links by the page of the target where they end. */
export async function targetPageGroups(
  reading: Reading,
  rows: LinkRows,
  query: TargetPagesQuery,
): Promise<Newest<TargetPagesRecord>> {
  const links = await rows.held(PAGE_COLUMNS);
  const answer = links === undefined ? await askedPages(rows, query) : await heldPages(rows, links, query);
  const ids = answer.page.map(({ id }) => id);
  const [names, facts, signs] = await Promise.all([
    rows.names([{ column: 'final_page', ids }]),
    rows.factsOf(ids),
    signShares(rows, links, { column: 'final_page', ids, status: query.status }),
  ]);
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const told = await toldMetrics(reading, { pages: ids.map((id) => keysOfPage(names('final_page', id))), domains: [] });
  return {
    ...totalsOf(answer),
    pages: answer.page.map((group): TargetPageRecord => {
      const key = keysOfPage(names('final_page', group.id));
      return {
        ...figuresOf(group, signs(group.id)),
        url: urlOfKeys(key.host_key, key.path_key, group.flags),
        tool_metrics: told.page(key),
        referring_domains: group.referring_domains,
        referring_main_domains: group.referring_main_domains,
        ...factFields(factOf.get(group.id)),
      };
    }),
  };
}

function factFields(fact: PageFact = NEVER_FETCHED) {
  const isRead = fact.readable !== 0;
  return {
    title: isRead ? fact.title : null,
    status_code: fact.status === 0 ? null : fact.status,
    redirect_target: nullIfEmpty(fact.redirect_url),
    page_rank: rankOf(fact.page_above),
    first_visited: timeOrNull(fact.first_visited),
    words_count: fact.readable === READ ? fact.word_count : null,
    internal_links: isRead ? fact.internal_links : null,
    external_links: isRead ? fact.external_links : null,
  } satisfies Partial<TargetPageRecord>;
}

const LEAST = ['backlinks', 'referring_domains'] as const;

/** What is known of the pages themselves is read for all of them only where it decides which ones are answered. */
function askedPages(rows: LinkRows, query: TargetPagesQuery): Promise<PagesAnswer> {
  const asked = withStatus(query.status);
  const { page_filter, title_filter, status_code, sort_by } = query;
  const contains = (text: Sql, part: string): Sql => sql`positionCaseInsensitiveUTF8(${text}, ${part}) > 0`;
  const passes = every([
    page_filter === undefined ? undefined : contains(WRITTEN_URL, page_filter),
    title_filter === undefined ? undefined : sql`facts.readable != 0 AND ${contains(sql`facts.title`, title_filter)}`,
    status_code === undefined ? undefined : sql`facts.status = ${status_code}`,
    reachesSql(query, LEAST),
  ]);
  const facts = needsFacts(query) ? sql`LEFT JOIN ${rows.pageFacts()} AS facts ON facts.id = groups.id` : sql``;
  const named =
    page_filter === undefined ? sql`` : sql` LEFT JOIN ${rows.pageNames()} AS named ON named.id = groups.id`;
  return askGroups(rows, query, {
    column: 'final_page',
    columns: PAGE_COLUMNS,
    own: sql`argMaxIf(final_flags, last_seen * 256 + final_flags, ${asked}) AS flags,
      ${rows.distinct('source_host', asked)} AS referring_domains, ${rows.distinct('source_domain', asked)} AS referring_main_domains`,
    answer: Answer,
    page: {
      passes: sql`ifNull(${passes}, 0)`,
      by: [isNamedIn(FACT_SORTS, sort_by) ? FACT_SORTS[sort_by].sql : groupSql(SORTS[sort_by]), groupSql('backlinks')],
      columns: Object.keys(GROUP),
    },
    joins: sql`${facts}${named}`,
  });
}

function needsFacts({ sort_by, title_filter, status_code }: TargetPagesQuery): boolean {
  return isNamedIn(FACT_SORTS, sort_by) || title_filter !== undefined || status_code !== undefined;
}

const WRITTEN_URL = sql`ifNull(${urlSql(sql`named.host`, sql`named.path`, sql`flags`)}, '')`;

/** The same names stand for columns of the engine and for figures of groups that are counted here. */
const SORTS = {
  backlinks: 'backlinks',
  referring_domains: 'referring_domains',
  spam_score: 'spam_score',
  broken_backlinks: 'broken_backlinks',
} as const satisfies Partial<Record<TargetPagesQuery['sort_by'], keyof typeof GROUP>>;

type FactSort = Exclude<TargetPagesQuery['sort_by'], keyof typeof SORTS>;

/** Orders by what is known of the pages themselves. */
const FACT_SORTS: Readonly<Record<FactSort, { readonly sql: Sql; readonly of: (fact: PageFact) => number | null }>> = {
  rank: { sql: sql`facts.page_above`, of: ({ page_above }) => page_above },
  first_visited: {
    sql: sql`if(facts.first_visited = 0, nan, facts.first_visited)`,
    of: ({ first_visited }) => (first_visited === 0 ? null : first_visited),
  },
  words_count: {
    sql: sql`if(facts.readable = ${READ}, facts.word_count, nan)`,
    of: ({ readable, word_count }) => (readable === READ ? word_count : null),
  },
  external_links: {
    sql: sql`if(facts.readable != 0, facts.external_links, nan)`,
    of: ({ readable, external_links }) => (readable === 0 ? null : external_links),
  },
};

type PageLink = Pick<HeldLink, (typeof PAGE_COLUMNS)[number]>;

/** Links by the page where they end, as the engine would count them. */
async function heldPages(rows: LinkRows, links: readonly PageLink[], query: TargetPagesQuery): Promise<PagesAnswer> {
  const facts = needsFacts(query) ? await rows.ask(PageFact, sql`SELECT * FROM ${rows.pageFacts()}`) : [];
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const groups = groupsOf(links, query.status, ({ final_page }) => final_page).map((group) => ({
    ...group,
    referring_domains: distinct(group.asked, ({ source_host }) => source_host),
    flags: newestFlags(group.asked, ({ final_flags }) => final_flags),
    fact: factOf.get(group.id) ?? NEVER_FETCHED,
  }));
  const { sort_by } = query;
  const answer = answerOf(groups, {
    passes: (group) => reaches(group, query, LEAST) && isAsked(group, query),
    by: (group) => (isNamedIn(FACT_SORTS, sort_by) ? FACT_SORTS[sort_by].of(group.fact) : group[SORTS[sort_by]]),
    limit: query.limit,
    offset: query.offset,
  });
  return {
    ...answer,
    page: answer.page.map((group) => ({
      ...group,
      referring_main_domains: distinct(group.asked, ({ source_domain }) => source_domain),
    })),
  };
}

interface PageGroup {
  readonly id: string;
  readonly flags: number;
  readonly fact: PageFact;
}

function isAsked({ id, flags, fact }: PageGroup, query: TargetPagesQuery): boolean {
  const { page_filter, title_filter, status_code } = query;
  return (
    (status_code === undefined || fact.status === status_code) &&
    (title_filter === undefined || (fact.readable !== 0 && containsFolded(fact.title, title_filter))) &&
    (page_filter === undefined || containsFolded(writtenUrl(id, flags), page_filter))
  );
}

function writtenUrl(id: string, flags: number): string {
  const { host_key, path_key } = keysOfPage(id);
  return urlOfKeys(host_key, path_key, flags);
}
