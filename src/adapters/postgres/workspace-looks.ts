import type { LookChange, WorkspaceLook, WorkspaceLooks } from '../../ports/workspace-look.ts';
import type { Database } from './database.ts';

/** Logos, colours and retention of workspaces, in PostgreSQL. */
export class PostgresWorkspaceLooks implements WorkspaceLooks {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(workspaceId: string): Promise<WorkspaceLook> {
    const [row] = await this.#database.query<LookRow>(
      'select logo, logo_type, accent from workspace_looks where workspace_id = $1',
      [workspaceId],
    );
    const { logo, logo_type: type } = row ?? { logo: null, logo_type: null };
    return {
      logo: logo === null || type === null ? undefined : { type, bytes: logo },
      accent: row?.accent ?? undefined,
    };
  }

  async set(workspaceId: string, { logo, accent }: LookChange): Promise<void> {
    await this.#database.query(SET, [
      workspaceId,
      logo !== undefined,
      logo?.bytes ?? null,
      logo?.type ?? null,
      accent !== undefined,
      accent ?? null,
    ]);
  }

  async keepDays(workspaceId: string): Promise<number | undefined> {
    const [row] = await this.#database.query<{ keep_days: number | null }>(
      'select keep_days from workspaces where id = $1',
      [workspaceId],
    );
    return row?.keep_days ?? undefined;
  }

  async setKeepDays(workspaceId: string, days: number | undefined): Promise<void> {
    await this.#database.query('update workspaces set keep_days = $2 where id = $1', [workspaceId, days ?? null]);
  }
}

interface LookRow {
  readonly logo: Buffer | null;
  readonly logo_type: string | null;
  readonly accent: string | null;
}

const SET = `
  insert into workspace_looks (workspace_id, logo, logo_type, accent) values ($1, $3, $4, $6)
  on conflict (workspace_id) do update set
    logo = case when $2 then excluded.logo else workspace_looks.logo end,
    logo_type = case when $2 then excluded.logo_type else workspace_looks.logo_type end,
    accent = case when $5 then excluded.accent else workspace_looks.accent end`;
