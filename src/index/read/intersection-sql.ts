import { z } from 'zod';

import type { PageIntersectionQuery } from '../../ports/links.ts';
import { SPAM_UNKNOWN } from '../database/names.ts';
import { joined, sql, Sql } from '../database/sql.ts';
import { type LinkColumn, type NameId, rankAbove } from './rows/columns.ts';
import { every } from './rows/groups.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';

export interface IntersectionRows {
  /** In the order of `targets`. */
  readonly targets: readonly LinkRows[];
  readonly excluded: readonly LinkRows[];
}

/** A question for pages that link to several targets. */
export interface Asked {
  readonly rows: IntersectionRows;
  /** For each target what its rows call the domains whose pages are left out. */
  readonly own_ids: readonly (readonly NameId[])[];
  readonly query: PageIntersectionQuery;
}

/** A page and what is common to its links to the targets. */
export const Page = z.object({
  id: z.string(),
  /** Empty where every link to the page's targets stands in a copy with numbers: then `number` is its own for the target `place`. */
  name: z.string(),
  number: z.int(),
  place: z.int(),
  flags: z.int(),
  targets: z.int(),
  value: z.int(),
  rank_above: z.int(),
  page_above: z.int(),
  domain_above: z.int(),
  spam: z.int(),
  first_s: z.int(),
  last_s: z.int(),
});
export type LinkingPage = z.infer<typeof Page>;

interface Sorting {
  readonly column: LinkColumn;
  /** Of a link; a page has the value of one of its links. */
  readonly value: Sql;
  /** Of the values of a page's links. */
  readonly best: Sql;
  /** The same among the figures of a page. */
  readonly figure: PageFigure;
}

export type PageFigure = 'rank_above' | 'page_above' | 'domain_above' | 'first_s' | 'last_s';

const LARGEST = sql`max(value)`;

export const SORTS: Readonly<Record<PageIntersectionQuery['sort_by'], Sorting>> = {
  rank: { column: 'link_rank', value: rankAbove('link_rank'), best: LARGEST, figure: 'rank_above' },
  domain_rank: { column: 'domain_rank', value: rankAbove('domain_rank'), best: LARGEST, figure: 'domain_above' },
  page_rank: { column: 'page_rank', value: rankAbove('page_rank'), best: LARGEST, figure: 'page_above' },
  first_seen: { column: 'first_seen', value: sql`first_seen`, best: sql`min(value)`, figure: 'first_s' },
  last_seen: { column: 'last_seen', value: sql`last_seen`, best: LARGEST, figure: 'last_s' },
};

/** How many pages there are. */
export function totalSql(asked: Asked): Sql {
  return sql`SELECT count() AS total FROM (${groupedSql(asked, NOTHING_MORE)}) WHERE ${isAnswered(asked)}`;
}

/** Ids of the first pages of each place, of all pages. */
export function bestSql(asked: Asked): Sql {
  const { query } = asked;
  const { column, value, best } = SORTS[query.sort_by];
  const groups = groupedSql(asked, {
    columns: ['source_page', column],
    ofLink: (target, at) =>
      sql`, toUInt32(${value}) AS value, bitShiftLeft(toUInt64(${at}), 32) + ${numberIn(target)} AS first, ${nameIn(target)} AS name`,
    ofExcluded: sql`, toUInt32(0) AS value, toUInt64(0) AS first, '' AS name`,
    ofPage: sql`, page, ${best} AS value, min(first) AS first, max(name) AS name`,
  });
  return sql`SELECT toString(page) AS id FROM (${groups}) WHERE ${isAnswered(asked)}
    ORDER BY value DESC, targets DESC, bitAnd(first, 4294967295), name LIMIT ${query.limit} BY bitShiftRight(first, 32)`;
}

interface Grouped {
  readonly columns: readonly LinkColumn[];
  readonly ofLink: (rows: LinkRows, at: number) => Sql;
  readonly ofExcluded: Sql;
  readonly ofPage: Sql;
}

const NOTHING_MORE: Grouped = { columns: [], ofLink: () => sql``, ofExcluded: sql``, ofPage: sql`` };

/** One bit for each target that a page links to, and the next one for what is excluded: of millions of pages little is kept. */
function groupedSql(asked: Asked, { columns, ofLink, ofExcluded, ofPage }: Grouped): Sql {
  const links = linksSql(
    asked,
    ['spam', ...columns],
    (target, at) => sql`source_page_id AS page, toUInt32(${2 ** at}) AS bit, spam${ofLink(target, at)}`,
  );
  const excluded = excludedSql(
    asked,
    sql`source_page_id AS page, toUInt32(${excludedBit(asked)}) AS bit, toUInt8(${SPAM_UNKNOWN}) AS spam${ofExcluded}`,
  );
  return sql`SELECT groupBitOr(bit) AS bits, bitCount(bits) AS targets, min(spam) AS spam${ofPage}
    FROM (${joined([links, ...excluded], ' UNION ALL ')}) GROUP BY page`;
}

