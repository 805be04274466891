import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import {
  endpointDescription,
  endpointEvents,
  endpointFormat,
  endpointId,
  endpointUrl,
  noEndpoint,
} from '../../../../contract/webhook-fields.ts';
import { EndpointView, endpointView } from '../../../../contract/webhook-view.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.update',
  method: 'PATCH',
  path: '/webhooks/endpoints/{id}',
  group: 'Jobs and webhooks',
  title: 'Update a webhook endpoint',
  description:
    'Changes the fields that you send of a webhook endpoint. ' +
    '`is_active: false` pauses the endpoint: events during the pause are never sent, and deliveries in progress wait up to seven days. ' +
    '`is_active: true` resumes it, even after the service itself paused it.',

  is_workspace_wide: true,
  input: z.object({
    id: endpointId(),
    url: endpointUrl().optional(),
    format: endpointFormat().optional(),
    description: endpointDescription().nullable().optional(),
    events: endpointEvents().optional(),
    is_active: z.boolean().optional().describe('False pauses deliveries without deleting anything.'),
  }),
  result: z.object({ endpoint: EndpointView }),
  example: { id: 'whe_0123456789abcdefghij', is_active: false },

  async run({ id, url, format, description, events, is_active }, { caller, account }) {
    const change = { url, format, description, events, is_active };
    const endpoint = await account.webhooks.change(caller.workspace_id, id, change);
    if (endpoint === undefined) throw noEndpoint(id);
    return { endpoint: endpointView(endpoint) };
  },
});
