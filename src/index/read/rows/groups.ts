import { z } from 'zod';

import type { LinkGroupFigures, LinkPlacement, LinkStatus, SpamShare } from '../../../ports/links.ts';
import { LINK_PLACEMENTS } from '../../database/names.ts';
import { onlyRow } from '../../database/database.ts';
import { joined, Sql, sql } from '../../database/sql.ts';
import { tupleOf } from '../../database/tuples.ts';
import { columnSql, IS_BROKEN, type LinkColumn, type NameColumn, rankAbove, rankOf } from './columns.ts';
import type { LinkRows } from './rows.ts';
import { knownSigns } from './spam-signs.ts';
import { withStatus } from './scope.ts';

/** A page further behind than this is not worth the memory that its order takes. */
const PLACES_MAX = 1_000_000;

/** What the figures of a group are read from. */
export const FIGURE_COLUMNS = [
  'source_page',
  'dofollow',
  'target_status',
  'lost_at',
  'spam',
  'link_rank',
  'first_seen',
  'last_seen',
  'placement',
  'source_domain',
  'spam_signs',
] as const satisfies readonly LinkColumn[];

/** What every group is told with, over the links of the status, by the names of the columns; `backlinks` is how many those are. */
export const FIGURES = {
  backlinks: z.int(),
  dofollow_backlinks: z.int(),
  referring_pages: z.int(),
  broken_backlinks: z.int().nullable(),
  lost_backlinks: z.int(),
  spam_score: z.number().nullable(),
  rank_above: z.int(),
  first_s: z.int(),
  last_s: z.int(),
  lost_s: z.int(),
  boilerplate_backlinks: z.int(),
  hidden_backlinks: z.int(),
};
export type Figures = z.infer<z.ZodObject<typeof FIGURES>>;

function figuresSql(rows: LinkRows, status: LinkStatus): Sql {
  const asked = withStatus(status);
  return sql`countIf(${asked}) AS backlinks, countIf(${asked} AND dofollow) AS dofollow_backlinks,
    ${rows.distinct('source_page', asked)} AS referring_pages,
    if(countIf(${asked} AND target_status != 0) = 0, nan, countIf(${asked} AND ${IS_BROKEN})) AS broken_backlinks,
    countIf(lost_at != 0) AS lost_backlinks,
    ${oneDecimal(sql`avgIf(spam, ${asked} AND spam != 255)`)} AS spam_score, maxIf(${rankAbove('link_rank')}, ${asked}) AS rank_above,
    minIf(first_seen, ${asked}) AS first_s, maxIf(last_seen, ${asked}) AS last_s, max(lost_at) AS lost_s,
    countIf(${asked} AND ${isPlaced('boilerplate')}) AS boilerplate_backlinks, countIf(${asked} AND ${isPlaced('hidden')}) AS hidden_backlinks`;
}

function isPlaced(placement: LinkPlacement): Sql {
  return sql`placement = ${LINK_PLACEMENTS.indexOf(placement)}`;
}

/** Rounded as the answer is, so that what looks equal is ordered as equal. */
function oneDecimal(value: Sql): Sql {
  return sql`floor(${value} * 10 + 0.5) / 10`;
}

/** `signs` is what the score of the group is made of. */
export function figuresOf(figures: Figures, signs: readonly SpamShare[]): LinkGroupFigures {
  const { spam_score, lost_s } = figures;
  return {
    backlinks: figures.backlinks,
    dofollow_backlinks: figures.dofollow_backlinks,
    referring_pages: figures.referring_pages,
    broken_backlinks: figures.broken_backlinks,
    lost_backlinks: figures.lost_backlinks,
    spam_score,
    spam_signs: knownSigns(spam_score, signs),
    boilerplate_backlinks: figures.boilerplate_backlinks,
    hidden_backlinks: figures.hidden_backlinks,
    rank: rankOf(figures.rank_above),
    first_seen: timeOf(figures.first_s),
    last_seen: timeOf(figures.last_s),
    lost_date: timeOrNull(lost_s),
  };
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The same where 0 is never. */
export function timeOrNull(seconds: number): string | null {
  return seconds === 0 ? null : timeOf(seconds);
}

/** With the newest sighting of all links behind an answer; null when there is none. */
export type Newest<Answer> = Answer & { readonly newest: string | null };

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface GroupPage extends Page {
  /** Which groups may be answered, over their columns. */
  readonly passes: Sql;
  /** Numbers to order by, falling; what is not a number stands last. */
  readonly by: readonly Sql[];
  /** Ends the order: together different for each group, rising. */
  readonly id: readonly Sql[];
  /** What is returned for each group. */
  readonly columns: readonly string[];
}

/** Groups that are asked of very many links at once, however few of them a page shows. */
const FIRST_GROUPS = 100;

/** How a page is asked for: of very many links the first groups all at once, so that one answer holds for every page of them. */
export function askedPage(rows: Pick<LinkRows, 'is_hot'>, { limit, offset }: Page): Page {
  return rows.is_hot && limit > 0 && offset + limit <= FIRST_GROUPS
    ? { limit: FIRST_GROUPS, offset: 0 }
    : { limit, offset };
}

/** What of the groups that were asked for is shown. */
export function shownPage<Group>(groups: readonly Group[], asked: Page, { limit, offset }: Page): Group[] {
  return groups.slice(offset - asked.offset, offset - asked.offset + limit);
}

/** What one statement answers of a list of groups: how many pass, the links of all, their newest sighting, and a page of them. */
export function groupsAnswer<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ total: z.int(), whole: z.int(), newest: z.int(), page: z.array(tupleOf(shape)) });
}

