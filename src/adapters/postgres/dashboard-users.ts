import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type {
  DashboardLogin,
  DashboardUser,
  DashboardUsers,
  NewDashboardUser,
  OwnWorkspace,
} from '../../ports/dashboard.ts';
import type { OpenInvitation, Role } from '../../ports/members.ts';
import type { Database, Queryable } from './database.ts';
import { storable } from './storable.ts';

/** Any number, the same for all versions of this program. */
const FIRST_USER_LOCK = 7_326_276;
const EMAIL_CHARACTERS_MAX = 320;

export class PostgresDashboardUsers implements DashboardUsers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async hasUsers(): Promise<boolean> {
    const [row] = await this.#database.query<{ known: boolean }>(
      'select exists (select from dashboard_users) as known',
    );
    return row?.known === true;
  }

  async list(): Promise<readonly DashboardUser[]> {
    const rows = await this.#database.query<UserRow>(`select ${COLUMNS} from dashboard_users order by created_at, id`);
    return rows.map(userOf);
  }

  async create(user: NewDashboardUser, workspaceId?: string): Promise<DashboardUser> {
    if (workspaceId !== undefined) await this.#requireWorkspace(workspaceId);
    const made = await insert(this.#database, user, workspaceId);
    if (made !== undefined) return made;
    throw new AppError('conflict', `The user ${user.email} already exists.`, {
      fix: 'Use another email, or set a new password with `seamark admin reset-password`.',
    });
  }

  createFirst(user: NewDashboardUser): Promise<DashboardUser | undefined> {
    return this.#whereNobodyIs((transaction) => insert(transaction, user));
  }

  createBySetup(tokenHash: Uint8Array, user: NewDashboardUser): Promise<DashboardUser | undefined> {
    return this.#whereNobodyIs(async (transaction) => {
      const [token] = await transaction.query(
        'delete from dashboard_setups where hash = $1 and expires_at > now() returning hash',
        [tokenHash],
      );
      if (token === undefined) return undefined;
      await transaction.query('delete from dashboard_setups');
      return insert(transaction, user);
    });
  }

  async addSetup(tokenHash: Uint8Array, expires_at: Date): Promise<void> {
    await this.#database.query('insert into dashboard_setups (hash, expires_at) values ($1, $2)', [
      tokenHash,
      expires_at,
    ]);
  }

  async isSetup(tokenHash: Uint8Array): Promise<boolean> {
    const [row] = await this.#database.query<{ known: boolean }>(IS_SETUP, [tokenHash]);
    return row?.known === true;
  }

  async findByEmail(email: string): Promise<DashboardLogin | undefined> {
    const [row] = await this.#database.query<LoginRow>(
      `select ${COLUMNS}, password from dashboard_users where lower(email) = lower($1)`,
      [storable(email, EMAIL_CHARACTERS_MAX)],
    );
    return row === undefined ? undefined : { ...userOf(row), password: row.password };
  }

  async findById(id: string): Promise<DashboardLogin | undefined> {
    const [row] = await this.#database.query<LoginRow>(
      `select ${COLUMNS}, password from dashboard_users where id = $1`,
      [id],
    );
    return row === undefined ? undefined : { ...userOf(row), password: row.password };
  }

  setPassword(userId: string, password: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query('update dashboard_users set password = $2 where id = $1 returning id', [
        userId,
        password,
      ]);
      await transaction.query('delete from dashboard_sessions where user_id = $1', [userId]);
      return row !== undefined;
    });
  }

  async openSession(userId: string, tokenHash: Uint8Array, expires_at: Date): Promise<void> {
    await this.#database.query(OPEN_SESSION, [userId, tokenHash, expires_at]);
  }

  async useSession(tokenHash: Uint8Array, expires_at: Date): Promise<DashboardUser | undefined> {
    const [row] = await this.#database.query<SessionRow>(SESSION, [tokenHash, SESSION_AGE_MAX]);
    if (row === undefined) return undefined;
    if (expires_at.getTime() - row.expires_at.getTime() > SLIDE_EVERY_MS) {
      await this.#database.query('update dashboard_sessions set expires_at = $2 where hash = $1', [
        tokenHash,
        expires_at,
      ]);
    }
    return userOf(row);
  }

  async lookInto(tokenHash: Uint8Array, workspaceId: string | undefined): Promise<void> {
    await this.#database.query('update dashboard_sessions set workspace_id = $2 where hash = $1', [
      tokenHash,
      workspaceId ?? null,
    ]);
  }

  async closeSession(tokenHash: Uint8Array): Promise<void> {
    await this.#database.query('delete from dashboard_sessions where hash = $1', [tokenHash]);
  }

  workspaces(userId: string): Promise<readonly OwnWorkspace[]> {
    return this.#database.query<OwnWorkspace>(WORKSPACES, [userId]);
  }

  switchTo(tokenHash: Uint8Array, workspaceId: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const [known] = await transaction.query<{ user_id: string }>(KNOWS_WORKSPACE, [tokenHash, workspaceId]);
      if (known === undefined) return false;
      // Other browsers of the user stay where they are.
      await transaction.query(STAY, [known.user_id, tokenHash]);
      await transaction.query(GO_TO, [known.user_id, workspaceId]);
      await transaction.query('update dashboard_sessions set workspace_id = null where hash = $1', [tokenHash]);
      return true;
    });
  }

  async join(userId: string, workspaceId: string, role: Role): Promise<void> {
    await this.#database.query(
      'insert into workspace_members (workspace_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
      [workspaceId, userId, role],
    );
  }

  async findInvitation(tokenHash: Uint8Array): Promise<OpenInvitation | undefined> {
    const [row] = await this.#database.query<OpenInvitation>(INVITATION, [tokenHash]);
    return row;
  }

  accept(tokenHash: Uint8Array, newUser: NewDashboardUser | undefined): Promise<DashboardUser | undefined> {
    return this.#database.transaction(async (transaction) => {
      const [invitation] = await transaction.query<AcceptedRow>(TAKE_INVITATION, [tokenHash]);
      if (invitation === undefined) return undefined;
      const { workspace_id, role, email } = invitation;
      const made = newUser === undefined ? undefined : await insert(transaction, newUser, workspace_id, role);
      // Whoever came first keeps the account: nobody gets into it by a link.
      if (newUser !== undefined && made === undefined) throw changedMeanwhile();
      const [user] = await transaction.query<{ user_id: string }>(JOIN, [email, workspace_id, role]);
      if (user === undefined) throw changedMeanwhile();
      await transaction.query(STAY, [user.user_id, tokenHash]);
      await transaction.query(GO_TO, [user.user_id, workspace_id]);
      const [row] = await transaction.query<UserRow>(`select ${COLUMNS} from dashboard_users where id = $1`, [
        user.user_id,
      ]);
      return row === undefined ? undefined : userOf(row);
    });
  }

  async sweep(): Promise<void> {
    await this.#database.query(
      'delete from dashboard_sessions where expires_at <= now() or created_at <= now() - $1::interval',
      [SESSION_AGE_MAX],
    );
    await this.#database.query('delete from dashboard_setups where expires_at <= now()');
    await this.#database.query('delete from workspace_invitations where expires_at <= now()');
  }

  async #requireWorkspace(id: string): Promise<void> {
    const [known] = await this.#database.query('select id from workspaces where id = $1', [id]);
    if (known !== undefined) return;
    throw new AppError('not_found', `There is no workspace ${id}.`, {
      fix: 'Run `seamark workspaces list` to see the workspaces and their ids.',
    });
  }

  /** Two who come at the same time, each with a valid token, may not both be the first. */
  #whereNobodyIs(
    work: (transaction: Queryable) => Promise<DashboardUser | undefined>,
  ): Promise<DashboardUser | undefined> {
    return this.#database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [FIRST_USER_LOCK]);
      const [known] = await transaction.query('select id from dashboard_users limit 1');
      return known === undefined ? work(transaction) : undefined;
    });
  }
}

