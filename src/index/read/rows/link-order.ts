import { joined, sql, type Sql } from '../../database/sql.ts';
import { columnSql, rankAbove } from './columns.ts';
import type { HeldLink } from './held-facts.ts';
import { above, falling, inTurn, named, type Order, rising } from './held-order.ts';

type RankColumn = 'link_rank' | 'page_rank' | 'domain_rank';
type NameColumn = 'source_page' | 'target_page' | 'anchor' | 'alt';
type NumberColumn = 'type' | 'dofollow' | 'is_indirect' | 'first_seen' | 'lost_at';

type OrderedLink = Pick<HeldLink, RankColumn | NameColumn | NumberColumn>;

/** Something that links are ordered by: as the engine orders them, and as those that are held are ordered here. */
export interface OrderPart {
  readonly by: Sql;
  /** Ids count 32 bits. */
  readonly bits: 8 | 16 | 32;
  readonly descending: boolean;
  readonly compare: Order<OrderedLink>;
}

/** The strongest first, those of unknown rank last. */
export function byRank(column: RankColumn): OrderPart {
  return { by: rankAbove(column), bits: 16, descending: true, compare: falling((link) => above(link[column])) };
}

export function byLargest(column: NumberColumn, bits: 8 | 32): OrderPart {
  return { by: columnSql(column), bits, descending: true, compare: falling((link) => link[column]) };
}

export function bySmallest(column: NumberColumn, bits: 8 | 32): OrderPart {
  return { by: columnSql(column), bits, descending: false, compare: rising((link) => link[column]) };
}

function byName(column: NameColumn): OrderPart {
  return { by: columnSql(column), bits: 32, descending: false, compare: named((link) => link[column]) };
}

/** The keys of a link on its page, and of the page with them, which no other link has. */
export const BY_LINK = [byName('target_page'), bySmallest('type', 8), byName('anchor'), byName('alt')];
export const BY_KEYS = [byName('source_page'), ...BY_LINK];

export function orderSql(parts: readonly OrderPart[]): Sql {
  return joined(
    parts.map(({ by, descending }) => (descending ? sql`${by} DESC` : by)),
    ', ',
  );
}

export function orderOf(parts: readonly OrderPart[]): Order<OrderedLink> {
  return inTurn(...parts.map(({ compare }) => compare));
}
