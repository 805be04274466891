import { z } from 'zod';

import { Competitor, gapMatrix, gapMatrixPlan, GapMatrixReport, gapMatrixSummary, GapPage } from './gap-matrix.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { pageAddress } from '../../../web/url.ts';

const COMPETITORS_MAX = 20;
const OWN_PAGES_MAX = 500;
const PAGES_MAX = 1000;

export default defineOperation({
  id: 'content.competitor-gap-matrix',
  method: 'POST',
  path: '/content/competitor-gap-matrix',
  group: 'Content and page quality',
  title: 'Find topics that competitors cover',
  description:
    'Holds your pages against those of competitors by what they mean: topics that you lack, with scores and suggested titles, ' +
    'topics that only you have, and a matrix of page type by buyer stage. Makes no outside call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    competitors: z
      .array(Competitor)
      .min(1)
      .max(COMPETITORS_MAX)
      .describe('Competitors with their pages, at most 200 each. Other columns are ignored and named in notes.'),
    own_pages: z.array(GapPage).max(OWN_PAGES_MAX).optional().describe('Without them every topic counts as a gap.'),
    focus_topics: z
      .array(z.string().max(700))
      .max(100)
      .optional()
      .describe('Topics that matter most: they earn points.'),
    max_opportunities: z.int().min(1).max(100).default(30).describe('Most opportunities to answer, best first.'),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Own domain or brand: it is no competitor, and its name no topic.'),
  }),
  result: GapMatrixReport,
  rules: (input) => {
    const pages = input.competitors.reduce((sum, competitor) => sum + competitor.pages.length, 0);
    if (pages <= PAGES_MAX) return [];
    return [{ path: 'competitors', message: `have ${pages} pages together; send at most ${PAGES_MAX}` }];
  },

  price: { rule: '3 credits', credits: () => 3 },
  example: {
    competitors: [
      {
        domain: 'quick-spokes.example',
        pages: [
          { url: 'https://quick-spokes.example/repair', title: 'Bicycle repair | Quick Spokes', volume: 1900 },
          { url: 'https://quick-spokes.example/blog/winter-tyres', title: 'Best winter tyres for bikes', volume: 720 },
        ],
      },
      {
        domain: 'wheelhouse.example',
        pages: [
          {
            url: 'https://wheelhouse.example/blog/winter-bike-tyres',
            title: 'Top winter bike tyres compared',
            volume: 720,
          },
          { url: 'https://wheelhouse.example/pricing', title: 'Prices | Wheelhouse' },
        ],
      },
    ],
    own_pages: [
      { url: 'http://harbour-bikes.example/repair', title: 'Bike repairs | Harbour Bikes' },
      { url: 'http://harbour-bikes.example/rental', title: 'Bike rental by the hour | Harbour Bikes' },
    ],
    target: 'harbour-bikes.example',
  },

  async run(input, context) {
    const report = await context.compute(gapMatrix, input);
    return {
      result: report,
      guidance: { ...gapMatrixPlan(report), next_calls: nextCalls(report) },
      markdown_summary: gapMatrixSummary(report, input.target),
    };
  },
});

const KEYWORDS_MAX = 100;
const MAPPED_PAGES_MAX = 50;

function nextCalls(report: GapMatrixReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const [best] = report.opportunities;
  if (best !== undefined) {
    calls.push({
      operation: 'search',
      body: { query: best.topic, limit: 10 },
      reason: 'Shows who answers searches for the first topic now.',
    });
    const page = best.competitors_covering.find(({ url }) => pageAddress(url) !== undefined);
    if (page !== undefined)
      calls.push({
        operation: 'extract',
        body: { url: page.url },
        reason: 'Reads the strongest page on the first topic.',
      });
  }
  const own = [...report.covered_topics, ...report.own_advantages].flatMap(({ own_pages: pages }) => pages);
  const pages = [...new Map(own.map(({ url, title }) => [url, { url, title }])).values()].slice(0, MAPPED_PAGES_MAX);
  const touched = report.opportunities
    .filter(({ own_coverage }) => own_coverage === 'partial')
    .map(({ topic }) => topic);
  if (touched.length > 0 && pages.length > 0)
    calls.push({
      operation: 'content.keyword-map',
      body: { keywords: touched.slice(0, KEYWORDS_MAX), pages },
      reason: 'Says which own page could take the topics that are touched already.',
    });
  return calls;
}
