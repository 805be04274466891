import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { InvitationView, invitationView, UserView, userView } from '../../../contract/member-view.ts';

export default defineAccountOperation({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  group: 'Users',
  title: 'List users',
  description: 'Lists who may use the dashboard of the workspace, with their roles, and the open invitations. Free.',

  is_workspace_wide: true,
  input: z.object({}),
  result: z.object({ users: z.array(UserView), invitations: z.array(InvitationView) }),
  example: {},

  async run(_input, { caller, account }) {
    const [users, invitations] = await Promise.all([
      account.members.list(caller.workspace_id),
      account.members.invitations(caller.workspace_id),
    ]);
    return { users: users.map(userView), invitations: invitations.map(invitationView) };
  },
});
