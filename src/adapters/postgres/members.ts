import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import {
  isAtLeast,
  type Invitation,
  type InvitationRow,
  type Member,
  type MemberStore,
  type Role,
} from '../../ports/members.ts';
import type { Database, Queryable } from './database.ts';
import { storable } from './storable.ts';

const ID_MAX = 100;
const TEXT_MAX = 320;
/** Each is somebody who gets an e-mail. */
const INVITATIONS_MAX = 100;

/** Users of workspaces, in PostgreSQL. */
export class PostgresMembers implements MemberStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly Member[]> {
    const rows = await this.#database.query<MemberRow>(`${MEMBERS} order by joined_at, users.id`, [workspaceId]);
    return rows.map(memberOf);
  }

  invitations(workspaceId: string): Promise<readonly Invitation[]> {
    return this.#database.query<Invitation>(
      `select ${INVITATION} from workspace_invitations where workspace_id = $1 and expires_at > now() order by created_at, id`,
      [workspaceId],
    );
  }

  async workspaceName(workspaceId: string): Promise<string> {
    const [row] = await this.#database.query<{ name: string }>('select name from workspaces where id = $1', [
      workspaceId,
    ]);
    return row?.name ?? workspaceId;
  }

  addInvitation({ token_hash, workspace_id, email, role, invited_by, expires_at }: InvitationRow): Promise<Invitation> {
    return this.#database.transaction(async (transaction) => {
      await lock(transaction, workspace_id);
      const address = storable(email, TEXT_MAX);
      const [known] = await transaction.query(`${MEMBERS} and lower(users.email) = lower($2)`, [workspace_id, address]);
      if (known !== undefined) throw isUser(email);
      await transaction.query(
        'delete from workspace_invitations where workspace_id = $1 and (expires_at <= now() or lower(email) = lower($2))',
        [workspace_id, address],
      );
      const values = [
        token_hash,
        newId('inv'),
        workspace_id,
        address,
        role,
        storable(invited_by, TEXT_MAX),
        expires_at,
      ];
      const [made] = await transaction.query<Invitation>(INVITE, [...values, INVITATIONS_MAX]);
      if (made === undefined) throw tooMany();
      return made;
    });
  }

  setRole(workspaceId: string, userId: string, role: Role): Promise<Member | undefined> {
    return this.#database.transaction(async (transaction) => {
      const member = await this.#locked(transaction, workspaceId, userId);
      if (member === undefined || member.role === role) return member;
      if (member.role === 'owner') await requireOtherOwner(transaction, workspaceId, userId);
      await transaction.query('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
        workspaceId,
        userId,
        role,
      ]);
      if (!isAtLeast(role, member.role)) await endSessions(transaction, userId);
      return { ...member, role };
    });
  }

  remove(workspaceId: string, userId: string): Promise<Member | undefined> {
    return this.#database.transaction(async (transaction) => {
      const member = await this.#locked(transaction, workspaceId, userId);
      if (member === undefined) return undefined;
      if (member.role === 'owner') await requireOtherOwner(transaction, workspaceId, userId);
      await transaction.query('delete from workspace_members where workspace_id = $1 and user_id = $2', [
        workspaceId,
        userId,
      ]);
      await endSessions(transaction, userId);
      await transaction.query(GO_HOME, [userId]);
      await transaction.query(FORGET, [userId]);
      return member;
    });
  }

  async withdraw(workspaceId: string, invitationId: string): Promise<boolean> {
    const gone = await this.#database.query(
      'delete from workspace_invitations where workspace_id = $1 and id = $2 returning id',
      [workspaceId, storable(invitationId, ID_MAX)],
    );
    return gone.length > 0;
  }

  async #locked(transaction: Queryable, workspaceId: string, userId: string): Promise<Member | undefined> {
    await lock(transaction, workspaceId);
    const [row] = await transaction.query<MemberRow>(`${MEMBERS} and users.id = $2`, [
      workspaceId,
      storable(userId, ID_MAX),
    ]);
    return row === undefined ? undefined : memberOf(row);
  }
}

interface MemberRow extends Omit<Member, 'last_login_at'> {
  readonly last_login_at: Date | null;
}

function memberOf({ last_login_at, ...row }: MemberRow): Member {
  return { ...row, last_login_at: last_login_at ?? undefined };
}

const MEMBERS = `
  select users.id, users.email, role, joined_at, last_login_at
  from workspace_members join dashboard_users users on users.id = user_id
  where workspace_members.workspace_id = $1`;

const INVITATION = 'id, email, role, invited_by, created_at, expires_at';

const INVITE = `
  insert into workspace_invitations (hash, id, workspace_id, email, role, invited_by, expires_at)
  select $1, $2, $3, $4, $5, $6, $7
  where (select count(*) from workspace_invitations where workspace_id = $3) < $8
  returning ${INVITATION}`;

/** The next login opens a workspace that the user still belongs to. */
const GO_HOME = `
  update dashboard_users set workspace_id = home.workspace_id
  from (select workspace_id from workspace_members where user_id = $1 order by joined_at, workspace_id limit 1) home
  where id = $1 and not exists (
    select from workspace_members where user_id = $1 and workspace_id = dashboard_users.workspace_id)`;

const FORGET = `
  delete from dashboard_users where id = $1 and not exists (select from workspace_members where user_id = $1)`;

/** Two owners who remove each other at the same time come one after the other, and the second is refused. */
async function lock(transaction: Queryable, workspaceId: string): Promise<void> {
  await transaction.query('select id from workspaces where id = $1 for update', [workspaceId]);
}

async function endSessions(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('delete from dashboard_sessions where user_id = $1', [userId]);
}

async function requireOtherOwner(transaction: Queryable, workspaceId: string, userId: string): Promise<void> {
  const [other] = await transaction.query(
    "select user_id from workspace_members where workspace_id = $1 and role = 'owner' and user_id <> $2 limit 1",
    [workspaceId, userId],
  );
  if (other !== undefined) return;
  throw new AppError('conflict', 'A workspace needs an owner, and this is its last one.', {
    fix: 'Make somebody else an owner first.',
  });
}

function isUser(email: string): AppError {
  return new AppError('conflict', `${email} already belongs to this workspace.`, {
    fix: 'Change the role of the user instead.',
  });
}

function tooMany(): AppError {
  return new AppError('conflict', `A workspace can have at most ${INVITATIONS_MAX} open invitations.`, {
    fix: 'Withdraw those that nobody accepts.',
  });
}