interface GroupsAnswer {
  readonly total: number;
  readonly whole: number;
  readonly newest: number;
  readonly page: readonly unknown[];
}

interface Groups<Answer> {
  /** What the links of a group have in common: its `id`. */
  readonly column: NameColumn;
  /** What is read of links. */
  readonly columns: readonly LinkColumn[];
  /** What groups are told with beside their figures. */
  readonly own: Sql;
  readonly answer: z.ZodType<Answer>;
  readonly page: Pick<GroupPage, 'passes' | 'by' | 'columns'>;
  /** What the answer tells beside the page. */
  readonly more?: Sql;
  /** What is known of groups from elsewhere. */
  readonly joins?: Sql;
}

/** Asks for a page of the groups of links that have one with the status. */
export async function askGroups<Answer extends GroupsAnswer>(
  rows: LinkRows,
  query: Page & { readonly status: LinkStatus },
  { column, columns, own, answer, page, more = sql``, joins = sql`` }: Groups<Answer>,
): Promise<Answer> {
  const asked = askedPage(rows, query);
  const found = onlyRow(
    await rows.ask(
      answer,
      sql`SELECT countIf(${page.passes}) AS total, sum(groups.backlinks) AS whole, max(groups.last_s) AS newest,
          ${groupPageSql({ ...page, id: [ID], ...asked })} AS page${more}
        FROM (SELECT ${columnSql(column)} AS id, ${figuresSql(rows, query.status)}, ${own} FROM ${rows.from(columns)}
          GROUP BY id HAVING backlinks > 0) AS groups ${joins}`,
    ),
  );
  return { ...found, page: shownPage(found.page, asked, query) };
}

/** What every list of groups says beside its page. */
export function totalsOf({ total, whole, newest }: Omit<GroupsAnswer, 'page'>) {
  return { newest: timeOrNull(newest), total_count: total, backlinks: whole };
}

/** A page of groups in their order, each as the list of its columns, as one value of an aggregation over all groups. */
export function groupPageSql({ passes, by, id, columns, limit, offset }: GroupPage): Sql {
  const places = Math.min(PLACES_MAX, offset + limit);
  if (limit < 1 || offset >= places) return sql`emptyArrayUInt8()`;
  const order = by.map((value) => sql`-ifNotFinite(toFloat64(${value}), -1)`);
  const group = joined(columns.map(groupSql), ', ');
  return sql`arrayMap(found -> tupleElement(found, ${order.length + id.length + 1}), arraySlice(
    groupArraySortedIf(${places})(tuple(${joined([...order, ...id], ', ')}, tuple(${group})), ${passes}), ${offset + 1}, ${limit}))`;
}

/** A column of groups as SQL: their names are ours. */
export function groupSql(name: string): Sql {
  return new Sql(`groups.${name}`);
}

const ID = groupSql('id');

/** The least that figures of a group have to be, each by its name; undefined where nothing is asked of it. */
type Minima<Name extends string> = Readonly<Record<`${Name}_min`, number | undefined>>;

export function reachesSql<Name extends string>(query: Minima<Name>, names: readonly Name[]): Sql {
  return every(
    names.map((name) => {
      const least = query[`${name}_min`];
      return least === undefined ? undefined : sql`${groupSql(name)} >= ${least}`;
    }),
  );
}

/** The same of one group. */
export function reaches<Name extends string>(
  group: Readonly<Record<Name, number>>,
  query: Minima<Name>,
  names: readonly Name[],
): boolean {
  return names.every((name) => group[name] >= (query[`${name}_min`] ?? -Infinity));
}

/** Conditions that all have to hold. */
export function every(conditions: readonly (Sql | undefined)[]): Sql {
  const known = conditions.filter((condition) => condition !== undefined);
  return known.length === 0 ? sql`1` : joined(known, ' AND ');
}

/** The key of a map with the largest number, of equal ones the smallest. */
export function commonestSql(counts: Sql): Sql {
  return sql`tupleElement(arraySort(pair -> (-toInt64(pair.2), pair.1), CAST(${counts}, 'Array(Tuple(String, UInt64))'))[1], 1)`;
}
