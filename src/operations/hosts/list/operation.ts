import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { HostView, hostView } from '../../../contract/host-view.ts';

export default defineAccountOperation({
  id: 'hosts.list',
  method: 'GET',
  path: '/hosts',
  group: 'Crawls and imports',
  title: 'List your hosts',
  description: 'Lists your hosts with their proofs. Those that are not proven yet say what to publish. Free.',

  is_workspace_wide: true,
  input: z.object({}),
  result: z.object({ total_count: z.int(), hosts: z.array(HostView) }),
  example: {},

  async run(_input, { caller, account, now }) {
    const proofs = await account.hosts.list(caller.workspace_id);
    return { total_count: proofs.length, hosts: proofs.map((proof) => hostView(proof, now)) };
  },
});
