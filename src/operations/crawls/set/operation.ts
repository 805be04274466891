import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { CrawlView, crawlView, unknownCrawl } from '../../../contract/crawl-view.ts';
import { printable } from '../../../contract/fields.ts';

export default defineAccountOperation({
  id: 'crawls.set',
  method: 'PATCH',
  path: '/crawls/{id}',
  group: 'Crawls and imports',
  title: 'Pause or resume a crawl',
  description:
    'Pauses a crawl, or resumes one that is paused, stopped or failed. Pausing lets requests under way end, keeps what was read, and charges those pages. ' +
    'Resuming queues a new job that continues where the crawl was. Free itself.',

  is_workspace_wide: true,
  input: z.object({
    id: printable(100).describe('Id of the crawl, from POST /crawls or GET /crawls.'),
    paused: z.boolean().describe('true pauses, false resumes.'),
  }),
  result: z.object({ crawl: CrawlView }),
  example: { id: 'crawl_7f3kQ2mZt9Xb4LwVn0Ra', paused: true },

  async run({ id, paused }, { caller, account }) {
    const file = await (paused ? account.crawls.pause(caller.workspace_id, id) : account.crawls.resume(caller, id));
    if (file === undefined) throw unknownCrawl(id);
    return { crawl: crawlView(file) };
  },
});
