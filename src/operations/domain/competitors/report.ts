import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { Evidence } from '../../../rankings/evidence.ts';
import { PLATFORM_KINDS } from '../../../rankings/platform-kind.ts';

export const SORTS = ['threat', 'overlap', 'competitor_traffic', 'traffic_gap'] as const;

/** In the order in which they are tried. */
const NEXT_ACTIONS = ['look_up_more', 'close_gaps', 'defend', 'study_content', 'monitor'] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

const Share = z.object({ value: z.number(), n: z.int(), low: z.number(), high: z.number() });

const figures = {
  domain: z.string(),
  intersections: z.int().describe('Keywords for which both rank within max_rank_group.'),
  overlap_share: Share.nullable().describe(
    'Share of the target’s keywords for which it ranks too, 0-1; low and high are 95% bounds for a sample, and the share itself where all keywords are known.',
  ),
  their_overlap_share: z
    .number()
    .nullable()
    .describe(
      'Share of its own keywords, at any position, for which the target ranks too; null where these are not known.',
    ),
  shared_top10: z.int().nullable().describe('Of intersections, both on page one.'),
  average_position: z.number().nullable().describe('Its mean position on the shared keywords.'),
  competitor_traffic: z.number().nullable().describe('Its estimated clicks a month, on all of its keywords.'),
};

export const CompetitorRow = z.object({
  ...figures,
  kind: z.literal('search_competitor'),
  keywords_where_ahead: z.int().nullable().describe('Shared keywords for which it ranks above the target.'),
  keywords_where_behind: z.int().nullable(),
  ahead_share: Share.nullable().describe(
    'Of the shared keywords, those where it ranks above; by clicks on the shared keywords where places are not known.',
  ),
  ahead_basis: z.enum(['positions', 'traffic']).nullable(),
  shared_traffic: z.number().nullable().describe('Its estimated clicks a month on the shared keywords.'),
  target_shared_traffic: z.number().nullable().describe('The target’s on the same keywords.'),
  traffic_gap: z
    .number()
    .nullable()
    .describe('shared_traffic − target_shared_traffic: above 0 it gets more clicks from the shared keywords.'),
  clicks_at_stake: z
    .number()
    .nullable()
    .describe(
      'What the two compete for, in stake_unit: for each shared keyword the lower of the two click rates, so positions 90 and 95 count for almost nothing.',
    ),
  stake_unit: z.enum(['click_rates', 'clicks_a_month']).nullable(),
  authority: z.number().nullable().describe('0-100, from links; null if the site is not in the index.'),
  authority_gap: z.number().nullable().describe('authority − that of the target.'),
  example_keywords: z
    .array(z.object({ keyword: z.string(), position: z.number(), target_position: z.number() }))
    .describe('The keywords with the most at stake; empty if the source doesn’t list them.'),
  serps_considered: z.int().nullable().describe('Stored result pages that show both; only for basis serps.'),
  is_sufficient: z
    .boolean()
    .describe(
      'false: fewer than 20 stored result pages show both, or the target ranks for fewer than 20 keywords at all. That may be chance.',
    ),
  threat_score: z.number().nullable().describe('0-100; null where it is not sufficient or not known.'),
  score_components: z.object({
    clicks_at_stake: z.number().nullable().describe('Relative to the competitor with the most overlap.'),
    overlap: z.number().nullable().describe('Share of the target’s keywords.'),
    ahead: z.number().nullable().describe('How often it ranks above the target.'),
  }),
  score_coverage: z.number(),
  threat_level: Level.nullable(),
  next_action: z.enum(NEXT_ACTIONS),
  reason: z.string().describe('The figures behind next_action.'),
});
export type CompetitorRow = z.infer<typeof CompetitorRow>;

export const CompetitorList = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
  ...Evidence,
  is_sufficient: z
    .boolean()
    .nullable()
    .describe(
      'false: fewer than 20 stored result pages show the target, or it ranks for fewer than 20 keywords: too few to tell competitors from chance.',
    ),
  target_keywords: z.int().nullable().describe('Keywords for which the target ranks within max_rank_group.'),
  target_traffic: z.number().nullable().describe('Estimated clicks a month.'),
  target_authority: z.number().nullable(),
  items: z.array(CompetitorRow),
  total_count: z
    .int()
    .nullable()
    .describe('Search competitors that match, beyond limit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.int(),
  platforms: z
    .array(z.object({ ...figures, kind: z.enum(PLATFORM_KINDS) }))
    .describe(
      'Marketplaces, encyclopaedias, forums, social networks and the like that rank for the same keywords: not competitors, but places to be present. At most 20.',
    ),
  platform_count: z.int().nullable().describe('null without data.'),
  own_domains: z.array(z.string()).describe('Your project’s other domains, which are left out.'),
  threat_counts: z
    .object({ high: z.int(), medium: z.int(), low: z.int(), unknown: z.int() })
    .nullable()
    .describe('Counted over every competitor that was read, not just those shown; null without data.'),
  units: z.record(z.string(), z.string()),
});
export type CompetitorList = z.infer<typeof CompetitorList>;
