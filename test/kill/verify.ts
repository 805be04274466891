import type { Database } from '../../src/adapters/postgres/database.ts';
import type { Promised } from './load.ts';

/** What is left after the kills, counted in the database and at the receiver. */
export interface Account {
  readonly jobs_accepted: number;
  readonly jobs_completed: number;
  readonly jobs_failed: number;
  readonly inline_answered: number;
  readonly credits_charged: number;
  readonly deliveries: number;
  readonly calls_repeated: number;
}

interface Parts {
  readonly database: Database;
  readonly promised: Promised;
  readonly told: ReadonlyMap<string, number>;
  readonly granted: number;
}

/** Charged calls without a job that are not in the usage exactly once, with what they were charged. */
const UNSHOWN = `
  select held.request_id from credit_reservations as held left join usage_rows as shown
    on shown.request_id = held.request_id and shown.credits > 0
  where held.state = 'settled' and held.job_id is null
  group by held.request_id, held.credits having coalesce(sum(shown.credits), 0) <> held.credits`;

/** Whether all work has come to its end: nothing queued, running, waiting for delivery, reserved or missing in the usage. */
export async function isQuiet(database: Database): Promise<boolean> {
  const [row] = await database.query<{ open: number }>(`
    select (select count(*) from jobs where status in ('queued', 'running'))
      + (select count(*) from webhook_deliveries where status = 'pending')
      + (select count(*) from job_usage)
      + (select count(*) from credit_reservations where state = 'open')
      + (select count(*) from (${UNSHOWN}) as unshown) as open`);
  return row?.open === 0;
}

/** Every promise that was broken, in words; and the counts. */
export async function verify({
  database,
  promised,
  told,
  granted,
}: Parts): Promise<{ account: Account; broken: string[] }> {
  const broken: string[] = [...promised.surprises];
  const jobs = await database.query<JobRow>(JOBS);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  for (const [key, id] of promised.jobs) broken.push(...brokenPromise(key, id, byId.get(id)));
  for (const job of jobs) broken.push(...brokenJob(job, told));
  const accepted = new Set(promised.jobs.values());
  const unasked = jobs.filter((job) => !accepted.has(job.id) && !job.is_scheduled);
  if (unasked.length > 0) broken.push(`${unasked.length} jobs exist that no client was told of`);
  const ledger = await ledgerOf(database);
  const owed = sum(jobs.map((job) => job.charged)) + sum([...promised.charged.values()]);
  broken.push(...brokenLedger(ledger, granted, owed), ...(await brokenUsage(database, owed)));
  const account = {
    jobs_accepted: promised.jobs.size,
    jobs_completed: jobs.filter((job) => job.status === 'completed').length,
    jobs_failed: jobs.filter((job) => job.status === 'failed').length,
    inline_answered: promised.charged.size,
    credits_charged: owed,
    deliveries: sum([...told.values()]),
    calls_repeated: promised.repeats,
  };
  return { account, broken };
}

function brokenPromise(key: string, id: string, job: JobRow | undefined): string[] {
  if (job === undefined) return [`the accepted job ${id} (${key}) is gone`];
  return job.status === 'completed' || job.status === 'failed' ? [] : [`${id} is ${job.status}`];
}

function brokenJob(job: JobRow, told: ReadonlyMap<string, number>): string[] {
  const owed = job.status === 'completed' ? job.credits : 0;
  return [
    ...(job.ends === 1 ? [] : [`${job.id} ended ${job.ends} times`]),
    ...(job.charged === owed ? [] : [`${job.id} was charged ${job.charged}`]),
    ...(told.has(job.id) ? [] : [`nobody was told that ${job.id} is ${job.status}`]),
    ...(job.deliveries === 1 ? [] : [`${job.id} has ${job.deliveries} deliveries`]),
  ];
}

function brokenLedger(ledger: LedgerRow, granted: number, owed: number): string[] {
  const { balance, entries, open } = ledger;
  return [
    ...(open === 0 ? [] : [`${open} reservations are open`]),
    ...(entries === balance ? [] : [`the entries sum to ${entries}, the balance is ${balance}`]),
    ...(granted - balance === owed ? [] : [`${granted - balance} credits are gone, ${owed} were charged`]),
  ];
}

/** What is shown is what was billed: call by call, and in the sums by day. */
async function brokenUsage(database: Database, owed: number): Promise<string[]> {
  const unshown = await database.query<{ request_id: string }>(UNSHOWN);
  const [sums] = await database.query<{ rows: number; days: number }>(`
    select (select coalesce(sum(credits), 0)::bigint from usage_rows) as rows,
      (select coalesce(sum(credits), 0)::bigint from usage_days) as days`);
  const shown = sums ?? { rows: 0, days: 0 };
  return [
    ...unshown.map(({ request_id }) => `the usage does not show what ${request_id} was charged`),
    ...(shown.rows === owed && shown.days === owed
      ? []
      : [`the usage shows ${shown.rows} credits by call and ${shown.days} by day, ${owed} were charged`]),
  ];
}

interface LedgerRow {
  readonly balance: number;
  readonly entries: number;
  readonly open: number;
}

interface JobRow {
  readonly id: string;
  readonly is_scheduled: boolean;
  readonly status: string;
  readonly credits: number;
  readonly charged: number;
  readonly ends: number;
  readonly deliveries: number;
}

const JOBS = `
  with ends as (
    select job_id, count(*) as ends from job_events where type in ('job.done', 'job.failed') group by job_id
  ), deliveries as (
    select payload::json -> 'data' -> 'job' ->> 'id' as job_id, count(*) as deliveries
    from webhook_deliveries group by 1
  )
  select id, operation = 'rank.track' as is_scheduled, status, credits, charged, coalesce(ends, 0) as ends, coalesce(deliveries, 0) as deliveries
  from jobs left join ends on ends.job_id = jobs.id left join deliveries on deliveries.job_id = jobs.id`;

async function ledgerOf(database: Database): Promise<LedgerRow> {
  const [row] = await database.query<LedgerRow>(`
    select balance,
      (select coalesce(sum(amount), 0)::bigint from credit_entries where workspace_id = credit_accounts.workspace_id) as entries,
      (select count(*) from credit_reservations where state = 'open') as open
    from credit_accounts`);
  if (row === undefined) throw new Error('There is no credit account.');
  return row;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
