import { hostOfKey } from '../../../web/url.ts';
import type { ReferringDomainsQuery } from '../../../ports/links.ts';
import type { HOST_COLUMNS, HostsAnswer } from '../referring-domains.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './figures.ts';
import type { HeldLink } from './links.ts';
import { above, containsFolded, countBy, mostOf } from './order.ts';

type HostLink = Pick<HeldLink, (typeof HOST_COLUMNS)[number]>;

interface HostGroup extends HeldGroup<HostLink> {
  readonly domain_above: number;
}

/** Links by the host that they come from, as the engine would count them. */
export function heldHosts(links: readonly HostLink[], query: ReferringDomainsQuery): HostsAnswer {
  const groups = groupsOf(links, query.status, ({ source_host }) => source_host).map((group) => ({
    ...group,
    domain_above: Math.max(...group.all.map(({ domain_rank }) => above(domain_rank))),
  }));
  const passing = groups.filter(
    ({ id, asked, figures, domain_above }) =>
      (query.domain_filter === undefined || containsFolded(hostOfKey(id), query.domain_filter)) &&
      asked.length >= (query.backlinks_min ?? 0) &&
      figures[2] >= (query.referring_pages_min ?? 0) &&
      (query.rank_min === undefined || domain_above > query.rank_min),
  );
  const page = pageOfGroups(passing, { by: SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map(({ id, asked, domain_above, figures }) => [
      id,
      asked[0]?.source_domain ?? '',
      domain_above,
      mostOf(countBy(asked, ({ anchor }) => anchor)),
      figures,
    ]),
  };
}

const SORTS: Readonly<Record<ReferringDomainsQuery['sort_by'], (group: HostGroup) => number | null>> = {
  rank: ({ domain_above }) => domain_above,
  backlinks: ({ asked }) => asked.length,
  referring_pages: ({ figures }) => figures[2],
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
  first_seen: ({ figures }) => figures[7],
  lost_date: ({ figures }) => figures[9],
};
