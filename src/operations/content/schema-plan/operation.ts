import { z } from 'zod';

import {
  SCHEMA_PAGE_TYPES,
  schemaPlan,
  type SchemaPlanInput,
  SchemaPlanReport,
  schemaPlanSteps,
  schemaPlanSummary,
  suppliedPage,
} from './schema-plan.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml, type HtmlPage, isSupplied, pageMarkdown } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

export default defineOperation({
  id: 'content.schema-plan',
  method: 'POST',
  path: '/content/schema-plan',
  group: 'Content and page quality',
  title: 'Plan structured data',
  description:
    'The types of schema.org that a page should be described with, a JSON-LD draft filled from what the page shows and nothing else, ' +
    'what search engines require and the page lacks, and a check of the structured data that it has, with repaired drafts. Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['fetch'],
  one_of: ['url', 'page_markdown'],

  input: z.object({
    url: pageUrl().optional(),
    page_markdown: pageMarkdown(),
    page_type: z
      .enum(['auto', ...SCHEMA_PAGE_TYPES])
      .default('auto')
      .describe('What the page is about all; auto goes by what it shows.'),
    keyword: z.string().trim().max(700).optional().describe('Held against the name in the draft.'),
    target: z.string().trim().max(2048).optional().describe('Own domain or brand, as the publisher of the page.'),
    include_jsonld: z.boolean().default(true).describe('Answer a draft.'),
  }),
  result: SchemaPlanReport,
  spares: (input) => (isSupplied(input.page_markdown) ? ['fetch'] : []),

  price: { rule: '3 credits', credits: () => 3 },
  example: { url: 'http://harbour-bikes.example/' },

  async run(input, context) {
    const { url, page_markdown: markdown, page_type, keyword, target, include_jsonld } = input;
    const page = isSupplied(markdown)
      ? suppliedPage(markdown, url)
      : askedPage(await fetchHtml(url ?? '', context.ports.fetch, FIX));
    const report = await context.compute(schemaPlan, { page, page_type, keyword, target, include_jsonld });
    return {
      result: report,
      guidance: { ...schemaPlanSteps(report), next_calls: nextCalls(report, keyword) },
      markdown_summary: schemaPlanSummary(report),
    };
  },
});

const FIX = 'Send the url of an HTML page, or its text as page_markdown.';

function askedPage(page: HtmlPage): SchemaPlanInput['page'] {
  const answer = { status: page.status, x_robots_tag: page.headers['x-robots-tag'] };
  return { text: page.text, format: 'html', url: page.final_url, answer };
}

function nextCalls(report: SchemaPlanReport, keyword: string | undefined): PlannedCall[] {
  const { url } = report;
  if (url === null) return [];
  const asked = keyword === undefined || keyword === '' ? {} : { keyword };
  return [
    {
      operation: 'content.technical-qa',
      body: { url, ...asked },
      reason: 'Checks whether search engines can find and read the page at all.',
    },
    {
      operation: 'extract',
      body: { url },
      reason: 'Shows the text that the values of the draft have to stand in.',
    },
  ];
}
