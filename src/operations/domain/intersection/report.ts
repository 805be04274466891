import { z } from 'zod';

import { SERP_ITEM_TYPES } from '../../../ports/serp.ts';
import { Evidence } from '../../../rankings/evidence.ts';
import { MetricColumns, ScoreColumns } from '../../../rankings/metric-columns.ts';
import { TrafficGap } from '../../../rankings/place-traffic.ts';
import { FilteredOut } from '../../../rankings/volume-minimum.ts';

export const SORTS = ['opportunity', 'search_volume', 'traffic_gap', 'rank_gap', 'cpc'] as const;

export const CLASSES = ['shared_deficit', 'current_advantage', 'target1_exclusive', 'parity'] as const;
export type Classification = (typeof CLASSES)[number];

/** As Semrush names the gaps of one site against another. */
const GAP_CLASSES = ['missing', 'weak', 'strong', 'shared', 'unique'] as const;
export type GapClass = (typeof GAP_CLASSES)[number];

const gapClass = z.enum(GAP_CLASSES);

export const IntersectionRow = z.object({
  keyword: z.string(),
  ...MetricColumns.shape,
  brand_of: z
    .enum(['target1', 'target2'])
    .nullable()
    .describe(
      'Whose brand the keyword contains, as far as that is known; such a keyword is no gap to close. null: no brand that is known.',
    ),
  target1_rank: z.number().nullable(),
  target2_rank: z.number().nullable().describe('null: not among the results that were read.'),
  rank_gap: z
    .number()
    .nullable()
    .describe('target1_rank − target2_rank: above 0, target1 ranks lower. null unless both rank.'),
  target1_traffic: z
    .number()
    .nullable()
    .describe('Clicks a month; null where it does not rank or the figure is unknown.'),
  target2_traffic: z.number().nullable(),
  traffic_gap: z
    .number()
    .nullable()
    .describe(
      'Clicks a month that target2 gets beyond target1; below 0, target1 gets more. A target that does not rank gets none.',
    ),
  traffic_gap_evidence: TrafficGap.nullable().describe('Bounds and source of traffic_gap.'),
  classification: z
    .enum(CLASSES)
    .describe(
      'shared_deficit: target1 ranks below target2. current_advantage: above. parity: next to each other past position 3, or both past position 20, where hardly anybody clicks. target1_exclusive: target2 does not rank.',
    ),
  gap_class: z
    .object({ target1: gapClass, target2: gapClass })
    .describe(
      'The same as seen by each target, in Semrush’s words: missing (only the other ranks), weak (ranks lower), strong (ranks higher), shared (level), unique (only it ranks).',
    ),
  best_urls: z.object({ target1: z.string().nullable(), target2: z.string().nullable() }),
  serp_features: z.array(z.enum(SERP_ITEM_TYPES)).nullable().describe('null where the source doesn’t report them.'),
  checked_at: z.string().nullable(),
  opportunity_for: z
    .enum(['target1', 'target2'])
    .describe('Whose opportunity is scored: that of target1, or of target2 for keywords that only target1 ranks for.'),
  ...ScoreColumns.shape,
  reason: z.string(),
});
export type IntersectionRow = z.infer<typeof IntersectionRow>;

const count = z.int().nullable();

export const IntersectionList = z.object({
  target1: z.string(),
  target2: z.string(),
  intersections: z.boolean(),
  meaning: z.string().describe('What the rows are, and which call shows the other side.'),
  ...Evidence,
  items: z.array(IntersectionRow),
  total_count: z.int().nullable().describe('All keywords that match, beyond limit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  filtered_out: FilteredOut.nullable(),
  counts: z
    .object({ shared_deficit: count, current_advantage: count, target1_exclusive: count, parity: count })
    .describe('Over all rows, not only those shown; null for classes that the question leaves out.'),
  counted_rows: z.int().nullable().describe('Rows behind counts; at most 1,000. null if nothing is known.'),
  counts_complete: z.boolean().nullable().describe('false: there are more rows than were counted.'),
  unknown_targets: z
    .array(z.string())
    .describe('Targets that the source does not know. A known target that does not rank is not listed here.'),
  click_curve: z
    .string()
    .nullable()
    .describe('Your own click rates, by which gaps are estimated; null: the published curve.'),
  units: z.record(z.string(), z.string()),
});
export type IntersectionList = z.infer<typeof IntersectionList>;
