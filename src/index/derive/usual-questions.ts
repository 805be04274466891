import type { Target } from '../../web/target.ts';
import type { LinksSource } from '../../ports/links.ts';

const LIVE = { status: 'live', include_indirect_links: true } as const;
const FIRST = { limit: 25, offset: 0 } as const;
const NO_MINIMA = { backlinks_min: undefined, referring_domains_min: undefined } as const;

type UsualQuestion = (links: LinksSource, target: Target, signal: AbortSignal) => Promise<unknown>;

/** As operations ask by default. */
export const USUAL_QUESTIONS = {
  summary: (links, target, signal) =>
    links.summary(
      {
        target,
        ...LIVE,
        dofollow_only: false,
        include_subdomains: true,
        exclude_internal_backlinks: true,
        list_limit: 10,
      },
      signal,
    ),
  list: (links, target, signal) =>
    links.list(
      {
        target,
        ...LIVE,
        dofollow_only: false,
        mode: 'one_per_domain',
        broken_only: false,
        rank_min: undefined,
        sort_by: 'rank',
        ...FIRST,
      },
      signal,
    ),
  anchors: (links, target, signal) =>
    links.anchors(
      {
        target,
        ...LIVE,
        anchor_filter: undefined,
        ...NO_MINIMA,
        sort_by: 'backlinks',
        ...FIRST,
      },
      signal,
    ),
  referring_domains: (links, target, signal) =>
    links.referringDomains(
      {
        target,
        ...LIVE,
        domain_filter: undefined,
        backlinks_min: undefined,
        referring_pages_min: undefined,
        rank_min: undefined,
        sort_by: 'rank',
        ...FIRST,
      },
      signal,
    ),
  target_pages: (links, target, signal) =>
    links.targetPages(
      {
        target,
        ...LIVE,
        page_filter: undefined,
        title_filter: undefined,
        status_code: undefined,
        ...NO_MINIMA,
        sort_by: 'backlinks',
        ...FIRST,
      },
      signal,
    ),
  timeseries: (links, target, signal) =>
    links.timeseries(
      {
        target,
        include_subdomains: true,
        include_indirect_links: true,
        date_from: '2026-01-01',
        date_to: '2026-12-31',
        group: 'month',
        spam_score_min: 61,
      },
      signal,
    ),
} as const satisfies Readonly<Record<string, UsualQuestion>>;
