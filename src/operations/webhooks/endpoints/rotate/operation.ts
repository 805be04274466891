import { z } from 'zod';

import { defineAccountOperation } from '../../../../contract/account-operation.ts';
import { endpointId, noEndpoint } from '../../../../contract/webhook-fields.ts';
import { SignedEndpoint, signedEndpoint } from '../../../../contract/webhook-view.ts';

export default defineAccountOperation({
  id: 'webhooks.endpoints.rotate',
  method: 'POST',
  path: '/webhooks/endpoints/{id}/rotate',
  group: 'Jobs and webhooks',
  title: 'Rotate the secret of a webhook endpoint',
  description:
    'Creates a new signing secret and shows it once. For 24 hours, deliveries also carry a signature made with the old one, so ' +
    'receivers can switch without a gap.',

  is_workspace_wide: true,
  input: z.object({ id: endpointId() }),
  result: SignedEndpoint,
  shown_once: ['signing_secret'],
  example: { id: 'whe_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    const endpoint = await account.webhooks.rotate(caller.workspace_id, id);
    if (endpoint === undefined) throw noEndpoint(id);
    return signedEndpoint(endpoint);
  },
});
