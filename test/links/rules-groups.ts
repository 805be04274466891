import { SPAM_SIGNS, type AnchorsQuery, type ReferringDomainsQuery } from '../../src/ports/links.ts';
import {
  ascending,
  commonest,
  descending,
  distinct,
  groupedBy,
  mean,
  most,
  oneOf,
  type Order,
  ordered,
  roundedMean,
} from './counting.ts';
import {
  dateOf,
  documentOf,
  groupScope,
  isBroken,
  isVisible,
  knownSigns,
  type JudgedWeb,
  linksInto,
  type ScopedLink,
  withStatus,
} from './judged.ts';
import { pageKey } from './known.ts';
import { keyOf } from './web.ts';

/** A group of links with what rows are sorted and filtered by, and the row as it has to be answered. */
export interface ExpectedGroup {
  readonly key: string;
  readonly links: readonly ScopedLink[];
  /** Rounded as it is answered, so that what looks equal stands as equal. */
  readonly spam_mean: number | null;
  readonly rank: number | null;
  readonly broken: number | null;
  /** When the newest lost link was lost, whatever status was asked. */
  readonly lost: number | null;
  readonly row: Record<string, unknown>;
}

export interface ExpectedGroups {
  readonly total_count: number | null;
  readonly backlinks: number | null;
  readonly rows: readonly Record<string, unknown>[];
}

export const NOTHING_KNOWN: ExpectedGroups = { total_count: null, backlinks: null, rows: [] };

/** Groups that have a link of the asked status, and their figures over those; lost links are told of among all. */
export function groupsOf(
  all: readonly ScopedLink[],
  status: AnchorsQuery['status'],
  key: (link: ScopedLink) => string,
): readonly ExpectedGroup[] {
  const whole = groupedBy(all, key);
  return [...groupedBy(withStatus(all, status), key)].map(([name, links]) => {
    const lost = withStatus(whole.get(name) ?? [], 'lost').map((link) => link.lost);
    const spam = mean(links.flatMap((link) => link.spam ?? []));
    const rank = most(links.map((link) => link.rank));
    const isKnown = links.some(({ named }) => named?.newest !== undefined);
    const broken = isKnown ? links.filter(isBroken).length : null;
    const newestLost = most(lost);
    const row = {
      backlinks: links.length,
      dofollow_backlinks: links.filter(({ dofollow }) => dofollow).length,
      referring_pages: distinct(links, ({ source_key }) => source_key),
      broken_backlinks: broken,
      lost_backlinks: lost.length,
      spam_score: roundedMean(spam),
      spam_signs: signShares(spam, links),
      boilerplate_backlinks: links.filter(({ placement }) => placement === 'boilerplate').length,
      hidden_backlinks: links.filter(({ placement }) => placement === 'hidden').length,
      rank,
      first_seen: dateOf(Math.min(...links.map(({ first }) => first))),
      last_seen: dateOf(Math.max(...links.map(({ seen }) => seen))),
      lost_date: newestLost === null ? null : dateOf(newestLost),
    };
    return {
      key: name,
      links,
      spam_mean: spam === null ? null : Math.round(spam * 10) / 10,
      rank,
      broken,
      lost: newestLost,
      row,
    };
  });
}

/** How many links and sites each sign is about, most links first. */
export function signShares(score: number | null, links: readonly ScopedLink[]): unknown {
  const shares = SPAM_SIGNS.flatMap((sign) => {
    const signed = links.filter(({ spam_signs }) => spam_signs.some((each) => each.sign === sign));
    return signed.length === 0
      ? []
      : [{ sign, backlinks: signed.length, referring_main_domains: domainsOf(signed), peers: null }];
  });
  return knownSigns(
    score,
    shares.toSorted((one, other) => other.backlinks - one.backlinks),
  );
}

export function hostsOf(links: readonly ScopedLink[]): number {
  return distinct(links, ({ source }) => source.host_key);
}

export function domainsOf(links: readonly ScopedLink[]): number {
  return distinct(links, ({ source }) => source.domain);
}

const BY_LINKS: Order<ExpectedGroup> = descending(({ links }) => links.length);
const BY_KEY: Order<ExpectedGroup> = ascending(({ key }) => key);

export function expectedAnchors(web: JudgedWeb, query: AnchorsQuery): ExpectedGroups & { readonly commonest: unknown } {
  if (!isVisible(web, query.target)) return { ...NOTHING_KNOWN, commonest: [] };
  const { anchor_filter = '', backlinks_min = 0, referring_domains_min = 0 } = query;
  const groups = groupsOf(
    linksInto(web, groupScope(query.target, query.include_indirect_links)),
    query.status,
    ({ anchor }) => anchor,
  );
  const passing = groups.filter(
    ({ key, links }) =>
      key.toLowerCase().includes(anchor_filter.toLowerCase()) &&
      links.length >= backlinks_min &&
      hostsOf(links) >= referring_domains_min,
  );
  const value: Readonly<Record<AnchorsQuery['sort_by'], (group: ExpectedGroup) => number | null>> = {
    backlinks: ({ links }) => links.length,
    rank: ({ rank }) => rank,
    referring_domains: ({ links }) => hostsOf(links),
    spam_score: ({ spam_mean }) => spam_mean,
    broken_backlinks: ({ broken }) => broken,
  };
  const sorted = ordered(passing, descending(value[query.sort_by]), BY_LINKS, BY_KEY);
  return {
    total_count: passing.length,
    backlinks: groups.reduce((sum, { links }) => sum + links.length, 0),
    rows: sorted.slice(query.offset, query.offset + query.limit).map((group) => anchorRow(group)),
    commonest: ordered(groups, BY_LINKS, BY_KEY).map((group) => {
      const { anchor, backlinks, referring_main_domains, image_backlinks, target_url, target_title } = anchorRow(group);
      return { anchor, backlinks, referring_main_domains, image_backlinks, target_url, target_title };
    }),
  };
}

