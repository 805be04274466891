import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { InvitationView, invitationView, requirePerson, userEmail, userRole } from '../../../contract/member-view.ts';

export default defineAccountOperation({
  id: 'invitations.create',
  method: 'POST',
  path: '/invitations',
  group: 'Users',
  title: 'Invite a user',
  description:
    'Invites somebody to the dashboard of the workspace by a link that works once, within seven days. ' +
    'The link is e-mailed where the service has a mail server and a public URL; otherwise only this answer shows it. ' +
    'A new invitation replaces an earlier one to the same address. A key cannot invite owners. Free.',
  success_status: 201,

  is_workspace_wide: true,
  input: z.object({ email: userEmail().describe('Who may accept it.'), role: userRole().default('member') }),
  result: z.object({
    invitation: InvitationView,
    url: z.string().nullable().describe('The link, shown once; null where it was e-mailed.'),
    problem: z.string().nullable().describe('Why it was not e-mailed, where the service has a mail server.'),
  }),
  shown_once: ['url'],
  example: { email: 'sam@example.com', role: 'viewer' },

  async run({ email, role }, { caller, account, signal }) {
    const { workspace_id, key_name, user_id } = caller;
    if (role === 'owner') requirePerson(caller, 'invite an owner');
    const asker = user_id === undefined ? undefined : await account.members.list(workspace_id);
    const invited_by = asker?.find(({ id }) => id === user_id)?.email ?? key_name;
    const { invitation, url, problem } = await account.members.invite(
      { workspace_id, email, role, invited_by },
      signal,
    );
    return { invitation: invitationView(invitation), url: url ?? null, problem: problem ?? null };
  },
});
