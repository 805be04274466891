import type { PageIntersectionQuery, TargetPagesQuery } from '../../src/ports/links.ts';
import { hostOfKey } from '../../src/web/url.ts';
import { ascending, descending, groupedBy, most, ordered } from './counting.ts';
import {
  dateOf,
  groupScope,
  isVisible,
  type JudgedWeb,
  linksInto,
  saidBy,
  type ScopedLink,
  withStatus,
} from './judged.ts';
import type { KnownPage } from './known.ts';
import {
  domainsOf,
  type ExpectedGroup,
  type ExpectedGroups,
  groupsOf,
  hostsOf,
  NOTHING_KNOWN,
  spellingOf,
} from './rules-groups.ts';
import { expectedSigns } from './rules-list.ts';

export function expectedTargetPages(web: JudgedWeb, query: TargetPagesQuery): ExpectedGroups {
  if (!isVisible(web, query.target)) return NOTHING_KNOWN;
  const { status_code, title_filter, page_filter = '', backlinks_min = 0, referring_domains_min = 0 } = query;
  const groups = groupsOf(
    linksInto(web, groupScope(query.target, query.include_indirect_links)),
    query.status,
    ({ final_key }) => final_key,
  );
  const pageOf = ({ key }: ExpectedGroup): KnownPage | undefined => web.pages.get(key);
  const titleOf = (group: ExpectedGroup): string | undefined => saidBy(pageOf(group)).title?.toLowerCase();
  const passing = groups.filter(
    (group) =>
      pathOf(group.key).includes(page_filter.toLowerCase()) &&
      (title_filter === undefined || titleOf(group)?.includes(title_filter.toLowerCase()) === true) &&
      (status_code === undefined || pageOf(group)?.newest?.status === status_code) &&
      group.links.length >= backlinks_min &&
      hostsOf(group.links) >= referring_domains_min,
  );
  const value: Readonly<Record<TargetPagesQuery['sort_by'], (group: ExpectedGroup) => number | null>> = {
    backlinks: ({ links }) => links.length,
    referring_domains: ({ links }) => hostsOf(links),
    rank: ({ key }) => web.ranks.pages.get(key) ?? null,
    spam_score: ({ spam_mean }) => spam_mean,
    broken_backlinks: ({ broken }) => broken,
    first_visited: (group) => pageOf(group)?.first_visited ?? null,
    words_count: (group) => saidBy(pageOf(group)).word_count,
    external_links: (group) => saidBy(pageOf(group)).external_links,
  };
  const sorted = ordered(
    passing,
    descending(value[query.sort_by]),
    descending(({ links }) => links.length),
    ascending(({ key }) => key),
  );
  return {
    total_count: passing.length,
    backlinks: groups.reduce((sum, { links }) => sum + links.length, 0),
    rows: sorted.slice(query.offset, query.offset + query.limit).map((group) => pageRow(web, group)),
  };
}

/** The part of a URL that all its spellings have: filters are asked for nothing else. */
function pathOf(key: string): string {
  const [host = '', path = ''] = key.split('\n');
  return (hostOfKey(host) + path).toLowerCase();
}

function pageRow(web: JudgedWeb, group: ExpectedGroup): Record<string, unknown> {
  const page = web.pages.get(group.key);
  const said = saidBy(page);
  const move = page?.newest?.move;
  return {
    ...group.row,
    url: spellingOf(group.key),
    referring_domains: hostsOf(group.links),
    referring_main_domains: domainsOf(group.links),
    title: said.title,
    status_code: page?.newest?.status ?? null,
    redirect_target: move?.type === 'redirect' ? move.to.url : null,
    page_rank: web.ranks.pages.get(group.key) ?? null,
    first_visited: page === undefined ? null : dateOf(page.first_visited),
    tool_metrics: [],
    words_count: said.word_count,
    internal_links: said.internal_links,
    external_links: said.external_links,
  };
}

export interface ExpectedIntersection {
  readonly total_count: number | null;
  readonly rows: readonly ExpectedPage[];
}

export interface ExpectedPage {
  readonly row: Record<string, unknown>;
  readonly linked: readonly LinkedTarget[];
}

interface LinkedTarget {
  readonly target: string;
  readonly links: readonly ScopedLink[];
}

export function expectedIntersection(web: JudgedWeb, query: PageIntersectionQuery): ExpectedIntersection {
  const { targets, exclude_targets, mode, spam_score_max } = query;
  if (!targets.some((target) => isVisible(web, target))) return { total_count: null, rows: [] };
  const excluded = new Set(
    exclude_targets.flatMap((target) =>
      withStatus(linksInto(web, groupScope(target)), 'live').map(({ source_key }) => source_key),
    ),
  );
  const own = new Set(exclude_targets.map(({ domain }) => domain));
  const all = targets.flatMap((target) =>
    withStatus(linksInto(web, { ...groupScope(target), dofollow_only: query.dofollow_only }), query.status)
      .filter(({ source }) => !own.has(source.domain))
      .map((link) => ({ target: target.value, link })),
  );
  const ownDomains = new Set(exclude_targets.map(({ domain }) => domain));
  const pages = [...groupedBy(all, ({ link }) => link.source_key)].map(([key, rows]): Candidate => {
    const linked = [...groupedBy(rows, ({ target }) => target)].map(([target, links]) => ({
      target,
      links: links.map(({ link }) => link),
    }));
    return { key, linked, links: rows.map(({ link }) => link) };
  });
  const passing = pages.filter(
    ({ key, linked, links: [first] }) =>
      !excluded.has(key) &&
      (first === undefined || !ownDomains.has(first.source.domain)) &&
      (mode === 'partial' || linked.length === targets.length) &&
      (spam_score_max === undefined || (first?.spam ?? 0) <= spam_score_max),
  );
  const sorted = ordered(
    passing,
    descending(SORTED_BY[query.sort_by]),
    descending(({ linked }) => linked.length),
    ascending(({ key }) => key),
  );
  return { total_count: passing.length, rows: sorted.slice(0, query.limit).map(intersectingPage) };
}

interface Candidate extends Omit<ExpectedPage, 'row'> {
  readonly key: string;
  readonly links: readonly ScopedLink[];
}

const SORTED_BY: Readonly<Record<PageIntersectionQuery['sort_by'], (page: Candidate) => number | null>> = {
  rank: ({ links }) => most(links.map(({ rank }) => rank)),
  domain_rank: ({ links: [first] }) => first?.domain_rank ?? null,
  page_rank: ({ links: [first] }) => first?.page_rank ?? null,
  first_seen: ({ links }) => Math.min(...links.map(({ first }) => first)),
  last_seen: ({ links }) => Math.max(...links.map(({ seen }) => seen)),
};

function intersectingPage({ key, links, linked }: Candidate): ExpectedPage {
  const [first] = links;
  if (first === undefined) throw new TypeError('A page without links is none.');
  const { title, language, external_links, word_count } = saidBy(first.page);
  const row = {
    url: spellingOf(key),
    domain: new URL(first.source.url).host,
    title,
    language,
    rank: most(links.map(({ rank }) => rank)),
    page_rank: first.page_rank,
    domain_rank: first.domain_rank,
    spam_score: first.spam,
    spam_signs: expectedSigns(first.spam, first.spam_signs),
    external_links,
    word_count,
    first_seen: dateOf(Math.min(...links.map((link) => link.first))),
    last_seen: dateOf(Math.max(...links.map((link) => link.seen))),
  };
  return { row, linked };
}
