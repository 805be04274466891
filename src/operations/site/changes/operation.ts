import { z } from 'zod';

import { limit, printable, queryNumber, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { PAGE_CHANGES } from '../../../ports/sites.ts';
import { parseTarget } from '../../../web/target.ts';
import { planSiteChanges, summarizeSiteChanges } from './plan.ts';
import { presentChanges, SiteChanges } from './report.ts';

export default defineOperation({
  id: 'site.changes',
  method: 'GET',
  path: '/changes',
  group: 'Content and page quality',
  title: 'List what changed on a site',
  description:
    'Lists what changed on a site between two crawls, the worst first. Covers pages that died, fail, redirect, left the index or were blocked by robots.txt, ' +
    'and changed titles, headings, descriptions and canonicals, each with its before and after. ' +
    'Adds links won and lost. ' +
    'A page counts only where the crawl came to it again. Free.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { sites: {} },

  input: z.object({
    site: target().describe('Domain (example.com), subdomain (blog.example.com), or the URL of a folder.'),
    crawl_id: printable(80).optional().describe('The crawl to look at. Default: the most recently finished one.'),
    compare_with: printable(80)
      .optional()
      .describe('An earlier crawl to compare with. Without it, each page is compared with the last time it was seen.'),
    change: z.enum(PAGE_CHANGES).optional().describe('Only changes of this kind; counts cover all.'),
    limit: queryNumber(limit({ max: 1000, default: 100 })),
    offset: queryNumber(z.int().min(0).max(5_000_000).default(0).describe('Rows to skip, for paging.')),
  }),
  result: SiteChanges,

  price: { rule: 'free', credits: () => 0 },
  example: { site: 'harbour-bikes.example' },

  async run({ site: asked, crawl_id, compare_with, change, limit: most, offset }, { ports }) {
    const site = parseTarget(asked, 'site');
    const record = await ports.sites.changes({
      site,
      crawl_id,
      compare_with,
      kinds: change === undefined ? [] : [change],
      limit: most,
      offset,
    });
    const result = presentChanges(site.value, record, { limit: most, offset });
    return { result, guidance: planSiteChanges(result), markdown_summary: summarizeSiteChanges(result) };
  },
});
