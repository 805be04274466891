import { z } from 'zod';

import { PAGE_CHANGES, type SiteChangesRecord } from '../../../ports/sites.ts';

const Crawl = z.object({
  id: z.string(),
  started_at: z.string(),
  ended_at: z.string().nullable().describe('null while the crawl runs.'),
});

const pages = (what: string) => z.int().describe(what);

const Counts = z.object({
  dead: pages('Worked before, 4xx now.'),
  error: pages('Server errors now, none before.'),
  noindexed: pages('Closed to search engines now, open before.'),
  blocked: pages('Read in the earlier crawl, blocked by robots.txt now.'),
  redirected: pages('Worked before, redirects now.'),
  canonical_changed: z.int(),
  title_changed: z.int(),
  h1_changed: z.int(),
  description_changed: z.int(),
  back: pages('Failed in the earlier crawl, work again now.'),
  indexable_again: pages('Open to search engines now, closed before.'),
  new: pages('Seen for the first time.'),
});

const Change = z.object({
  url: z.string(),
  change: z.enum(PAGE_CHANGES),
  before: z.string().nullable().describe('The status, title or address before; null where there was none.'),
  after: z.string().nullable(),
});

const Links = z.object({
  date_from: z.string(),
  date_to: z.string(),
  new_backlinks: z.int(),
  lost_backlinks: z.int(),
  new_referring_domains: z.int(),
  lost_referring_domains: z.int(),
});

export const SiteChanges = z.object({
  site: z.string(),
  crawl: Crawl.nullable().describe('null where the site has not been crawled.'),
  compared_with: Crawl.nullable().describe('The earlier crawl; null where there is none.'),
  pages_compared: z
    .int()
    .nullable()
    .describe('Pages that were seen before and read again; null without an earlier crawl.'),
  counts: Counts.nullable().describe('Changes by kind; null without an earlier crawl.'),
  items: z.array(Change).describe('The worst kind first. A page with two changes has two rows.'),
  total_count: z.int().nullable().describe('Changes of the kinds that were asked for.'),
  limit: z.int(),
  offset: z.int(),
  links: Links.nullable().describe('Links from other sites between the crawls; null where the index knows of none.'),
});
export type SiteChanges = z.infer<typeof SiteChanges>;

/** All null where no crawl came to the site, or only one did. */
export function presentChanges(
  site: string,
  record: SiteChangesRecord | null,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): SiteChanges {
  if (record === null) return { ...NOTHING_KNOWN, site, crawl: null, links: null, limit, offset };
  const { crawl, compared_with, pages_compared, changes_total, links } = record;
  if (compared_with === null) return { ...NOTHING_KNOWN, site, crawl, links, limit, offset };
  return {
    site,
    crawl,
    compared_with,
    pages_compared,
    counts: { ...record.counts },
    items: record.changes.map(({ url, kind, before, after }) => ({ url, change: kind, before, after })),
    total_count: changes_total,
    limit,
    offset,
    links,
  };
}

const NOTHING_KNOWN = { compared_with: null, pages_compared: null, counts: null, items: [], total_count: null };
