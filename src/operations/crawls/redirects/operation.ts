import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { unknownCrawl } from '../../../contract/crawl-view.ts';
import { printable, queryNumber } from '../../../contract/fields.ts';
import {
  RedirectCountsView,
  redirectCountsView,
  RedirectResultField,
  TestedAddressView,
  testedAddressView,
} from '../../../contract/redirect-view.ts';
import { csvOf } from './csv.ts';

export default defineAccountOperation({
  id: 'crawls.redirects',
  method: 'GET',
  path: '/crawls/{id}/redirects',
  group: 'Crawls and imports',
  title: 'List tested redirects',
  description:
    'Lists where the addresses of a tested list lead, worst first. ' +
    'Shows each step with its status, and whether the end is the wanted page. Start the test with POST /crawls and redirects. Free.',

  is_workspace_wide: true,
  input: z.object({
    id: printable(100).describe('Id of the crawl, from POST /crawls.'),
    result: RedirectResultField.optional().describe('Only addresses with this result.'),
    limit: queryNumber(z.int().min(1).max(50_000).default(100).describe('Maximum addresses to return.')),
    offset: queryNumber(z.int().min(0).max(50_000).default(0).describe('Addresses to skip, for the next page.')),
    format: z.enum(['json', 'csv']).default('json').describe('csv: over REST, returns the addresses as a table.'),
  }),
  result: z.object({
    counts: RedirectCountsView.describe('How many addresses of the whole list had each result.'),
    total_count: z.int().describe('Matching addresses, before limit and offset.'),
    addresses: z.array(TestedAddressView),
  }),
  csv: ({ addresses }) => csvOf(addresses),
  example: { id: 'crawl_7f3kQ2mZt9Xb4LwVn0Ra', result: 'chain', limit: 100 },

  async run({ id, result, limit, offset }, { caller, account }) {
    const file = await account.crawls.find(caller.workspace_id, id);
    if (file === undefined) throw unknownCrawl(id);
    const page = await account.crawls.addresses(file, { result, limit, offset });
    return {
      counts: redirectCountsView(page.counts),
      total_count: page.total_count,
      addresses: page.addresses.map(testedAddressView),
    };
  },
});
