import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { readSiteFields, SiteFields, siteId, siteView, SiteView, unknownSite } from '../../../contract/site-view.ts';

export default defineAccountOperation({
  id: 'sites.update',
  method: 'PATCH',
  path: '/sites/{id}',
  group: 'Crawls and imports',
  title: 'Change a site',
  description:
    'Changes the settings you send and leaves the others. Lists are replaced as a whole; null removes the name, the brand, the ' +
    'rate, the user agent, headers, cookies, basic_auth or the schedule. The next crawl uses the new settings. Free.',

  input: z.object({ id: siteId(), ...SiteFields }),
  result: z.object({ site: SiteView }),
  example: { id: 'site_4mB8xTq2Rz6KdYw1Vc9P', crawl: { pages: 5000, schedule: { cadence: 'daily' } } },

  async run({ id, ...fields }, { caller, account, signal }) {
    const site = await account.sites.update(caller, id, readSiteFields(fields));
    if (site === undefined) throw unknownSite(id);
    return { site: siteView(await account.sites.report(caller, site, signal)) };
  },
});
