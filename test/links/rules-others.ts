import type { LinkCompetitorsQuery, LinkTimeseriesQuery } from '../../src/ports/links.ts';
import { hostKey, hostOfKey, type PageAddress, registrableDomain } from '../../src/web/url.ts';
import { ascending, descending, groupedBy, ordered } from './counting.ts';
import { groupScope, isVisible, type JudgedWeb, linksInto, linksTo, type ScopedLink, withStatus } from './judged.ts';
import { targetRank } from './rules-summary.ts';

export interface ExpectedCompetitors {
  readonly rank: number | null;
  readonly referring_main_domains: number | null;
  readonly total_count: number | null;
  readonly competitors: readonly unknown[];
}

interface Competitor {
  readonly key: string;
  readonly domain: string;
  readonly rank: number | null;
  readonly intersections: number;
  readonly referring_main_domains: number;
}

/** A site links to a competitor when it is among those that link to it, were the competitor asked about. A host is one with its port. */
export function expectedCompetitors(web: JudgedWeb, query: LinkCompetitorsQuery): ExpectedCompetitors {
  const { target, main_domain, exclude_domains, rank_min, intersections_min = 0 } = query;
  const rank = targetRank(web, { target, include_subdomains: true });
  if (!isVisible(web, target)) return { rank, referring_main_domains: null, total_count: null, competitors: [] };
  const sites = sitesOf(linksInto(web, groupScope(target)));
  const hosts = new Set(web.judged.flatMap((link) => [link.target.host_key, ...movedTo(web, link.target_key)]));
  const names = new Set([...hosts].map((key) => (main_domain ? hostKey(domainOf(key)) : key)));
  const competitors = [...names].flatMap((key): Competitor[] => {
    const domain = domainOf(key);
    if (domain === target.domain || exclude_domains.includes(domain)) return [];
    const isMeant = (address: PageAddress): boolean =>
      main_domain ? address.domain === domain : address.host_key === key;
    const own = sitesOf(linksTo(web, isMeant).filter(({ source }) => source.domain !== domain));
    const ranks = main_domain ? web.ranks.domains.get(domain) : web.ranks.hosts.get(key);
    const both = [...own].filter((site) => sites.has(site)).length;
    const name = main_domain ? domain : hostOfKey(key);
    return [{ key, domain: name, rank: ranks ?? null, intersections: both, referring_main_domains: own.size }];
  });
  const passing = competitors.filter(
    (competitor) =>
      competitor.intersections >= Math.max(1, intersections_min) &&
      (rank_min === undefined || (competitor.rank !== null && competitor.rank >= rank_min)),
  );
  const sorted = ordered(
    passing,
    descending(({ intersections }) => intersections),
    ascending(({ key }) => key),
  );
  return {
    rank,
    referring_main_domains: sites.size,
    total_count: passing.length,
    competitors: sorted.map(({ domain, rank: own, intersections, referring_main_domains }) => ({
      domain,
      rank: own,
      intersections,
      referring_main_domains,
    })),
  };
}

/** Registrable domains with a live link among them. */
function sitesOf(links: readonly ScopedLink[]): ReadonlySet<string> {
  return new Set(withStatus(links, 'live').map(({ source }) => source.domain));
}

/** Hosts to which a page leads by its moves. */
function movedTo(web: JudgedWeb, key: string): readonly string[] {
  const to = web.pages.get(key)?.newest?.move?.to;
  return to === undefined ? [] : [to.host_key];
}

function domainOf(key: string): string {
  return registrableDomain(hostOfKey(key).split(':')[0] ?? '');
}

export interface ExpectedTimeseries {
  readonly before: { readonly backlinks: number; readonly referring_domains: number } | null;
  readonly points: readonly unknown[];
  readonly spam: unknown;
  readonly observed_from: string | null;
  readonly observed_to: string | null;
}

const DAY_MS = 86_400_000;

/** A host comes with its first link and goes with its last one, whatever lies between. */
export function expectedTimeseries(web: JudgedWeb, query: LinkTimeseriesQuery): ExpectedTimeseries {
  const { target, include_subdomains } = query;
  const times = web.fetches.map(({ at }) => at);
  const observed = {
    observed_from: times.length === 0 ? null : dayOf(Math.min(...times)),
    observed_to: times.length === 0 ? null : dayOf(Math.max(...times)),
  };
  if (!isVisible(web, target)) return { before: null, points: [], spam: null, ...observed };
  const links = linksInto(web, { ...groupScope(target, query.include_indirect_links), include_subdomains });
  const hosts = [...groupedBy(links, ({ source }) => source.host_key).values()].map((group) => ({
    first: Math.min(...group.map(({ first }) => first)),
    lost: group.every(({ lost }) => lost !== null) ? Math.max(...group.map(({ lost }) => lost ?? 0)) : null,
    isSpam: meanOf(group.flatMap(({ spam }) => spam ?? [])) >= query.spam_score_min,
  }));
  const farms = hosts.filter(({ isSpam }) => isSpam);
  const from = Date.parse(query.date_from);
  const to = Date.parse(query.date_to) + DAY_MS;
  const there = (spans: readonly Span[]): number =>
    spans.filter(({ first, lost }) => first < from && (lost === null || lost >= from)).length;
  const within = (at: number | null): string[] =>
    at === null || at < from || at >= to ? [] : [periodOf(at, query.group)];
  const events = [
    ...links.flatMap(({ first }) => within(first).map((period) => ({ period, what: 'new_backlinks' }))),
    ...links.flatMap(({ lost }) => within(lost).map((period) => ({ period, what: 'lost_backlinks' }))),
    ...hosts.flatMap(({ first }) => within(first).map((period) => ({ period, what: 'new_referring_domains' }))),
    ...hosts.flatMap(({ lost }) => within(lost).map((period) => ({ period, what: 'lost_referring_domains' }))),
    ...farms.flatMap(({ first }) => within(first).map((period) => ({ period, what: 'new_spam' }))),
    ...farms.flatMap(({ lost }) => within(lost).map((period) => ({ period, what: 'lost_spam' }))),
  ];
  const periods = ordered(
    [...groupedBy(events, ({ period }) => period)],
    ascending(([period]) => period),
  );
  const points = periods.map(([period, all]) => {
    const count = (name: string): number => all.filter(({ what }) => what === name).length;
    return {
      period,
      new_backlinks: count('new_backlinks'),
      lost_backlinks: count('lost_backlinks'),
      new_referring_domains: count('new_referring_domains'),
      lost_referring_domains: count('lost_referring_domains'),
    };
  });
  const moved = periods.flatMap(([period, all]) => {
    const [came, went] = ['new_spam', 'lost_spam'].map((name) => all.filter(({ what }) => what === name).length);
    return came === 0 && went === 0 ? [] : [{ period, new_referring_domains: came, lost_referring_domains: went }];
  });
  return {
    before: { backlinks: there(links), referring_domains: there(hosts) },
    points,
    spam: { referring_domains_before: there(farms), points: moved },
    ...observed,
  };
}

function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

interface Span {
  readonly first: number;
  readonly lost: number | null;
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** The first day of the period in which a time lies. */
function periodOf(milliseconds: number, group: LinkTimeseriesQuery['group']): string {
  const day = dayOf(milliseconds);
  if (group === 'year') return `${day.slice(0, 4)}-01-01`;
  if (group === 'month') return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(milliseconds).getUTCDay() + 6) % 7;
  return group === 'day' ? day : dayOf(milliseconds - sinceMonday * DAY_MS);
}
