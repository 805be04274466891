import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { CADENCES } from './launch.ts';
import { planTemplate, summarizeTemplate } from './plan.ts';
import { programmaticTemplate, TemplateReport } from './report.ts';
import { PLAYBOOKS } from './sections.ts';

const Name = z.string().trim().min(1).max(200);

const Source = z.object({
  name: Name.describe('Where the data comes from.'),
  type: z.string().max(200).optional().describe('Such as database, API or spreadsheet.'),
  freshness: z.string().max(200).optional().describe('How often the data is updated, such as daily.'),
  fields: z.array(z.string().max(200)).max(500).optional().describe('Fields that it provides.'),
});

const Variable = z.union([Name, z.object({ name: Name })]).describe('Its name, as written in the patterns.');

export default defineOperation({
  id: 'content.programmatic-template',
  method: 'POST',
  path: '/content/programmatic-template',
  group: 'Content and page quality',
  title: 'Assess a template for many pages',
  description:
    'Renders sample records through keyword and URL patterns and measures how similar the pages would be. ' +
    'Tells which URLs or searches collide, which variables are empty and which pages are thin. ' +
    'Returns readiness, a launch decision, sections, indexation gates, internal links, structured data and a launch plan. ' +
    'Uses only the request.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},
  also_accepts: ['page_goal', 'audience', 'competitors'],

  input: z.object({
    keyword_pattern: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .describe('Keyword with variables in brackets, such as best {shoe} for {terrain}.'),
    url_pattern: z.string().trim().min(1).max(1000).describe('URL such as /best/{shoe}/{terrain}.'),
    data_sources: z.array(Source).min(1).max(100).describe('Where the data for the pages comes from.'),
    variables: z.array(Variable).min(1).max(50).describe('Names of the variables in the patterns.'),
    playbook: z.enum(PLAYBOOKS).default('custom').describe('Kind of page. Determines sections and structured data.'),
    unique_fields: z
      .array(Name)
      .max(200)
      .optional()
      .describe('Fields that make up the content of a page. Defaults to every field that no pattern uses.'),
    sample_records: z
      .array(z.record(z.string(), z.unknown()))
      .max(1000)
      .optional()
      .describe('Real records, at least ten. Without them, similarity and collisions are unknown.'),
    publishing_cadence: z.enum(CADENCES).default('pilot').describe('How fast the pages will be published.'),
    target: z.string().trim().max(2048).optional().describe('Site that the pages are for. A label only.'),
    page_count_estimate: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Number of pages that the template will create.'),
    conversion_cta: z.string().max(300).optional().describe('Call to action in the last section.'),
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
      ...input,
      variables: input.variables.map((variable) => (typeof variable === 'string' ? variable : variable.name)),
    });
    return {
      result: report,
      guidance: planTemplate(report),
      markdown_summary: summarizeTemplate(report, input.keyword_pattern),
    };
  },
});
