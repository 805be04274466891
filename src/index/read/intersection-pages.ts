import { z } from 'zod';

import type { PageIntersectionQuery } from '../../ports/links.ts';
import { SPAM_UNKNOWN } from '../names.ts';
import { joined, type Sql, sql } from '../sql.ts';
import { every } from './groups.ts';
import { type LinkColumn, type LinkRows, type NameId, rankAbove, type Reading } from './rows.ts';
import { domainKeyOf, withStatus } from './scope.ts';

/** Pages that stand level at the end of an answer are told apart by name, as far as they can be named. */
const LEVEL_MAX = 20_000;

export interface IntersectionRows {
  /** In the order of `targets`. */
  readonly targets: readonly LinkRows[];
  readonly excluded: readonly LinkRows[];
}

/** A page and what is common to its links to the targets. */
const Page = z.object({
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

const Best = z.object({ id: z.string(), total: z.int() });

/** The best pages, and those that stand level with the last of them; `total` is how many there are in all. */
export async function linkingPages(
  reading: Reading,
  rows: IntersectionRows,
  query: PageIntersectionQuery,
): Promise<{ readonly pages: LinkingPage[]; readonly total: number }> {
  const { database, signal } = reading;
  const own = query.exclude_targets.map(domainKeyOf);
  const own_ids = await Promise.all(rows.targets.map((target) => idsOfDomains(target, own)));
  const asked: Asked = { rows, own_ids, query };
  const best = await database.rows(Best, bestSql(asked), signal);
  if (best.length === 0) return { pages: [], total: 0 };
  const ids = best.map(({ id }) => BigInt(id));
  const found = await database.rows(Page, pagesSql(asked, ids), signal);
  return { pages: await namedPages(rows.targets, found), total: best[0]?.total ?? 0 };
}

interface Asked {
  readonly rows: IntersectionRows;
  /** For each target what its rows call the domains whose pages are left out. */
  readonly own_ids: readonly (readonly NameId[])[];
  readonly query: PageIntersectionQuery;
}

async function idsOfDomains(rows: LinkRows, keys: readonly string[]): Promise<readonly NameId[]> {
  return (await Promise.all(keys.map((key) => rows.idsOf('source_domain', key)))).flat();
}

/** Nobody asks their own pages for a link. */
function outside(ids: readonly NameId[]): Sql | undefined {
  return ids.length === 0 ? undefined : sql`source_domain NOT IN ${ids}`;
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
    const from = target.from([...columns, 'source_page_id', 'source_domain', 'lost_at']);
    return sql`SELECT source_page_id AS page, ${at} AS target, ${selected(target, at)} FROM ${from} WHERE ${wanted}`;
  });
  return joined(branches, ' UNION ALL ');
}

/** Of very many pages no more is worked out than what decides which are the best. */
function bestSql(asked: Asked): Sql {
  const { rows, query } = asked;
  const { column, value, best } = SORTS[query.sort_by];
  const links = linksSql(asked, [column, 'spam', 'source_page'], (target, at) => {
    const name = isNamed(target) ? sql`source_page` : sql`''`;
    return sql`toUInt8(${2 ** at}) AS bit, ${value} AS value, spam${isAllNamed(rows) ? sql`, ${name} AS name` : sql``}`;
  });
  const out = rows.excluded.map(
    (excluded) =>
      sql`page NOT IN (SELECT source_page_id FROM ${excluded.from(['source_page_id', 'lost_at'])} WHERE lost_at = 0)`,
  );
  const passes = every([
    query.mode === 'all' ? sql`targets = ${rows.targets.length}` : undefined,
    query.spam_score_max === undefined ? undefined : sql`(spam = ${SPAM_UNKNOWN} OR spam <= ${query.spam_score_max})`,
  ]);
  const name = isAllNamed(rows) ? sql`any(name)` : sql`''`;
  const order = isAllNamed(rows) ? sql`, name LIMIT ${query.limit}` : sql` LIMIT ${query.limit} WITH TIES`;
  return sql`SELECT * FROM (SELECT toString(page) AS id, count() OVER () AS total
    FROM (SELECT page, bitCount(groupBitOr(bit)) AS targets, ${best} AS value, min(spam) AS spam, ${name} AS name
      FROM (${links}) WHERE ${every(out)} GROUP BY page)
    WHERE ${passes} ORDER BY value DESC, targets DESC${order}) LIMIT ${Math.max(LEVEL_MAX, query.limit)}`;
}

