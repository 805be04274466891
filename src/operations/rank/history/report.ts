import { z } from 'zod';

import { TRENDS } from '../../../tracking/trend.ts';
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

const Row = z.object({
  checked_at: z.string(),
  position: z.int().nullable().describe('null: not among the first depth_checked organic results.'),
  rank_absolute: z.int().nullable(),
  page: z.int().nullable(),
  matched_url: z.string().nullable(),
  match_type: MatchTypeField,
  features: z.array(Feature.omit({ present: true })).describe('Features on the page.'),
  ai_overview: AiOverviewField,
  ...Series,
  depth_asked: z.int(),
  depth_checked: z.int(),
  ended: Ended,
  top_px: z.number().nullable(),
  screens_down: z.number().nullable(),
  source: z.string(),
  is_source_changed: z.boolean().describe('The check before came from another source.'),
  is_conclusive: z
    .boolean()
    .describe('false: not found, but the check read fewer results than usual; it counts in no figure.'),
});

const OneSeries = z.object({
  ...Series,
  checks: z.int(),
  first_checked_at: z.string(),
  last_checked_at: z.string(),
  is_shown: z.boolean().describe('Whether it is the series of this answer.'),
});

const Gap = z.object({
  failed_at: z.string(),
  reason: z.string(),
  source: z.string().nullable().describe('Source that failed last; null if none was asked.'),
});

export const RankHistory = z.object({
  keyword: z.string(),
  url: z.string(),
  coverage: z.enum(['full', 'none']).describe('none: no check of this search, or of this series, is stored.'),
  engine: Series.engine.nullable(),
  location: Series.location,
  location_code: Series.location_code,
  language: Series.language.nullable(),
  device: Series.device,
  checks: z.int().nullable().describe('Checks in history.'),
  shallow_checks: z.int().nullable().describe('Of those, too shallow to tell.'),
  current: z.int().nullable().describe('Position in the newest check that can tell; null: not found.'),
  current_checked_at: z.string().nullable(),
  best: z.int().nullable(),
  best_checked_at: z.string().nullable(),
  worst: z.int().nullable(),
  worst_checked_at: z.string().nullable(),
  average: z.number().nullable().describe('Over the checks that found it; see found_share.'),
  found_share: z
    .object({ value: z.number(), n: z.int(), low: z.number(), high: z.number() })
    .nullable()
    .describe('Share of checks that found it, with its 95% interval.'),
  mrr: z.number().nullable().describe('Mean of 1/position, 0 where it was not found.'),
  usual_depth: z.int().nullable().describe('Results that most checks ask for.'),
  noise: Noise.nullable(),
  change: Change.nullable().describe('Between the two newest checks.'),
  trend: z.enum(TRENDS).describe('Over the last 90 days; never improving or declining inside the noise.'),
  trend_detail: z
    .object({
      slope_per_day: z.number().nullable().describe('Positions a day (Theil–Sen); above 0 is worse.'),
      p_value: z.number().nullable().describe('Mann–Kendall.'),
      points: z.int(),
      days: z.int(),
    })
    .nullable(),
  significant_changes: z.array(Significant).describe('Oldest first.'),
  days_tracked: z.int().nullable().describe('Days from the first to the newest check, both included, in UTC.'),
  days_checked: z.int().nullable().describe('Days with at least one check.'),
  gaps: z.array(Gap).nullable().describe('Your checks that failed: nothing is known about these times.'),
  source_changes: z.array(z.object({ checked_at: z.string(), from: z.string(), to: z.string() })),
  history: z.array(Row).describe('Oldest first; at most the newest 1,000 checks.'),
  series: z.array(OneSeries).describe('Every series of this search. Figures of two of them are never mixed.'),
  notes: z.array(z.string()),
});
export type RankHistory = z.infer<typeof RankHistory>;
