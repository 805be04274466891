import { AppError } from '../../kernel/errors.ts';
import { DEMO_WORKSPACE } from '../../ports/demo.ts';
import type { Database, Queryable } from './database.ts';
import { CHANNEL, EVERY_KEY } from './key-store-statements.ts';

type StoredState = 'loading' | 'ready' | 'removing';

export interface StoredDemo {
  readonly index_id: string;
  readonly state: StoredState;
}

/** The workspace of the demo in PostgreSQL, and everything that belongs to it. */
export class PostgresDemo {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(): Promise<StoredDemo | undefined> {
    const [row] = await this.#database.query<StoredDemo>(FIND, [DEMO_WORKSPACE]);
    return row;
  }

  /** @throws AppError conflict where a workspace has its name that is no demo */
  async create(index_id: string, plan: string): Promise<void> {
    const made = await this.#database.query(CREATE, [DEMO_WORKSPACE, 'Demo', plan, index_id]);
    if (made.length > 0) return;
    throw new AppError('conflict', `There is a workspace ${DEMO_WORKSPACE} that is not the demo.`, {
      fix: 'The demo needs this id for itself, so it cannot be loaded here.',
    });
  }

  async setReady(): Promise<void> {
    await this.#database.query("update workspaces set demo_state = 'ready' where id = $1 and demo_index is not null", [
      DEMO_WORKSPACE,
    ]);
  }

  /** A crawl of the past: it was begun and ended then. */
  async dateCrawl(id: string, begun: Date, ended: Date): Promise<void> {
    await this.#database.query(
      'update crawls set created_at = $2, closed_at = $3 where id = $1 and workspace_id = $4',
      [id, begun, ended, DEMO_WORKSPACE],
    );
  }

  /** Nobody calls it any more: its keys are gone, and sessions that looked into it are back at home. */
  async shut(): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      await transaction.query(
        "update workspaces set demo_state = 'removing' where id = $1 and demo_index is not null",
        [DEMO_WORKSPACE],
      );
      for (const statement of ENTRANCES) await transaction.query(statement, [DEMO_WORKSPACE]);
      await transaction.query('select pg_notify($1, $2)', [CHANNEL, EVERY_KEY]);
    });
  }

  /** Every row that belongs to the demo, whatever table it is in. */
  async remove({ index_id }: Pick<StoredDemo, 'index_id'>): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      await transaction.query('delete from observation_inbox where index_id = $1', [index_id]);
      await transaction.query('delete from index_upkeep where name = $1', [`rebuild:${index_id}`]);
      await removeRows(transaction);
      await transaction.query('delete from workspaces where id = $1 and demo_index = $2', [DEMO_WORKSPACE, index_id]);
    }, REMOVE_MS_MAX);
  }

  /** What calls left that ended after the demo had been removed. Rows of a workspace that has its name stay. */
  async removeLeftOver(): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      const named = await transaction.query('select id from workspaces where id = $1', [DEMO_WORKSPACE]);
      if (named.length === 0) await removeRows(transaction);
    }, REMOVE_MS_MAX);
  }
}

async function removeRows(transaction: Queryable): Promise<void> {
  for (const statement of [...ENTRANCES, ...DEPENDENTS]) await transaction.query(statement, [DEMO_WORKSPACE]);
  await transaction.query("delete from source_days where source = 'demo'");
  for (const table of await ownedTables(transaction)) {
    await transaction.query(`delete from ${table} where workspace_id = $1`, [DEMO_WORKSPACE]);
  }
}

const REMOVE_MS_MAX = 120_000;

const FIND = `
  select demo_index as index_id, demo_state as state from workspaces where id = $1 and demo_index is not null`;

const CREATE = `
  with made as (
    insert into workspaces (id, name, plan, has_own_index, demo_index, demo_state)
    values ($1, $2, $3, true, $4, 'loading') on conflict (id) do nothing returning id
  )
  insert into credit_accounts (workspace_id, balance) select id, null from made returning workspace_id`;

const ENTRANCES = [
  'update dashboard_sessions set workspace_id = null where workspace_id = $1',
  'delete from former_keys where key_id in (select id from api_keys where workspace_id = $1)',
  'delete from api_keys where workspace_id = $1',
] as const;

/** What belongs to a workspace without naming it. */
const DEPENDENTS = [
  'delete from crawl_entries where crawl in (select number from crawls where workspace_id = $1)',
  'delete from job_events where job_id in (select id from jobs where workspace_id = $1)',
  'delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where workspace_id = $1)',
  'delete from webhook_old_secrets where endpoint_id in (select id from webhook_endpoints where workspace_id = $1)',
] as const;

/** All that say whose their rows are, so that a table of a later version is not forgotten. */
async function ownedTables(transaction: Queryable): Promise<readonly string[]> {
  const rows = await transaction.query<{ name: string }>(OWNED_TABLES);
  return rows.map(({ name }) => name);
}

const OWNED_TABLES = `
  select quote_ident(tables.table_name) as name
  from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where table_schema = current_schema() and column_name = 'workspace_id' and table_type = 'BASE TABLE'
    and tables.table_name <> 'dashboard_sessions'
  order by 1`;
