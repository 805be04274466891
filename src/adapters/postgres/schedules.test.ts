import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { spawnFrom } from '../../../test/killed-process.ts';
import { dueTimes } from '../../engine/cadence.ts';
import type { NewJob } from '../../ports/jobs.ts';
import type { DueStep, PutSchedule, Schedule } from '../../ports/schedules.ts';
import { AppError } from '../../kernel/errors.ts';
import { connect, type Database } from './database.ts';
import { PostgresJobs } from './jobs.ts';
import { PostgresSchedules } from './schedules.ts';

let test: TestDatabase;
let jobs: PostgresJobs;
let schedules: PostgresSchedules;

const describeJob = (): { job: object; result_url: null } => ({ job: {}, result_url: null });

beforeAll(async () => {
  test = await openTestDatabase();
  jobs = new PostgresJobs(test.database, silentLog, { describe: describeJob });
  schedules = new PostgresSchedules(test.database, jobs);
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});
beforeEach(async () => {
  await test.database.query('delete from schedules');
  await test.database.query('delete from jobs');
});

const DUE = new Date('2026-11-01T03:00:00Z');
const WORKSPACE = 'ws_default';

async function put(changes: Partial<PutSchedule> = {}): Promise<Schedule> {
  await test.database.query(
    "insert into workspaces (id, name, plan) values ($1, 'One', 'self_hosted') on conflict do nothing",
    [WORKSPACE],
  );
  return schedules.put({
    id: 'daily',
    workspace_id: WORKSPACE,
    key_id: undefined,
    project_id: undefined,
    operation: 'search',
    input: { query: 'bicycle' },
    cadence: 'daily',
    pattern: '0 3 * * *',
    time_zone: 'UTC',
    is_paused: false,
    next_due: DUE,
    ...changes,
  });
}

function jobOf({ workspace_id, operation, input }: Schedule): NewJob {
  const nobody = { key_id: undefined, project_id: undefined, workflow_id: undefined };
  return {
    ...nobody,
    workspace_id,
    operation,
    input,
    request_id: 'req',
    transport: 'schedule',
    credits: 0,
    attempts_max: 3,
  };
}

const stepAt =
  (now: Date) =>
  (schedule: Schedule): DueStep => ({
    ...dueTimes(schedule, schedule.next_due ?? now, now),
    jobs: () => [jobOf(schedule)],
  });
const run = (now: Date): Promise<boolean> => schedules.runDue(now, stepAt(now));

async function jobCount(database: Database = test.database): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*) as count from jobs');
  return row?.count ?? -1;
}
const endJobs = (): Promise<unknown> => test.database.query("update jobs set status = 'completed'");

