import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { CrawlView, crawlView } from '../../../contract/crawl-view.ts';
import { SiteCause, siteCauses, siteId, siteView, SiteView, unknownSite } from '../../../contract/site-view.ts';

export default defineAccountOperation({
  id: 'sites.get',
  method: 'GET',
  path: '/sites/{id}',
  group: 'Crawls and imports',
  title: 'Get a site',
  description:
    'Shows a site with its settings and latest crawls. Adds how many pages are known, and the score, counts and leading causes of ' +
    'its last audit. Free.',

  input: z.object({ id: siteId() }),
  result: z.object({
    site: SiteView,
    crawls: z.array(CrawlView).describe('Your latest crawls of the site, newest first; at most ten.'),
    causes: z.array(SiteCause).describe('What to fix first, as the last audit found it.'),
  }),
  example: { id: 'site_4mB8xTq2Rz6KdYw1Vc9P' },

  async run({ id }, { caller, account, signal }) {
    const site = await account.sites.find(caller, id);
    if (site === undefined) throw unknownSite(id);
    const report = await account.sites.report(caller, site, signal);
    return { site: siteView(report), crawls: report.crawls.map(crawlView), causes: siteCauses(report) };
  },
});
