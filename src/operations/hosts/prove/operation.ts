import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { target } from '../../../contract/fields.ts';
import { HostView, hostView } from '../../../contract/host-view.ts';

export default defineAccountOperation({
  id: 'hosts.prove',
  method: 'POST',
  path: '/hosts',
  group: 'Crawls and imports',
  title: 'Prove a host',
  description:
    'Proves your ownership of a host. Crawls that ignore robots.txt or change the user agent need it. ' +
    'The first call returns a token: publish it as a TXT record or as a file, then call again. Free.',

  is_workspace_wide: true,
  input: z.object({ host: target().describe('The host, such as example.com or staging.example.com.') }),
  result: z.object({
    host: HostView,
    checks: z
      .array(z.object({ method: z.enum(['dns', 'file']), place: z.string(), is_found: z.boolean(), note: z.string() }))
      .describe('Where this call looked for the token, and what it found.'),
  }),
  example: { host: 'staging.harbour-bikes.example' },

  async run({ host }, { caller, account, now, signal }) {
    const { proof, checks } = await account.hosts.prove(caller.workspace_id, host, signal);
    return { host: hostView(proof, now), checks: checks.map((check) => ({ ...check })) };
  },
});
