import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml, onlyOneOf } from '../../../contract/page-input.ts';
import { croQa } from './cro-qa.ts';
import { planCroQa, summarizeCroQa } from './plan.ts';
import { CRO_PAGE_TYPES, CroReport, GOALS } from './report.ts';

const SOURCES = ['url', 'html', 'markdown'] as const;

export default defineOperation({
  id: 'page.cro-qa',
  method: 'POST',
  path: '/page/cro-qa',
  group: 'Content and page quality',
  title: 'Check whether a page converts',
  description:
    'Judges a page the way visitors see it, and how ready it is to convert them. ' +
    'Covers value proposition, calls to action, proof, objection handling, friction, clarity and search intent match, each with a score and ' +
    'findings that quote the page. ' +
    'Suggests button texts and experiments from what the page says, and makes nothing up. Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {} },
  one_of: SOURCES,
  also_accepts: ['traffic_source', 'audience'],

  input: z.object({
    url: pageUrl().optional(),
    html: z.string().max(2_000_000).optional().describe('Raw HTML of the page.'),
    markdown: z.string().max(2_000_000).optional().describe('The page as Markdown; its links count as buttons.'),
    conversion_goal: z.enum(GOALS).optional().describe('What the page is for; calls to action are judged by it.'),
    page_type: z
      .enum(['auto', ...CRO_PAGE_TYPES])
      .default('auto')
      .describe('Decides which proof and answers to expect; auto detects the type from URL and title.'),
    keyword: z
      .string()
      .trim()
      .max(700)
      .optional()
      .describe('What visitors searched for; the title, main heading and opening are checked for it.'),
  }),
  result: CroReport,
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.url === undefined ? ['fetch'] : []),

  price: { rule: '2 credits', credits: () => 2 },
  example: { url: 'http://harbour-bikes.example/', conversion_goal: 'contact_sales', keyword: 'bike repair' },

  async run(input, context) {
    const { conversion_goal, page_type, keyword, html, markdown } = input;
    const source =
      input.url === undefined
        ? { html, markdown, url: undefined, status: undefined }
        : await readUrl(input.url, context);
    const report = await context.compute(croQa, { ...source, conversion_goal, page_type, keyword });
    return {
      result: report,
      guidance: planCroQa(report),
      markdown_summary: summarizeCroQa(report),
    };
  },
});

async function readUrl(url: string, { ports }: OperationContext<'fetch'>) {
  const fix = 'Send the URL of an HTML page, or its text in html or markdown.';
  const page = await fetchHtml(url, ports.fetch, fix);
  return { html: page.text, markdown: undefined, url: page.final_url, status: page.status };
}
