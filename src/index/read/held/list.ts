import type { LinkListQuery } from '../../../ports/links.ts';
import type { BACKLINK_COLUMNS } from '../backlink.ts';
import { isBroken } from '../rows.ts';
import type { HeldLink } from './links.ts';
import { above, falling, hasStatus, inTurn, named, type Order, rising } from './order.ts';

export type ListedLink = Pick<HeldLink, (typeof BACKLINK_COLUMNS)[number] | 'source_host'>;

export interface HeldList {
  readonly total: number;
  readonly newest: number;
  /** The page that was asked for, each with how many links it stands for. */
  readonly page: readonly { readonly link: ListedLink; readonly count: number }[];
}

const BY_STRENGTH: readonly Order<ListedLink>[] = [
  falling(({ page_rank }) => above(page_rank)),
  falling(({ domain_rank }) => above(domain_rank)),
];

const ORDERS: Readonly<Record<LinkListQuery['sort_by'], readonly Order<ListedLink>[]>> = {
  rank: [falling(({ link_rank }) => above(link_rank)), ...BY_STRENGTH],
  page_rank: BY_STRENGTH,
  first_seen: [falling(({ first_seen }) => first_seen), ...BY_STRENGTH],
  lost_date: [falling(({ lost_at }) => lost_at), ...BY_STRENGTH],
};

/** The keys of the link itself, which no other has. */
const BY_KEYS: readonly Order<ListedLink>[] = [
  named(({ source_page }) => source_page),
  named(({ target_page }) => target_page),
  rising(({ type }) => type),
  named(({ anchor }) => anchor),
  named(({ alt }) => alt),
];

const GROUPS: Readonly<Record<Exclude<LinkListQuery['mode'], 'as_is'>, (link: ListedLink) => string>> = {
  one_per_domain: ({ source_host }) => source_host,
  one_per_anchor: ({ anchor }) => anchor,
};

/** The links of a target row by row, or the best of each group, as the engine would list them. */
export function heldList(links: readonly ListedLink[], query: LinkListQuery): HeldList {
  const wanted = links.filter(isWanted(query)).toSorted(inTurn(...ORDERS[query.sort_by], ...BY_KEYS));
  const newest = wanted.reduce((latest, { last_seen }) => Math.max(latest, last_seen), 0);
  // Groups stand in the order of their best links, which come first in them.
  const groups =
    query.mode === 'as_is' ? wanted.map((link) => [link]) : [...Map.groupBy(wanted, GROUPS[query.mode]).values()];
  const page = groups.slice(query.offset, query.offset + query.limit);
  return {
    total: groups.length,
    newest,
    page: page.flatMap((group) => (group[0] === undefined ? [] : [{ link: group[0], count: group.length }])),
  };
}

function isWanted({ status, broken_only, rank_min }: LinkListQuery): (link: ListedLink) => boolean {
  const isAsked = hasStatus(status);
  return (link) =>
    isAsked(link) && (!broken_only || isBroken(link)) && (rank_min === undefined || above(link.link_rank) > rank_min);
}
