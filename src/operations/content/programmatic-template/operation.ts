import { z } from 'zod';

import {
  CADENCES,
  PLAYBOOKS,
  programmaticTemplate,
  templateGuidance,
  TemplateReport,
  templateSummary,
} from './programmatic-template.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

const Name = z.string().trim().min(1).max(200);

const Source = z.object({
  name: Name.describe('Where the data comes from.'),
  type: z.string().max(200).optional().describe('Database, API, spreadsheet and so on.'),
  freshness: z.string().max(200).optional().describe('How old the data may be, such as daily.'),
  fields: z.array(z.string().max(200)).max(500).optional().describe('Fields that it has.'),
});

const Variable = z.union([Name, z.object({ name: Name })]).describe('Its name, as it stands in the patterns.');

export default defineOperation({
  id: 'content.programmatic-template',
  method: 'POST',
  path: '/content/programmatic-template',
  group: 'Content and page quality',
  title: 'Judge a template for many pages',
  description:
    'Renders sample records through keyword and URL patterns and measures how alike the pages would be, which addresses or ' +
    'searches collide, which variables are empty and which pages are thin. Answers readiness, a launch decision, sections, ' +
    'indexation gates, internal links, structured data and a launch plan. Computes from the request alone.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],
  also_accepts: ['page_goal', 'audience', 'competitors'],

  input: z.object({
    keyword_pattern: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Keyword with variables in brackets: best {shoe} for {terrain}.'),
    url_pattern: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .describe('Address with variables in brackets: /best/{shoe}/{terrain}.'),
    data_sources: z.array(Source).min(1).max(100).describe('What the pages are made from.'),
    variables: z.array(Variable).min(1).max(50).describe('Names of the variables of the patterns.'),
    playbook: z.enum(PLAYBOOKS).default('custom').describe('Kind of page; decides sections and structured data.'),
    unique_fields: z
      .array(Name)
      .max(200)
      .optional()
      .describe('Fields that make the content of a page; without it, every field that no pattern uses.'),
    sample_records: z
      .array(z.record(z.string(), z.unknown()))
      .max(1000)
      .optional()
      .describe('Real records, ten or more; without them likeness and collisions are not known.'),
    publishing_cadence: z.enum(CADENCES).default('pilot').describe('How fast the pages are to be published.'),
    target: z.string().trim().max(2048).optional().describe('Site that the pages are for; shown, not read.'),
    page_count_estimate: z.int().min(0).max(1_000_000_000).optional().describe('Pages that the template is to make.'),
    conversion_cta: z.string().max(300).optional().describe('Call to action of the last section.'),
    include_schema: z.boolean().default(true).describe('Whether to recommend structured data.'),
    include_internal_linking: z.boolean().default(true).describe('Whether to plan internal links.'),
  }),
  result: TemplateReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    keyword_pattern: 'bike repair in {town}',
    url_pattern: '/repair/{town}',
    data_sources: [
      {
        name: 'Workshop list',
        type: 'spreadsheet',
        freshness: 'monthly',
        fields: ['town', 'workshops', 'hours', 'price', 'note'],
      },
    ],
    variables: ['town'],
    playbook: 'locations',
    unique_fields: ['workshops', 'hours', 'price', 'note'],
    sample_records: [
      {
        town: 'Harwich',
        workshops: 3,
        hours: 'Mon-Sun',
        price: '40 to fix a wheel',
        note: 'One is at the ferry port.',
      },
      {
        town: 'St Ives',
        workshops: 1,
        hours: 'Fri',
        price: 'by agreement',
        note: 'The mechanic comes on market days.',
      },
    ],
  },

  async run(input, context) {
    const report = await context.compute(programmaticTemplate, {
      keyword_pattern: input.keyword_pattern,
      url_pattern: input.url_pattern,
      data_sources: input.data_sources,
      variables: input.variables.map((variable) => (typeof variable === 'string' ? variable : variable.name)),
      playbook: input.playbook,
      unique_fields: input.unique_fields ?? [],
      sample_records: input.sample_records ?? [],
      publishing_cadence: input.publishing_cadence,
      page_count_estimate: input.page_count_estimate,
      conversion_cta: input.conversion_cta,
      include_schema: input.include_schema,
      include_internal_linking: input.include_internal_linking,
    });
    return {
      result: report,
      guidance: { ...templateGuidance(report), next_calls: nextCalls(report) },
      markdown_summary: templateSummary(report, input.keyword_pattern),
    };
  },
});

const TASKS_MAX = 10;
/** Fewer keywords make no clusters worth asking for. */
const CLUSTER_KEYWORDS_MIN = 3;
const CLUSTER_CHARACTERS_MAX = 200;

function nextCalls(report: TemplateReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const tasks = distinctBy(
    report.pattern_problems.filter(({ severity }) => severity !== 'low'),
    ({ fix, message }) => `${fix} (${message})`,
  ).slice(0, TASKS_MAX);
  if (tasks.length > 0) {
    calls.push({
      operation: 'content.action-plan',
      body: {
        items: tasks.map(({ message, fix, severity }) => ({
          title: `${fix} (${message})`.slice(0, 1000),
          priority: severity,
        })),
        goal: 'launch_support',
      },
      reason: 'Plans the repairs before the launch.',
    });
  }
  const keywords = distinctBy(
    report.rendered_samples.map((sample) => sample.keyword).filter((text) => text.trim() !== ''),
    (text) => text.toLowerCase(),
  );
  if (keywords.length >= CLUSTER_KEYWORDS_MIN) {
    calls.push({
      operation: 'keyword-cluster.build',
      body: { keywords: keywords.map((text) => text.slice(0, CLUSTER_CHARACTERS_MAX).toWellFormed()) },
      reason: 'Shows which of the rendered keywords one page could answer together.',
    });
  }
  const keyword = report.rendered_samples.find(
    ({ problems, keyword: text }) => problems.length === 0 && text.trim() !== '',
  )?.keyword;
  if (keyword !== undefined) {
    calls.push({
      operation: 'search',
      body: { query: keyword },
      reason: 'Shows which pages the connected search source has for one of the rendered keywords.',
    });
  }
  return calls;
}

function distinctBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
