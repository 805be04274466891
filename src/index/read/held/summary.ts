import type { LinkSummaryQuery } from '../../../ports/links.ts';
import type { LinkTotals, SUMMARY_COLUMNS } from '../summary.ts';
import { type Counted, type LinkSets, type SetName, SETS } from '../summary-sets.ts';
import { isBroken } from '../rows.ts';
import type { HeldLink } from './links.ts';
import { byBytes, distinct, falling, hasStatus, inTurn, type Order } from './order.ts';

type SummaryLink = Pick<HeldLink, (typeof SUMMARY_COLUMNS)[number]>;

/** The links of a target counted as a whole, as the engine would. */
export function heldTotals(links: readonly SummaryLink[], { status }: LinkSummaryQuery): LinkTotals {
  const asked = links.filter(hasStatus(status));
  const followed = asked.filter(({ dofollow }) => dofollow !== 0);
  const broken = asked.filter(isBroken);
  return {
    backlinks: asked.length,
    referring_domains: distinct(asked, ({ source_host }) => source_host),
    referring_main_domains: distinct(asked, ({ source_domain }) => source_domain),
    referring_pages: distinct(asked, ({ source_page }) => source_page),
    referring_dofollow_domains: distinct(followed, ({ source_host }) => source_host),
    dofollow_backlinks: followed.length,
    broken_backlinks: broken.length,
    broken_pages: distinct(broken, ({ target_page }) => target_page),
    known_targets: asked.filter(({ target_status }) => target_status !== 0).length,
    lost_backlinks: links.filter(({ lost_at }) => lost_at !== 0).length,
    first_s: asked.reduce((first, { first_seen }) => Math.min(first, first_seen), asked[0]?.first_seen ?? 0),
    last_s: asked.reduce((last, { last_seen }) => Math.max(last, last_seen), 0),
  };
}

/** The links with the status counted by what they and their pages are, the commonest values first. */
export function heldSets(links: readonly SummaryLink[], { status }: LinkSummaryQuery): LinkSets {
  const asked = links.filter(hasStatus(status));
  return new Map(SETS.map((name) => [name, countedBy(asked, name)]));
}

const BY_SIZE: Order<Counted> = falling(({ backlinks }) => backlinks);
const BY_HOSTS: Order<Counted> = falling(({ hosts }) => hosts);
const BY_VALUE: Order<Counted> = ({ value: one }, { value: other }) =>
  typeof one === 'number' && typeof other === 'number' ? one - other : byBytes(String(one), String(other));

function countedBy(links: readonly SummaryLink[], name: SetName): Counted[] {
  const isRanked = name === 'anchor' || name === 'final_page';
  const counted = [...Map.groupBy(links, (link) => link[name])].map(([value, group]): Counted => {
    return {
      value,
      backlinks: group.length,
      hosts: isRanked ? distinct(group, ({ source_host }) => source_host) : 0,
      pages: name === 'spam' ? distinct(group, ({ source_page }) => source_page) : 0,
      ...(name === 'final_page' ? pageOf(group) : { flags: 0, status: 0 }),
    };
  });
  return counted.sort(isRanked ? inTurn(BY_SIZE, BY_HOSTS, BY_VALUE) : inTurn(BY_SIZE, BY_VALUE));
}

/** How the newest link spells the address of a page, and the status that the judgement knows of it. */
function pageOf(links: readonly SummaryLink[]): Pick<Counted, 'flags' | 'status'> {
  let [newest, status] = [0, 0];
  for (const { last_seen, final_flags, is_indirect, target_status } of links) {
    newest = Math.max(newest, last_seen * 256 + final_flags);
    if (is_indirect === 0) status = Math.max(status, target_status);
  }
  return { flags: newest % 256, status };
}
