import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';
import { unknownHost } from '../../../contract/host-view.ts';

export default defineAccountOperation({
  id: 'hosts.delete',
  method: 'DELETE',
  path: '/hosts/{host}',
  group: 'Crawls and imports',
  title: 'Delete a host',
  description: 'Deletes a host with its token and proof. Crawls that rely on the proof are refused from then on. Free.',

  is_workspace_wide: true,
  input: z.object({ host: printable(253).describe('The host, as GET /hosts lists it.') }),
  result: z.object({ deleted: z.literal(true), host: z.string() }),
  example: { host: 'staging.harbour-bikes.example' },

  async run({ host }, { caller, account }) {
    if (await account.hosts.remove(caller.workspace_id, host)) return { deleted: true as const, host };
    throw unknownHost(host);
  },
});
