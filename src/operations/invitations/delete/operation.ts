import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';
import { AppError } from '../../../kernel/errors.ts';

export default defineAccountOperation({
  id: 'invitations.delete',
  method: 'DELETE',
  path: '/invitations/{id}',
  group: 'Users',
  title: 'Withdraw an invitation',
  description: 'Withdraws an invitation that nobody has accepted: its link stops working. Free.',

  is_workspace_wide: true,
  input: z.object({ id: printable(100).describe('Id of the invitation, from GET /users.') }),
  result: z.object({ withdrawn: z.literal(true), id: z.string() }),
  example: { id: 'inv_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    if (await account.members.withdraw(caller.workspace_id, id)) return { withdrawn: true as const, id };
    throw new AppError('not_found', `There is no open invitation ${id.slice(0, 80)}.`, {
      fix: 'GET /users lists the open invitations.',
    });
  },
});
