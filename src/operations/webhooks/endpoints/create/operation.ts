import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import {
  endpointDescription,
  endpointEvents,
  endpointFormat,
  endpointUrl,
} from '../../../../contract/webhook-fields.ts';
import { SignedEndpoint, signedEndpoint } from '../../../../contract/webhook-view.ts';
import { WEBHOOK_EVENTS } from '../../../../ports/webhooks.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.create',
  method: 'POST',
  path: '/webhooks/endpoints',
  group: 'Jobs and webhooks',
  title: 'Create a webhook endpoint',
  description:
    'Posts events to a URL as `{ type, timestamp, data }`. ' +
    'They are signed as Standard Webhooks prescribes (webhook-id, webhook-timestamp, webhook-signature). ' +
    'A 2xx response within 15 s counts as delivered; anything else is retried after 5 s, 5 min, 30 min and then over three days. ' +
    'A 410, or five days of failures only, pauses the endpoint. ' +
    'An event can arrive more than once and out of order: compare webhook-id. Only this answer shows the signing secret. ' +
    'Slack channels and mailboxes get the same events in words. A workspace can have at most 50 endpoints.',
  success_status: 201,

  is_workspace_wide: true,
  input: z.object({
    url: endpointUrl(),
    format: endpointFormat().optional(),
    events: endpointEvents().default([...WEBHOOK_EVENTS]),
    description: endpointDescription().optional(),
  }),
  result: SignedEndpoint,
  shown_once: ['signing_secret'],
  example: { url: 'https://example.com/hooks/seamark', events: ['job.completed', 'job.failed'] },

  async run({ url, format, events, description }, { caller, account }) {
    return signedEndpoint(await account.webhooks.create(caller.workspace_id, { url, format, events, description }));
  },
});
