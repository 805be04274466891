import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { deliveryId, noDelivery } from '../../../../contract/webhook-fields.ts';
import { DeliveryView, deliveryView } from '../../../../contract/webhook-view.ts';

export default defineAccountOperation({
  id: 'webhooks.deliveries.retry',
  method: 'POST',
  path: '/webhooks/deliveries/{id}/retry',
  group: 'Jobs and webhooks',
  title: 'Retry a failed webhook delivery',
  description:
    'Sends the stored event again with the same webhook-id. It goes out at once and, if that fails, after 5 s and 5 min. ' +
    'Does not run the job again. A delivery that has not failed is refused with 409.',

  is_workspace_wide: true,
  input: z.object({ id: deliveryId() }),
  result: z.object({ delivery: DeliveryView }),
  example: { id: 'dlv_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    const delivery = await account.webhooks.retry(caller.workspace_id, id);
    if (delivery === undefined) throw noDelivery(id);
    return { delivery: deliveryView(delivery) };
  },
});