function isNamed(rows: LinkRows): boolean {
  return !rows.is_hot;
}

function isAllNamed({ targets }: IntersectionRows): boolean {
  return targets.every(isNamed);
}

function pagesSql(asked: Asked, ids: readonly bigint[]): Sql {
  const columns: readonly LinkColumn[] = [
    'source_page',
    'source_flags',
    'link_rank',
    'page_rank',
    'domain_rank',
    'spam',
    'first_seen',
    'last_seen',
  ];
  const links = linksSql(
    asked,
    columns,
    (
      target,
    ) => sql`${isNamed(target) ? sql`source_page` : sql`''`} AS name, ${isNamed(target) ? sql`0` : sql`source_page`} AS number,
      source_flags, ${rankAbove('link_rank')} AS link_above, ${rankAbove('page_rank')} AS page_above,
      ${rankAbove('domain_rank')} AS domain_above, spam, first_seen, last_seen`,
    sql`source_page_id IN ${ids}`,
  );
  return sql`SELECT toString(page) AS id, name, number, place, flags, targets, ${SORTS[asked.query.sort_by].figure} AS value, rank_above,
      page_above, domain_above, spam, first_s, last_s
    FROM (SELECT page, max(name) AS name, argMin(number, target) AS number, min(target) AS place,
        argMax(source_flags, last_seen * 256 + source_flags) AS flags, uniqExact(target) AS targets, max(link_above) AS rank_above,
        max(page_above) AS page_above, max(domain_above) AS domain_above, min(spam) AS spam, min(first_seen) AS first_s, max(last_seen) AS last_s
      FROM (${links}) GROUP BY page)`;
}

interface Sorting {
  readonly column: LinkColumn;
  /** Of a link. */
  readonly value: Sql;
  /** Of the values of a page's links. */
  readonly best: Sql;
  /** The same among the figures of a page. */
  readonly figure: Sql;
}

const SORTS: Readonly<Record<PageIntersectionQuery['sort_by'], Sorting>> = {
  rank: { column: 'link_rank', value: rankAbove('link_rank'), best: sql`max(value)`, figure: sql`rank_above` },
  domain_rank: {
    column: 'domain_rank',
    value: rankAbove('domain_rank'),
    best: sql`max(value)`,
    figure: sql`domain_above`,
  },
  page_rank: { column: 'page_rank', value: rankAbove('page_rank'), best: sql`max(value)`, figure: sql`page_above` },
  first_seen: { column: 'first_seen', value: sql`first_seen`, best: sql`min(value)`, figure: sql`first_s` },
  last_seen: { column: 'last_seen', value: sql`last_seen`, best: sql`max(value)`, figure: sql`last_s` },
};

async function namedPages(targets: readonly LinkRows[], found: readonly LinkingPage[]): Promise<LinkingPage[]> {
  const byPlace = Map.groupBy(
    found.filter(({ name }) => name === ''),
    ({ place }) => place,
  );
  const named = await Promise.all(
    [...byPlace].map(async ([place, pages]) => {
      const names = await targets[place]?.names([{ column: 'source_page', ids: pages.map(({ number }) => number) }]);
      return pages.map((page) => ({ ...page, name: names?.('source_page', page.number) ?? '' }));
    }),
  );
  return [...found.filter(({ name }) => name !== ''), ...named.flat()];
}
