import { AppError } from '../../kernel/errors.ts';
import type { Database } from './database.ts';
import { accounts } from './migrations/0001-accounts.ts';
import { crawls } from './migrations/0002-crawls.ts';
import { projects } from './migrations/0003-projects.ts';
import { jobs } from './migrations/0004-jobs.ts';
import { webhooks } from './migrations/0005-webhooks.ts';
import { dashboard } from './migrations/0006-dashboard.ts';
import { keys } from './migrations/0007-keys.ts';
import { imports } from './migrations/0008-imports.ts';
import { brands } from './migrations/0011-brands.ts';
import { schedules } from './migrations/0013-schedules.ts';
import { rankTargets } from './migrations/0016-rank-targets.ts';
import { webhookFormats } from './migrations/0017-webhook-formats.ts';
import { staleSchedules } from './migrations/0018-stale-schedules.ts';
import { observationKinds } from './migrations/0014-observation-kinds.ts';
import { checkRuns } from './migrations/0015-check-runs.ts';
import { privateObservations } from './migrations/0019-private-observations.ts';
import { ownIndexes } from './migrations/0020-own-indexes.ts';
import { crawlJobs } from './migrations/0021-crawl-jobs.ts';
import { demo } from './migrations/0022-demo.ts';
import { sites } from './migrations/0023-sites.ts';
import { provenHosts } from './migrations/0024-proven-hosts.ts';
import { crawlAddresses } from './migrations/0025-crawl-addresses.ts';
import { tasks } from './migrations/0036-tasks.ts';
import { reportLinks } from './migrations/0028-report-links.ts';
import { keptAnswers } from './migrations/0031-kept-answers.ts';
import { oauth } from './migrations/0040-oauth.ts';
import { scheduleReports } from './migrations/0043-schedule-reports.ts';
import { jobFindings } from './migrations/0046-job-findings.ts';
import { members } from './migrations/0034-members.ts';
import { workspaceLooks } from './migrations/0035-workspace-looks.ts';
import { rebuiltUsage } from './migrations/0027-rebuilt-usage.ts';
import { sources } from './migrations/0009-sources.ts';
import { rankingAnswers } from './migrations/0012-ranking-answers.ts';
import { importKinds } from './migrations/0010-import-kinds.ts';

/** One step of the schema. Steps are only ever added; a step that has been released is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In TypeScript, not in .sql files, so that every build carries them. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  crawls,
  projects,
  jobs,
  webhooks,
  dashboard,
  keys,
  imports,
  sources,
  importKinds,
  brands,
  rankingAnswers,
  schedules,
  observationKinds,
  checkRuns,
  rankTargets,
  webhookFormats,
  staleSchedules,
  privateObservations,
  ownIndexes,
  crawlJobs,
  demo,
  sites,
  provenHosts,
  crawlAddresses,
  rebuiltUsage,
  reportLinks,
  keptAnswers,
  members,
  workspaceLooks,
  tasks,
  oauth,
  scheduleReports,
  jobFindings,
];

/** Of one statement, and of waiting for another replica to finish its migration. */
const TIMEOUT_MS = 30 * 60_000;
/** Any number, the same for all versions of this program. */
const LOCK = 7_326_275;

/**
 * Brings the schema up to date; many replicas may do so at once.
 *
 * @throws AppError unavailable when the database was made by a newer version
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  const applied: string[] = [];
  const newest = migrations.at(-1)?.version ?? 0;
  const known = await database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await transaction.query(`create table if not exists schema_migrations (
      version int primary key, name text not null, applied_at timestamptz not null default now())`);
    const rows = await transaction.query<{ version: number }>('select version from schema_migrations');
    const found = Math.max(0, ...rows.map(({ version }) => version));
    if (found > newest) throw newer(found, newest);
    return new Set(rows.map(({ version }) => version));
  }, TIMEOUT_MS);
  for (const migration of migrations) {
    // Each command opens the database, and most of them find nothing to do.
    if (!known.has(migration.version) && (await apply(database, migration))) applied.push(migration.name);
  }
  return applied;
}

/** False when it was there already. */
function apply(database: Database, { version, name, sql }: Migration): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const [known] = await transaction.query('select 1 as known from schema_migrations where version = $1', [version]);
    if (known !== undefined) return false;
    await transaction.query(sql);
    await transaction.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name]);
    return true;
  }, TIMEOUT_MS);
}

function newer(found: number, newest: number): AppError {
  const message = `The database has schema ${found}, this program knows ${newest}: it was used with a newer version.`;
  return new AppError('unavailable', message, { fix: 'Start the newer version, or restore a backup from before it.' });
}
