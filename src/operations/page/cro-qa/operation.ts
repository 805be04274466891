import { z } from 'zod';

import { CRO_PAGE_TYPES, croPlan, croQa, CroReport, croSummary, GOALS } from './cro-qa.ts';
import { pageUrl } from '../../../contract/fields.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { fetchHtml, onlyOneOf } from '../../../contract/page-input.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

const SOURCES = ['url', 'html', 'markdown'] as const;

export default defineOperation({
  id: 'page.cro-qa',
  method: 'POST',
  path: '/page/cro-qa',
  group: 'Content and page quality',
  title: 'Check whether a page converts',
  description:
    'Judges a page as its visitor meets it: value proposition, calls to action, proof, answers to doubts, friction, clarity and match ' +
    'with the search, each with a score, findings and the words of the page they rest on. Suggests other button texts and trials, ' +
    'and makes nothing up. Makes no paid call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['fetch'],
  one_of: SOURCES,
  also_accepts: ['traffic_source', 'audience'],

  input: z.object({
    url: pageUrl().optional(),
    html: z.string().max(2_000_000).optional().describe('Raw HTML of the page.'),
    markdown: z.string().max(2_000_000).optional().describe('The page as Markdown; its links are taken for buttons.'),
    conversion_goal: z.enum(GOALS).optional().describe('What the page is for; buttons are held against it.'),
    page_type: z
      .enum(['auto', ...CRO_PAGE_TYPES])
      .default('auto')
      .describe('Decides which proof and answers are expected; auto goes by address and title.'),
    keyword: z
      .string()
      .trim()
      .max(700)
      .optional()
      .describe('What its visitors searched for; held against the first screen.'),
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
        : await fetched(input.url, context);
    const report = await context.compute(croQa, { ...source, conversion_goal, page_type, keyword });
    return {
      result: report,
      guidance: { ...croPlan(report), next_calls: nextCalls(report) },
      markdown_summary: croSummary(report),
    };
  },
});

async function fetched(url: string, { ports }: OperationContext<'fetch'>) {
  const fix = 'Send the address of an HTML page, or its text in html or markdown.';
  const page = await fetchHtml(url, ports.fetch, fix);
  return { html: page.text, markdown: undefined, url: page.final_url, status: page.status };
}

function nextCalls(report: CroReport): PlannedCall[] {
  if (report.url === null) return [];
  return [
    {
      operation: 'content.technical-qa',
      body: { url: report.url },
      reason: 'Shows whether search engines can send visitors to the page at all.',
    },
    {
      operation: 'extract',
      body: { url: report.url },
      reason: 'Shows the text of the page as a reader without scripts sees it.',
    },
  ];
}
