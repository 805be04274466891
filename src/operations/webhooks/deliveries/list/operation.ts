import { z } from 'zod';

import { offset, printable, queryNumber } from '../../../../contract/fields.ts';
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
    'Lists the latest webhook deliveries, newest first. Shows the attempts of each, their response codes and why they failed. ' +
    'Finished deliveries are kept for 30 days, even if their endpoint is deleted.',

  input: z.object({
    limit: queryNumber(z.int().min(1).max(100).default(25).describe('Maximum number of deliveries to return.')),
    offset: queryNumber(offset()),
    status: z
      .enum(DELIVERY_STATUSES)
      .optional()
      .describe('pending: waiting to be sent or sent again. failed: given up; you can retry it.'),
    endpoint_id: filter('Only deliveries to this endpoint.'),
    project_id: filter('Only deliveries for this project, including its budget alerts.'),
    event_type: filter('Only events of this type, such as job.completed or webhook.test.'),
  }),
  result: z.object({
    deliveries: z.array(DeliveryView),
    total_count: z.int().describe('Matching deliveries, before limit and offset.'),
    limit: z.int(),
    offset: z.int(),
  }),
  example: { limit: 25, status: 'failed' },

  async run({ limit, offset: skipped, status, endpoint_id, event_type, ...input }, { caller, account }) {
    const filters = { status, endpoint_id, project_id: ownProject(caller, input.project_id), event_type };
    const [deliveries, total_count] = await Promise.all([
      account.webhooks.deliveries(caller.workspace_id, { ...filters, limit, offset: skipped }),
      account.webhooks.countDeliveries(caller.workspace_id, filters),
    ]);
    return { deliveries: deliveries.map(deliveryView), total_count, limit, offset: skipped };
  },
});
