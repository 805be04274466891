import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { Criterion } from '../../../study/criteria.ts';
import { ComparedRow, QuestionRow, SerpIntentRow, StudiedSearch, TopicRow } from '../../../study/report-parts.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { WEIGHTS } from './weights.ts';

const READINESS = ['ready', 'minor_edits', 'major_edits', 'not_ready'] as const;

export const Issue = z.object({
  field: z.enum(['title', 'description', 'headings']),
  issue: z.string(),
  fix: z.string(),
});
export type Issue = z.infer<typeof Issue>;

const Points = z.number().nullable().describe('Null if it is unknown.');

export const DraftReport = z.object({
  search: StudiedSearch,
  draft: z.object({
    url: z.string().nullable(),
    title: z.string().nullable(),
    description: z.string().nullable(),
    language: z.string().nullable(),
    word_count: z.int(),
    sections: z.int(),
  }),
  publish_readiness_score: z
    .int()
    .nullable()
    .describe(
      '0-100, the sum of score_components, lowered by what alone keeps a draft from being published. Null with fewer than three compared pages.',
    ),
  readiness: z.enum(READINESS).nullable(),
  score_components: z
    .object({
      topics: Points.describe(
        `Of ${WEIGHTS.topics}: coverage beside the better quarter of the compared pages; nothing below 60% of theirs.`,
      ),
      questions: Points.describe(`Of ${WEIGHTS.questions}: questions answered, of half of those that were seen.`),
      sections: Points.describe(`Of ${WEIGHTS.sections}: share of sections that are not weak.`),
      proof: Points.describe(`Of ${WEIGHTS.proof}: share of claims with a source.`),
      title_meta: Points.describe(`Of ${WEIGHTS.title_meta}: title, description and headings.`),
      readability: Points.describe(`Of ${WEIGHTS.readability}: sentences and paragraphs that can be read in one go.`),
    })
    .describe('Points of each part. An unknown part is null, and the known ones count up to 100.'),
  score_coverage: z.number().describe('Share of the weight that is known, 0-1.'),
  blockers: z
    .array(
      z.object({
        id: z.enum(['placeholder', 'other_language', 'no_word_order', 'too_short', 'keyword_stuffing']),
        why: z.string(),
        score_at_most: z.int(),
      }),
    )
    .describe('What alone keeps the draft from being published.'),
  criteria: z
    .array(Criterion.extend({ measured: z.number(), met: z.boolean() }))
    .describe('The criteria that content.brief states for this search, measured on the draft.'),
  coverage_score: z.int().nullable().describe('0-100: importance of the topics in the draft over that of all.'),
  missing_serp_expectations: z.array(
    z.object({
      kind: z.enum(['topic', 'question']),
      expectation: z.string(),
      priority: Level,
      why: z.string(),
      seen_on: z.array(z.string()),
    }),
  ),
  missing_topics: z.array(TopicRow),
  questions_unanswered: z.array(QuestionRow),
  weak_sections: z.array(
    z.object({
      heading: z.string(),
      line: z.int().nullable(),
      words: z.int(),
      why: z.string(),
      usual_words: z.int().nullable(),
    }),
  ),
  claims: z.object({ found: z.int(), with_source: z.int() }),
  proof_gaps: z.array(
    z.object({
      claim: z.string().describe('Sentence of the draft, word for word.'),
      kind: z.enum(['figure', 'superlative', 'comparison', 'study']),
      line: z.int().nullable().describe('Line of the Markdown; null for a page.'),
      why: z.string(),
    }),
  ),
  title_meta_issues: z.array(Issue),
  style_hints: z
    .array(z.object({ phrase: z.string(), line: z.int().nullable(), hint: z.string() }))
    .describe('Worn-out phrases that make a text read as generated; hints only, they cost no points.'),
  schema_recommendations: z.array(SchemaAdvice),
  readability: z.object({
    sentences: z.int(),
    average_sentence_words: z.number().nullable(),
    long_sentences: z.array(z.object({ words: z.int(), line: z.int().nullable(), text: z.string() })),
    long_paragraphs: z.int(),
    flesch_reading_ease: z.number().nullable().describe('Flesch 1948, English only; syllables are estimated.'),
  }),
  editor_tasks: z.array(
    z.object({
      order: z.int(),
      task: z.string(),
      where: z.string(),
      effort: Level,
      points: z.number().nullable().describe('Points that it could win.'),
    }),
  ),
  serp_intent: SerpIntentRow,
  pages_compared: z.array(ComparedRow),
  not_checked: z.array(z.string()),
  notes: z.array(z.string()),
});
export type DraftReport = z.infer<typeof DraftReport>;
