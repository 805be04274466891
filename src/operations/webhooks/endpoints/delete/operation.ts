import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { endpointId, noEndpoint } from '../../../../contract/webhook-fields.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.delete',
  method: 'DELETE',
  path: '/webhooks/endpoints/{id}',
  group: 'Jobs and webhooks',
  title: 'Delete a webhook endpoint',
  description: 'Stops all deliveries to the endpoint; pending ones fail. Past deliveries stay in the list.',

  is_workspace_wide: true,
  input: z.object({ id: endpointId() }),
  result: z.object({ id: z.string(), deleted: z.literal(true) }),
  example: { id: 'whe_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    if (!(await account.webhooks.remove(caller.workspace_id, id))) throw noEndpoint(id);
    return { id, deleted: true as const };
  },
});
