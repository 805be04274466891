import { z } from 'zod';

import { FORMATS } from '../../../study/format.ts';
import { Criterion } from '../../../study/criteria.ts';
import {
  ComparedRow,
  NumberRange,
  OutlineRow,
  QuestionRow,
  SerpIntentRow,
  StudiedSearch,
  TopicRow,
} from '../../../study/report-parts.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { SnippetOption } from '../../../study/snippets.ts';

const Share = z.object({ pages: z.int(), of: z.int() });
const Advice = z.object({ advice: z.string(), evidence: z.array(z.string()) });

export const BriefReport = z.object({
  search: StudiedSearch,
  primary_keyword: z.string(),
  secondary_keywords: z
    .array(z.string())
    .describe('Searches that the result page itself lists as related; empty where the source shows none.'),
  page_type: z
    .string()
    .nullable()
    .describe('As requested, or the kind that most ranking pages are; null if neither is known.'),
  page_type_fits: z.boolean().nullable().describe('Whether most ranking pages are of that kind.'),
  audience: z.object({
    stated: z.string().nullable().describe('As sent.'),
    wants: z.string().describe('What people want who search for this, by the intent of the result page.'),
    evidence: z.array(z.string()),
  }),
  search_intent: SerpIntentRow,
  page_meta: z.object({
    title_options: z.array(SnippetOption),
    description_options: z.array(SnippetOption),
    slug: z.string(),
  }),
  serp_expectations: z.object({
    format: z.enum(FORMATS).nullable(),
    topics: z.array(TopicRow).describe('What readers expect, the most important first.'),
    questions: z.array(QuestionRow),
    names: z.array(z.object({ name: z.string(), pages: z.int(), of: z.int() })),
    word_count_range: NumberRange.nullable(),
  }),
  competitor_patterns: z.object({
    sections: NumberRange.nullable().describe('Headings of level two.'),
    with_tables: Share,
    with_lists: Share,
    with_images: Share,
    with_videos: Share,
    with_author: Share,
    dated: Share,
    newest: z.string().nullable(),
    oldest: z.string().nullable(),
  }),
  competitors_to_beat: z.array(
    z.object({
      url: z.string(),
      position: z.int(),
      coverage: z.int().nullable().describe('0-100, of the topics that the compared pages share.'),
      strengths: z.array(z.string()),
      weaknesses: z.array(z.string()),
    }),
  ),
  differentiators: z.array(Advice).describe('What no or hardly any ranking page has.'),
  proof_requirements: z
    .array(
      z.object({
        claim: z.string(),
        why: z.string(),
        seen: z.string().describe('Sentence of a ranking page, as an example of such a claim.'),
      }),
    )
    .describe('Where ranking pages state figures: find a source of your own, or leave them out.'),
  trust_requirements: z.object({
    topic_class: z.enum(['health', 'finance', 'law']).nullable().describe('A subject where wrong advice does harm.'),
    requirements: z.array(z.string()),
  }),
  sources_to_cite: z.array(z.object({ domain: z.string(), pages: z.int(), in_ai_overview: z.boolean() })),
  conversion_plan: z.object({
    goal: z.string(),
    primary_action: z.string(),
    placements: z.array(z.string()),
    avoid: z.array(z.string()),
  }),
  voice_guidance: z.object({
    voice: z.string(),
    rules: z.array(z.object({ rule: z.string(), do: z.string(), dont: z.string() })),
  }),
  outline: z.array(OutlineRow).optional().describe('Left out if not requested.'),
  schema_recommendations: z.array(SchemaAdvice),
  qa_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
  acceptance_criteria: z.array(Criterion).describe('What content.draft-qa measures.'),
  pages_compared: z.array(ComparedRow),
  notes: z.array(z.string()),
});
export type BriefReport = z.infer<typeof BriefReport>;
