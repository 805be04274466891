import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '../../src/adapters/postgres/database.ts';
import { openAccounts } from '../../src/compose/accounts.ts';
import { readConfig } from '../../src/config.ts';
import { newSecret } from '../../src/kernel/api-key.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { SERPER_KEY } from '../providers/serper.ts';
import { freePort, killAtRandom, untilQuiet, untilReady } from './kill-rounds.ts';
import { Kept } from './processes.ts';
import { startSlowSerper } from './slow-serper.ts';
import { isQuiet } from './verify.ts';
import { type ScheduleAccount, verifySchedules } from './verify-schedules.ts';

/**
 * Schedules that come due again and again, each of which checks a rank with a paid provider, while server, worker and embedded
 * PostgreSQL are killed (SIGKILL) at random moments and started again.
 */
export interface ScheduleReport {
  readonly account: ScheduleAccount;
  readonly broken: readonly string[];
  readonly kills: Readonly<Record<string, number>>;
}

export interface ScheduleRounds {
  readonly rounds: number;
  readonly schedules: number;
  readonly tell?: (line: string) => void;
}

const GRANTED = 1_000_000;
const SITE = 'https://own.example/';
const PACE_MS = 300;
/** Of those that are idle, made due at once. */
const DUE_AT_ONCE = 6;

export async function killScheduleRounds({
  rounds,
  schedules,
  tell = () => undefined,
}: ScheduleRounds): Promise<ScheduleReport> {
  return closingAfter(async (closing) => {
    const data = await mkdtemp(join(tmpdir(), 'seamark-kill-schedules-'));
    closing.defer(() => rm(data, { recursive: true, force: true }));
    const provider = closing.add(await startSlowSerper());
    const port = await freePort();
    const key = newSecret();
    const environment = {
      SEAMARK_DATA: data,
      SEAMARK_INIT_API_KEY: key,
      SEAMARK_SYNC_TIMEOUT: '10',
      SEAMARK_SERPER_KEY: SERPER_KEY,
      SEAMARK_SERPER_URL: provider.url,
      SEAMARK_SOURCES: 'serp=serper',
    };
    const server = new Kept('server', ['serve', '--port', String(port)], environment);
    closing.defer(async () => void (await server.stop()));
    const base = `http://127.0.0.1:${port}`;
    await untilReady(base, server);
    const accounts = closing.add(
      await openAccounts(readConfig('0.0.0-test', {}, { ...environment, SEAMARK_LOG_LEVEL: 'silent' })),
    );
    const { workspace_id } = await accounts.keys.operator();
    await accounts.ledger.setBalance(workspace_id, GRANTED, 'kill test');
    await prepare(accounts.database, workspace_id, schedules);
    const worker = new Kept('worker', ['work'], environment);
    closing.defer(async () => void (await worker.stop()));

    const pacer = startPacer(accounts.database);
    const kills = await killAtRandom(rounds, { server, worker, data }, tell);
    await pacer.stop();
    await untilQuiet(async () => (await isQuiet(accounts.database)) && (await isCaughtUp(accounts.database)));
    await untilReady(base, server);
    const { account, broken } = await verifySchedules({
      database: accounts.database,
      asked: provider.asked,
      granted: GRANTED,
      historyOf: (keyword) => readHistory(base, key, keyword),
    });
    if (broken.length > 0) tell(`${server.output}\n${worker.output}`);
    return { account, broken, kills };
  });
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
  let isOver = false;
  const pace = async (): Promise<void> => {
    while (!isOver) {
      await database.query(MAKE_DUE, [DUE_AT_ONCE]).catch(() => undefined);
      await sleep(PACE_MS);
    }
  };
  const pacing = pace();
  return {
    async stop() {
      isOver = true;
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
async function readHistory(base: string, key: string, keyword: string): Promise<number> {
  const query = new URLSearchParams({ keyword, url: SITE });
  const response = await fetch(`${base}/api/v1/rank/track?${query.toString()}`, { headers: { 'x-api-key': key } });
  const answer: unknown = await response.json();
  const history: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'history') : undefined;
  if (!Array.isArray(history)) throw new Error(`No history of ${keyword}: ${JSON.stringify(answer).slice(0, 300)}`);
  return history.length;
}
