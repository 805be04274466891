import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { ClicksChange } from '../../../rankings/changes.ts';
import { ConsoleSums, Evidence } from '../../../rankings/evidence.ts';
import { ExpectedGain } from '../../../rankings/gain.ts';
import { Sorted } from '../../../rankings/whole-list.ts';

export const SORTS = ['estimated_traffic', 'keyword_count', 'top3', 'opportunity'] as const;

/** In the order in which they are tried: a page that cannot be shown is not worth a refresh, and one that falls no expansion. */
export const ACTIONS = ['review', 'refresh', 'expand', 'recover', 'protect'] as const;
export type PageAction = (typeof ACTIONS)[number];

const count = z.int().nullable();

export const RelevantPage = z.object({
  url: z.string(),
  is_lost: z.boolean().describe('It ranked before and does not now.'),
  title: z.string().nullable().describe('Of the last crawl, as all facts of the page; null if it was never crawled.'),
  status_code: z.int().nullable(),
  redirect_url: z.string().nullable(),
  is_indexable: z.boolean().nullable(),
  canonical_url: z.string().nullable(),
  words_count: z.int().nullable(),
  referring_domains: z.int().nullable(),
  backlinks: z.int().nullable(),
  published_at: z.string().nullable(),
  content_age_days: z.int().nullable().describe('Since published_at; an update without a new date does not show.'),
  crawled_at: z.string().nullable(),
  clicks: z.number().nullable().describe('Counted in the window; null if no source counts them.'),
  impressions: z.number().nullable(),
  ctr: z.number().nullable(),
  clicks_change: ClicksChange.nullable().describe('Against the window before.'),
  year_over_year: ClicksChange.nullable().describe('Against the same days a year before.'),
  estimated_traffic: z
    .number()
    .nullable()
    .describe(
      'Clicks a month, as the source estimates them. null where clicks are measured or no source estimates them.',
    ),
  traffic_share: z.number().nullable().describe('Of the clicks of the whole target; null where these are not known.'),
  traffic_value: z.number().nullable().describe('What the clicks of a month would cost as ads, in USD.'),
  avg_position: z.number().nullable().describe('Mean over impressions.'),
  previous_position: z.number().nullable(),
  keyword_count: count.describe('Keywords that it ranks for now.'),
  top3: count,
  top10: count,
  new: count.describe('Keywords that it ranks for now and did not before.'),
  lost: count,
  improved: count,
  declined: count,
  top_keyword: z.string().nullable(),
  keywords: z
    .array(z.object({ keyword: z.string(), rank: z.number().nullable(), clicks: z.number().nullable() }))
    .describe('Those that bring most; at most ten.'),
  brand_share: z
    .object({ value: z.number(), n: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'Of the clicks of these keywords, those on branded ones; null if your project has no brand for this site.',
    ),
  expected_gain: ExpectedGain.nullable().describe(
    'Clicks a month more at position 3 for all of its impressions; null where these are not counted.',
  ),
  action: z.enum(ACTIONS),
  reason: z.string(),
  triggers: z
    .array(z.object({ figure: z.string(), value: z.union([z.number(), z.string(), z.boolean()]) }))
    .describe('The figures that led to the action.'),
  opportunity_score: z.number().min(0).max(100).nullable(),
  score_components: z.object({
    traffic: z.number().nullable().describe('Clicks of a month, by their logarithm.'),
    loss: z.number().nullable().describe('Share of clicks, or of keywords, that it has lost beyond the noise.'),
    headroom: z.number().nullable().describe('What position 3, or page one, has over its present place.'),
    links: z.number().nullable().describe('Sites that link to it, by their logarithm: such a page is worth keeping.'),
  }),
  score_coverage: z.number().min(0).max(1),
  priority: Level.nullable(),
});
export type RelevantPage = z.infer<typeof RelevantPage>;

export const RelevantPageList = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
  ...Evidence,
  items: z.array(RelevantPage),
  total_count: z.int().nullable().describe('All pages that match, beyond limit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  sorted: Sorted,
  totals: ConsoleSums,
  totals_change: ClicksChange.nullable().describe('Clicks of the whole target against the window before.'),
  pages_crawled: z
    .int()
    .nullable()
    .describe('Pages of this answer whose status the index knows; null if nothing is known.'),
  action_counts: z
    .object({
      review: z.int(),
      refresh: z.int(),
      expand: z.int(),
      recover: z.int(),
      protect: z.int(),
    })
    .nullable(),
  units: z.record(z.string(), z.string()),
});
export type RelevantPageList = z.infer<typeof RelevantPageList>;
