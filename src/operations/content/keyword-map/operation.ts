import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { onlyOneOf } from '../../../contract/page-input.ts';
import { readSitePages, site } from '../../../contract/site-input.ts';
import { listJudged, readSearches } from '../../../keywords/known-searches.ts';
import { readResultPages } from '../../../keywords/result-pages.ts';
import type { Ports } from '../../../ports/sources.ts';
import { keywordMap } from './map.ts';
import { KeywordMapPage } from './pages.ts';
import { planKeywordMap, summarizeKeywordMap } from './plan.ts';
import { KeywordMapReport } from './report.ts';

const PAGES_MAX = 400;
const SOURCES = ['pages', 'site'] as const;

export default defineOperation({
  id: 'content.keyword-map',
  method: 'POST',
  path: '/content/keyword-map',
  group: 'Content and page quality',
  title: 'Map keywords to pages',
  description:
    'Maps every keyword to one page, existing or new. ' +
    'Names the page that can realistically rank for it, a page that nearly can and what it lacks, or a new page for it and its sibling keywords. ' +
    'Flags pages that compete for the same keyword. Send the pages, or a site whose crawled pages are used. Search intent comes from stored result pages where there are any. Makes no external calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { sites: {}, serp: { optional: true } },
  one_of: SOURCES,

  input: z.object({
    keywords: z.array(z.string().max(700)).min(1).max(250).describe('Searches to map, in any language.'),
    pages: z
      .array(KeywordMapPage)
      .min(1)
      .max(PAGES_MAX)
      .optional()
      .describe(
        'Existing pages. Headings and current_keywords make the map more reliable. Unknown columns are ignored and listed in notes.',
      ),
    site: site('Your site, in place of pages.'),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Your domain or brand. A page can match a branded search without naming the brand.'),
    max_mappings: z
      .int()
      .min(1)
      .default(250)
      .describe('Maximum number of mappings to return, best first. The rest are in left_out.'),
  }),
  result: KeywordMapReport,
  rules: onlyOneOf(SOURCES),
  spares: (input) => (input.site === undefined ? ['sites'] : []),

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

  async run(asked, context) {
    const { site: named, pages: sent, ...rest } = asked;
    const { ports, brand, now } = context;
    const known = await readResultPages(ports.serp, {
      keywords: rest.keywords,
      location_code: undefined,
      language: undefined,
      now,
    });
    const input = {
      ...rest,
      pages: sent ?? (await pagesOf(named, ports.sites)),
      target: rest.target ?? named,
      judged: listJudged(readSearches(known?.pages ?? new Map(), await brand())),
    };
    const report = await context.compute(keywordMap, input);
    return {
      result: report,
      guidance: planKeywordMap(report),
      markdown_summary: summarizeKeywordMap(report, input.target),
    };
  },
});

async function pagesOf(asked: string | undefined, sites: Ports['sites']): Promise<readonly KeywordMapPage[]> {
  const pages = await readSitePages(sites, { asked: asked ?? '', field: 'site', limit: PAGES_MAX });
  return pages.map(({ url, title, description, headings }) => ({
    url,
    title,
    description,
    headings: [...headings],
    current_keywords: [],
  }));
}
