import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';

export default defineAccountOperation({
  id: 'sources.test',
  method: 'POST',
  path: '/sources/test',
  group: 'Usage and credits',
  title: 'Test data sources',
  description:
    'Asks every connected external source one cheap question and reports what came back. A wrong key or an empty account shows at once. ' +
    'Paid sources charge for the question. Only keys of the first workspace may do this. Costs no credits.',

  is_workspace_wide: true,
  input: z.object({ source: printable(64).optional().describe('Source to test, such as searxng; all by default.') }),
  result: z.object({
    tests: z.array(
      z.object({
        source: z.string(),
        title: z.string(),
        ok: z.boolean(),
        message: z.string().describe('What the source answered, or why it did not.'),
        fix: z.string().nullable(),
        duration_ms: z.int(),
      }),
    ),
  }),
  example: {},

  async run({ source }, { account, caller, signal }) {
    return { tests: [...(await account.sources.test(caller, source, signal))] };
  },
});
