import { z } from 'zod';

import { SearchBlockRow } from '../../../guidance/search-block.ts';
import { BrandCounts } from '../../../keywords/branded-keywords.ts';
import { SERP_ITEM_TYPES } from '../../../ports/serp.ts';
import { ClicksChange, PositionChange } from '../../../rankings/changes.ts';
import { ConsoleSums, Evidence } from '../../../rankings/evidence.ts';
import { ExpectedGain } from '../../../rankings/gain.ts';
import { MetricColumns, ScoreColumns } from '../../../rankings/metric-columns.ts';
import { Sorted } from '../../../rankings/whole-list.ts';

export const SORTS = ['opportunity', 'estimated_traffic', 'rank', 'search_volume', 'cpc'] as const;

export const OPPORTUNITY_TYPES = [
  'lost_keyword_recovery',
  'content_refresh',
  'featured_snippet_opportunity',
  'ai_overview_opportunity',
  'quick_win',
  'commercial_intent_opportunity',
  'defend',
  'none',
] as const;
export type OpportunityType = (typeof OPPORTUNITY_TYPES)[number];

export const MOVEMENTS = ['new', 'up', 'down', 'same', 'lost'] as const;

export const RankedRow = MetricColumns.extend({
  ...ScoreColumns.shape,
  keyword: z.string(),
  is_brand: z
    .boolean()
    .nullable()
    .describe(
      'Whether it contains the target’s brand: your project’s, if the target is one of its sites. Else true where it spells out the domain, and null where that is not known.',
    ),
  rank: z
    .number()
    .nullable()
    .describe('Of the target, over all of its pages that rank. null: it does not rank any more.'),
  position_kind: z
    .enum(['tracked', 'average'])
    .describe('tracked: on one result page, at checked_at. average: the mean over all impressions of the window.'),
  previous_rank: z.number().nullable(),
  movement: z
    .enum(MOVEMENTS)
    .nullable()
    .describe(
      'same where the change is within the noise; the source’s word where it does not tell the rank before. lost only where a newer result page or window is without the target. null if nothing is known of before.',
    ),
  rank_change: PositionChange.nullable(),
  checked_at: z.string().nullable(),
  url: z.string().nullable(),
  url_rank: z.number().nullable().describe('Of url alone, which gains are read from; null where that is not known.'),
  other_urls: z
    .array(
      z.object({
        url: z.string(),
        rank: z.number().nullable(),
        clicks: z.number().nullable(),
        impressions: z.number().nullable(),
      }),
    )
    .describe('Further pages of the target that rank for it: check whether they compete.'),
  device: z.enum(['desktop', 'mobile']).nullable(),
  clicks: z.number().nullable().describe('Counted in the window; null if no source counts them.'),
  impressions: z.number().nullable(),
  ctr: z.number().nullable().describe('clicks / impressions.'),
  clicks_change: ClicksChange.nullable().describe('Against the window before.'),
  year_ago_clicks: z.number().nullable().describe('On the same days a year before.'),
  estimated_traffic: z
    .number()
    .nullable()
    .describe('Clicks a month, as the provider or volume × click rate estimates them. null where clicks are measured.'),
  traffic_low: z.number().nullable(),
  traffic_high: z.number().nullable(),
  traffic_source: z
    .string()
    .nullable()
    .describe('measured, provider, or the name of the click curve that the estimate is read from.'),
  traffic_value: z.number().nullable().describe('What the clicks of a month would cost as ads, in USD.'),
  serp_features: z.array(z.enum(SERP_ITEM_TYPES)).nullable().describe('null where the source doesn’t report them.'),
  expected_gain: ExpectedGain.nullable().describe(
    'Clicks a month more at to_rank; null where position or demand is not known.',
  ),
  opportunity_type: z.enum(OPPORTUNITY_TYPES),
  reason: z.string().describe('The figures behind opportunity_type.'),
});
export type RankedRow = z.infer<typeof RankedRow>;

const count = z.int();

export const RankedKeywordList = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
  ...Evidence,
  click_curve: z
    .object({ name: z.string(), property: z.string(), from: z.string(), to: z.string(), impressions: z.number() })
    .nullable()
    .describe('Your own click rates by position, which gains are read from; null: the published curve.'),
  items: z.array(RankedRow),
  total_count: z.int().nullable().describe('All keywords that match, beyond limit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  sorted: Sorted,
  filtered_out: z
    .object({ below_min_search_volume: count, unknown_search_volume: count })
    .nullable()
    .describe('Keywords of those read that min_search_volume leaves out; null if nothing is known.'),
  position_distribution: z
    .object({
      keywords_considered: count,
      top3: count,
      top10: count,
      top20: count,
      top50: count,
      top100: count,
      is_complete: z.boolean().describe('false: counted over the rows of this answer, not over all keywords.'),
    })
    .nullable()
    .describe('Each band holds those before it. null if nothing is known.'),
  totals: ConsoleSums,
  movements: z
    .object({ new: count, up: count, down: count, same: count, lost: count, unknown: count })
    .nullable()
    .describe('Over the rows of this answer; null if nothing is known.'),
  opportunities: z
    .object({
      lost_keyword_recovery: count,
      content_refresh: count,
      featured_snippet_opportunity: count,
      ai_overview_opportunity: count,
      quick_win: count,
      commercial_intent_opportunity: count,
      defend: count,
      none: count,
    })
    .nullable(),
  by_brand: BrandCounts,
  blocked_pages: z
    .array(SearchBlockRow)
    .nullable()
    .describe(
      'Pages of these rows that a crawl saw kept out of search, by an error, a redirect, noindex or a canonical: fix them before any other work on them. Null where no crawl knows the pages.',
    ),
  units: z.record(z.string(), z.string()),
});
export type RankedKeywordList = z.infer<typeof RankedKeywordList>;
