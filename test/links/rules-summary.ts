import { publicSuffix } from '../../src/web/url.ts';
import type { Distribution, LinkSummaryQuery } from '../../src/ports/links.ts';
import { ascending, descending, distinct, groupedBy, mean, ordered, roundedMean } from './counting.ts';
import {
  dateOf,
  documentOf,
  isBroken,
  isVisible,
  type JudgedWeb,
  linksInto,
  type ScopedLink,
  withStatus,
} from './judged.ts';
import { signShares } from './rules-groups.ts';

/** What the summary has to say, straight from the meaning of its fields. */
export function expectedSummary(web: JudgedWeb, query: LinkSummaryQuery): Record<string, unknown> {
  const { target, status, list_limit } = query;
  const rank = targetRank(web, query);
  if (!isVisible(web, target, query.exclude_internal_backlinks)) return { rank, ...UNKNOWN };
  const all = linksInto(web, query);
  const links = withStatus(all, status);
  return {
    rank,
    ...countsOf(links),
    lost_backlinks: withStatus(all, 'lost').length,
    ...distributionsOf(links, list_limit),
    top_anchors: topAnchors(links, list_limit),
    top_pages: topPages(web, links, list_limit),
  };
}

const UNKNOWN = {
  backlinks: null,
  referring_domains: null,
  referring_main_domains: null,
  referring_pages: null,
  referring_domains_nofollow: null,
  dofollow_backlinks: null,
  broken_backlinks: null,
  broken_pages: null,
  lost_backlinks: null,
  spam_score: null,
  spam_signs: null,
  first_seen: null,
  last_seen: null,
  top_anchors: [],
  top_pages: [],
};

/** Of the domain with its subdomains, of the host alone, or of the page. */
export function targetRank(
  { ranks, ...web }: JudgedWeb,
  { target, include_subdomains }: Pick<LinkSummaryQuery, 'target' | 'include_subdomains'>,
): number | null {
  if (target.path_key !== undefined) return ranks.pages.get(`${target.host_key}\n${target.path_key}`) ?? null;
  if (!isVisible({ ranks, ...web }, target)) return null;
  const isWhole = target.type === 'domain' && include_subdomains;
  return (isWhole ? ranks.domains.get(target.domain) : ranks.hosts.get(target.host_key)) ?? null;
}

function countsOf(links: readonly ScopedLink[]): Record<string, unknown> {
  const hosts = distinct(links, ({ source }) => source.host_key);
  const followed = links.filter(({ dofollow }) => dofollow);
  const broken = links.filter(isBroken);
  const isUnknown = links.length > 0 && links.every(({ named }) => named?.newest === undefined);
  const pages = [...groupedBy(links, ({ source_key }) => source_key).values()].flatMap(([link]) => link?.spam ?? []);
  return {
    backlinks: links.length,
    referring_domains: hosts,
    referring_main_domains: distinct(links, ({ source }) => source.domain),
    referring_pages: distinct(links, ({ source_key }) => source_key),
    referring_domains_nofollow: hosts - distinct(followed, ({ source }) => source.host_key),
    dofollow_backlinks: followed.length,
    broken_backlinks: isUnknown ? null : broken.length,
    broken_pages: isUnknown ? null : distinct(broken, ({ target_key }) => target_key),
    spam_score: roundedMean(mean(pages)),
    spam_signs: signShares(mean(pages), links),
    first_seen: links.length === 0 ? null : dateOf(Math.min(...links.map(({ first }) => first))),
    last_seen: links.length === 0 ? null : dateOf(Math.max(...links.map(({ seen }) => seen))),
  };
}

function distributionsOf(links: readonly ScopedLink[], limit: number): Record<string, Distribution> {
  const of = (values: (link: ScopedLink) => readonly string[]): Distribution => {
    const named = links.flatMap(values).filter((value) => value !== '');
    const rows = [...groupedBy(named, (value) => value)].map(([value, all]) => ({ value, backlinks: all.length }));
    const sorted = ordered(
      rows,
      descending((row) => row.backlinks),
      ascending((row) => row.value),
    );
    return sorted.slice(0, limit);
  };
  return {
    link_types: of(({ type }) => [type]),
    link_attributes: of(({ attributes }) => attributes),
    tlds: of(({ source }) => [publicSuffix(source.host)]),
    placements: of(({ placement }) => (placement === null ? [] : [placement])),
    semantic_locations: of(({ position }) => (position === null ? [] : [position])),
    platform_types: of(({ page }) => [documentOf(page)?.platform_type ?? '']),
    languages: of(({ page }) => [documentOf(page)?.language ?? '']),
  };
}

function topAnchors(links: readonly ScopedLink[], limit: number): readonly unknown[] {
  const rows = [...groupedBy(links, ({ anchor }) => anchor)].map(([anchor, group]) => ({
    anchor,
    backlinks: group.length,
    referring_domains: distinct(group, ({ source }) => source.host_key),
  }));
  return ordered(
    rows,
    ...BY_LINKS,
    ascending((row) => row.anchor),
  ).slice(0, limit);
}

function topPages(web: JudgedWeb, links: readonly ScopedLink[], limit: number): readonly unknown[] {
  const rows = [...groupedBy(links, ({ final_key }) => final_key)].map(([key, group]) => ({
    key,
    backlinks: group.length,
    referring_domains: distinct(group, ({ source }) => source.host_key),
    status_code: web.pages.get(key)?.newest?.status ?? null,
  }));
  return ordered(
    rows,
    ...BY_LINKS,
    ascending((row) => row.key),
  ).slice(0, limit);
}

const BY_LINKS = [
  descending((row: { readonly backlinks: number }) => row.backlinks),
  descending((row: { readonly referring_domains: number }) => row.referring_domains),
];
