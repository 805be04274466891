import { z } from 'zod';

import type { ReferringDomainsQuery, ReferringDomainsRecord } from '../../ports/links.ts';
import { hostOfKey } from '../../web/url.ts';
import { sql } from '../database/sql.ts';
import { NameId, rankAbove, rankOf } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import {
  askGroups,
  commonestSql,
  every,
  FIGURE_COLUMNS,
  FIGURES,
  figuresOf,
  groupsAnswer,
  groupSql,
  type Newest,
  reaches,
  reachesSql,
  totalsOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { answerOf, groupsOf } from './rows/held-figures.ts';
import { above, containsFolded, countBy, findCommonest } from './rows/held-order.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { toldMetrics } from './tool-facts.ts';
import { signShares, withPeers } from './rows/spam-signs.ts';

const GROUP = { id: NameId, ...FIGURES, main_domain: NameId, domain_above: z.int(), top_anchor: NameId };
const Answer = groupsAnswer(GROUP);
type HostsAnswer = z.infer<typeof Answer>;

const HOST_COLUMNS = [...FIGURE_COLUMNS, 'source_host', 'domain_rank', 'anchor'] as const;

/** Links by the host that they come from. */
export async function referringHosts(
  reading: Reading,
  rows: LinkRows,
  query: ReferringDomainsQuery,
): Promise<Newest<Omit<ReferringDomainsRecord, 'tool_reports'>>> {
  const links = await rows.held(HOST_COLUMNS);
  const answer = links === undefined ? await askedHosts(rows, query) : heldHosts(links, query);
  const hosts = answer.page.map(({ id }) => id);
  const most = rows.is_hot ? await topAnchors(rows, query, hosts) : undefined;
  const page = answer.page.map((group) => ({ ...group, top_anchor: most?.get(group.id) ?? group.top_anchor }));
  const [names, signs] = await Promise.all([
    rows.names([
      { column: 'source_host', ids: hosts },
      { column: 'source_domain', ids: page.map(({ main_domain }) => main_domain) },
      { column: 'anchor', ids: page.map(({ top_anchor }) => top_anchor) },
    ]),
    signShares(rows, links, { column: 'source_host', ids: hosts, status: query.status }),
  ]);
  const domains = page.map(({ main_domain }) => names('source_domain', main_domain));
  const [shares, told] = await Promise.all([
    withPeers(
      reading,
      page.map(({ id }, at) => ({ domain: domains[at] ?? '', signs: signs(id) })),
    ),
    toldMetrics(reading, { pages: [], domains: [...new Set(domains)] }),
  ]);
  return {
    ...totalsOf(answer),
    domains: page.map((group, at) => {
      const main_domain = domains[at] ?? '';
      return {
        ...figuresOf(group, shares[at] ?? []),
        domain: hostOfKey(names('source_host', group.id)),
        main_domain: hostOfKey(main_domain),
        domain_rank: rankOf(group.domain_above),
        top_anchor: names('anchor', group.top_anchor),
        tool_metrics: told.domain(main_domain),
      };
    }),
  };
}

/** The same names stand for columns of the engine and for figures of groups that are counted here. */
const SORTS = {
  rank: 'domain_above',
  backlinks: 'backlinks',
  referring_pages: 'referring_pages',
  spam_score: 'spam_score',
  broken_backlinks: 'broken_backlinks',
  first_seen: 'first_s',
  lost_date: 'lost_s',
} as const satisfies Readonly<Record<ReferringDomainsQuery['sort_by'], keyof typeof GROUP>>;

const LEAST = ['backlinks', 'referring_pages'] as const;

function askedHosts(rows: LinkRows, query: ReferringDomainsQuery): Promise<HostsAnswer> {
  const { domain_filter, rank_min } = query;
  const contains =
    domain_filter === undefined ? undefined : rows.contains('source_host', groupSql('id'), domain_filter);
  const anchor = rows.is_hot ? sql`0` : commonestSql(sql`sumMapIf(map(anchor, 1), ${withStatus(query.status)})`);
  return askGroups(rows, query, {
    column: 'source_host',
    columns: HOST_COLUMNS,
    own: sql`any(source_domain) AS main_domain, max(${rankAbove('domain_rank')}) AS domain_above, ${anchor} AS top_anchor`,
    answer: Answer,
    page: {
      passes: every([
        contains,
        reachesSql(query, LEAST),
        rank_min === undefined ? undefined : sql`${groupSql('domain_above')} > ${rank_min}`,
      ]),
      by: [groupSql(SORTS[query.sort_by]), groupSql('backlinks')],
      columns: Object.keys(GROUP),
    },
  });
}

const MostRow = z.object({ host: NameId, anchor: NameId });

/** Hosts order the rows of a hot target, so that those of some of them are found at once. */
async function topAnchors(
  rows: LinkRows,
  { status }: ReferringDomainsQuery,
  hosts: readonly NameId[],
): Promise<ReadonlyMap<NameId, NameId>> {
  if (hosts.length === 0) return new Map();
  const found = await rows.ask(
    MostRow,
    sql`SELECT source_host AS host, anchor FROM ${rows.from(['source_host', 'anchor', 'lost_at'])}
      WHERE ${withStatus(status)} AND source_host IN ${hosts} GROUP BY host, anchor ORDER BY count() DESC, anchor LIMIT 1 BY host`,
  );
  return new Map(found.map(({ host, anchor }) => [host, anchor]));
}

type HostLink = Pick<HeldLink, (typeof HOST_COLUMNS)[number]>;

/** Links by the host that they come from, as the engine would count them. */
function heldHosts(links: readonly HostLink[], query: ReferringDomainsQuery): HostsAnswer {
  const groups = groupsOf(links, query.status, ({ source_host }) => source_host).map((group) => ({
    ...group,
    domain_above: Math.max(...group.all.map(({ domain_rank }) => above(domain_rank))),
  }));
  const answer = answerOf(groups, {
    passes: (group) =>
      (query.domain_filter === undefined || containsFolded(hostOfKey(group.id), query.domain_filter)) &&
      reaches(group, query, LEAST) &&
      (query.rank_min === undefined || group.domain_above > query.rank_min),
    by: (group) => group[SORTS[query.sort_by]],
    limit: query.limit,
    offset: query.offset,
  });
  return {
    ...answer,
    page: answer.page.map((group) => ({
      ...group,
      main_domain: group.asked[0]?.source_domain ?? '',
      top_anchor: findCommonest(countBy(group.asked, ({ anchor }) => anchor)),
    })),
  };
}
