import { type Arbitrary, boolean, constantFrom, option, record, uniqueArray } from 'fast-check';

import type {
  AnchorsQuery,
  LinkCompetitorsQuery,
  LinkListQuery,
  LinkStatus,
  LinkSummaryQuery,
  LinkTimeseriesQuery,
  PageIntersectionQuery,
  ReferringDomainsQuery,
  TargetPagesQuery,
} from '../../src/ports/links.ts';
import { parseTarget, type Target } from '../../src/web/target.ts';

/** Every question of the port with every parameter that it has. */
export interface Questions {
  readonly summary: LinkSummaryQuery;
  readonly list: LinkListQuery;
  readonly anchors: AnchorsQuery;
  readonly domains: ReferringDomainsQuery;
  readonly pages: TargetPagesQuery;
  readonly competitors: LinkCompetitorsQuery;
  readonly timeseries: LinkTimeseriesQuery;
  readonly intersection: PageIntersectionQuery;
}

const HOSTS = ['target.com', 'target.com', 'target.com', 'sub.target.com', 'a.com', 'www.a.com', 'b.co.uk', 'd.net'];
const PAGES = ['https://target.com/x', 'http://target.com/', 'https://sub.target.com/x/', 'https://target.com:8443/x'];
const NOBODY = 'nobody.org';

const hosts: Arbitrary<Target> = constantFrom(...HOSTS, NOBODY).map((text) => parseTarget(text));
const targets: Arbitrary<Target> = constantFrom(...HOSTS, ...PAGES, NOBODY).map((text) => parseTarget(text));
const status = constantFrom<LinkStatus>('live', 'live', 'all', 'lost');
const sometimes = boolean();
const few = constantFrom(undefined, undefined, undefined, 1, 2, 3);
const rank = constantFrom(undefined, undefined, undefined, 0, 300, 700);
const limit = constantFrom(1, 2, 5, 100, 100);
const offset = constantFrom(0, 0, 0, 1, 3, 50);
/** Before, within and after the webs, and the borders of weeks and months. */
const days = constantFrom(
  '2025-12-20',
  '2025-12-29',
  '2026-02-27',
  '2026-03-01',
  '2026-03-04',
  '2026-03-09',
  '2026-04-10',
);

export const questions: Arbitrary<Questions> = record({
  summary: record({
    target: targets,
    status,
    dofollow_only: sometimes,
    include_subdomains: sometimes,
    include_indirect_links: sometimes,
    exclude_internal_backlinks: sometimes,
    list_limit: constantFrom(1, 3, 100),
  }),
  list: record({
    target: targets,
    status,
    include_indirect_links: sometimes,
    dofollow_only: sometimes,
    mode: constantFrom('as_is', 'one_per_domain', 'one_per_anchor'),
    broken_only: constantFrom(false, false, true),
    rank_min: rank,
    sort_by: constantFrom('rank', 'page_rank', 'first_seen', 'lost_date'),
    limit,
    offset,
  }),
  anchors: record({
    target: targets,
    status,
    include_indirect_links: sometimes,
    anchor_filter: constantFrom(undefined, undefined, 'ONE', 'Ünï', "'"),
    backlinks_min: few,
    referring_domains_min: few,
    sort_by: constantFrom('backlinks', 'rank', 'referring_domains', 'spam_score', 'broken_backlinks'),
    limit,
    offset,
  }),
  domains: record({
    target: targets,
    status,
    include_indirect_links: sometimes,
    domain_filter: constantFrom(undefined, undefined, 'a.com', 'co.uk', '.'),
    backlinks_min: few,
    referring_pages_min: few,
    rank_min: rank,
    sort_by: constantFrom(
      'rank',
      'backlinks',
      'referring_pages',
      'spam_score',
      'broken_backlinks',
      'first_seen',
      'lost_date',
    ),
    limit,
    offset,
  }),
  pages: record({
    target: hosts,
    status,
    include_indirect_links: sometimes,
    page_filter: constantFrom(undefined, undefined, 'SUB.', '/x', 'unseen'),
    title_filter: constantFrom(undefined, undefined, 'page', 'ÜNÏ'),
    status_code: constantFrom(undefined, undefined, undefined, 200, 301, 404),
    backlinks_min: few,
    referring_domains_min: few,
    sort_by: constantFrom(
      'backlinks',
      'referring_domains',
      'rank',
      'spam_score',
      'broken_backlinks',
      'first_visited',
      'words_count',
      'external_links',
    ),
    limit,
    offset,
  }),
  competitors: record({
    target: targets,
    main_domain: sometimes,
    exclude_domains: constantFrom([], [], ['a.com'], ['b.co.uk', 'c.de']),
    rank_min: rank,
    intersections_min: few,
  }),
  timeseries: record({
    target: hosts,
    include_subdomains: sometimes,
    include_indirect_links: sometimes,
    date_from: days,
    date_to: days,
    group: constantFrom('day', 'week', 'month', 'year'),
    spam_score_min: constantFrom(61, 20),
  }).map((query): LinkTimeseriesQuery => {
    const [date_from = '', date_to = ''] = [query.date_from, query.date_to].toSorted();
    return { ...query, date_from, date_to };
  }),
  intersection: record({
    targets: uniqueArray(targets, { minLength: 1, maxLength: 4, selector: ({ value }) => value }),
    exclude_targets: uniqueArray(targets, { maxLength: 1, selector: ({ value }) => value }),
    status,
    dofollow_only: sometimes,
    mode: constantFrom('partial', 'partial', 'all'),
    spam_score_max: option(constantFrom(0, 10, 50), { nil: undefined, freq: 2 }),
    sort_by: constantFrom('rank', 'domain_rank', 'page_rank', 'first_seen', 'last_seen'),
    limit,
  }),
});
