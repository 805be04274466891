import { createHash } from 'node:crypto';

import { z } from 'zod';

import { newId } from '../../kernel/ids.ts';
import {
  type CrawlFile,
  type CrawlOrder,
  type CrawlPage,
  type CrawlQuery,
  type CrawlRunReport,
  type CrawlStatus,
  RENDER_MODES,
} from '../../ports/crawls.ts';
import type { AccessNames } from '../../ports/site-access.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

const ERROR_MAX = 2000;

export interface PlannedCrawl {
  readonly workspace_id: string;
  /** Whose own index the pages go to; '' for the one that workspaces share. */
  readonly index_id: string;
  readonly order: CrawlOrder;
}

/** The orders for crawls, beside the frontier that holds what they have still to fetch. */
export class PostgresCrawls {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Notes a crawl that is to be run; an equal one that is not finished is answered instead. */
  async plan(planned: PlannedCrawl): Promise<CrawlFile> {
    const { workspace_id, order } = planned;
    const { urls, pages_max, depth_max } = order;
    const values = [newId('crawl'), fingerprintOf(planned), urls, pages_max, depth_max, workspace_id];
    const [row] = await this.#database.query<{ id: string }>(PLAN, [...values, JSON.stringify(order)]);
    const file = row === undefined ? undefined : await this.find(workspace_id, row.id);
    // Somebody else finished it between the two statements.
    return file ?? this.plan(planned);
  }

  async setJob(id: string, jobId: string): Promise<void> {
    await this.#database.query('update crawls set job_id = $2, is_paused = false, error = null where id = $1', [
      id,
      jobId,
    ]);
  }

  async find(workspaceId: string, id: string): Promise<CrawlFile | undefined> {
    const [row] = await this.#database.query<CrawlRow>(`${SELECT} and id = $2`, [workspaceId, storable(id, ID_MAX)]);
    return row === undefined ? undefined : fileOf(row);
  }

  async list(workspaceId: string, { status, limit, offset }: CrawlQuery): Promise<CrawlPage> {
    const filter = `($2::text is null or ${STATUS} = $2)`;
    const [rows, [count]] = await Promise.all([
      this.#database.query<CrawlRow>(`${SELECT} and ${filter} ${NEWEST} limit $3 offset $4`, [
        workspaceId,
        status ?? null,
        limit,
        offset,
      ]),
      this.#database.query<{ total: number }>(
        `select count(*) as total from crawls ${WITH_JOB} where crawls.workspace_id = $1 and ${filter}`,
        [workspaceId, status ?? null],
      ),
    ]);
    return { total_count: count?.total ?? 0, crawls: rows.map(fileOf) };
  }

  async pause(id: string): Promise<void> {
    await this.#database.query("update crawls set is_paused = true where id = $1 and status <> 'finished'", [id]);
  }

  async isPaused(id: string): Promise<boolean> {
    const [row] = await this.#database.query<{ is_paused: boolean }>('select is_paused from crawls where id = $1', [
      id,
    ]);
    return row?.is_paused === true;
  }

  /** Pages that a run may be charged for, and notes that they are: none is charged twice. */
  async chargePages(id: string): Promise<number> {
    const [row] = await this.#database.query<{ pages: number }>(CHARGE, [id]);
    return row?.pages ?? 0;
  }

  async report(id: string, report: CrawlRunReport): Promise<void> {
    await this.#database.query('update crawls set report = $2, error = null where id = $1', [
      id,
      JSON.stringify(report),
    ]);
  }

  async fail(id: string, error: string): Promise<void> {
    await this.#database.query('update crawls set error = $2 where id = $1', [id, storable(error, ERROR_MAX)]);
  }
}

