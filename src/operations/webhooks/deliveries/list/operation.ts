import { z } from 'zod';

import { printable, queryNumber } from '../../../../contract/fields.ts';
import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { ownProject } from '../../../../contract/own-project.ts';
import { DeliveryView, deliveryView } from '../../../../contract/webhook-view.ts';
import { DELIVERY_STATUSES } from '../../../../ports/webhooks.ts';

const filter = (what: string) => printable(200).optional().describe(what);

export default defineAccountOperation({
  id: 'webhooks.deliveries.list',
  method: 'GET',
  path: '/webhooks/deliveries',
  group: 'Jobs and webhooks',
  title: 'List webhook deliveries',
  description:
    'The latest deliveries, newest first, each with its attempts, their response codes and why they failed. They are ' +
    'kept for 30 days after their end, also those of deleted endpoints.',

  input: z.object({
    limit: queryNumber(z.int().min(1).max(100).default(25).describe('Most deliveries to answer.')),
    status: z
      .enum(DELIVERY_STATUSES)
      .optional()
      .describe('pending: still to be sent, or to be sent again. failed: given up; it can be retried.'),
    endpoint_id: filter('Only of this endpoint.'),
    project_id: filter('Only of this project, its budget alerts included.'),
    event_type: filter('Only of this type, such as job.completed or webhook.test.'),
  }),
  result: z.object({ deliveries: z.array(DeliveryView), limit: z.int() }),
  example: { limit: 25, status: 'failed' },

  async run({ limit: count, status, endpoint_id, event_type, ...input }, { caller, account }) {
    const project_id = ownProject(caller, input.project_id);
    const query = { limit: count, status, endpoint_id, project_id, event_type };
    const deliveries = await account.webhooks.deliveries(caller.workspace_id, query);
    return { deliveries: deliveries.map(deliveryView), limit: count };
  },
});
