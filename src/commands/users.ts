import { PostgresMembers } from '../adapters/postgres/members.ts';
import { openMemberDesk } from '../compose/members.ts';
import { createLog } from '../compose/log.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { localBase } from '../dashboard/access.ts';
import createInvitation from '../operations/invitations/create/operation.ts';
import { AppError } from '../kernel/errors.ts';
import type { Invitation, Member, MemberDesk, Role } from '../ports/members.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { findService } from './service/running-services.ts';
import { columns, processTerminal } from './terminal.ts';

export interface UserFlags extends Flags {
  readonly workspace?: string;
  readonly json?: boolean;
}

export interface InviteFlags extends UserFlags {
  readonly role: Role;
}

export async function listUsers(flags: UserFlags): Promise<void> {
  const config = readConfig(version, flags);
  const { users, invitations } = await withMembers(config, flags, async (members, workspaceId) => ({
    users: await members.list(workspaceId),
    invitations: await members.invitations(workspaceId),
  }));
  const rows = [...users.map(userRow), ...invitations.map(invitationRow)];
  print(config, flags, { users, invitations }, columns([['EMAIL', 'ROLE', 'STATE', 'SINCE'], ...rows]));
}

/** The link is printed: whoever can run this may make users anyway. */
export async function inviteUser(email: string, flags: InviteFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const asked = createInvitation.prepare({ email, role: flags.role }).input;
  const made = await withMembers(config, flags, (members, workspaceId, signal) => {
    const invitation = { workspace_id: workspaceId, email: String(asked['email']), role: flags.role };
    return members.invite({ ...invitation, invited_by: 'the operator' }, signal);
  });
  if (flags.json === true) return terminal.out(JSON.stringify({ ...made.invitation, url: made.url }));
  terminal.err(`Send this link to ${made.invitation.email}. It works once, within seven days:`);
  terminal.out(made.url ?? '');
}

/** Somebody who has not come yet is invited no longer. */
export async function removeUser(email: string, flags: UserFlags): Promise<void> {
  const config = readConfig(version, flags);
  const asked = email.trim().toLowerCase();
  const isAsked = (known: { readonly email: string }): boolean => known.email.toLowerCase() === asked;
  await withMembers(config, flags, async (members, workspaceId) => {
    const user = (await members.list(workspaceId)).find(isAsked);
    const removed = user && (await members.remove(workspaceId, user.id));
    if (removed !== undefined)
      return print(config, flags, removed, `${removed.email} was removed, and all sessions of the user have ended.`);
    const invitation = (await members.invitations(workspaceId)).find(isAsked);
    if (invitation !== undefined && (await members.withdraw(workspaceId, invitation.id)))
      return print(
        config,
        flags,
        invitation,
        `${invitation.email} is no longer invited: the link has stopped working.`,
      );
    throw new AppError('not_found', `There is no user ${email} in workspace ${workspaceId}.`, {
      fix: 'Run `seamark users list` to see the users.',
    });
  });
}

function withMembers<Result>(
  config: Config,
  { workspace }: UserFlags,
  work: (members: MemberDesk, workspaceId: string, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withAccounts(config, async (accounts) => {
    const running = await findService(config);
    const members = openMemberDesk({
      store: new PostgresMembers(accounts.database),
      limiter: undefined,
      mail: undefined,
      base: config.public_url ?? running?.url ?? localBase(config),
      is_public: config.public_url !== undefined,
      clock: () => new Date(),
      log: createLog(config),
    });
    return work(members, await chosenWorkspace(config, accounts, workspace), new AbortController().signal);
  });
}

function userRow({ email, role, joined_at, last_login_at }: Member): string[] {
  const state = last_login_at === undefined ? 'never logged in' : `last login ${day(last_login_at)}`;
  return [email, role, state, day(joined_at)];
}

function invitationRow({ email, role, created_at, expires_at }: Invitation): string[] {
  return [email, role, `invited until ${day(expires_at)}`, day(created_at)];
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function print(config: Config, flags: UserFlags, value: unknown, text: string): void {
  processTerminal(config.color).out(flags.json === true ? JSON.stringify(value) : text);
}
