import { z } from 'zod';

import { LOCAL_AUDIT_CREDITS, localBusiness } from '../../../../contract/local-business-input.ts';
import { defineOperation } from '../../../../contract/operation.ts';

const ITEMS_MAX = 10;

export default defineOperation({
  id: 'audit.local.batch',
  method: 'POST',
  path: '/audit/local/batch',
  group: 'Rank and AI visibility',
  title: 'Audit several local business listings',
  description:
    'Queues one local audit for each item. Answers with the ids of the jobs, in the order of the items. ' +
    'If one item is not valid, nothing is queued and the error names its index. ' +
    'The credits of all audits are reserved at once, and an audit that fails gives its own back. ' +
    'An item that you send twice is audited twice.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { places: { optional: true }, fetch: { optional: true } },

  input: z.object({
    items: z.array(localBusiness().strict()).min(1).max(ITEMS_MAX).describe('Businesses to audit.'),
  }),
  result: z.object({ jobs: z.array(z.string()) }),

  price: {
    rule: `${LOCAL_AUDIT_CREDITS} credits per item`,
    credits: ({ items }) => LOCAL_AUDIT_CREDITS * items.length,
  },
  example: {
    items: [
      { domain: 'harbour-bikes.example', location: '4 Rope Walk, Northcove, United Kingdom' },
      { domain: 'Wheel & Co', location: '12 Main St, Austin, TX 78701' },
    ],
  },

  batch: ({ items }) => items.map((item, at) => ({ operation: 'audit.local', input: item, path: `items[${at}]` })),
  run: () => Promise.reject(new Error('A batch is not run; each of its items is.')),
});
