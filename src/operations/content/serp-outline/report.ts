import { z } from 'zod';

import { FORMATS } from '../../../study/format.ts';
import {
  ComparedRow,
  NumberRange,
  OutlineRow,
  QuestionRow,
  SerpIntentRow,
  StudiedSearch,
} from '../../../study/report-parts.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { SnippetOption } from '../../../study/snippets.ts';

export const OutlineReport = z.object({
  search: StudiedSearch,
  format: z.enum(FORMATS).nullable().describe('Kind of page that most compared pages are; null if that is not clear.'),
  format_evidence: z.array(z.string()),
  title_options: z.array(SnippetOption).nullable().describe('Null if not requested.'),
  outline: z
    .array(OutlineRow)
    .describe(
      'Sections in the order in which the ranking pages usually go; where they share fewer than three, questions that were seen follow. Empty with fewer than three compared pages.',
    ),
  questions: z.array(QuestionRow).describe('Only questions that were seen.'),
  names: z
    .array(z.object({ name: z.string(), pages: z.int(), of: z.int() }))
    .describe('Brands, products and other names that at least two compared pages use.'),
  schema_recommendations: z.array(SchemaAdvice),
  word_count_range: NumberRange.nullable(),
  serp_intent: SerpIntentRow,
  validation_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
  pages_compared: z.array(ComparedRow),
  notes: z.array(z.string()),
});
export type OutlineReport = z.infer<typeof OutlineReport>;
