import { z } from 'zod';

import { GapReport } from '../../../study/gap-report.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { SnippetOption } from '../../../study/snippets.ts';
import { LinkTask } from '../../../study/own-links.ts';
import { BestPosition } from '../../../study/standing.ts';
import { GOALS, TASKS } from './goals.ts';

const Dead = z.object({
  url: z.string(),
  text: z.string(),
  status: z.int(),
  is_internal: z.boolean().describe('It leads to a page of your own site.'),
  why: z.string(),
});

/** Why a section should stay, strongest first. */
const KEEP_REASONS = ['earns_clicks', 'earns_links', 'unique', 'expected'] as const;

export const RefreshReport = GapReport.omit({ content_brief: true }).extend({
  refresh_goal: z.enum(GOALS),
  task_order: z.array(z.enum(TASKS)).describe('Task types, in the order that suits the goal.'),
  current_rank: z
    .int()
    .nullable()
    .describe(
      'The rank that was sent, or else the position of the page on this result page; null if neither is known.',
    ),
  best_position: BestPosition.nullable().describe(
    'On earlier checks of this search within 180 days; null if none saw the page.',
  ),
  keep: z
    .array(
      z.object({
        heading: z.string(),
        why: z.string(),
        reasons: z.array(z.enum(KEEP_REASONS)),
        evidence: z.array(z.string()),
      }),
    )
    .describe('Sections that have to survive, those that earn clicks or links first.'),
  sections_to_add: z.array(
    z.object({ heading: z.string(), why: z.string(), points: z.array(z.string()), seen_on: z.array(z.string()) }),
  ),
  sections_to_update: z.array(z.object({ heading: z.string(), why: z.string(), own_quote: z.string() })),
  title_options: z.array(SnippetOption),
  title_year: z
    .object({ year: z.int(), advice: z.string() })
    .nullable()
    .describe('A year gone by in the title, and what to do about it; null if there is none.'),
  h1_guidance: z.object({ current: z.array(z.string()), advice: z.string() }),
  internal_link_tasks: z
    .array(LinkTask)
    .nullable()
    .describe(
      'One for each crawled page on the subject that does not link here in its text; null if your site was not crawled.',
    ),
  schema_recommendations: z.array(SchemaAdvice),
  freshness_signals: z.object({
    published_at: z.string().nullable(),
    modified_at: z.string().nullable(),
    newest_competitor: z.string().nullable(),
    oldest_competitor: z.string().nullable(),
    years_in_title: z.array(z.int()),
    outdated_statements: z.array(
      z.object({ text: z.string(), pattern: z.string().describe('What dates it.'), section: z.string().nullable() }),
    ),
    outdated_count: z.int().describe('All such statements; those with the strongest signs are listed.'),
    words_known: z
      .boolean()
      .describe(
        'Whether words such as “recently” and “as of” were looked for: they are known in English, German, Spanish and French. Elsewhere only years beside a price or a percentage, years in headings, versions and prices were.',
      ),
    dead_links: z.array(Dead),
    links_in_text: z.int().describe('Links in the text to other pages, each once.'),
    links_checked: z.int().describe('Of these, requested now or seen by a crawl of your site; the others are unknown.'),
  }),
  date_policy: z.string(),
  changed_serp_since: z
    .object({
      since: z.string(),
      compared: z.int().describe('Places that both checks were read to.'),
      came: z.array(z.object({ url: z.string(), position: z.int() })),
      left: z.array(z.object({ url: z.string(), position: z.int() })),
      own_then: z.int().nullable().describe('Place of the page then; null if it was not among them.'),
      own_now: z.int().nullable(),
    })
    .nullable()
    .describe('Against the oldest stored check of this search; null if there is only one.'),
  link_equity: z
    .object({
      backlinks: z.int().nullable(),
      referring_domains: z.int().nullable(),
      top_anchors: z.array(z.string()),
    })
    .nullable()
    .describe('Null if no source knows links to the page.'),
  search_console: z
    .object({
      days: z.int(),
      to: z.string(),
      clicks: z.int().nullable().describe('Of the page, in all countries.'),
      impressions: z.int().nullable(),
      clicks_of_search: z.int().nullable().describe('Of the page on this search.'),
      impressions_of_search: z.int().nullable(),
      top_queries: z.array(z.object({ query: z.string(), clicks: z.int() })),
    })
    .nullable()
    .describe('What your own console counted; null if none was imported for this site.'),
  redirect_or_merge: z
    .object({
      url: z.string(),
      position: z.int().nullable().describe('On this result page; null if it is not on it.'),
      action: z
        .enum(['decide', 'check', 'redirect_gone_page'])
        .describe(
          'decide: both show for the search now; check: only earlier result pages show the other; redirect_gone_page: it is gone.',
        ),
      stronger: z
        .enum(['this_page', 'other_page'])
        .nullable()
        .describe('By position, clicks and referring domains, as far as both are known; null if they do not tell.'),
      advice: z.string(),
      evidence: z.array(z.string()),
      others: z.array(z.string()).describe('Further pages of your site that may compete.'),
    })
    .nullable()
    .describe(
      'The page of your site that competes most: on this result page, on earlier ones within 180 days, or in Search Console. Null if none is known.',
    ),
  validation_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
});
export type RefreshReport = z.infer<typeof RefreshReport>;
