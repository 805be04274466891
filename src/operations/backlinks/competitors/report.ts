import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';

const Competitor = z.object({
  domain: z.string(),
  rank: z.number().nullable(),
  intersections: z.int().describe('Registrable domains that link to both.'),
  intersection_share: z.number().nullable().describe('Of the domains that link to the target, 0-1.'),
  referring_main_domains: z.int().describe('Registrable domains that link to the competitor.'),
  unique_referring_domains: z
    .int()
    .describe('Of those, the ones that do not link to the target; the target’s own domain counts when it is one.'),
  overlap_score: z
    .number()
    .describe(
      '0-100: 100 × ln(1 + intersections) / ln(1 + the smaller of both counts of linking domains, at least 20).',
    ),
  opportunity_score: z
    .number()
    .describe(
      '0-100: overlap × (half its lead in rank, full at 50 of 100 points, plus half its unique domains by logarithm, ' +
        'full at 1,000). 0 when it has no unique domain.',
    ),
  score_components: z.object({
    authority_lead: z.number().describe('0 as well when one of the two ranks is not known.'),
    unique_sites: z.number(),
  }),
  priority: Level,
  reason: z.string(),
});
export type Competitor = z.infer<typeof Competitor>;

export const CompetitorReport = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) }),
  rank_scale: z.enum(['one_hundred', 'one_thousand']),
  rank: z.number().nullable().describe('Of the target.'),
  referring_main_domains: z.int().nullable().describe('Registrable domains that link to the target.'),
  items: z.array(Competitor),
  total_count: z
    .int()
    .nullable()
    .describe('Competitors that can be paged through: at most the 1,000 with the most intersections.'),
  candidate_count: z.int().nullable().describe('All that fit, also those behind the 1,000.'),
  limit: z.int(),
  offset: z.int(),
  left_out_as_large: z
    .array(z.string())
    .describe(
      'Left out by their figures and not by the list of platforms: rank of 750 of 1,000, 10,000 linking domains and 20 ' +
        'times those of the target, at least. At most 20 are named.',
    ),
});
export type CompetitorReport = z.infer<typeof CompetitorReport>;
