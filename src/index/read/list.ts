import { z } from 'zod';

import type { BacklinkPage, LinkListQuery } from '../../ports/links.ts';
import { onlyRow } from '../database/database.ts';
import { sql, type Sql } from '../database/sql.ts';
import { tupleOf } from '../database/tuples.ts';
import { BACKLINK_COLUMNS, backlinkRecords, BacklinkRow, type GroupedRow } from './backlink.ts';
import { columnSql, IS_BROKEN, isBroken, type LinkColumn, NameId } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import { askedPage, every, groupPageSql, shownPage } from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { above, firstInOrder, firstOf, hasStatus } from './rows/held-order.ts';
import { BY_KEYS, byLargest, byRank, orderOf, type OrderPart, orderSql } from './rows/link-order.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';

export interface ListedLinks extends BacklinkPage {
  readonly total_count: number;
  /** The newest sighting of all links of the list, in Unix seconds; 0 when it has none. */
  readonly newest_seen: number;
}

/** The links of a target row by row. */
export async function listLinks(reading: Reading, rows: LinkRows, query: LinkListQuery): Promise<ListedLinks> {
  const links = await rows.held([...BACKLINK_COLUMNS, 'source_host']);
  if (links !== undefined) {
    const { page, ...totals } = heldList(links, query);
    return listed(await backlinkRecords(reading, rows, page), totals);
  }
  const group = GROUPS[query.mode];
  return group === undefined ? allLinks(reading, rows, query) : bestLinks(reading, rows, query, group);
}

const BY_STRENGTH = [byRank('page_rank'), byRank('domain_rank')];

/** Links that tie in the requested order are sorted by strength, and then by their keys. Where no rank is known, one that is followed is the stronger. */
const ORDERS: Readonly<Record<LinkListQuery['sort_by'], readonly OrderPart[]>> = {
  rank: [byRank('link_rank'), byLargest('dofollow', 8), ...BY_STRENGTH],
  page_rank: BY_STRENGTH,
  first_seen: [byLargest('first_seen', 32), ...BY_STRENGTH],
  lost_date: [byLargest('lost_at', 32), ...BY_STRENGTH],
};

/** What orders and conditions are made of. */
const ORDER_COLUMNS = [
  'source_page',
  'target_page',
  'type',
  'dofollow',
  'first_seen',
  'last_seen',
  'lost_at',
  'page_rank',
  'domain_rank',
  'link_rank',
  'target_status',
] as const satisfies readonly LinkColumn[];

function wanted(query: LinkListQuery): Sql {
  return every([
    withStatus(query.status),
    query.broken_only ? IS_BROKEN : undefined,
    query.rank_min === undefined ? undefined : sql`link_rank != 65535 AND link_rank >= ${query.rank_min}`,
  ]);
}

const Totals = z.object({ total: z.int(), newest: z.int() });
const TotalledRow = BacklinkRow.extend({ total: z.int(), newest: z.int() });

/** A window over a million rows costs more than counting them by themselves. */
async function allLinks(reading: Reading, rows: LinkRows, query: LinkListQuery): Promise<ListedLinks> {
  const from = sql`FROM ${rows.from(BACKLINK_COLUMNS)} WHERE ${wanted(query)}`;
  const page = sql`ORDER BY ${orderSql([...ORDERS[query.sort_by], ...BY_KEYS])} LIMIT ${query.limit} OFFSET ${query.offset}`;
  const countAll = async (): Promise<z.infer<typeof Totals>> => {
    const counted = sql`SELECT count() AS total, max(last_seen) AS newest FROM ${rows.from(ORDER_COLUMNS)} WHERE ${wanted(query)}`;
    const [totals] = await rows.ask(Totals, counted);
    return totals ?? { total: 0, newest: 0 };
  };
  if (rows.is_hot) {
    const [found, totals] = await Promise.all([rows.ask(BacklinkRow, sql`SELECT * ${from} ${page}`), countAll()]);
    return listed(await backlinkRecords(reading, rows, found), totals);
  }
  const found = await rows.ask(
    TotalledRow,
    sql`SELECT *, count() OVER () AS total, max(last_seen) OVER () AS newest ${from} ${page}`,
  );
  // What any row carries of the whole list: a page that lies behind its end has none to carry it.
  const totals = found[0] ?? (query.offset === 0 && query.limit > 0 ? { total: 0, newest: 0 } : await countAll());
  return listed(await backlinkRecords(reading, rows, found), totals);
}

