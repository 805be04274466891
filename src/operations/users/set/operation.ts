import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { noUser, requireMayTouch, userId, userRole, UserView, userView } from '../../../contract/member-view.ts';

export default defineAccountOperation({
  id: 'users.set',
  method: 'PATCH',
  path: '/users/{id}',
  group: 'Users',
  title: 'Change the role of a user',
  description:
    'Changes what a user may do in the workspace. A lower role ends the sessions of the user. ' +
    'The last owner stays one, and a key cannot make or change owners. Free.',

  is_workspace_wide: true,
  input: z.object({ id: userId(), role: userRole() }),
  result: z.object({ user: UserView }),
  example: { id: 'usr_0123456789abcdefghij', role: 'viewer' },

  async run({ id, role }, { caller, account }) {
    const { workspace_id } = caller;
    await requireMayTouch(caller, () => account.members.list(workspace_id), { id, role });
    const user = await account.members.setRole(workspace_id, id, role);
    if (user === undefined) throw noUser(id);
    return { user: userView(user) };
  },
});