/** Equal orders continue one crawl instead of starting another. */
function fingerprintOf({ workspace_id, index_id, order }: PlannedCrawl): string {
  const { urls, pages_max, depth_max, stay, include, exclude } = order;
  const { respect_robots, user_agent, access, list, render, external_links } = order;
  const seeds = [...new Set(urls)].toSorted();
  const parts = [seeds, pages_max, depth_max, stay, include.toSorted(), exclude.toSorted(), workspace_id, index_id];
  // What is rare is added where it is said, so that crawls of earlier versions go on.
  if (!respect_robots || user_agent !== undefined || access !== undefined) {
    parts.push(JSON.stringify({ respect_robots, user_agent, access }));
  }
  if (list !== undefined) parts.push(list.digest);
  if (render !== 'none') parts.push(render);
  if (external_links) parts.push('external_links');
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const ID_MAX = 100;

interface CrawlRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly settings: string;
  readonly status: CrawlStatus;
  readonly known: number;
  readonly fetched: number;
  readonly failed: number;
  readonly refused: number;
  readonly report: string | null;
  readonly job_id: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly closed_at: Date | null;
}

const Order = z.object({
  urls: z.array(z.string()),
  pages_max: z.number(),
  depth_max: z.number(),
  stay: z.enum(['host', 'domain']),
  rate: z
    .number()
    .optional()
    .transform((rate): number | undefined => rate),
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  sitemaps: z.boolean().default(true),
  respect_robots: z.boolean().default(true),
  user_agent: z
    .string()
    .optional()
    .transform((text): string | undefined => text),
  access: z
    .object({ origin: z.string(), headers: z.array(z.string()), cookies: z.array(z.string()), basic_auth: z.boolean() })
    .optional()
    .transform((access): AccessNames | undefined => access),
  list: z
    .object({ count: z.number(), digest: z.string() })
    .optional()
    .transform((list): CrawlOrder['list'] => list),
  render: z.enum(RENDER_MODES).default('none'),
  external_links: z.boolean().default(false),
});

const Report = z.object({
  statuses: z.record(z.string(), z.number()),
  not_modified: z.number(),
  bytes: z.number(),
  problems: z.array(z.object({ kind: z.string(), count: z.number(), examples: z.array(z.string()) })),
  reason: z.enum(['exhausted', 'pages_max', 'aborted']),
});

function fileOf(row: CrawlRow): CrawlFile {
  const { id, workspace_id, status, known, fetched, failed, refused, created_at } = row;
  return {
    id,
    workspace_id,
    order: Order.parse(JSON.parse(row.settings)),
    status,
    counts: { fetched, failed, refused, waiting: Math.max(0, known - fetched - failed - refused) },
    report: row.report === null ? undefined : Report.parse(JSON.parse(row.report)),
    job_id: row.job_id ?? undefined,
    error: row.error ?? undefined,
    created_at,
    closed_at: row.closed_at ?? undefined,
  };
}

const WITH_JOB = `
  left join lateral (
    select jobs.status from jobs where jobs.id = crawls.job_id
  ) as job on true`;

/** A job that waits, or that its process was killed in, says more than the row. */
const STATUS = `(case
    when crawls.error is not null then 'failed'
    when crawls.status = 'finished' then 'finished'
    when job.status = 'running' then 'running'
    when crawls.is_paused then 'paused'
    when job.status = 'queued' then case when crawls.known > 0 then 'running' else 'waiting' end
    when crawls.job_id is null and crawls.status = 'running' then 'running'
    else 'stopped' end)`;

const SELECT = `
  select crawls.id, crawls.workspace_id, settings, ${STATUS} as status, known, fetched, failed, refused, report, job_id,
    crawls.error, crawls.created_at, closed_at
  from crawls ${WITH_JOB}
  where crawls.workspace_id = $1`;

const NEWEST = 'order by crawls.created_at desc, crawls.number desc';

const PLAN = `
  with made as (
    insert into crawls (id, fingerprint, seeds, pages_max, depth_max, workspace_id, settings, status)
    values ($1, $2, $3, $4, $5, $6, $7, 'stopped')
    on conflict (fingerprint) where status <> 'finished' do nothing
    returning id
  )
  select id from made
  union all
  select id from crawls where fingerprint = $2 and status <> 'finished' and not exists (select from made)
  limit 1`;

function chargeWhere(condition: string): string {
  return `
    with before as (
      select number, charged_pages from crawls where ${condition} for update
    )
    update crawls set charged_pages = crawls.fetched from before where crawls.number = before.number
    returning crawls.fetched - before.charged_pages as pages`;
}

const CHARGE = chargeWhere('id = $1');

/** For the transaction in which the job of a crawl ends. */
export const CHARGE_CRAWL_OF_JOB = chargeWhere('job_id = $1');