interface UserRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly home_workspace_id: string;
  readonly role: Role;
  readonly email: string;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
}

type AcceptedRow = Pick<OpenInvitation, 'workspace_id' | 'role' | 'email'>;

interface LoginRow extends UserRow {
  readonly password: string;
}

interface SessionRow extends UserRow {
  readonly expires_at: Date;
}

/** However much it is used, a session asks for the password again after this. */
const SESSION_AGE_MAX = '90 days';
/** A session that slides on every request would write on every request. */
const SLIDE_EVERY_MS = 3_600_000;
const COLUMNS = `id, workspace_id, workspace_id as home_workspace_id, email, created_at, last_login_at,
  (select role from workspace_members members
    where members.user_id = dashboard_users.id and members.workspace_id = dashboard_users.workspace_id) as role`;

const IS_SETUP = `
  select exists (select from dashboard_setups where hash = $1 and expires_at > now())
    and not exists (select from dashboard_users) as known`;

const INSERT = `
  with made as (
    insert into dashboard_users (id, workspace_id, email, password)
    values ($1, coalesce($4, (select id from workspaces order by created_at, id limit 1)), $2, $3)
    on conflict (lower(email)) do nothing
    returning id, workspace_id, email, created_at, last_login_at
  ), joined as (
    insert into workspace_members (workspace_id, user_id, role) select workspace_id, id, $5 from made returning role
  )
  select made.*, workspace_id as home_workspace_id, role from made, joined`;