function excludedBit({ rows }: Asked): number {
  return 2 ** rows.targets.length;
}

function isAnswered(asked: Asked): Sql {
  return sql`bits < ${excludedBit(asked)} AND ${passes(asked)}`;
}

function passes({ rows, query }: Asked): Sql {
  const { mode, spam_score_max } = query;
  return every([
    mode === 'all' ? sql`targets = ${rows.targets.length}` : undefined,
    spam_score_max === undefined ? undefined : sql`(spam = ${SPAM_UNKNOWN} OR spam <= ${spam_score_max})`,
  ]);
}

/** The value of the link in this place, the best one first; none where there are fewer links. */
export function valueSql(asked: Asked, place: number): Sql {
  const { column, value } = SORTS[asked.query.sort_by];
  const links = linksSql(asked, [column], () => sql`${value} AS value`);
  return sql`SELECT value FROM (${links}) ORDER BY value DESC LIMIT 1 OFFSET ${place - 1}`;
}

/** Ids of pages with a link of this value, or a better one. */
export function pagesAboveSql(asked: Asked, value_min: number, limit: number): Sql {
  const { column, value } = SORTS[asked.query.sort_by];
  const links = linksSql(asked, [column], () => sql`source_page_id AS page`, sql`${value} >= ${value_min}`);
  return sql`SELECT DISTINCT toString(page) AS id FROM (${links}) LIMIT ${limit}`;
}

const PAGE_COLUMNS = [
  'source_page',
  'source_flags',
  'link_rank',
  'page_rank',
  'domain_rank',
  'spam',
  'first_seen',
  'last_seen',
] as const satisfies readonly LinkColumn[];

/** The pages with these ids that are answered, the first of each place. */
export function pagesSql(asked: Asked, ids: readonly bigint[]): Sql {
  const { query } = asked;
  const is_asked = sql`source_page_id IN ${ids}`;
  const links = linksSql(
    asked,
    PAGE_COLUMNS,
    (
      target,
      at,
    ) => sql`source_page_id AS page, ${at} AS target, ${nameIn(target)} AS name, ${numberIn(target)} AS number, source_flags,
      ${rankAbove('link_rank')} AS link_above, ${rankAbove('page_rank')} AS page_above, ${rankAbove('domain_rank')} AS domain_above,
      spam, first_seen, last_seen`,
    is_asked,
  );
  const out = excludedSql(asked, sql`source_page_id`, is_asked).map((excluded) => sql`page NOT IN (${excluded})`);
  // Numbers stand in the order of their names, so that a place needs no more pages than are asked for.
  return sql`SELECT toString(page) AS id, name, number, place, flags, targets, ${new Sql(SORTS[query.sort_by].figure)} AS value, rank_above,
      page_above, domain_above, spam, first_s, last_s
    FROM (SELECT page, max(name) AS name, argMin(number, target) AS number, min(target) AS place,
        argMax(source_flags, last_seen * 256 + source_flags) AS flags, uniqExact(target) AS targets, max(link_above) AS rank_above,
        max(page_above) AS page_above, max(domain_above) AS domain_above, min(spam) AS spam, min(first_seen) AS first_s, max(last_seen) AS last_s
      FROM (${links}) GROUP BY page)
    WHERE ${every([passes(asked), ...out])} ORDER BY value DESC, targets DESC, number, name LIMIT ${query.limit} BY place`;
}

/** The links of all targets. Rows of names and of numbers stand side by side, so pages are told apart by their id in the whole index. */
function linksSql(
  { rows, own_ids, query }: Asked,
  columns: readonly LinkColumn[],
  selected: (rows: LinkRows, at: number) => Sql,
  condition?: Sql,
): Sql {
  const branches = rows.targets.map((target, at) => {
    const wanted = every([withStatus(query.status), outside(own_ids[at] ?? []), condition]);
    const from = target.from([...new Set<LinkColumn>([...columns, 'source_page_id', 'source_domain', 'lost_at'])]);
    return sql`SELECT ${selected(target, at)} FROM ${from} WHERE ${wanted}`;
  });
  return joined(branches, ' UNION ALL ');
}

/** Nobody asks their own site for a link. */
function outside(ids: readonly NameId[]): Sql | undefined {
  return ids.length === 0 ? undefined : sql`source_domain NOT IN ${ids}`;
}

/** Links to what is excluded, a branch each. */
function excludedSql({ rows }: Asked, selected: Sql, condition?: Sql): readonly Sql[] {
  return rows.excluded.map(
    (excluded) =>
      sql`SELECT ${selected} FROM ${excluded.from(['source_page_id', 'lost_at'])} WHERE ${every([sql`lost_at = 0`, condition])}`,
  );
}

function nameIn(rows: LinkRows): Sql {
  return rows.is_hot ? sql`''` : sql`source_page`;
}

function numberIn(rows: LinkRows): Sql {
  return rows.is_hot ? sql`source_page` : sql`0`;
}