describe('a schedule that is due', () => {
  it('queues its call once and moves on to its next time, whenever it was looked at', async () => {
    await put();
    expect(await run(new Date('2026-11-01T02:59:59Z'))).toBe(false);
    expect(await run(new Date('2026-11-01T11:11:11Z'))).toBe(true);
    expect(await run(new Date('2026-11-01T11:11:11Z'))).toBe(false);
    expect(await jobCount()).toBe(1);
    const { jobs: queued } = await jobs.list(WORKSPACE, {
      status: 'queued',
      operation: undefined,
      project_id: undefined,
      workflow_id: undefined,
      limit: 5,
      offset: 0,
    });
    expect(queued).toMatchObject([{ operation: 'search', transport: 'schedule' }]);
    expect(await schedules.find(WORKSPACE, 'daily')).toMatchObject({
      next_due: new Date('2026-11-02T03:00:00Z'),
      last: { due: DUE, at: new Date('2026-11-01T11:11:11Z'), job_id: queued[0]?.id, missed: 0, error: undefined },
    });
  });

  it('runs once for 30 days that the service was down, and keeps its time', async () => {
    await put();
    const back = new Date('2026-12-01T10:00:00Z');
    expect(await run(back)).toBe(true);
    expect(await run(back)).toBe(false);
    expect(await jobCount()).toBe(1);
    expect(await schedules.find(WORKSPACE, 'daily')).toMatchObject({
      next_due: new Date('2026-12-02T03:00:00Z'),
      last: { missed: 30 },
    });
  });

  it('is moved on without a second call while the one before is under way', async () => {
    await put();
    await run(DUE);
    expect(await run(new Date('2026-11-02T03:00:00Z'))).toBe(true);
    expect(await jobCount()).toBe(1);
    await endJobs();
    expect(await run(new Date('2026-11-03T03:00:00Z'))).toBe(true);
    expect(await jobCount()).toBe(2);
  });

  it('stays where it is while it is paused', async () => {
    await put({ is_paused: true });
    expect(await run(new Date('2026-12-01T00:00:00Z'))).toBe(false);
    expect(await jobCount()).toBe(0);
  });

  it('is told why its call was refused, and tried again when it is due again', async () => {
    await put();
    await put({ id: 'other', next_due: new Date('2026-11-01T03:01:00Z') });
    const now = new Date('2026-11-01T04:00:00Z');
    const refuse = (schedule: Schedule): DueStep => ({
      ...stepAt(now)(schedule),
      jobs: () => {
        if (schedule.id === 'daily') throw new AppError('insufficient_credits', 'No credits are left.');
        return [jobOf(schedule)];
      },
    });
    expect(await schedules.runDue(now, refuse)).toBe(true);
    expect(await schedules.runDue(now, refuse)).toBe(true);
    expect(await schedules.runDue(now, refuse)).toBe(false);
    expect(await jobCount()).toBe(1);
    expect(await schedules.find(WORKSPACE, 'daily')).toMatchObject({
      next_due: new Date('2026-11-02T03:00:00Z'),
      last: { job_id: undefined, error: 'No credits are left.' },
    });
  });

  it('is stale once two runs in a row have failed or were refused, is told once, and recovers with a run that succeeds', async () => {
    await test.database.query(
      `insert into webhook_endpoints (id, workspace_id, url, events, secret)
       values ('whe_stale', $1, 'https://example.com', '{alert.schedule_stale}', '\\x00')`,
      [WORKSPACE],
    );
    await put();
    const alerts = () =>
      test.database.query<{ payload: string }>(
        "select payload from webhook_deliveries where endpoint_id = 'whe_stale'",
      );
    const end = (status: string) =>
      test.database.query(`update jobs set status = $1, error = '{"message":"Serper answered 403."}'`, [status]);
    const isStale = async () => (await schedules.find(WORKSPACE, 'daily'))?.is_stale;
    const day = (number: number) => new Date(`2026-11-0${number}T03:00:00Z`);

    await run(day(1));
    await end('failed');
    await run(day(2));
    expect(await isStale()).toBe(false);
    await end('failed');
    await run(day(3));
    expect(await isStale()).toBe(true);
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(JSON.parse(alert?.payload ?? '')).toMatchObject({
      type: 'alert.schedule_stale',
      data: {
        summary: 'Schedule daily (search) is stale',
        lines: ['Its run of 2026-11-02 was the second in a row to fail: Serper answered 403.'],
        schedule_id: 'daily',
      },
    });
    await end('failed');
    await run(day(4));
    await expect(alerts()).resolves.toHaveLength(1);
    await end('completed');
    await run(day(5));
    expect(await isStale()).toBe(false);

    const refuse = (at: Date): Promise<boolean> =>
      schedules.runDue(at, (schedule) => ({
        ...stepAt(at)(schedule),
        jobs: () => {
          throw new AppError('insufficient_credits', 'There are no credits left.');
        },
      }));
    await end('completed');
    await refuse(day(6));
    await refuse(day(7));
    expect(await isStale()).toBe(false);
    await refuse(day(8));
    expect(await isStale()).toBe(true);
    await expect(alerts()).resolves.toHaveLength(2);
  });

  it('is queued once by two replicas that look at the same time', async () => {
    const others = await Promise.all(
      Array.from({ length: 2 }, async () => {
        const database = connect({ url: test.url, log: silentLog });
        const own = new PostgresJobs(database, silentLog, { describe: describeJob });
        return { database, own, store: new PostgresSchedules(database, own) };
      }),
    );
    for (let at = 0; at < 40; at += 1) await put({ id: `s${at}` });
    const all = async (store: PostgresSchedules): Promise<number> => {
      let count = 0;
      while (await store.runDue(DUE, stepAt(DUE))) count += 1;
      return count;
    };
    const counts = await Promise.all(others.map(({ store }) => all(store)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await jobCount()).toBe(40);
    for (const { database, own } of others) {
      await own.close();
      await database.close();
    }
  });

  it('is as it was when its process is killed between the job and the move, and is then queued once', async () => {
    await put();
    const killed = spawnFrom(import.meta.url, KILLED, [test.url]);
    expect(await killed.said).toBe('queued');
    expect(await jobCount()).toBe(0);
    await killed.kill();
    await expect.poll(() => run(DUE)).toBe(true);
    expect(await run(DUE)).toBe(false);
    expect(await jobCount()).toBe(1);
  });
});

/** Queues the job, and holds the transaction open before the schedule is moved. */
const KILLED = `
  import { connect } from './database.ts';
  import { PostgresJobs } from './jobs.ts';
  import { PostgresSchedules } from './schedules.ts';
  const silent = { info() {}, warn() {}, error() {} };
  const database = connect({ url: process.argv[1], log: silent });
  const jobs = new PostgresJobs(database, silent, { describe: () => ({ job: {}, result_url: null }) });
  const halting = {
    wake() {},
    async queueIn(transaction, list) {
      await jobs.queueIn(transaction, list);
      console.log('queued');
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    },
  };
  const schedules = new PostgresSchedules(database, halting);
  const job = { key_id: undefined, project_id: undefined, workflow_id: undefined, workspace_id: 'ws_default',
    operation: 'search', input: {}, request_id: 'req', transport: 'schedule', credits: 0, attempts_max: 3 };
  await schedules.runDue(new Date('2026-11-01T03:00:00Z'), () => ({
    missed: 0, next_due: new Date('2026-11-02T03:00:00Z'), jobs: () => [job],
  }));
`;
