import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { queryNumber } from '../../../contract/fields.ts';
import { projectId } from '../../../contract/project-view.ts';
import { siteView, SiteView } from '../../../contract/site-view.ts';

export default defineAccountOperation({
  id: 'sites.list',
  method: 'GET',
  path: '/sites',
  group: 'Crawls and imports',
  title: 'List your sites',
  description:
    'Lists your sites with their settings, crawls and scores. A key that belongs to a project ' +
    'sees only the sites of that project. Free.',

  input: z.object({
    project_id: projectId().optional().describe('Only sites of this project.'),
    limit: queryNumber(z.int().min(1).max(100)).default(50).describe('Maximum sites to return.'),
    offset: queryNumber(z.int().min(0).max(10_000)).default(0).describe('Sites to skip, for paging.'),
  }),
  result: z.object({ total_count: z.int(), sites: z.array(SiteView) }),
  example: { limit: 50 },

  async run({ project_id, limit, offset }, { caller, account, signal }) {
    const { total_count, sites } = await account.sites.list(caller, { project_id, limit, offset }, signal);
    return { total_count, sites: sites.map(siteView) };
  },
});
