import { z } from 'zod';

import type { ReferringDomainsQuery, ReferringDomainsRecord } from '../../ports/links.ts';
import { hostOfKey } from '../../web/url.ts';
import { sql, type Sql } from '../database/sql.ts';
import { NameId, rankAbove, rankOf } from './rows/columns.ts';
import type { Reading } from './rows/coverage.ts';
import {
  askGroups,
  atLeast,
  commonestSql,
  every,
  FIGURE_COLUMNS,
  Figures,
  figuresOf,
  figuresSql,
  figuresTuple,
  groupPageSql,
  groupsAnswer,
  type Newest,
  NO_GROUPS,
  totalsOf,
} from './rows/groups.ts';
import type { HeldLink } from './rows/held-facts.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './rows/held-figures.ts';
import { above, containsFolded, countBy, findCommonest } from './rows/held-order.ts';
import type { LinkRows } from './rows/rows.ts';
import { withStatus } from './rows/scope.ts';
import { toldMetrics } from './tool-facts.ts';
import { signShares, withPeers } from './rows/spam-signs.ts';

const Answer = groupsAnswer(z.tuple([NameId, NameId, z.int(), NameId, Figures]));
type HostsAnswer = z.infer<typeof Answer>;

const HOST_COLUMNS = [...FIGURE_COLUMNS, 'source_host', 'domain_rank', 'anchor'] as const;

/** Links by the host that they come from. */
export async function referringHosts(
  reading: Reading,
  rows: LinkRows,
  query: ReferringDomainsQuery,
): Promise<Newest<Omit<ReferringDomainsRecord, 'tool_reports'>>> {
  const links = await rows.held(HOST_COLUMNS);
  const answer = links === undefined ? await askedAnswer(rows, query) : heldHosts(links, query);
  const { page } = answer;
  const most = rows.is_hot
    ? await topAnchors(
        rows,
        query,
        page.map(([host]) => host),
      )
    : undefined;
  const topAnchor = (host: NameId, counted: NameId): NameId => most?.get(host) ?? counted;
  const hosts = page.map(([host]) => host);
  const [names, signs] = await Promise.all([
    rows.names([
      { column: 'source_host', ids: hosts },
      { column: 'source_domain', ids: page.map(([, domain]) => domain) },
      { column: 'anchor', ids: page.map(([host, , , anchor]) => topAnchor(host, anchor)) },
    ]),
    signShares(rows, links, { column: 'source_host', ids: hosts, status: query.status }),
  ]);
  const domains = page.map(([, domain]) => names('source_domain', domain));
  const [shares, told] = await Promise.all([
    withPeers(
      reading,
      page.map(([host], at) => ({ domain: domains[at] ?? '', signs: signs(host) })),
    ),
    toldMetrics(reading, { pages: [], domains: [...new Set(domains)] }),
  ]);
  return {
    ...totalsOf(answer),
    domains: page.map(([host, domain, rank, anchor, figures], at) => ({
      ...figuresOf(figures, shares[at] ?? []),
      domain: hostOfKey(names('source_host', host)),
      main_domain: hostOfKey(names('source_domain', domain)),
      domain_rank: rankOf(rank),
      top_anchor: names('anchor', topAnchor(host, anchor)),
      tool_metrics: told.domain(names('source_domain', domain)),
    })),
  };
}

async function askedAnswer(rows: LinkRows, query: ReferringDomainsQuery): Promise<HostsAnswer> {
  return (await askGroups(rows, query, Answer, (asked) => answerSql(rows, asked))) ?? NO_GROUPS;
}

function answerSql(rows: LinkRows, query: ReferringDomainsQuery): Sql {
  const passes = every([
    query.domain_filter === undefined ? undefined : rows.contains('source_host', query.domain_filter),
    atLeast(sql`backlinks`, query.backlinks_min),
    atLeast(sql`referring_pages`, query.referring_pages_min),
    query.rank_min === undefined ? undefined : sql`domain_above > ${query.rank_min}`,
  ]);
  const page = groupPageSql({
    passes,
    by: [SORTS[query.sort_by], sql`backlinks`],
    id: [sql`source_host`],
    columns: [sql`source_host`, sql`main_domain`, sql`domain_above`, sql`top_anchor`, figuresTuple()],
    limit: query.limit,
    offset: query.offset,
  });
  const anchor = rows.is_hot ? sql`0` : commonestSql(sql`sumMapIf(map(anchor, 1), ${withStatus(query.status)})`);
  return sql`SELECT countIf(${passes}) AS total, sum(backlinks) AS whole, max(last_s) AS newest, ${page} AS page
    FROM (SELECT source_host, ${figuresSql(rows, query.status)}, any(source_domain) AS main_domain,
        max(${rankAbove('domain_rank')}) AS domain_above, ${anchor} AS top_anchor
      FROM ${rows.from(HOST_COLUMNS)}
      GROUP BY source_host HAVING backlinks > 0)`;
}

const SORTS: Readonly<Record<ReferringDomainsQuery['sort_by'], Sql>> = {
  rank: sql`domain_above`,
  backlinks: sql`backlinks`,
  referring_pages: sql`referring_pages`,
  spam_score: sql`spam_mean`,
  broken_backlinks: sql`broken_backlinks`,
  first_seen: sql`first_s`,
  lost_date: sql`lost_s`,
};

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

interface HostGroup extends HeldGroup<HostLink> {
  readonly domain_above: number;
}

/** Links by the host that they come from, as the engine would count them. */
function heldHosts(links: readonly HostLink[], query: ReferringDomainsQuery): HostsAnswer {
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
  const page = pageOfGroups(passing, { by: HELD_SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map(({ id, asked, domain_above, figures }) => [
      id,
      asked[0]?.source_domain ?? '',
      domain_above,
      findCommonest(countBy(asked, ({ anchor }) => anchor)),
      figures,
    ]),
  };
}

const HELD_SORTS: Readonly<Record<ReferringDomainsQuery['sort_by'], (group: HostGroup) => number | null>> = {
  rank: ({ domain_above }) => domain_above,
  backlinks: ({ asked }) => asked.length,
  referring_pages: ({ figures }) => figures[2],
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
  first_seen: ({ figures }) => figures[7],
  lost_date: ({ figures }) => figures[9],
};
