import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { CrawlView, crawlView } from '../../../contract/crawl-view.ts';
import { queryNumber } from '../../../contract/fields.ts';
import { CRAWL_STATUSES } from '../../../ports/crawls.ts';

const LIMIT_MAX = 100;
const OFFSET_MAX = 20_000;

export default defineAccountOperation({
  id: 'crawls.list',
  method: 'GET',
  path: '/crawls',
  group: 'Crawls and imports',
  title: 'List crawls',
  description: 'Lists the crawls of this workspace, newest first, with their progress. Free.',

  is_workspace_wide: true,
  input: z.object({
    limit: queryNumber(z.int().min(1).max(LIMIT_MAX).default(25).describe('Maximum number of crawls to return.')),
    offset: queryNumber(
      z.int().min(0).max(OFFSET_MAX).default(0).describe('Number of crawls to skip, for the next page.'),
    ),
    status: z.enum(CRAWL_STATUSES).optional().describe('Only crawls with this status.'),
  }),
  result: z.object({
    crawls: z.array(CrawlView),
    total_count: z.int().describe('Matching crawls, before limit and offset.'),
  }),
  example: { status: 'finished', limit: 10 },

  async run({ limit, offset, status }, { caller, account }) {
    const page = await account.crawls.list(caller.workspace_id, { status, limit, offset });
    return { crawls: page.crawls.map(crawlView), total_count: page.total_count };
  },
});
