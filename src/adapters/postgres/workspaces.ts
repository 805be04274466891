import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { nearest } from '../../kernel/similarity.ts';
import type { Plan, Plans } from '../../ports/plans.ts';
import type { NewWorkspace, Workspace, WorkspaceChanges, WorkspaceStore } from '../../ports/workspaces.ts';
import type { Database } from './database.ts';
import { CHANNEL, EVERY_KEY } from './key-store-statements.ts';
import type { PostgresLedger } from './ledger.ts';

const NAME_LENGTH_MAX = 100;
const ID = /^[a-z][a-z0-9_-]{1,39}$/;

interface WorkspacesOptions {
  readonly plans: Plans;
  readonly ledger: Pick<PostgresLedger, 'setBalance'>;
}

/** Workspaces in PostgreSQL. A change of plan is announced as a change of every key: all processes look again. */
export class PostgresWorkspaces implements WorkspaceStore {
  readonly #database: Database;
  readonly #plans: Plans;
  readonly #ledger: WorkspacesOptions['ledger'];

  constructor(database: Database, { plans, ledger }: WorkspacesOptions) {
    this.#database = database;
    this.#plans = plans;
    this.#ledger = ledger;
  }

  async create(request: NewWorkspace): Promise<Workspace> {
    const plan = this.#plan(request.plan);
    const id = request.id ?? newId('ws').toLowerCase();
    if (!ID.test(id)) {
      throw wrong('id', 'must be 2 to 40 lower-case letters, digits, - and _, beginning with a letter');
    }
    // What a plan gives is granted with the first call, which only an account with a balance gets.
    const balance = plan.credits_per_month === null ? null : 0;
    const made = await this.#database.query(CREATE, [
      id,
      nameOf(request.name),
      request.plan,
      balance,
      request.has_own_index ?? false,
    ]);
    if (made.length > 0) return this.#read(id);
    throw new AppError('conflict', `Workspace ${id} already exists.`, { fix: 'Choose another id.' });
  }

  async list(): Promise<readonly Workspace[]> {
    return this.#database.query<Workspace>(`${SELECT} order by created_at, id`);
  }

  async find(id: string): Promise<Workspace | undefined> {
    const [workspace] = await this.#database.query<Workspace>(`${SELECT} where id = $1`, [id]);
    return workspace;
  }

  async set(id: string, changes: WorkspaceChanges): Promise<Workspace | undefined> {
    const name = changes.name === undefined ? undefined : nameOf(changes.name);
    const plan = changes.plan === undefined ? undefined : this.#plan(changes.plan);
    const before = await this.find(id);
    if (before === undefined) return undefined;
    await this.#database.query(CHANGE, [id, name, changes.plan]);
    if (plan !== undefined) await this.#limit(before, plan, changes.plan ?? before.plan);
    await this.#database.query('select pg_notify($1, $2)', [CHANNEL, EVERY_KEY]);
    return this.#read(id);
  }

  /** Credits that are there stay when both plans limit them; the next month brings what the new one gives. */
  async #limit(before: Workspace, plan: Plan, name: string): Promise<void> {
    const isLimited = plan.credits_per_month !== null;
    if (isLimited === (before.balance !== null)) return;
    await this.#ledger.setBalance(before.id, plan.credits_per_month, `plan ${name}`);
  }

  #plan(name: string): Plan {
    const plan = this.#plans.get(name);
    if (plan !== undefined) return plan;
    const known = [...this.#plans.keys()];
    const meant = nearest(name, known);
    const hint = meant === undefined ? `the plans are ${known.join(', ')}` : `did you mean ${meant}?`;
    throw wrong('plan', `"${name.slice(0, 60)}" is not a plan in SEAMARK_PLANS; ${hint}`);
  }

  async #read(id: string): Promise<Workspace> {
    const workspace = await this.find(id);
    if (workspace === undefined) throw new Error(`The workspace ${id} is gone just after it was written.`);
    return workspace;
  }
}

const SELECT = `
  select id, name, plan, has_own_index, created_at,
    (select balance from credit_accounts where workspace_id = workspaces.id) as balance,
    (select count(*) from api_keys where workspace_id = workspaces.id and revoked_at is null
      and (expires_at is null or expires_at > now())) as living_keys
  from workspaces`;

const CREATE = `
  with made as (
    insert into workspaces (id, name, plan, has_own_index) values ($1, $2, $3, $5) on conflict (id) do nothing returning id
  )
  insert into credit_accounts (workspace_id, balance) select id, $4 from made returning workspace_id`;

const CHANGE = 'update workspaces set name = coalesce($2, name), plan = coalesce($3, plan) where id = $1';

function nameOf(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(name)) return name;
  throw wrong('name', `must be 1 to ${NAME_LENGTH_MAX} characters in one line`);
}

function wrong(path: string, message: string): AppError {
  return new AppError('invalid_input', `The ${path} of the workspace is not valid: ${message}.`, {
    fix: `Correct the ${path}.`,
    issues: [{ path, message }],
  });
}
