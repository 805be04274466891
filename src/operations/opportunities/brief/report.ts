import { z } from 'zod';

import { SearchBlockRow } from '../../../guidance/search-block.ts';
import { NumberRange, QuestionRow, SerpIntentRow, StudiedSearch, ComparedRow } from '../../../study/report-parts.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { LINK_STATES, LinkTask } from '../../../study/own-links.ts';
import { BestPosition, OtherPage } from '../../../study/standing.ts';
import { OPPORTUNITY_TYPES } from './types.ts';

const Evidence = z.object({ url: z.string(), heading: z.string().nullable(), quote: z.string() });

export const OpportunityBrief = z.object({
  search: StudiedSearch,
  opportunity_type: z.enum(OPPORTUNITY_TYPES).nullable().describe('As sent.'),
  current_rank: z
    .int()
    .nullable()
    .describe(
      'The rank that was sent, or else the position of the page on this result page; null if neither is known.',
    ),
  confidence: z.enum(['high', 'medium', 'low']).describe('low with fewer than three compared pages.'),
  brief: z.object({
    serp_intent: SerpIntentRow,
    current_page: z
      .object({
        url: z.string(),
        title: z.string().nullable(),
        word_count: z.int(),
        best_position: BestPosition.nullable().describe(
          'On earlier checks of this search within 180 days; null if none saw it.',
        ),
        search_block: SearchBlockRow.nullable().describe(
          'What keeps the page out of search, to be fixed before its text: noindex or a canonical to another page. Null where neither was found.',
        ),
        coverage_score: z.int().nullable(),
        headings: z.array(z.object({ level: z.int(), text: z.string() })),
        gaps: z
          .array(z.string())
          .nullable()
          .describe(
            'Topics that the compared pages share and this one lacks; null with fewer than three compared pages.',
          ),
      })
      .nullable()
      .describe('Null without page_url.'),
    sections_to_add: z.array(
      z.object({
        heading: z.string(),
        why: z.string(),
        points: z.array(z.string()),
        seen_on: z.array(z.string()).describe('Compared pages that cover it.'),
        evidence_urls: z.array(z.string()).describe('Of these, pages with a heading for it.'),
        evidence: z.array(Evidence).describe('What they say about it, word for word.'),
      }),
    ),
    questions: z.array(
      QuestionRow.extend({ answered: z.boolean().nullable().describe('On your page; null without one.') }),
    ),
    entities: z.array(z.object({ name: z.string(), pages: z.int(), of: z.int(), on_page: z.boolean().nullable() })),
    schema_recommendations: z.array(SchemaAdvice),
    internal_link_tasks: z.array(LinkTask).nullable().describe('Null if your site was not crawled.'),
    validation_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
    success_metric: z.object({
      metric: z.string().describe('What to measure.'),
      where: z.string(),
      from: z.string().nullable().describe('Where it stands today; null if that is unknown.'),
      to: z.string(),
      weeks: z.object({ first_sign: z.int(), judge_after: z.int() }).describe('Weeks after the change.'),
    }),
  }),
  internal_links_from: z
    .array(
      z.object({
        url: z.string(),
        title: z.string().nullable(),
        links_to_page: z
          .enum(LINK_STATES)
          .nullable()
          .describe(
            'Whether it links to the page now: in its text, only in its navigation, or not at all. Null without page_url, or if it could not be read.',
          ),
        sentence: LinkTask.shape.sentence,
      }),
    )
    .nullable()
    .describe('Crawled pages of your site that are about the search; null if your site was not crawled.'),
  cannibalising_pages: z
    .array(OtherPage)
    .nullable()
    .describe(
      'Other pages of your site on this result page or on earlier ones; null if it is unknown which sites are yours.',
    ),
  length_guidance: NumberRange.nullable().describe(
    'Words of the compared pages: a range to stay near, not a target. Null with fewer than three.',
  ),
  freshness: z
    .object({
      own: z.string().nullable().describe('Date that your page shows; null if it shows none.'),
      dated: z.int().describe('Compared pages that show a date.'),
      of: z.int(),
      newest: z.string().nullable(),
      oldest: z.string().nullable(),
    })
    .describe('The later of publication and change, as the pages state it.'),
  ai_overview_targets: z
    .object({
      status: z.enum(['present', 'absent', 'async_not_loaded']),
      cited: z
        .array(
          z.object({
            url: z.string(),
            domain: z.string(),
            title: z.string().nullable(),
            own: z.boolean().nullable().describe('Null if it is unknown which sites are yours.'),
          }),
        )
        .nullable()
        .describe('Null if the overview was not loaded.'),
      passages: z
        .array(z.string())
        .nullable()
        .describe('Statements of the overview, word for word; null if its text is unknown.'),
      questions: z.array(z.string()).describe('People also ask on this result page.'),
    })
    .nullable()
    .describe('Null if the source cannot see AI Overviews.'),
  what_not_to_do: z.array(z.string()),
  competitor_outlines: z.array(ComparedRow).describe('Empty if they were not requested.'),
  notes: z.array(z.string()),
});
export type OpportunityBrief = z.infer<typeof OpportunityBrief>;
