import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { projectId } from '../../../contract/project-view.ts';
import { readSiteFields, SiteFields, siteTarget, SiteView, siteView } from '../../../contract/site-view.ts';

export default defineAccountOperation({
  id: 'sites.create',
  method: 'POST',
  path: '/sites',
  group: 'Crawls and imports',
  title: 'Add a site',
  description:
    'Adds a site with its brand, competitors, markets and crawl settings. Crawl it with POST /crawls. ' +
    'Or give it a schedule; each crawl is audited. The answer names other sites of the project that overlap with it. Free.',
  success_status: 201,

  input: z.object({
    target: siteTarget(),
    project_id: projectId().optional().describe('Project that the site and its scheduled crawls belong to.'),
    ...SiteFields,
  }),
  result: z.object({ site: SiteView }),
  example: {
    target: 'harbour-bikes.example',
    brand: { name: 'Harbour Bikes', spellings: ['harbourbikes'] },
    competitors: ['canal-cycles.example'],
    markets: [{ country: 'NL', language: 'nl', city: 'Amsterdam' }],
    crawl: { pages: 2000, exclude: ['*?sort=*'], schedule: { cadence: 'weekly', time_zone: 'Europe/Amsterdam' } },
  },

  async run({ target, project_id, ...fields }, { caller, account, signal }) {
    const site = await account.sites.create(caller, target, project_id, readSiteFields(fields));
    return { site: siteView(await account.sites.report(caller, site, signal)) };
  },
});
