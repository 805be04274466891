import { z } from 'zod';

import { keywordMap, KeywordMapPage, keywordMapPlan, KeywordMapReport, keywordMapSummary } from './keyword-map.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { pageAddress } from '../../../web/url.ts';

const PAGES_MAX = 400;

export default defineOperation({
  id: 'content.keyword-map',
  method: 'POST',
  path: '/content/keyword-map',
  group: 'Content and page quality',
  title: 'Map keywords to pages',
  description:
    'Gives every keyword its one place: the page that can honestly rank for it, a page that nearly can and what it lacks, or a ' +
    'page to be made together with its sibling keywords. Says which pages are after the same keyword. Makes no outside call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    keywords: z.array(z.string().max(700)).min(1).max(250).describe('Searches to be answered, in any language.'),
    pages: z
      .array(KeywordMapPage)
      .min(1)
      .max(PAGES_MAX)
      .describe(
        'Pages that exist. Headings and current_keywords make the map surer. Other columns are ignored and named in notes.',
      ),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Own domain or brand: its name need not stand on a page to match a search for it.'),
    max_mappings: z.int().min(1).default(250).describe('Most mappings to answer, best first; the rest is in left_out.'),
  }),
  result: KeywordMapReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    keywords: [
      'bike repair',
      'bicycle repair shop',
      'how to fix a flat tyre',
      'flat tyre repair guide',
      'kids bike rental',
    ],
    pages: [
      {
        url: 'http://harbour-bikes.example/repair',
        title: 'Bike repair in the harbour | Harbour Bikes',
        headings: ['Bike repair while you wait', 'Prices'],
      },
      { url: 'http://harbour-bikes.example/rental', title: 'Bike rental by the hour | Harbour Bikes' },
    ],
    target: 'harbour-bikes.example',
  },

  async run(input, context) {
    const report = await context.compute(keywordMap, input);
    return {
      result: report,
      guidance: { ...keywordMapPlan(report), next_calls: nextCalls(report) },
      markdown_summary: keywordMapSummary(report, input.target),
    };
  },
});

const CANNIBALIZATION_PAGES_MAX = 20;

function nextCalls(report: KeywordMapReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const rivals = report.cannibalization_risks.flatMap(({ pages, keywords }) =>
    pages.map(({ url, title }) => ({ url, title, target_keywords: keywords.slice(0, 20) })),
  );
  const first = [...new Map(rivals.map((page) => [page.url, page])).values()].slice(0, CANNIBALIZATION_PAGES_MAX);
  if (first.length > 1)
    calls.push({
      operation: 'content.cannibalization',
      body: { pages: first },
      reason: 'Says which of the pages to keep for the keywords that several are after.',
    });
  const top = report.mappings.find(({ primary_url: url }) => pageAddress(url) !== undefined);
  if (top !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: top.primary_url, keyword: top.keyword },
      reason: 'Checks title, headings and indexing of the best match.',
    });
  const missing = report.missing_pages[0]?.keywords[0];
  if (missing !== undefined)
    calls.push({
      operation: 'search',
      body: { query: missing, limit: 10 },
      reason: 'Shows which pages answer the first missing page’s keyword now.',
    });
  return calls;
}