const WORKSPACES = `
  select workspaces.id, name, role from workspace_members join workspaces on workspaces.id = workspace_id
  where user_id = $1 order by lower(name), workspaces.id`;

const KNOWS_WORKSPACE = `
  select sessions.user_id from dashboard_sessions sessions
  join workspace_members members on members.user_id = sessions.user_id and members.workspace_id = $2
  where sessions.hash = $1 for update of sessions`;

const STAY = `
  update dashboard_sessions set workspace_id = (select workspace_id from dashboard_users where id = $1)
  where user_id = $1 and hash <> $2 and (workspace_id is null
    or workspace_id in (select id from workspaces where demo_index is not null))`;

const INVITATION = `
  select workspace_id, name as workspace_name, email, role, invited_by
  from workspace_invitations join workspaces on workspaces.id = workspace_id
  where hash = $1 and expires_at > now()`;

const TAKE_INVITATION = `
  delete from workspace_invitations where hash = $1 and expires_at > now() returning workspace_id, email, role`;

/** Who belongs to the workspace already keeps the role that an owner gave since. */
const JOIN = `
  insert into workspace_members (workspace_id, user_id, role)
  select $2, id, $3 from dashboard_users where lower(email) = lower($1)
  on conflict (workspace_id, user_id) do update set role = workspace_members.role
  returning user_id`;

const GO_TO = 'update dashboard_users set workspace_id = $2 where id = $1';

const OPEN_SESSION = `
  with login as (update dashboard_users set last_login_at = now() where id = $1)
  insert into dashboard_sessions (user_id, hash, expires_at) values ($1, $2, $3)`;

/** Who belongs to the workspace no more has no session in it. */
const SESSION = `
  select users.id, coalesce(sessions.workspace_id, users.workspace_id) as workspace_id,
    users.workspace_id as home_workspace_id, role, users.email, users.created_at, users.last_login_at, sessions.expires_at
  from dashboard_sessions sessions join dashboard_users users on users.id = sessions.user_id
  left join workspaces demo on demo.id = sessions.workspace_id and demo.demo_index is not null
  join workspace_members members on members.user_id = users.id and members.workspace_id =
    case when demo.id is null then coalesce(sessions.workspace_id, users.workspace_id) else users.workspace_id end
  where sessions.hash = $1 and sessions.expires_at > now() and sessions.created_at > now() - $2::interval`;

async function insert(
  database: Queryable,
  user: NewDashboardUser,
  workspaceId?: string,
  role: Role = 'owner',
): Promise<DashboardUser | undefined> {
  const [row] = await database.query<UserRow>(INSERT, [
    newId('usr'),
    storable(user.email, EMAIL_CHARACTERS_MAX),
    user.password,
    workspaceId,
    role,
  ]);
  return row === undefined ? undefined : userOf(row);
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The account behind this invitation has just changed.', {
    fix: 'Open the link again.',
  });
}

function userOf({ last_login_at, ...row }: UserRow): DashboardUser {
  const { id, workspace_id, home_workspace_id, role, email, created_at } = row;
  return { id, workspace_id, home_workspace_id, role, email, created_at, last_login_at: last_login_at ?? undefined };
}
