import { z } from 'zod';

import { SearchBlockRow } from '../guidance/search-block.ts';
import { ComparedRow, NumberRange, QuestionRow, SerpIntentRow, StudiedSearch, TopicRow } from './report-parts.ts';

const CoveredTopic = TopicRow.extend({
  own_heading: z.string().nullable().describe('Heading of your page that names it, or that it stands under.'),
  own_words: z.int().describe('Words that your page spends on it.'),
  usual_words: z
    .int()
    .nullable()
    .describe('Median words under a heading for it on the compared pages; null where fewer than two have one.'),
  own_quote: z.string(),
});

export const GapReport = z.object({
  search: StudiedSearch,
  page: z.object({
    url: z.string(),
    title: z.string().nullable(),
    language: z.string().nullable(),
    word_count: z.int(),
    position: z.int().nullable().describe('Where it stands on this result page; null where it does not.'),
    search_block: SearchBlockRow.nullable().describe(
      'What keeps the page out of search, to be fixed before its text: noindex or a canonical to another page. Null where neither was found.',
    ),
    headings: z.array(z.object({ level: z.int(), text: z.string() })),
  }),
  coverage_score: z
    .int()
    .nullable()
    .describe(
      '0-100: importance of the topics on your page over that of all topics. Null with fewer than three compared pages.',
    ),
  missing_topics: z
    .array(TopicRow)
    .describe('Topics of the ranking pages that your page does not mention, the most important first.'),
  thin_topics: z
    .array(CoveredTopic)
    .describe('Topics that your page mentions in far fewer words than pages with a section for them.'),
  covered_topics: z.array(CoveredTopic),
  unique_topics: z
    .array(z.object({ heading: z.string(), words: z.int() }))
    .describe('Sections of your page that no compared page has: keep them.'),
  questions_unanswered: z.array(QuestionRow),
  questions_answered: z.array(QuestionRow.extend({ answer: z.string().describe('Sentence of your page.') })),
  names_missing: z
    .array(z.object({ name: z.string(), pages: z.int(), of: z.int() }))
    .describe('Names that at least two compared pages use and yours does not.'),
  word_count_range: NumberRange.nullable(),
  serp_intent: SerpIntentRow,
  content_brief: z.object({
    sections_to_add: z.array(
      z.object({ heading: z.string(), why: z.string(), points: z.array(z.string()), seen_on: z.array(z.string()) }),
    ),
    to_mention: z
      .array(z.string())
      .describe('Missing topics that no compared page gives a heading: a sentence is enough.'),
    sections_to_extend: z.array(z.object({ heading: z.string(), why: z.string() })),
    questions: z.array(z.string()),
    keep: z.array(z.string()).describe('Headings of sections that only your page has.'),
  }),
  pages_compared: z
    .array(ComparedRow)
    .describe('All organic results in their order, those not compared with the reason.'),
  notes: z.array(z.string()),
});
export type GapReport = z.infer<typeof GapReport>;
