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

  async set(state: StoredState): Promise<void> {
    await this.#database.query('update workspaces set demo_state = $2 where id = $1 and demo_index is not null', [
      DEMO_WORKSPACE,
      state,
    ]);
  }

  /** A crawl of the past: it was begun and ended then. */
  async dateCrawl(id: string, begun: Date, ended: Date): Promise<void> {
    await this.#database.query(
      'update crawls set created_at = $2, closed_at = $3 where id = $1 and workspace_id = $4',
      [id, begun, ended, DEMO_WORKSPACE],
    );
  }

  /** Every row that belongs to the demo, whatever table it is in. Sessions that looked at it are back at home. */
  async remove({ index_id }: Pick<StoredDemo, 'index_id'>): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      await transaction.query('select id from workspaces where id = $1 and demo_index = $2 for update', [
        DEMO_WORKSPACE,
        index_id,
      ]);
      for (const statement of DEPENDENTS) await transaction.query(statement, [DEMO_WORKSPACE]);
      await transaction.query('delete from observation_inbox where index_id = $1', [index_id]);
      await transaction.query('delete from index_upkeep where name = $1', [`rebuild:${index_id}`]);
      await transaction.query("delete from source_days where source = 'demo'");
      for (const table of await ownedTables(transaction)) {
        await transaction.query(`delete from ${table} where workspace_id = $1`, [DEMO_WORKSPACE]);
      }
      await transaction.query('delete from workspaces where id = $1 and demo_index = $2', [DEMO_WORKSPACE, index_id]);
      await transaction.query('select pg_notify($1, $2)', [CHANNEL, EVERY_KEY]);
    }, REMOVE_MS_MAX);
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

/** What belongs to a workspace without naming it. */
const DEPENDENTS = [
  'update dashboard_sessions set workspace_id = null where workspace_id = $1',
  'delete from crawl_entries where crawl in (select number from crawls where workspace_id = $1)',
  'delete from job_events where job_id in (select id from jobs where workspace_id = $1)',
  'delete from webhook_attempts where delivery_id in (select id from webhook_deliveries where workspace_id = $1)',
  'delete from webhook_old_secrets where endpoint_id in (select id from webhook_endpoints where workspace_id = $1)',
  'delete from former_keys where key_id in (select id from api_keys where workspace_id = $1)',
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
