import { SPAM_UNKNOWN } from '../../names.ts';
import type { PageIntersectionQuery } from '../../../ports/links.ts';
import type { BACKLINK_COLUMNS } from '../backlink.ts';
import type { HeldLink } from './links.ts';
import { above, falling, hasStatus, inTurn, named, type Order, rising } from './order.ts';

type PageLink = Pick<HeldLink, (typeof BACKLINK_COLUMNS)[number] | 'source_domain' | 'spam'>;

export interface HeldIntersection {
  /** Links to each target, in their order. */
  readonly targets: readonly (readonly PageLink[])[];
  readonly excluded: readonly (readonly Pick<HeldLink, 'source_page' | 'lost_at'>[])[];
  /** Keys of domains whose pages are left out. */
  readonly own: readonly string[];
}

/** A page, and its links to each target. */
export interface HeldPage {
  readonly name: string;
  readonly flags: number;
  readonly targets: number;
  readonly value: number;
  readonly rank_above: number;
  readonly page_above: number;
  readonly domain_above: number;
  readonly spam: number;
  readonly first_s: number;
  readonly last_s: number;
  readonly links: readonly (readonly PageLink[])[];
}

/** Pages that link to several targets, as the engine would find them; the first so many of all. */
export function heldIntersection(
  { targets, excluded, own }: HeldIntersection,
  query: PageIntersectionQuery,
): { readonly total: number; readonly pages: readonly HeldPage[] } {
  const out = new Set(
    excluded.flatMap((links) => links.flatMap(({ source_page, lost_at }) => (lost_at === 0 ? [source_page] : []))),
  );
  const isAsked = hasStatus(query.status);
  const byTarget = targets.map((links) =>
    Map.groupBy(
      links.filter((link) => isAsked(link) && !own.includes(link.source_domain) && !out.has(link.source_page)),
      ({ source_page }) => source_page,
    ),
  );
  const names = new Set(byTarget.flatMap((pages) => [...pages.keys()]));
  const pages = Array.from(names, (name) =>
    pageOf(
      name,
      byTarget.map((ofTarget) => (ofTarget.get(name) ?? []).toSorted(BY_STRENGTH)),
      SORTS[query.sort_by],
    ),
  );
  const passing = pages.filter(
    ({ targets: linked, spam }) =>
      (query.mode !== 'all' || linked === targets.length) &&
      (query.spam_score_max === undefined || spam === SPAM_UNKNOWN || spam <= query.spam_score_max),
  );
  return { total: passing.length, pages: passing.sort(IN_ORDER).slice(0, query.limit) };
}

/** Of pages that link to targets; ties go by how many, then by name. */
export const IN_ORDER: Order<Pick<HeldPage, 'value' | 'targets' | 'name'>> = inTurn(
  falling(({ value }) => value),
  falling(({ targets }) => targets),
  named(({ name }) => name),
);

const BY_STRENGTH: Order<PageLink> = inTurn(
  falling(({ link_rank }) => above(link_rank)),
  named(({ target_page }) => target_page),
  rising(({ type }) => type),
  named(({ anchor }) => anchor),
  named(({ alt }) => alt),
);

type Ranks = Pick<HeldPage, 'rank_above' | 'page_above' | 'domain_above' | 'first_s' | 'last_s'>;

const SORTS: Readonly<Record<PageIntersectionQuery['sort_by'], (page: Ranks) => number>> = {
  rank: ({ rank_above }) => rank_above,
  domain_rank: ({ domain_above }) => domain_above,
  page_rank: ({ page_above }) => page_above,
  first_seen: ({ first_s }) => first_s,
  last_seen: ({ last_s }) => last_s,
};

function pageOf(name: string, links: HeldPage['links'], valueOf: (page: Ranks) => number): HeldPage {
  const all = links.flat();
  const largest = (value: (link: PageLink) => number): number => Math.max(...all.map(value));
  const smallest = (value: (link: PageLink) => number): number => Math.min(...all.map(value));
  const ranks: Ranks = {
    rank_above: largest(({ link_rank }) => above(link_rank)),
    page_above: largest(({ page_rank }) => above(page_rank)),
    domain_above: largest(({ domain_rank }) => above(domain_rank)),
    first_s: smallest(({ first_seen }) => first_seen),
    last_s: largest(({ last_seen }) => last_seen),
  };
  return {
    name,
    ...ranks,
    flags: largest(({ last_seen, source_flags }) => last_seen * 256 + source_flags) % 256,
    targets: links.filter(({ length }) => length > 0).length,
    value: valueOf(ranks),
    spam: smallest(({ spam }) => spam),
    links,
  };
}
