import type { Backlog } from '../../ports/metrics.ts';
import type { Database } from './database.ts';

/** What waits and runs, for the metrics: jobs that have not ended, and deliveries still to be made. */
export async function readBacklog(database: Database): Promise<Backlog> {
  const [jobs, [lag], [deliveries]] = await Promise.all([
    database.query<Backlog['jobs'][number]>(JOBS),
    database.query<{ seconds: number }>(LAG),
    database.query<{ pending: number }>(DELIVERIES),
  ]);
  return { jobs, queue_lag_s: lag?.seconds ?? 0, pending_deliveries: deliveries?.pending ?? 0 };
}

const JOBS = `
  select operation, status, count(*) as count from jobs where status in ('queued', 'running') group by operation, status`;

const LAG = `
  select coalesce(extract(epoch from now() - min(run_after)), 0)::double precision as seconds
  from jobs where status = 'queued' and run_after <= now()`;

const DELIVERIES = `select count(*) as pending from webhook_deliveries where status = 'pending'`;
