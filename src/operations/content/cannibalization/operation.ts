import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { onlyOneOf } from '../../../contract/page-input.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import type { Ports } from '../../../ports/sources.ts';
import { SENSITIVITIES } from './overlap.ts';
import { CannibalizationPage } from './pages.ts';
import { planCannibalization, summarizeCannibalization } from './plan.ts';
import { cannibalization, CannibalizationReport } from './report.ts';

const PAGES_MAX = 250;
const SOURCES = ['pages', 'site'] as const;

export default defineOperation({
  id: 'content.cannibalization',
  method: 'POST',
  path: '/content/cannibalization',
  group: 'Content and page quality',
  title: 'Find pages that compete with each other',
  description:
    'Finds pages of one site that compete for the same searches, even in different words. ' +
    'Says which to keep and what to do with the rest. ' +
    'Handles noindex, canonicals, parameters, AMP, language versions, and hub and child pages. Send the pages, or a site whose crawled pages are compared. Makes no external calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { sites: {} },
  one_of: SOURCES,

  input: z.object({
    pages: z
      .array(CannibalizationPage)
      .min(2)
      .max(PAGES_MAX)
      .optional()
      .describe(
        'Pages of one site. Results are most reliable with ranking_queries. Unknown columns are ignored and listed in notes.',
      ),
    site: site('Your site, in place of pages.'),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Domain or brand of the site. Its name is ignored when pages are compared.'),
    focus_keywords: z
      .array(z.string().max(700))
      .max(100)
      .optional()
      .describe(
        'Your most important keywords: conflicts about them rank as more severe, and each is checked for a page.',
      ),
    sensitivity: z
      .enum(SENSITIVITIES)
      .default('balanced')
      .describe('conservative: only clear-cut conflicts. aggressive: also pages that are merely similar.'),
  }),
  result: CannibalizationReport,
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.site === undefined ? ['sites'] : []),

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    pages: [
      {
        url: 'http://harbour-bikes.example/repair',
        title: 'Bike repair in the harbour | Harbour Bikes',
        primary_keyword: 'bike repair',
        ranking_queries: ['bike repair', 'bike repair harbour', 'bike shop repair'],
        clicks: 120,
        impressions: 2400,
        avg_position: 4.2,
      },
      {
        url: 'http://harbour-bikes.example/services/bike-repairs',
        title: 'Bike repairs | Harbour Bikes',
        primary_keyword: 'bike repairs',
        ranking_queries: ['bike repair', 'bike repair harbour', 'bike service'],
        clicks: 14,
        impressions: 900,
        avg_position: 11.5,
      },
      { url: 'http://harbour-bikes.example/repair?sort=price', title: 'Bike repair in the harbour | Harbour Bikes' },
      { url: 'http://harbour-bikes.example/rental', title: 'Bike rental by the hour | Harbour Bikes' },
    ],
    focus_keywords: ['bike repair'],
  },

  async run(asked, context) {
    const { site: named, pages: sent, ...rest } = asked;
    const input = { ...rest, pages: sent ?? (await pagesOf(named, context.ports.sites)), target: rest.target ?? named };
    const report = await context.compute(cannibalization, input);
    const request = { ...input, site: named };
    return {
      result: report,
      guidance: planCannibalization(report, request),
      markdown_summary: summarizeCannibalization(report, request),
    };
  },
});

async function pagesOf(asked: string | undefined, sites: Ports['sites']): Promise<readonly CannibalizationPage[]> {
  const pages = await readSitePages(sites, { asked: asked ?? '', field: 'site', limit: PAGES_MAX });
  return pages.map(({ url, title, headings }) => ({
    url,
    title: title === '' ? (headings[0] ?? '') : title,
    target_keywords: [],
  }));
}
