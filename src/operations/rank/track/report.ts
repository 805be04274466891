import { z } from 'zod';

import {
  AiOverviewField,
  Change,
  Ended,
  Feature,
  MatchTypeField,
  Noise,
  Series,
  Significant,
} from '../../../tracking/report-parts.ts';

export const RankReport = z.object({
  keyword: z.string(),
  url: z.string().describe('What is tracked.'),
  ...Series,
  source: z.string(),
  checked_at: z.string(),
  position: z.int().nullable().describe('Among the organic results; null: not among the first depth_checked.'),
  rank_absolute: z.int().nullable().describe('Place among everything on the page.'),
  page: z.int().nullable(),
  matched_url: z.string().nullable(),
  match_type: MatchTypeField,
  also_ranking: z
    .array(z.object({ url: z.string(), position: z.int(), match_type: MatchTypeField.unwrap() }))
    .describe('Other results of your site.'),
  depth_asked: z.int(),
  depth_checked: z.int().describe('Organic results read.'),
  pages_fetched: z.int(),
  ended: Ended,
  top_px: z.number().nullable().describe('Distance from the top of the page in CSS pixels; null if not measured.'),
  screens_down: z.number().nullable(),
  previous_position: z.int().nullable().describe('Of the check at previous_checked_at; null there: not found.'),
  previous_checked_at: z.string().nullable().describe('null for the first check of the series.'),
  best_position: z.int().nullable(),
  best_checked_at: z.string().nullable(),
  change: Change.nullable().describe('Since the previous check; null for the first.'),
  significant_change: Significant.nullable().describe('What the last three checks confirm; null if only noise.'),
  noise: Noise,
  checks: z.int().describe('Checks of this series, including this one.'),
  serp_features: z.array(z.string()).describe('Types present on the page.'),
  features: z.array(Feature).describe('Types that the source can see; one that is not listed is unknown.'),
  ai_overview: AiOverviewField,
  competitors_above: z
    .array(z.object({ domain: z.string(), url: z.string(), position: z.int() }))
    .describe('Up to ten results of other sites above yours; the first ten if yours is not found.'),
  competitors_above_count: z.int(),
  notes: z.array(z.string()),
});
export type RankReport = z.infer<typeof RankReport>;
