import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { noUser, requireMayTouch, userId } from '../../../contract/member-view.ts';

export default defineAccountOperation({
  id: 'users.remove',
  method: 'DELETE',
  path: '/users/{id}',
  group: 'Users',
  title: 'Remove a user',
  description:
    'Takes a user out of the workspace and ends the sessions of the user. Keys and answers stay. ' +
    'The last owner cannot be removed, and a key cannot remove owners. Free.',

  is_workspace_wide: true,
  input: z.object({ id: userId() }),
  result: z.object({ removed: z.literal(true), id: z.string(), email: z.string() }),
  example: { id: 'usr_0123456789abcdefghij' },

  async run({ id }, { caller, account }) {
    const { workspace_id } = caller;
    await requireMayTouch(caller, () => account.members.list(workspace_id), { id, role: undefined });
    const user = await account.members.remove(workspace_id, id);
    if (user === undefined) throw noUser(id);
    return { removed: true as const, id, email: user.email };
  },
});
