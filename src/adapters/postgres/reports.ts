import { newId } from '../../kernel/ids.ts';
import type {
  KeptReport,
  NewReportLink,
  OpenedReport,
  ReportAbout,
  ReportDesk,
  ReportLink,
  ReportSubject,
  SiteFigure,
} from '../../ports/reports.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

const ID_MAX = 100;
const VALUE_MAX = 2000;

/** Fields in which operations are told what they are about, alone or first in a list. */
const SUBJECT_FIELDS = ['target', 'site', 'url', 'keyword', 'query', 'host'] as const;
const SUBJECT_LISTS = ['targets', 'keywords', 'urls'] as const;

/** Kept answers of jobs, in PostgreSQL. */
export class PostgresReports implements ReportDesk {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  earlier(workspaceId: string, jobId: string, limit: number): Promise<readonly KeptReport[]> {
    return this.#database.query<KeptReport>(EARLIER, [workspaceId, storable(jobId, ID_MAX), limit]);
  }

  about(
    workspaceId: string,
    { operations, value, workflow_id, question }: ReportSubject,
  ): Promise<readonly ReportAbout[]> {
    const workflow = workflow_id === undefined ? null : storable(workflow_id, ID_MAX);
    const values = [workspaceId, operations, needlesOf(value), workflow, needlesOf(question), question === undefined];
    return this.#database.query<ReportAbout>(ABOUT, values);
  }

  async figures(workspaceId: string, targets: readonly string[]): Promise<readonly SiteFigure[]> {
    const rows = await this.#database.query<FigureRow>(FIGURES, [workspaceId, targets]);
    return rows.map(({ target, operation, created_at, referring_domains, top10, clicks, mention_rate }) => ({
      target,
      operation,
      created_at,
      referring_domains: numberOf(referring_domains),
      top10: numberOf(top10),
      clicks: numberOf(clicks),
      mention_rate: numberOf(mention_rate),
    }));
  }

  async share({ workspace_id, job_id, token_hash, expires_at }: NewReportLink): Promise<ReportLink | undefined> {
    const values = [token_hash, newId('link'), workspace_id, storable(job_id, ID_MAX), expires_at];
    return (await this.#database.query<ReportLink>(SHARE, values))[0];
  }

  links(workspaceId: string, jobId: string): Promise<readonly ReportLink[]> {
    return this.#database.query<ReportLink>(LINKS, [workspaceId, storable(jobId, ID_MAX)]);
  }

  async sharedUntil(workspaceId: string, jobIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#database.query<{ job_id: string; until: Date }>(SHARED_UNTIL, [workspaceId, jobIds]);
    return new Map(rows.map(({ job_id, until }) => [job_id, until]));
  }

  async unshare(workspaceId: string, linkId: string): Promise<boolean> {
    return (await this.#database.query(UNSHARE, [workspaceId, storable(linkId, ID_MAX)])).length > 0;
  }

  async open(tokenHash: Uint8Array): Promise<OpenedReport | undefined> {
    return (await this.#database.query<OpenedReport>(OPEN, [tokenHash]))[0];
  }
}

function needlesOf(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const asked = JSON.stringify(storable(value, VALUE_MAX));
  return [...SUBJECT_FIELDS.map((name) => `"${name}":${asked}`), ...SUBJECT_LISTS.map((name) => `"${name}":[${asked}`)];
}

interface FigureRow {
  readonly target: string;
  readonly operation: string;
  readonly created_at: Date;
  readonly referring_domains: string | null;
  readonly top10: string | null;
  readonly clicks: string | null;
  readonly mention_rate: string | null;
}

function numberOf(text: string | null): number | undefined {
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const KEPT = `status = 'completed' and result is not null and expired_at is null`;

/** Looked for among so many of the newest jobs, so that a workspace with millions of them answers at once. */
const NEWEST = 20_000;

/** Inputs are stored as they were checked, with their defaults and in the order of the schema: equal questions are equal texts. */
const EARLIER = `
  with asked as (
    select operation, input, created_at from jobs
    where id = $2 and workspace_id = $1 and octet_length(input) <= 20000
  ), newest as (
    select jobs.id, jobs.operation, jobs.created_at, jobs.input from jobs, asked
    where workspace_id = $1 and jobs.created_at < asked.created_at and ${KEPT}
    order by jobs.created_at desc limit ${NEWEST}
  )
  select newest.id, newest.created_at from newest join asked using (operation, input)
  order by newest.created_at desc limit $3`;

const ABOUT = `
  with newest as (
    select id, operation, created_at, input, workflow_id from jobs
    where workspace_id = $1 and operation = any($2) and ${KEPT} and octet_length(input) <= 20000
    order by created_at desc limit ${NEWEST}
  )
  select distinct on (operation) id, operation, created_at from newest
  where (workflow_id = $4 or exists (select from unnest($3::text[]) as needle where position(needle in input) > 0))
    and ($6 or exists (select from unnest($5::text[]) as needle where position(needle in input) > 0))
  order by operation, created_at desc`;

/** Answers of those two operations alone are read whole, and of them two for each target. */
const FIGURES = `
  with newest as (
    select id, operation, created_at, coalesce(input::json ->> 'target', input::json ->> 'domain') as target from jobs
    where workspace_id = $1 and ${KEPT} and operation in
      ('backlinks.summary', 'domain.ranked-keywords', 'domain.relevant-pages', 'llm-mentions.track')
      and octet_length(input) <= 20000
    order by created_at desc limit 2000
  ), placed as (
    select *, row_number() over (partition by operation, target order by created_at desc) as place from newest
    where target = any($2)
  )
  select target, placed.operation, placed.created_at, result::json ->> 'referring_domains' as referring_domains,
    result::json #>> '{position_distribution,top10}' as top10, result::json #>> '{totals,clicks}' as clicks,
    result::json #>> '{mention_audit,mention_rate,value}' as mention_rate
  from placed join jobs on jobs.id = placed.id where place <= 2 order by placed.created_at desc`;

const SHARE = `
  insert into report_links (hash, id, workspace_id, job_id, expires_at)
  select $1, $2, $3, id, $5 from jobs where id = $4 and workspace_id = $3 and ${KEPT}
  returning id, created_at, expires_at`;

const LINKS = `
  select id, created_at, expires_at from report_links
  where workspace_id = $1 and job_id = $2 and expires_at > now() order by created_at`;

const SHARED_UNTIL = `
  select job_id, max(expires_at) as until from report_links
  where workspace_id = $1 and job_id = any($2) and expires_at > now() group by job_id`;

const UNSHARE = `delete from report_links where workspace_id = $1 and id = $2 returning id`;

const OPEN = `select workspace_id, job_id, expires_at from report_links where hash = $1`;
