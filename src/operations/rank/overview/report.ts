import { z } from 'zod';

import { MatchTypeField, Series, Significant } from '../../../tracking/report-parts.ts';

const Counts = z.object({
  top3: z.int(),
  top10: z.int(),
  top20: z.int(),
  not_found: z.int().describe('Not among the results checked.'),
});

const VisibilityDay = z.object({
  date: z.string(),
  value: z.number().nullable().describe('null: nothing was known, or the day cannot be linked to today.'),
  keywords: z.int().describe('Keywords that had been checked by then.'),
});

const Visibility = z.object({
  value: z.number().describe('0-100: estimated clicks as a share of those at position 1 for every keyword.'),
  keywords: z.int().describe('Keywords it is computed from.'),
  before: z
    .number()
    .nullable()
    .describe('Chained index at the start of the period: compare it with value, whichever keywords were added since.'),
  keywords_before: z.int().describe('Keywords that had been checked by then.'),
  weights: z
    .enum(['volume', 'equal'])
    .describe(
      'volume: keywords count by their search volume, and by 1 where it is unknown. equal: the volumes of fewer than half are known.',
    ),
  volume_known_share: z.number().nullable().describe('Share of the keywords whose search volume is known, 0-1.'),
  history: z
    .array(VisibilityDay)
    .describe(
      'Chained index by day, oldest first. Earlier values are rescaled where keywords were added, so that the addition is no ' +
        'step; they may exceed 100. Keywords you removed are left out throughout.',
    ),
});

const ShareOfVoice = z.object({
  value: z
    .number()
    .nullable()
    .describe('0-100: your part of the estimated clicks on all organic results; weighed as visibility is.'),
  searches: z.int().describe('Result pages it is computed from.'),
  searches_stopped: z
    .int()
    .describe('Result pages left out because the source stopped at your result: what ranks below it is unknown.'),
});

const Row = z.object({
  id: z.string(),
  keyword: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  ...Series,
  engine: z.string().nullable(),
  position: z.int().nullable().describe('null: not among the results checked, or never checked.'),
  checked_at: z.string().nullable().describe('null: never checked in the last 120 days.'),
  position_before: z.int().nullable().describe('At the start of the period.'),
  checked_before_at: z.string().nullable(),
  best_position: z.int().nullable(),
  depth_checked: z.int().nullable(),
  matched_url: z.string().nullable(),
  match_type: MatchTypeField,
  significant_change: Significant.nullable().describe(
    'A change within the period that three checks confirm; null: nothing beyond noise.',
  ),
  is_stale: z.boolean().describe('Its newest check is more than twice as old as its checks are usually apart.'),
});
export type OverviewRow = z.infer<typeof Row>;

const Tag = z.object({
  tag: z.string(),
  keywords: z.int(),
  checked: z.int(),
  visibility: z.number().nullable(),
  ...Counts.shape,
});

export const RankOverview = z.object({
  tag: z.string().nullable(),
  days: z.int().describe('Length of the period.'),
  keywords: z.int().describe('Tracked keywords that are not paused, or those named by ids.'),
  checked: z.int().describe('Those with a check in the last 120 days.'),
  visibility: Visibility.nullable().describe('null where no keyword was checked.'),
  share_of_voice: ShareOfVoice.nullable().describe('null where no keyword was checked.'),
  counts: Counts.describe('Over the keywords that were checked.'),
  average_position: z
    .number()
    .nullable()
    .describe('Over the keywords that were found; found_share says how many these are.'),
  found_share: z
    .object({ value: z.number(), n: z.int(), low: z.number(), high: z.number() })
    .nullable()
    .describe('With its 95% interval.'),
  movers: z
    .object({ down: z.array(Row), up: z.array(Row), down_count: z.int(), up_count: z.int() })
    .describe('Significant changes of the period, the largest in estimated clicks first; at most ten each.'),
  stale: z.int().describe('Keywords whose checks have stopped.'),
  by_tag: z.array(Tag),
  items: z.array(Row).describe('In the order they were added.'),
  total_count: z.int(),
  limit: z.int(),
  offset: z.int(),
  curve: z.string().describe('Click curve that visibility is read from.'),
});
export type RankOverview = z.infer<typeof RankOverview>;
