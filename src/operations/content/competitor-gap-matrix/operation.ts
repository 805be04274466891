import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { Competitor, GapPage } from './pages.ts';
import { planGapMatrix, summarizeGapMatrix } from './plan.ts';
import { gapMatrix } from './report.ts';
import { GapMatrixReport } from './schema.ts';

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
    'Compares your pages with those of competitors by meaning. ' +
    'Returns topics that you are missing, with scores and suggested titles, topics that only you cover, and a matrix of page type by buyer stage. ' +
    'Makes no external calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},

  input: z.object({
    competitors: z
      .array(Competitor)
      .min(1)
      .max(COMPETITORS_MAX)
      .describe('Competitors with up to 200 pages each. Unknown columns are ignored and listed in notes.'),
    own_pages: z.array(GapPage).max(OWN_PAGES_MAX).optional().describe('Without them every topic counts as a gap.'),
    focus_topics: z
      .array(z.string().max(700))
      .max(100)
      .optional()
      .describe('Your most important topics: they score higher.'),
    max_opportunities: z
      .int()
      .min(1)
      .max(100)
      .default(30)
      .describe('Maximum number of opportunities to return, best first.'),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Your domain or brand. It is not counted as a competitor, and its name is not treated as a topic.'),
  }),
  result: GapMatrixReport,
  rules: (input) => {
    const pages = input.competitors.reduce((sum, competitor) => sum + competitor.pages.length, 0);
    if (pages <= PAGES_MAX) return [];
    return [{ path: 'competitors', message: `have ${pages} pages in total; send at most ${PAGES_MAX}` }];
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
      guidance: planGapMatrix(report),
      markdown_summary: summarizeGapMatrix(report, input.target),
    };
  },
});
