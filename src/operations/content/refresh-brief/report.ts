import { z } from 'zod';

import { GapReport } from '../../../study/gap-report.ts';
import { SchemaAdvice } from '../../../study/schema-advice.ts';
import { SnippetOption } from '../../../study/snippets.ts';
import { GOALS, TASKS } from './goals.ts';

const Dead = z.object({ url: z.string(), text: z.string(), status: z.int().nullable(), why: z.string() });

export const RefreshReport = GapReport.omit({ content_brief: true }).extend({
  refresh_goal: z.enum(GOALS),
  task_order: z.array(z.enum(TASKS)).describe('Kinds of tasks in the order that the goal asks for.'),
  current_rank: z
    .int()
    .nullable()
    .describe('As sent, or where the page stands on this result page; null if neither tells.'),
  keep: z.array(z.object({ heading: z.string(), why: z.string() })),
  sections_to_add: z.array(
    z.object({ heading: z.string(), why: z.string(), points: z.array(z.string()), seen_on: z.array(z.string()) }),
  ),
  sections_to_update: z.array(z.object({ heading: z.string(), why: z.string(), own_quote: z.string() })),
  title_options: z.array(SnippetOption),
  h1_guidance: z.object({ current: z.array(z.string()), advice: z.string() }),
  internal_link_tasks: z
    .array(z.object({ task: z.string(), from: z.string() }))
    .nullable()
    .describe('Null if the site was not crawled.'),
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
    dead_links: z.array(Dead),
    links_checked: z.int().describe('Links in the text that were asked for; the others are unknown.'),
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
  redirect_or_merge: z
    .object({ url: z.string(), position: z.int(), advice: z.string() })
    .nullable()
    .describe('Another page of your site on this result page; null if there is none.'),
  validation_checklist: z.array(z.object({ check: z.string(), why: z.string() })),
});
export type RefreshReport = z.infer<typeof RefreshReport>;
