import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { NewInvitationView, UserListView, UserRowView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count, day } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { type Role, ROLES, titleOfRole, useMay } from '../model/roles.ts';
import { useSession } from '../model/session.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { InviteDialog, LinkDialog } from './invite-dialog.tsx';

type Open =
  | { readonly is: 'invite' }
  | { readonly is: 'link'; readonly made: NewInvitationView }
  | { readonly is: 'remove'; readonly user: UserRowView };

/** Who may use the workspace, in which role, and who is invited. */
export function Users(): VNode {
  const isOwner = useMay('owner');
  if (!isOwner) {
    return (
      <Page title="Users and roles">
        <OnlyFor role="owner" what="manage users">
          {null}
        </OnlyFor>
        <RoleWords />
      </Page>
    );
  }
  return <ManagedUsers />;
}

function ManagedUsers(): VNode {
  const listed = useLoad('users', (signal) => get<UserListView>('/users', {}, signal));
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState<Problem>();
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    setProblem(undefined);
    close();
    listed.reload();
    announce(text);
  };
  const refused = (thrown: unknown): void => {
    setProblem(asProblem(thrown));
    // A choice that was refused goes back to what it was.
    listed.reload();
  };
  const setRole = (user: UserRowView, role: Role): void => {
    const said = `${user.email} is ${role === 'owner' ? 'an' : 'a'} ${role} now.`;
    send('PATCH', `/users/${user.id}`, { role }).then(() => done(said), refused);
  };
  const withdraw = (id: string): void => {
    send('DELETE', `/invitations/${id}`).then(() => done('The invitation no longer works.'), refused);
  };
  return (
    <Page
      title="Users and roles"
      actions={
        <button type="button" class="primary" onClick={() => setOpen({ is: 'invite' })}>
          Invite
        </button>
      }
    >
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <WithData of={listed}>
        {(data) => (
          <>
            <p class="answer">
              <strong>{count(data.users.length, 'user')}</strong>
              {data.invitations.length === 0 ? '' : `, ${count(data.invitations.length, 'open invitation')}`}.
            </p>
            <UserTable
              users={data.users}
              onRole={setRole}
              onRemove={(user) => setOpen({ is: 'remove', user })}
              key={data.users.map(({ id, role }) => id + role).join()}
            />
            <Invitations of={data.invitations} onWithdraw={withdraw} />
          </>
        )}
      </WithData>
      <RoleWords />
      {open === undefined ? null : (
        <OpenDialog open={open} close={close} done={done} show={(made) => setOpen({ is: 'link', made })} />
      )}
    </Page>
  );
}

interface UserTableProps {
  readonly users: UserListView['users'];
  readonly onRole: (user: UserRowView, role: Role) => void;
  readonly onRemove: (user: UserRowView) => void;
}

function UserTable({ users, onRole, onRemove }: UserTableProps): VNode {
  const { me } = useSession();
  const isLastOwner = ({ role }: UserRowView): boolean =>
    role === 'owner' && users.filter((user) => user.role === 'owner').length === 1;
  const columns: readonly Column<UserRowView>[] = [
    {
      title: 'User',
      kind: 'main',
      cell: ({ id, email }) => (
        <>
          {email} {id === me.user.id ? <span class="muted">you</span> : null}
        </>
      ),
    },
    {
      title: 'Role',
      cell: (user) =>
        isLastOwner(user) ? (
          <span title="A workspace needs an owner. Make somebody else one first.">Owner, the only one</span>
        ) : (
          <select
            aria-label={`Role of ${user.email}`}
            value={user.role}
            onChange={({ currentTarget }) => {
              const chosen = ROLES.find(({ role }) => role === currentTarget.value);
              if (chosen !== undefined) onRole(user, chosen.role);
            }}
          >
            {ROLES.map(({ role, title }) => (
              <option key={role} value={role}>
                {title}
              </option>
            ))}
          </select>
        ),
    },
    { title: 'Last login', cell: ({ last_login_at }) => <Time at={last_login_at} /> },
    { title: 'Joined', cell: ({ joined_at }) => day(joined_at) },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (user) =>
        isLastOwner(user) ? null : (
          <button type="button" aria-label={`Remove ${user.email}`} onClick={() => onRemove(user)}>
            Remove
          </button>
        ),
    },
  ];
  return <Table caption="Users" columns={columns} rows={users} keyOf={({ id }) => id} empty={<p>No users.</p>} />;
}

interface InvitationsProps {
  readonly of: UserListView['invitations'];
  readonly onWithdraw: (id: string) => void;
}

function Invitations({ of, onWithdraw }: InvitationsProps): VNode | null {
  if (of.length === 0) return null;
  const columns: readonly Column<UserListView['invitations'][number]>[] = [
    { title: 'Invited', kind: 'main', cell: ({ email }) => email },
    { title: 'Role', cell: ({ role }) => titleOfRole(role) },
    { title: 'By', cell: ({ invited_by }) => invited_by },
    { title: 'Valid until', cell: ({ expires_at }) => day(expires_at) },
    {
      title: 'Actions',
      kind: 'actions',
      cell: ({ id, email }) => (
        <button type="button" aria-label={`Withdraw the invitation of ${email}`} onClick={() => onWithdraw(id)}>
          Withdraw
        </button>
      ),
    },
  ];
  return (
    <>
      <h2>Open invitations</h2>
      <Table caption="Open invitations" columns={columns} rows={of} keyOf={({ id }) => id} empty={null} />
    </>
  );
}

function RoleWords(): VNode {
  return (
    <>
      <h2>What each role may do</h2>
      <dl class="role-words">
        {ROLES.map(({ role, title, may }) => (
          <div key={role}>
            <dt>{title}</dt>
            <dd>{may}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface OpenDialogProps {
  readonly open: Open;
  readonly close: () => void;
  readonly done: (text: string) => void;
  readonly show: (made: NewInvitationView) => void;
}

function OpenDialog({ open, close, done, show }: OpenDialogProps): VNode {
  switch (open.is) {
    case 'invite':
      return (
        <InviteDialog
          onClose={close}
          onMade={(made) => {
            if (made.url === null) done(`Invitation sent to ${made.invitation.email}.`);
            else show(made);
          }}
        />
      );
    case 'link':
      return <LinkDialog made={open.made} onClose={() => done(`${open.made.invitation.email} is invited.`)} />;
    case 'remove':
      return (
        <Confirm
          title={`Remove ${open.user.email}?`}
          action="Remove user"
          work={() => send('DELETE', `/users/${open.user.id}`)}
          onDone={() => done(`${open.user.email} was removed.`)}
          onClose={close}
        >
          <p>
            {open.user.email} is logged out at once and no longer sees this workspace. Reports, sites and keys stay.
          </p>
        </Confirm>
      );
  }
}
