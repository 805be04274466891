import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { endpointId, noEndpoint } from '../../../../contract/webhook-fields.ts';
import { DeliveryView, deliveryView } from '../../../../contract/webhook-view.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.test',
  method: 'POST',
  path: '/webhooks/endpoints/{id}/test',
  group: 'Jobs and webhooks',
  title: 'Send a test event',
  description: 'Queues one `webhook.test` event for an endpoint. GET /webhooks/deliveries shows the outcome.',

  is_workspace_wide: true,
  input: z.object({ id: endpointId() }),
  result: z.object({ delivery: DeliveryView }),
  example: { id: 'whe_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    const delivery = await account.webhooks.test(caller.workspace_id, id);
    if (delivery === undefined) throw noEndpoint(id);
    return { delivery: deliveryView(delivery) };
  },
});
