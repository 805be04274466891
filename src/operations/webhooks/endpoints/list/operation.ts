import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { EndpointView, endpointView } from '../../../../contract/webhook-view.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.list',
  method: 'GET',
  path: '/webhooks/endpoints',
  group: 'Jobs and webhooks',
  title: 'List webhook endpoints',
  description:
    'Lists the webhook endpoints of the workspace, oldest first. Shows their events and whether they are paused.',

  is_workspace_wide: true,
  input: z.object({}),
  result: z.object({ endpoints: z.array(EndpointView) }),
  example: {},

  async run(_input, { caller, account }) {
    const endpoints = await account.webhooks.endpoints(caller.workspace_id);
    return { endpoints: endpoints.map(endpointView) };
  },
});
