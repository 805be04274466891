import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { CrawlView, crawlView, unknownCrawl } from '../../../contract/crawl-view.ts';
import { printable } from '../../../contract/fields.ts';
import { RedirectCountsView, redirectCountsView } from '../../../contract/redirect-view.ts';

export default defineAccountOperation({
  id: 'crawls.get',
  method: 'GET',
  path: '/crawls/{id}',
  group: 'Crawls and imports',
  title: 'Get a crawl',
  description: 'Shows how far a crawl has come, what went wrong, and why it ended. Free.',

  is_workspace_wide: true,
  input: z.object({ id: printable(100).describe('Id of the crawl, from POST /crawls or GET /crawls.') }),
  result: z.object({
    crawl: CrawlView,
    redirects: RedirectCountsView.nullable().describe(
      'Results of a tested list so far; GET /crawls/{id}/redirects has its addresses. null for a crawl.',
    ),
  }),
  example: { id: 'crawl_7f3kQ2mZt9Xb4LwVn0Ra' },

  async run({ id }, { caller, account }) {
    const file = await account.crawls.find(caller.workspace_id, id);
    if (file === undefined) throw unknownCrawl(id);
    const counts = await account.crawls.tested(file);
    return { crawl: crawlView(file), redirects: counts === undefined ? null : redirectCountsView(counts) };
  },
});