interface AnchorRow extends Record<string, unknown> {
  readonly anchor: string;
  readonly backlinks: unknown;
  readonly referring_main_domains: number;
  readonly image_backlinks: number;
  readonly target_url: unknown;
  readonly target_title: string | null;
}

function anchorRow({ key, links, row }: ExpectedGroup): AnchorRow {
  const images = links.filter(({ type }) => type === 'image');
  const alts = images.filter(({ alt }) => alt !== '');
  const pages = [...groupedBy(links, ({ source_key }) => source_key).values()].flatMap(([link]) => link ?? []);
  const spoken = pages.filter(({ page }) => (documentOf(page)?.language ?? '') !== '');
  const languageOf = ({ page }: ScopedLink): string => documentOf(page)?.language ?? '';
  const named = ordered(
    [...groupedBy(links, ({ target_key }) => target_key)],
    descending(([, group]) => group.length),
    ascending(([target]) => target),
  );
  const [target = '', [first] = []] = named[0] ?? [];
  return {
    ...row,
    anchor: key,
    backlinks: row['backlinks'],
    referring_domains: hostsOf(links),
    referring_main_domains: domainsOf(links),
    image_backlinks: images.length,
    image_alt: alts.length === 0 ? '' : oneOf(commonest(alts, ({ alt }) => alt)),
    language: spoken.length === 0 ? null : oneOf(commonest(spoken, languageOf)),
    target_url: spellingOf(target),
    target_title: documentOf(first?.named)?.title ?? null,
  };
}

/** Any URL of a page. */
export function spellingOf(key: string): unknown {
  return {
    asymmetricMatch: (answered: unknown): boolean => typeof answered === 'string' && keyOf(answered) === key,
    toString: () => `a spelling of ${key.replace('\n', ' ')}`,
  };
}

export function expectedReferringDomains(web: JudgedWeb, query: ReferringDomainsQuery): ExpectedGroups {
  if (!isVisible(web, query.target)) return NOTHING_KNOWN;
  const { domain_filter = '', backlinks_min = 0, referring_pages_min = 0, rank_min } = query;
  const groups = groupsOf(
    linksInto(web, groupScope(query.target, query.include_indirect_links)),
    query.status,
    ({ source }) => source.host_key,
  );
  const domainRank = ({ links: [first] }: ExpectedGroup): number | null => first?.domain_rank ?? null;
  const pagesOf = ({ links }: ExpectedGroup): number => distinct(links, ({ source }) => pageKey(source));
  const passing = groups.filter((group) => {
    const rank = domainRank(group);
    return (
      hostOf(group).includes(domain_filter) &&
      group.links.length >= backlinks_min &&
      pagesOf(group) >= referring_pages_min &&
      (rank_min === undefined || (rank !== null && rank >= rank_min))
    );
  });
  const value: Readonly<Record<ReferringDomainsQuery['sort_by'], (group: ExpectedGroup) => number | null>> = {
    rank: domainRank,
    backlinks: ({ links }) => links.length,
    referring_pages: pagesOf,
    spam_score: ({ spam_mean }) => spam_mean,
    broken_backlinks: ({ broken }) => broken,
    first_seen: ({ links }) => Math.min(...links.map(({ first }) => first)),
    lost_date: ({ lost }) => lost,
  };
  const sorted = ordered(passing, descending(value[query.sort_by]), BY_LINKS, BY_KEY);
  return {
    total_count: passing.length,
    backlinks: groups.reduce((sum, { links }) => sum + links.length, 0),
    rows: sorted.slice(query.offset, query.offset + query.limit).map((group) => ({
      ...group.row,
      spam_signs: peersOf(group),
      domain: hostOf(group),
      main_domain: group.links[0]?.source.domain,
      domain_rank: domainRank(group),
      top_anchor: ordered(
        commonest(group.links, ({ anchor }) => anchor),
        ascending((anchor) => anchor),
      )[0],
      tool_metrics: [],
    })),
  };
}

const OF_DOMAINS: ReadonlySet<string> = new Set(['ring', 'template', 'money_anchor']);

/** All links of a host are of one domain, whose signs have peers. */
function peersOf({ row, links }: ExpectedGroup): unknown {
  const shares = row['spam_signs'];
  if (!Array.isArray(shares)) return shares;
  return shares.map((share: { readonly sign: string }) => {
    const sign = links.flatMap(({ spam_signs }) => spam_signs).find((each) => each.sign === share.sign);
    return { ...share, peers: OF_DOMAINS.has(share.sign) ? (sign?.peers ?? null) : null };
  });
}

function hostOf({ links: [first] }: ExpectedGroup): string {
  return first === undefined ? '' : new URL(first.source.url).host;
}
