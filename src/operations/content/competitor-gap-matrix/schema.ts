import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { BUYER_STAGES } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';
import { COMPONENTS } from './score.ts';

export const ShownPage = z.object({ url: z.string(), title: z.string(), page_type: z.enum(PAGE_TYPES) });
const CompetitorPage = ShownPage.extend({
  domain: z.string(),
  traffic: z.number().nullable(),
  volume: z.number().nullable(),
  rank: z.number().nullable(),
  backlinks: z.number().nullable(),
});

export const Opportunity = z.object({
  topic: z.string(),
  competitors_covering: z.array(CompetitorPage).describe('One page for each competitor, strongest first.'),
  competitor_count: z.int(),
  own_coverage: z
    .enum(['none', 'partial'])
    .nullable()
    .describe(
      'partial: one of your pages touches on the topic without answering it. Null when your pages are unknown.',
    ),
  own_pages: z.array(ShownPage),
  page_type: z.enum(PAGE_TYPES),
  buyer_stage: z.enum(BUYER_STAGES),
  demand: z
    .number()
    .nullable()
    .describe('Highest search volume of its pages, otherwise traffic; null where neither is given.'),
  focus: z.array(z.string()),
  score: z.int(),
  score_components: z.object(Object.fromEntries(COMPONENTS.map((name) => [name, z.int()]))),
  priority: Level,
  suggested_title: z.string(),
  next_endpoint: z.string().describe('Path of the operation to call next, below /api/v1.'),
  why: z.string(),
});
export type Opportunity = z.infer<typeof Opportunity>;

const FOCUS_STATUS = ['gap', 'covered', 'own_only', 'nobody'] as const;

export const GapMatrixReport = z.object({
  opportunities: z.array(Opportunity),
  opportunities_total: z.int().describe('Number of opportunities before max_opportunities applies.'),
  matrix: z.array(
    z.object({
      page_type: z.enum(PAGE_TYPES),
      buyer_stage: z.enum(BUYER_STAGES),
      own: z.int(),
      competitors: z.int().describe('Pages of all competitors.'),
      competitor_domains: z.int(),
      competitor_average: z.number().describe('Pages per competitor in the request.'),
      status: z
        .enum(['missing', 'other_type', 'utility', 'behind', 'level', 'ahead', 'own_only'])
        .nullable()
        .describe(
          'other_type: your pages of another type answer the same need. utility: not topics, such as a login. Null when your pages are unknown.',
        ),
    }),
  ),
  covered_topics: z.array(
    z.object({
      topic: z.string(),
      own_pages: z.array(ShownPage),
      competitors_covering: z.array(z.string()),
      page_type: z.enum(PAGE_TYPES),
      buyer_stage: z.enum(BUYER_STAGES),
    }),
  ),
  own_advantages: z.array(
    z.object({
      topic: z.string(),
      own_pages: z.array(ShownPage),
      page_type: z.enum(PAGE_TYPES),
      buyer_stage: z.enum(BUYER_STAGES),
      demand: z.number().nullable(),
    }),
  ),
  focus_topics: z.array(z.object({ topic: z.string(), status: z.enum(FOCUS_STATUS), topics: z.array(z.string()) })),
  weights: z.array(z.object({ component: z.enum(COMPONENTS), points: z.int(), meaning: z.string() })),
  counts: z.object({
    competitors: z.int(),
    competitor_pages: z.int(),
    own_pages: z.int().nullable().describe('Null when your pages are unknown.'),
    topics: z.int(),
    gaps: z.int(),
    gaps_touched: z.int().describe('Gaps that one of your pages touches on (own_coverage partial).'),
    covered: z.int(),
    own_only: z.int(),
    not_topics: z
      .int()
      .describe(
        'Home, login, legal, customer service and company pages, pages of competitors about themselves and products that only one competitor sells: counted in the matrix, but not as topics.',
      ),
  }),
  set_aside: z
    .array(z.object({ domain: z.string().nullable(), url: z.string(), title: z.string() }))
    .describe(
      'Customer service and legal pages (delivery, returns, opening hours), pages of competitors about themselves and products that only one competitor sells, not counted as topics. At most 50.',
    ),
  notes: z.array(z.string()),
});
export type GapMatrixReport = z.infer<typeof GapMatrixReport>;
