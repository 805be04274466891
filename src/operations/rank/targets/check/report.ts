import { z } from 'zod';

import { Change, MatchTypeField, Series, Significant } from '../../../../tracking/report-parts.ts';

const Checked = z.object({
  id: z.string().describe('Of the tracked keyword.'),
  keyword: z.string(),
  url: z.string(),
  tags: z.array(z.string()),
  ...Series,
  checked_at: z.string(),
  position: z.int().nullable().describe('null: not among the results checked.'),
  previous_position: z.int().nullable(),
  matched_url: z.string().nullable(),
  match_type: MatchTypeField,
  depth_checked: z.int(),
  change: Change.nullable().describe('Against the check before; null for the first.'),
  significant_change: Significant.nullable().describe('What the last three checks confirm.'),
  is_news: z.boolean().describe('The significant change shows for the first time in this check.'),
});
export type CheckedTarget = z.infer<typeof Checked>;

const Failure = z.object({
  keyword: z.string(),
  ...Series,
  engine: z.string().nullable(),
  reason: z.string(),
  failed_checks: z.int().describe('Failed checks in a row, this one included.'),
});
export type FailedSearch = z.infer<typeof Failure>;

export const RankCheckReport = z.object({
  tag: z.string().nullable().describe('The set that was checked; null for all tracked keywords.'),
  keywords: z.int().describe('Tracked keywords that are not paused.'),
  searches: z.int().describe('Result pages looked up for them: one page serves every URL tracked on its search.'),
  searches_checked: z.int(),
  searches_failed: z.int().describe('These leave no point in any history and are not charged.'),
  items: z.array(Checked).describe('Tracked keywords whose search was checked, in the order they were added.'),
  failures: z.array(Failure),
  counts: z.object({
    rose: z.int().describe('Keywords that rose beyond the noise, shown for the first time in this check.'),
    fell: z.int(),
    top3: z.int(),
    top10: z.int(),
    top20: z.int(),
    not_found: z.int(),
  }),
});
export type RankCheckReport = z.infer<typeof RankCheckReport>;
