import { z } from 'zod';

import type { LinkGroupFigures, LinkPlacement, LinkStatus, SpamShare } from '../../../ports/links.ts';
import { LINK_PLACEMENTS } from '../../database/names.ts';
import { joined, sql, type Sql } from '../../database/sql.ts';
import { IS_BROKEN, type LinkColumn, rankAbove, rankOf } from './columns.ts';
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

/** The figures that every group of links has, over the links of the status; `backlinks` is how many those are. */
export function figuresSql(rows: LinkRows, status: LinkStatus): Sql {
  const asked = withStatus(status);
  return sql`countIf(${asked}) AS backlinks, countIf(${asked} AND dofollow) AS dofollow_backlinks,
    ${rows.distinct('source_page', asked)} AS referring_pages,
    if(countIf(${asked} AND target_status != 0) = 0, nan, countIf(${asked} AND ${IS_BROKEN})) AS broken_backlinks,
    countIf(lost_at != 0) AS lost_backlinks,
    ${oneDecimal(sql`avgIf(spam, ${asked} AND spam != 255)`)} AS spam_mean, maxIf(${rankAbove('link_rank')}, ${asked}) AS rank_above,
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

/** The figures of a group as one value, in the order of `Figures`. */
export function figuresTuple(): Sql {
  return sql`tuple(backlinks, dofollow_backlinks, referring_pages, broken_backlinks, lost_backlinks, spam_mean, rank_above, first_s, last_s, lost_s,
    boilerplate_backlinks, hidden_backlinks)`;
}

export const Figures = z.tuple([
  z.int(),
  z.int(),
  z.int(),
  z.int().nullable(),
  z.int(),
  z.number().nullable(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
]);

/** `signs` is what the score of the group is made of. */
export function figuresOf(figures: z.infer<typeof Figures>, signs: readonly SpamShare[]): LinkGroupFigures {
  const [
    backlinks,
    dofollow_backlinks,
    referring_pages,
    broken_backlinks,
    lost_backlinks,
    spam,
    rank,
    first,
    last,
    lost,
    boilerplate_backlinks,
    hidden_backlinks,
  ] = figures;
  return {
    backlinks,
    dofollow_backlinks,
    referring_pages,
    broken_backlinks,
    lost_backlinks,
    spam_score: spam,
    spam_signs: knownSigns(spam, signs),
    boilerplate_backlinks,
    hidden_backlinks,
    rank: rankOf(rank),
    first_seen: timeOf(first),
    last_seen: timeOf(last),
    lost_date: lost === 0 ? null : timeOf(lost),
  };
}

export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** With the newest sighting of all links behind an answer; null when there is none. */
export type Newest<Answer> = Answer & { readonly newest: string | null };

export interface GroupPage {
  /** Which groups may be answered, over their columns. */
  readonly passes: Sql;
  /** Numbers to order by, falling; what is not a number stands last. */
  readonly by: readonly Sql[];
  /** Ends the order: together different for each group, rising. */
  readonly id: readonly Sql[];
  /** What is returned for each group. */
  readonly columns: readonly Sql[];
  readonly limit: number;
  readonly offset: number;
}

/** Groups that are asked of very many links at once, however few of them a page shows. */
const FIRST_GROUPS = 100;

/** How a page is asked for: of very many links the first groups all at once, so that one answer holds for every page of them. */
export function askedPage(
  rows: Pick<LinkRows, 'is_hot'>,
  { limit, offset }: Pick<GroupPage, 'limit' | 'offset'>,
): Pick<GroupPage, 'limit' | 'offset'> {
  return rows.is_hot && limit > 0 && offset + limit <= FIRST_GROUPS
    ? { limit: FIRST_GROUPS, offset: 0 }
    : { limit, offset };
}

/** What of the groups that were asked for is shown. */
export function shownPage<Group>(
  groups: readonly Group[],
  asked: Pick<GroupPage, 'offset'>,
  { limit, offset }: Pick<GroupPage, 'limit' | 'offset'>,
): Group[] {
  return groups.slice(offset - asked.offset, offset - asked.offset + limit);
}

/** What one statement answers of a list of groups: how many pass, the links of all, their newest sighting, and a page of them. */
export function groupsAnswer<Group extends z.ZodType>(group: Group) {
  return z.object({ total: z.int(), whole: z.int(), newest: z.int(), page: z.array(group) });
}

interface GroupsAnswer<Group> {
  readonly total: number;
  readonly whole: number;
  readonly newest: number;
  readonly page: Group[];
}

/** Asks for the page of a query with `statement`, which is given the limit and the offset to ask for. @returns undefined where there are no links */
export async function askGroups<
  Group,
  Answer extends GroupsAnswer<Group>,
  Query extends Pick<GroupPage, 'limit' | 'offset'>,
>(
  rows: LinkRows,
  query: Query,
  answer: z.ZodType<Answer & GroupsAnswer<Group>>,
  statement: (query: Query) => Sql,
): Promise<Answer | undefined> {
  const asked = askedPage(rows, query);
  const [found] = await rows.ask(answer, statement({ ...query, ...asked }));
  return found === undefined ? undefined : { ...found, page: shownPage(found.page, asked, query) };
}

/** The answer if there are no links. */
export const NO_GROUPS = { total: 0, whole: 0, newest: 0, page: [] };

/** What every list of groups says beside its page. */
export function totalsOf({ total, whole, newest }: Omit<GroupsAnswer<unknown>, 'page'>) {
  return { newest: newest === 0 ? null : timeOf(newest), total_count: total, backlinks: whole };
}

/** A page of groups in their order, each as the list of its columns, as one value of an aggregation over all groups. */
export function groupPageSql({ passes, by, id, columns, limit, offset }: GroupPage): Sql {
  const places = Math.min(PLACES_MAX, offset + limit);
  if (limit < 1 || offset >= places) return sql`emptyArrayUInt8()`;
  const order = by.map((value) => sql`-ifNotFinite(toFloat64(${value}), -1)`);
  return sql`arrayMap(found -> tupleElement(found, ${order.length + id.length + 1}), arraySlice(
    groupArraySortedIf(${places})(tuple(${joined([...order, ...id], ', ')}, tuple(${joined(columns, ', ')})), ${passes}), ${offset + 1}, ${limit}))`;
}

/** Conditions that all have to hold. */
export function every(conditions: readonly (Sql | undefined)[]): Sql {
  const known = conditions.filter((condition) => condition !== undefined);
  return known.length === 0 ? sql`1` : joined(known, ' AND ');
}

export function atLeast(value: Sql, minimum: number | undefined): Sql | undefined {
  return minimum === undefined ? undefined : sql`${value} >= ${minimum}`;
}

/** The key of a map with the largest number, of equal ones the smallest. */
export function commonestSql(counts: Sql): Sql {
  return sql`tupleElement(arraySort(pair -> (-toInt64(pair.2), pair.1), CAST(${counts}, 'Array(Tuple(String, UInt64))'))[1], 1)`;
}