function listed(backlinks: BacklinkPage['backlinks'], { total, newest }: z.infer<typeof Totals>): ListedLinks {
  return { total_count: total, newest_seen: newest, backlinks };
}

/** What the mode leaves one row of. Hosts, as `referring_domains` of the summary counts them. */
const GROUPS: Readonly<Record<LinkListQuery['mode'], GroupColumn | undefined>> = {
  as_is: undefined,
  one_per_domain: 'source_host',
  one_per_anchor: 'anchor',
};
type GroupColumn = 'source_host' | 'anchor';

const GROUP = { id: NameId, count: z.int() };
const Groups = z.object({ total: z.int(), newest: z.int(), page: z.array(tupleOf(GROUP)) });

/** Groups by their best link first, and then these links themselves. */
async function bestLinks(
  reading: Reading,
  rows: LinkRows,
  query: LinkListQuery,
  group: GroupColumn,
): Promise<ListedLinks> {
  const id = columnSql(group);
  const order = ORDERS[query.sort_by];
  // Hosts stand in the order of their pages, so that the rest of the order is theirs as well.
  const best = group === 'source_host' ? order : [...order, ...BY_KEYS.slice(0, 3)];
  const asked = askedPage(rows, query);
  const page = groupPageSql({
    passes: sql`1`,
    by: [],
    id: [sql`best`, sql`id`],
    columns: Object.keys(GROUP),
    ...asked,
  });
  const { page: groups, ...totals } = onlyRow(
    await rows.ask(
      Groups,
      sql`SELECT count() AS total, max(seen) AS newest, ${page} AS page FROM (SELECT ${id} AS id, count() AS count, max(last_seen) AS seen,
          min(${rows.first(best)}) AS best
        FROM ${rows.from([...ORDER_COLUMNS, group])} WHERE ${wanted(query)} GROUP BY id) AS groups`,
    ),
  );
  const shown = shownPage(groups, asked, query);
  if (shown.length === 0) return listed([], totals);
  const found = await rows.ask(
    BacklinkRow.extend({ id: NameId }),
    sql`SELECT *, ${id} AS id FROM ${rows.from([...new Set([...BACKLINK_COLUMNS, group])])}
      WHERE ${wanted(query)} AND ${id} IN ${shown.map((one) => one.id)}
      ORDER BY ${orderSql([...order, ...BY_KEYS])} LIMIT 1 BY id`,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  const inOrder = shown.flatMap((one) => {
    const row = byId.get(one.id);
    return row === undefined ? [] : [{ ...row, group_count: one.count }];
  });
  return listed(await backlinkRecords(reading, rows, inOrder), totals);
}

type ListedLink = Pick<HeldLink, keyof BacklinkRow | 'source_host'>;

interface HeldList {
  readonly total: number;
  readonly newest: number;
  readonly page: readonly GroupedRow[];
}

/** The links of a target row by row, or the best of each group, as the engine would list them. */
function heldList(links: readonly ListedLink[], query: LinkListQuery): HeldList {
  const asked = links.filter(isWanted(query));
  const newest = asked.reduce((latest, { last_seen }) => Math.max(latest, last_seen), 0);
  const order = orderOf([...ORDERS[query.sort_by], ...BY_KEYS]);
  const group = GROUPS[query.mode];
  const groups =
    group === undefined
      ? asked.map((link) => ({ link, count: 1 }))
      : Array.from(Map.groupBy(asked, (link) => link[group]).values(), (same) => ({
          link: firstOf(same, order),
          count: same.length,
        }));
  const first = firstInOrder(groups, (one, other) => order(one.link, other.link), query.offset + query.limit);
  const page = first.slice(query.offset).map(({ link, count }) => ({ ...link, group_count: count }));
  return { total: groups.length, newest, page };
}

function isWanted({ status, broken_only, rank_min }: LinkListQuery): (link: ListedLink) => boolean {
  const isAsked = hasStatus(status);
  return (link) =>
    isAsked(link) && (!broken_only || isBroken(link)) && (rank_min === undefined || above(link.link_rank) > rank_min);
}
