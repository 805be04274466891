import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '../../src/adapters/postgres/database.ts';

/**
 * Schedules that come due again and again, each of which checks a rank with a paid provider, as a part of the load that runs while
 * processes are killed.
 */
export interface ScheduleLoad {
  isCaughtUp(): Promise<boolean>;
  /** Makes none due any more. */
  stop(): Promise<void>;
}

const SITE = 'https://own.example/';
const PACE_MS = 300;
/** Of those that are idle, made due at once. */
const DUE_AT_ONCE = 6;

export async function startScheduleLoad(
  database: Database,
  workspaceId: string,
  schedules: number,
): Promise<ScheduleLoad> {
  await prepare(database, workspaceId, schedules);
  const pacer = startPacer(database);
  return { isCaughtUp: () => isCaughtUp(database), stop: () => pacer.stop() };
}

/** Schedules that are due in a year of their own; a table beside them keeps every time that the test makes one due. */
async function prepare(database: Database, workspaceId: string, count: number): Promise<void> {
  await database.query('create table made_due (schedule_id text not null, at timestamptz not null)');
  const numbers = Array.from({ length: count }, (_, at) => at);
  await database.query(
    `insert into schedules (workspace_id, id, operation, input, cadence, pattern, time_zone, next_due)
     select $1, 'rank-' || at, 'rank.track', json_build_object('keyword', 'search number ' || at, 'url', $3::text, 'depth', 10)::text,
       'cron', '0 0 1 1 *', 'UTC', now() + interval '1 year' from unnest($2::int[]) as at`,
    [workspaceId, numbers, SITE],
  );
}

/** Makes schedules due whose last run has ended, a few at a time; what fails while the database is away was never made due. */
function startPacer(database: Database): { stop(): Promise<void> } {
  const over = new AbortController();
  const pace = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await database.query(MAKE_DUE, [DUE_AT_ONCE]).catch(() => undefined);
      await sleep(PACE_MS);
    }
  };
  const pacing = pace();
  return {
    async stop() {
      over.abort();
      await pacing;
    },
  };
}

const MAKE_DUE = `
  with idle as (
    select schedules.id from schedules left join jobs on jobs.id = last_job_id
    where next_due > now() + interval '1 day' and coalesce(jobs.status, 'completed') not in ('queued', 'running')
    order by random() limit $1
  ), moved as (
    update schedules set next_due = date_trunc('second', now()) where id in (select id from idle) returning id, next_due
  )
  insert into made_due select id, next_due from moved`;

async function isCaughtUp(database: Database): Promise<boolean> {
  const [row] = await database.query<{ due: number }>(
    'select count(*)::int as due from schedules where next_due <= now()',
  );
  return row?.due === 0;
}

/** How many points the history of a keyword has. */
export async function readHistory(base: string, key: string, keyword: string): Promise<number> {
  const query = new URLSearchParams({ keyword, url: SITE });
  const response = await fetch(`${base}/api/v1/rank/track?${query.toString()}`, { headers: { 'x-api-key': key } });
  const answer: unknown = await response.json();
  const history: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'history') : undefined;
  if (!Array.isArray(history)) throw new Error(`No history of ${keyword}: ${JSON.stringify(answer).slice(0, 300)}`);
  return history.length;
}
