import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import { RENDER_MODES } from '../../ports/crawls.ts';
import { CADENCES } from '../../ports/schedules.ts';
import type { Site, SiteSettings, SiteStore } from '../../ports/site-registry.ts';
import type { AccessNames } from '../../ports/site-access.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

/** Beyond this, one workspace is a service of its own. */
const SITES_MAX = 1000;
const ID_MAX = 100;

/** Sites that workspaces look after, in PostgreSQL. */
export class PostgresSites implements SiteStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, projectId: string | undefined): Promise<readonly Site[]> {
    return (await this.#database.query<SiteRow>(LIST, [workspaceId, projectId ?? null])).map(siteOf);
  }

  async add({ id, workspace_id, project_id, target, settings }: Omit<Site, 'created_at'>): Promise<Site> {
    return this.#database.transaction(async (transaction) => {
      // Two calls at once would both find room for the last site.
      await transaction.query('select id from workspaces where id = $1 for no key update', [workspace_id]);
      const values = [workspace_id, id, project_id ?? null, target, JSON.stringify(settings)];
      const [row] = await transaction.query<SiteRow>(ADD, values);
      if (row === undefined) throw known(target);
      const [count] = await transaction.query<{ sites: number }>(COUNT, [workspace_id]);
      if ((count?.sites ?? 0) > SITES_MAX) throw tooMany();
      return siteOf(row);
    });
  }

  async change(workspaceId: string, id: string, settings: SiteSettings): Promise<Site | undefined> {
    const values = [workspaceId, storable(id, ID_MAX), JSON.stringify(settings)];
    const [row] = await this.#database.query<SiteRow>(CHANGE, values);
    return row === undefined ? undefined : siteOf(row);
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    return (await this.#database.query(REMOVE, [workspaceId, storable(id, ID_MAX)])).length > 0;
  }
}

interface SiteRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly project_id: string | null;
  readonly target: string;
  readonly settings: string;
  readonly created_at: Date;
}

const text = z
  .string()
  .optional()
  .transform((value): string | undefined => value);

const Settings = z.object({
  name: text,
  brand: z
    .object({ name: z.string(), spellings: z.array(z.string()) })
    .optional()
    .transform((brand): SiteSettings['brand'] => brand),
  competitors: z.array(z.string()),
  audit: z
    .object({ muted: z.array(z.object({ rule: z.string(), url: text })), unmuted: z.array(z.string()) })
    .default({ muted: [], unmuted: [] }),
  markets: z.array(z.object({ country: z.string(), language: text, city: text })),
  crawl: z.object({
    urls: z.array(z.string()),
    pages: z.number(),
    depth: z.number(),
    rate: z
      .number()
      .optional()
      .transform((rate): number | undefined => rate),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    sitemaps: z.boolean(),
    respect_robots: z.boolean().default(true),
    user_agent: text,
    access: z
      .object({
        origin: z.string(),
        headers: z.array(z.string()),
        cookies: z.array(z.string()),
        basic_auth: z.boolean(),
      })
      .optional()
      .transform((access): AccessNames | undefined => access),
    render: z.enum(RENDER_MODES).default('none'),
    external_links: z.boolean().default(false),
    schedule: z
      .object({ cadence: z.enum(CADENCES), cron: text, time_zone: z.string() })
      .optional()
      .transform((schedule): SiteSettings['crawl']['schedule'] => schedule),
  }),
});

function siteOf({ id, workspace_id, project_id, target, settings, created_at }: SiteRow): Site {
  const read = Settings.parse(JSON.parse(settings));
  return { id, workspace_id, project_id: project_id ?? undefined, target, settings: read, created_at };
}

function known(target: string): AppError {
  return new AppError('conflict', `${target} is a site of this project already.`, {
    fix: 'Change it with PATCH /sites/{id}, or send another project_id.',
  });
}

function tooMany(): AppError {
  return new AppError('conflict', `A workspace can have at most ${SITES_MAX.toLocaleString('en-US')} sites.`, {
    fix: 'Delete sites that you no longer look after.',
  });
}

const COLUMNS = 'id, workspace_id, project_id, target, settings, created_at';

const LIST = `select ${COLUMNS} from sites where workspace_id = $1 and ($2::text is null or project_id = $2) order by target, id`;

const ADD = `
  insert into sites (workspace_id, id, project_id, target, settings) values ($1, $2, $3, $4, $5)
  on conflict (workspace_id, project_id, target) do nothing
  returning ${COLUMNS}`;

const COUNT = 'select count(*) as sites from sites where workspace_id = $1';

const CHANGE = `update sites set settings = $3 where workspace_id = $1 and id = $2 returning ${COLUMNS}`;

const REMOVE = 'delete from sites where workspace_id = $1 and id = $2 returning id';
