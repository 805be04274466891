import { z } from 'zod';

import { NumberRange, QuestionRow, SerpIntentRow, StudiedSearch, ComparedRow } from '../../../study/report-parts.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { OPPORTUNITY_TYPES } from './types.ts';

const Evidence = z.object({ url: z.string(), heading: z.string().nullable(), quote: z.string() });

export const OpportunityBrief = z.object({
  search: StudiedSearch,
  opportunity_type: z.enum(OPPORTUNITY_TYPES).nullable().describe('As sent.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('low with fewer than three compared pages.'),
  brief: z.object({
    serp_intent: SerpIntentRow,
    current_page: z
      .object({
        url: z.string(),
        title: z.string().nullable(),
        word_count: z.int(),
        position: z
          .int()
          .nullable()
          .describe('As sent, or where it stands on this result page; null if neither tells.'),
        coverage_score: z.int().nullable(),
        headings: z.array(z.object({ level: z.int(), text: z.string() })),
        gaps: z.array(z.string()),
      })
      .nullable()
      .describe('Null without page_url.'),
    sections_to_add: z.array(
      z.object({
        heading: z.string(),
        why: z.string(),
        points: z.array(z.string()),
        seen_on: z.array(z.string()),
        evidence: z.array(Evidence),
      }),
    ),
    questions: z.array(
      QuestionRow.extend({ answered: z.boolean().nullable().describe('On your page; null without one.') }),
    ),
    entities: z.array(z.object({ name: z.string(), pages: z.int(), of: z.int(), on_page: z.boolean().nullable() })),
    schema_recommendations: z.array(SchemaAdvice),
    internal_link_tasks: z.array(z.object({ task: z.string(), from: z.string().nullable() })),
    validation_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
    success_metric: z.object({
      metric: z.string(),
      where: z.string(),
      from: z.string().nullable().describe('Today’s figure; null if it is unknown.'),
      to: z.string(),
      weeks: z.object({ first_sign: z.int(), judge_after: z.int() }),
    }),
  }),
  internal_links_from: z
    .array(z.object({ url: z.string(), title: z.string().nullable() }))
    .nullable()
    .describe('Crawled pages of your site that are about the search; null if the site was not crawled.'),
  cannibalising_pages: z
    .array(z.object({ url: z.string(), position: z.int() }))
    .describe('Other pages of your site on this result page.'),
  length_guidance: NumberRange.nullable(),
  freshness: z.object({ dated: z.int(), of: z.int(), newest: z.string().nullable(), oldest: z.string().nullable() }),
  ai_overview_targets: z
    .object({ status: z.string(), cited: z.array(z.string()), questions: z.array(z.string()) })
    .nullable()
    .describe('Null if the source cannot see AI Overviews.'),
  what_not_to_do: z.array(z.string()),
  competitor_outlines: z.array(ComparedRow).describe('Empty if they were not requested.'),
  notes: z.array(z.string()),
});
export type OpportunityBrief = z.infer<typeof OpportunityBrief>;
