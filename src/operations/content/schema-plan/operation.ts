import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { fetchHtml, type HtmlPage, isSupplied, pageMarkdown } from '../../../contract/page-input.ts';
import { type AskedPage, makeSuppliedPage } from '../../../web/page/asked-page.ts';
import { SCHEMA_PAGE_TYPES } from './input.ts';
import { planSchema, summarizeSchema } from './plan.ts';
import { schemaPlan, SchemaPlanReport } from './schema-plan.ts';

export default defineOperation({
  id: 'content.schema-plan',
  method: 'POST',
  path: '/content/schema-plan',
  group: 'Content and page quality',
  title: 'Plan structured data',
  description:
    'Recommends schema.org types for a page and drafts their JSON-LD. Drafts from what the page shows and nothing else. ' +
    'Lists what search engines require and the page lacks, and checks its existing JSON-LD, microdata and RDFa, with repaired drafts. ' +
    'Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {} },
  one_of: ['url', 'page_markdown'],

  input: z.object({
    url: pageUrl().optional(),
    page_markdown: pageMarkdown(),
    page_type: z
      .enum(['auto', ...SCHEMA_PAGE_TYPES])
      .default('auto')
      .describe('What kind of page it is; auto goes by what it shows.'),
    keyword: z.string().trim().max(700).optional().describe('Compared with the name in the draft.'),
    target: z.string().trim().max(2048).optional().describe('Own domain or brand, as the publisher of the page.'),
    include_jsonld: z.boolean().default(true).describe('Whether to draft JSON-LD.'),
  }),
  result: SchemaPlanReport,
  spares: (input) => (isSupplied(input.page_markdown) ? ['fetch'] : []),

  price: { rule: '3 credits', credits: () => 3 },
  example: { url: 'http://harbour-bikes.example/' },

  async run(input, context) {
    const { url, page_markdown: markdown, page_type, keyword, target, include_jsonld } = input;
    const page = isSupplied(markdown)
      ? makeSuppliedPage(markdown, url)
      : toAskedPage(await fetchHtml(url ?? '', context.ports.fetch, FIX));
    const report = await context.compute(schemaPlan, { page, page_type, keyword, target, include_jsonld });
    return {
      result: report,
      guidance: planSchema(report, keyword),
      markdown_summary: summarizeSchema(report),
    };
  },
});

const FIX = 'Send the url of an HTML page, or its text as page_markdown.';

function toAskedPage({ status, headers, text, final_url }: HtmlPage): AskedPage {
  return { text, format: 'html', url: final_url, answer: { status, x_robots_tag: headers['x-robots-tag'] } };
}
