import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { Evidence } from '../../../rankings/evidence.ts';
import { SIGNALS, TYPES } from './signal.ts';

const ExpectedGain = z.object({
  clicks_per_month: z.number(),
  low: z.number(),
  high: z.number(),
  to_rank: z.number().nullable().describe('null where the task is not about a position.'),
  ctr_curve: z.string().describe('Click curve behind it: your own, or the published one.'),
  period: z.literal('month'),
});

const Opportunity = z.object({
  dedupe_key: z.string().describe('Stays the same for this task in later answers.'),
  type: z.enum(TYPES),
  signal: z.enum(SIGNALS).describe('What speaks for the task.'),
  keyword: z.string().describe('The keyword with the most to gain.'),
  url: z
    .string()
    .nullable()
    .describe('The page to work on; null if there is none yet, or the source doesn’t say which one ranks.'),
  rank: z.number().nullable().describe('Of keyword; a mean over impressions for basis console.'),
  cluster: z
    .array(
      z.object({
        keyword: z.string(),
        position: z.number().nullable(),
        clicks: z.number().nullable(),
        impressions: z.number().nullable(),
        clicks_per_month: z.number().nullable().describe('To gain, or lost, a month.'),
      }),
    )
    .describe('Keywords that the task is for, most to gain first; at most ten.'),
  cluster_size: z.int(),
  expected_gain: ExpectedGain.nullable().describe('null where search demand is unknown.'),
  baseline: z.object({
    clicks: z.number().nullable(),
    impressions: z.number().nullable(),
    position: z.number().nullable().describe('Weighted by impressions where they are known.'),
    window: z.object({ from: z.string(), to: z.string() }).nullable(),
  }),
  evidence: z.array(z.string()),
  why_now: z.string(),
  effort: Level,
  risk: z.object({ level: Level, why: z.string() }),
  score: z.number().min(0).max(100).nullable(),
  score_components: z.object({
    gain: z.number().nullable(),
    ease: z.number().nullable(),
    certainty: z.number().nullable().describe('How close the lower bound of the gain is to the gain.'),
    intent: z.number().nullable(),
  }),
  score_coverage: z.number().min(0).max(1),
  priority: Level.nullable(),
  also: z
    .array(
      z.object({
        type: z.enum(TYPES),
        signal: z.enum(SIGNALS),
        action: z.string(),
        clicks_per_month: z.number().nullable(),
      }),
    )
    .describe('Other opportunities on the same page; handle them together.'),
  recommended_action: z.string(),
  next_call: z.object({
    operation: z.string(),
    method: z.literal('POST'),
    path: z.string().describe('Path below /api/v1.'),
    body: z.record(z.string(), z.unknown()),
    reason: z.string(),
  }),
});
export type Opportunity = z.infer<typeof Opportunity>;

export const OpportunityReport = z.object({
  target: z.string(),
  ...Evidence,
  opportunities: z
    .array(Opportunity)
    .describe('One task a page, best first: by score × score_coverage, so that an unknown gain counts for nothing.'),
  total_count: z.int().nullable().describe('All tasks found, including those beyond the limit; null without data.'),
  limit: z.int(),
  offset: z.int(),
  summary_by_type: z
    .array(
      z.object({
        type: z.enum(TYPES),
        tasks: z.int(),
        clicks_per_month: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
      }),
    )
    .describe('Over all tasks found, including those beyond the limit.'),
  inspected: z
    .object({
      keywords: z.int(),
      pages: z.int().nullable().describe('null where the source doesn’t say which page ranks for which keyword.'),
      branded_left_out: z.int().describe('Branded keywords: people who search for you by name find you anyway.'),
      pages_known: z.int().describe('Pages whose status and robots directives are in the index.'),
      result_pages: z.int().describe('Keywords with a stored result page.'),
    })
    .nullable()
    .describe('null without data on the target.'),
  ctr_curve: z.string().describe('Click curve that gains are read from.'),
  serp_competitors: z
    .array(
      z.object({
        domain: z.string(),
        keywords: z.int(),
        average_position: z.number(),
        median_position: z.number(),
        ahead: z
          .int()
          .describe('Keywords for which it stands above the target, or the target is not among the results.'),
        visibility: z.number().describe('0-100: clicks of its places, as a share of those of every first place.'),
        examples: z.array(z.object({ keyword: z.string(), position: z.number(), own_position: z.number().nullable() })),
      }),
    )
    .nullable()
    .describe('null without include_serp_competitors, and where no result page of the seed keywords is known.'),
  seed_keywords: z.array(z.string()).nullable().describe('Keywords whose result pages serp_competitors is based on.'),
  discovered_competitors: z
    .array(
      z.object({
        domain: z.string(),
        intersections: z.int(),
        average_position: z.number().nullable(),
        ahead: z.int().nullable(),
        behind: z.int().nullable(),
        traffic: z.number().nullable(),
        gaps: z.int().nullable().describe('Keywords it ranks for and you do not; null where that was not asked.'),
      }),
    )
    .nullable()
    .describe('null without include_competitor_discovery, and where none are known.'),
  notes: z.array(z.string()),
});
export type OpportunityReport = z.infer<typeof OpportunityReport>;
