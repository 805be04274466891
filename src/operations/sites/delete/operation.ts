import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { siteId, unknownSite } from '../../../contract/site-view.ts';

export default defineAccountOperation({
  id: 'sites.delete',
  method: 'DELETE',
  path: '/sites/{id}',
  group: 'Crawls and imports',
  title: 'Delete a site',
  description: 'Deletes the site with its settings and its crawl schedule. Its crawls, pages and audits stay. Free.',

  input: z.object({ id: siteId() }),
  result: z.object({ deleted: z.literal(true), id: z.string() }),
  example: { id: 'site_4mB8xTq2Rz6KdYw1Vc9P' },

  async run({ id }, { caller, account }) {
    if (await account.sites.remove(caller, id)) return { deleted: true as const, id };
    throw unknownSite(id);
  },
});
