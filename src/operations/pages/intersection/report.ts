import { z } from 'zod';

import { SERP_ITEM_TYPES } from '../../../ports/serp.ts';
import { Evidence } from '../../../rankings/evidence.ts';
import { MetricColumns, ScoreColumns } from '../../../rankings/metric-columns.ts';
import { TrafficGap } from '../../../rankings/place-traffic.ts';
import { FilteredOut } from '../../../rankings/volume-minimum.ts';

export const SORTS = ['opportunity', 'search_volume', 'traffic_gap', 'rank', 'cpc'] as const;
export const ITEM_TYPES = ['organic', 'paid', 'featured_snippet', 'local_pack'] as const;

const Shown = z.boolean().nullable().describe('null if no source can see it.');

const PagePlace = z.object({
  page: z.string().describe('As you sent it.'),
  rank: z.number().nullable().describe('null: not among the results that were read.'),
  url: z.string().nullable().describe('The page that ranks: one of those that a pattern stands for.'),
  type: z.enum(SERP_ITEM_TYPES).nullable(),
  estimated_traffic: z
    .number()
    .nullable()
    .describe('Estimated clicks a month; null where clicks are measured, or unknown.'),
  clicks: z.number().nullable().describe('Counted in the window, for pages of your own site.'),
  impressions: z.number().nullable(),
});

export const PageKeyword = z.object({
  keyword: z.string(),
  ...MetricColumns.shape,
  is_brand: z
    .boolean()
    .nullable()
    .describe('Whether it contains the brand or domain of one of the sites; null where that is not known.'),
  pages: z.array(PagePlace).describe('In the order of pages.'),
  missing_in: z.array(z.string()).describe('Those of pages that do not rank for it.'),
  first_page_rank: z.number().nullable(),
  first_page_within_max_rank: z
    .boolean()
    .nullable()
    .describe(
      'max_rank applies to the first page only. null: the first page does not rank, so that there is nothing to apply it to.',
    ),
  best_page: z.string().nullable(),
  rank_spread: z.number().nullable().describe('Worst minus best rank of the pages that rank; null unless two do.'),
  traffic_gap: z
    .number()
    .nullable()
    .describe(
      'Clicks a month that the best of the other pages gets beyond the first; with exclude_pages, that the best page gets.',
    ),
  traffic_gap_evidence: TrafficGap.nullable().describe('Bounds and source of traffic_gap.'),
  serp_features: z.array(z.enum(SERP_ITEM_TYPES)).nullable().describe('null where the source doesn’t report them.'),
  serp_info: z
    .object({
      checked_at: z.string().nullable(),
      ai_overview: Shown,
      featured_snippet: Shown,
      local_pack: Shown,
      paid: Shown,
    })
    .nullable()
    .describe('Only with include_serp_info.'),
  ...ScoreColumns.shape,
  reason: z.string(),
});
export type PageKeyword = z.infer<typeof PageKeyword>;

const Resolved = z.object({
  page: z.string().describe('As you sent it.'),
  compared_as: z.string().describe('Where its redirects and canonical lead, as far as they were crawled.'),
  via: z.array(z.enum(['redirect', 'canonical'])).describe('What led there, in order.'),
  is_pattern: z.boolean(),
  status_code: z.int().nullable().describe('Of the last crawl; null if it was never crawled.'),
  title: z.string().nullable(),
  is_known: z.boolean().describe('false: the source has no keywords for it.'),
});

export const PageIntersection = z.object({
  pages: z.array(Resolved),
  exclude_pages: z.array(Resolved.omit({ is_known: true })),
  folded: z
    .array(z.object({ page: z.string(), same_as: z.string() }))
    .describe('Pages that lead to the same page as an earlier one and are compared once.'),
  intersection_mode: z.enum(['union', 'intersect']),
  item_types: z.array(z.enum(ITEM_TYPES)),
  is_one_site: z
    .boolean()
    .describe('All pages belong to one site, so they compete with each other for shared keywords.'),
  ...Evidence,
  items: z.array(PageKeyword),
  total_count: z.int().nullable().describe('All keywords that match, beyond limit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  filtered_out: FilteredOut.extend({
    beyond_max_rank: z.int().describe('Keywords of those read for which the first page ranks below max_rank.'),
  }).nullable(),
  counts: z
    .object({ ranking_in_all: z.int(), ranking_in_some: z.int(), first_page_missing: z.int() })
    .nullable()
    .describe('Counted over every row that was read, not just those shown; null without data.'),
  clickstream_volumes: z
    .boolean()
    .describe('Whether a source with clickstream volumes was asked; the price doubles only then.'),
  click_curve: z
    .string()
    .nullable()
    .describe('Your own click rates, by which gaps are estimated; null: the published curve.'),
  units: z.record(z.string(), z.string()),
});
export type PageIntersection = z.infer<typeof PageIntersection>;
