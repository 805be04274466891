import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../test/postgres.ts';
import { PostgresJobs } from '../adapters/postgres/jobs.ts';
import { PostgresLedger } from '../adapters/postgres/ledger.ts';
import { jobNews } from '../contract/job-view.ts';
import { AppError } from '../kernel/errors.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import type { Job, JobQueue, NewJob } from '../ports/jobs.ts';
import { type RunJob, Worker, type WorkerOptions } from './worker.ts';

let test: TestDatabase;
let jobs: PostgresJobs;
beforeAll(async () => {
  test = await openTestDatabase();
  jobs = new PostgresJobs(test.database, silentLog, { describe: jobNews });
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

beforeEach(async () => {
  await test.database.query("update jobs set status = 'cancelled' where status in ('queued', 'running')");
  await new PostgresLedger(test.database).setBalance('ws_default', 1000, 'test');
});
const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
});

const RESULT = { resultOf: (balance: number | null) => ({ success: true, balance }) };

function start(run: RunJob, options: Partial<WorkerOptions> = {}): Worker {
  const worker = new Worker({
    queue: jobs,
    run,
    log: silentLog,
    concurrency: 4,
    heartbeat_ms: 50,
    poll_ms: 100,
    ...options,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

function newJob(changes: Partial<NewJob> = {}): NewJob {
  return {
    workspace_id: 'ws_default',
    key_id: undefined,
    project_id: undefined,
    workflow_id: undefined,
    request_id: 'req_1',
    transport: 'rest',
    operation: 'search',
    input: { number: 1 },
    credits: 10,
    attempts_max: 3,
    ...changes,
  };
}

async function queued(changes: Partial<NewJob> = {}): Promise<string> {
  const [job] = await jobs.enqueue([newJob(changes)]);
  return job?.id ?? '';
}

async function find(id: string): Promise<Job> {
  const job = await jobs.find('ws_default', id);
  if (job === undefined) throw new Error(`${id} is not there`);
  return job;
}

async function untilStatus(id: string, status: Job['status']): Promise<void> {
  await expect.poll(async () => (await find(id)).status, { timeout: 20_000, interval: 20 }).toBe(status);
}

const balance = (): Promise<number | null> => new PostgresLedger(test.database).balance('ws_default');

/** A run that continues until its signal fires. */
function untilAborted(): { readonly run: RunJob; readonly begun: Promise<void>; readonly reasons: unknown[] } {
  const begun = Promise.withResolvers<void>();
  const reasons: unknown[] = [];
  return {
    begun: begun.promise,
    reasons,
    run: (_job, signal) =>
      new Promise((_resolve, reject) => {
        begun.resolve();
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      }),
  };
}

describe('a worker', () => {
  it('runs what is queued, before it was started and after, and charges it once', async () => {
    const before = await queued();
    start((job) => Promise.resolve({ resultOf: (left) => ({ ...RESULT.resultOf(left), input: job.input }) }));
    const after = await queued({ input: { number: 2 } });
    await untilStatus(before, 'completed');
    await untilStatus(after, 'completed');
    expect((await find(after)).result).toMatchObject({ success: true, input: { number: 2 } });
    await expect(balance()).resolves.toBe(980);
  });

  it('runs no more jobs at once than it may, and all of them in the end', async () => {
    let now = 0;
    let most = 0;
    const ids = (await jobs.enqueue(Array.from({ length: 30 }, () => newJob({ credits: 1 })))).map((job) => job.id);
    start(
      async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        return RESULT;
      },
      { concurrency: 3 },
    );
    for (const id of ids) await untilStatus(id, 'completed');
    expect(most).toBe(3);
    await expect(balance()).resolves.toBe(970);
  });

  it('survives whatever a job throws, and tells the failure without secrets', async () => {
    const thrown: unknown[] = [new Error('password=hunter2'), 'text', undefined, null, { code: 1 }];
    const ids: string[] = [];
    for (const [number] of thrown.entries()) ids.push(await queued({ input: { number }, attempts_max: 1 }));
    start((job) => {
      const number = Number(job.input['number']);
      if (number === 0) throw thrown[number];
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- such throws are what the test is about
      return Promise.reject(thrown[number]);
    });
    for (const id of ids) {
      await untilStatus(id, 'failed');
      const { error } = await find(id);
      expect(error).toMatchObject({ code: 'internal', message: expect.not.stringContaining('hunter2') });
    }
    const next = await queued({ attempts_max: 1 });
    await untilStatus(next, 'failed');
    await expect(balance()).resolves.toBe(1000);
  });

  it('fails a job whose result cannot be made or stored, and charges nothing', async () => {
    const bad = [
      { resultOf: () => ({ number: 1n }) },
      {
        resultOf: () => {
          throw new Error('broken');
        },
      },
    ];
    const ids = [
      await queued({ input: { number: 0 }, attempts_max: 1 }),
      await queued({ input: { number: 1 }, attempts_max: 1 }),
    ];
    start((job) => Promise.resolve(bad[Number(job.input['number'])] ?? RESULT));
    for (const id of ids) await untilStatus(id, 'failed');
    await expect(balance()).resolves.toBe(1000);
  });

  it('tries again what may be tried again, later each time, until the attempts are used up', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    // The clock of the worker decides when: an hour ago is at once.
    const past = new Date(Date.now() - 3_600_000);
    const seen: number[] = [];
    const failure = new AppError('source_failed', 'The source failed.', { fix: 'Try later.' });
    const retries = vi.spyOn(jobs, 'fail');
    const id = await queued();
    start(
      (job) => {
        seen.push(job.attempts_made);
        return Promise.reject(failure);
      },
      { clock: () => past },
    );
    await untilStatus(id, 'failed');
    expect(seen).toEqual([1, 2, 3]);
    const delays_ms = retries.mock.calls.map((call) => (call[3]?.getTime() ?? 0) - past.getTime());
    expect(delays_ms).toEqual([2000, 8000, 30_000]);
    await expect(find(id)).resolves.toMatchObject({ error: { code: 'source_failed', fix: 'Try later.' } });
    vi.restoreAllMocks();
  });

  it('does not try again what cannot succeed', async () => {
    let runs = 0;
    const id = await queued();
    start(() => {
      runs += 1;
      return Promise.reject(
        new AppError('invalid_input', 'It is not valid.', { issues: [{ path: 'a', message: 'b' }] }),
      );
    });
    await untilStatus(id, 'failed');
    expect(runs).toBe(1);
    await expect(find(id)).resolves.toMatchObject({ error: { code: 'invalid_input', errors: [{ path: 'a' }] } });
  });

  it('stops a job that is cancelled, also one that does not listen', async () => {
    const listens = untilAborted();
    const deaf = await queued({ input: { deaf: true } });
    const id = await queued();
    start((job, signal, report) =>
      job.input['deaf'] === true ? new Promise(() => undefined) : listens.run(job, signal, report),
    );
    await listens.begun;
    await untilStatus(deaf, 'running');
    await jobs.cancel('ws_default', id);
    await jobs.cancel('ws_default', deaf);
    await untilStatus(id, 'cancelled');
    await untilStatus(deaf, 'cancelled');
    expect(listens.reasons).toHaveLength(1);
    await expect(balance()).resolves.toBe(1000);
  });

  it('gives a job up that takes too long, and does not try it again', async () => {
    const id = await queued();
    start(untilAborted().run, { job_timeout_ms: 100 });
    await untilStatus(id, 'failed');
    await expect(find(id)).resolves.toMatchObject({ attempts_made: 1, error: { code: 'source_timeout' } });
  });

  it('gives resumable jobs as long as they take, and further runs behind those that wait', async () => {
    const runs: string[] = [];
    const long = await queued({ operation: 'long' });
    const other = await queued();
    const run: RunJob = async (job) => {
      runs.push(job.operation);
      if (job.operation !== 'long') return RESULT;
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (runs.filter((operation) => operation === 'long').length < 3) throw new Unfinished();
      return RESULT;
    };
    start(run, { concurrency: 1, job_timeout_ms: 100, isResumable: (job) => job.operation === 'long' });
    await untilStatus(long, 'completed');
    await untilStatus(other, 'completed');
    expect(runs).toEqual(['long', 'search', 'long', 'long']);
    await expect(find(long)).resolves.toMatchObject({ attempts_made: 1, last_error: undefined });
  });

  it('stops resumable jobs at once when it stops, and puts them back', async () => {
    const id = await queued();
    const { run, begun, reasons } = untilAborted();
    const worker = start(run, { isResumable: () => true });
    await begun;
    await worker.stop(60_000);
    expect(reasons).toHaveLength(1);
    await expect(find(id)).resolves.toMatchObject({ status: 'queued', attempts_made: 0 });
  });

  it('writes progress seldom, but always where it stands', async () => {
    const go = Promise.withResolvers<void>();
    const written = vi.spyOn(jobs, 'report');
    const id = await queued();
    start(async (_job, _signal, report) => {
      for (let percent = 0; percent <= 90; percent += 1) report({ percent, stage: 'reading', message: `${percent}` });
      report({ percent: 10, stage: 'reading', message: 'last' });
      await go.promise;
      return RESULT;
    });
    await expect.poll(async () => (await find(id)).progress.message).toBe('last');
    expect((await find(id)).progress.percent).toBe(90);
    expect(written.mock.calls.length).toBeLessThanOrEqual(2);
    go.resolve();
    await untilStatus(id, 'completed');
    vi.restoreAllMocks();
  });
});

describe('a lease', () => {
  it('is kept while a job runs for long', async () => {
    const go = Promise.withResolvers<void>();
    const id = await queued();
    start(() => go.promise.then(() => RESULT), { lease_ms: 300 });
    await untilStatus(id, 'running');
    const [first] = await leases(id);
    await expect.poll(async () => Number((await leases(id))[0]) > Number(first)).toBe(true);
    await jobs.sweep();
    go.resolve();
    await untilStatus(id, 'completed');
    expect((await find(id)).attempts_made).toBe(1);
  });

  it('that is lost stops the run, and its result is not taken', async () => {
    const lost = untilAborted();
    const id = await queued();
    start(lost.run);
    await lost.begun;
    await test.database.query("update jobs set lease_owner = 'somebody_else' where id = $1", [id]);
    await expect.poll(() => lost.reasons.length).toBe(1);
    await expect(find(id)).resolves.toMatchObject({ status: 'running' });
  });

  it('that was lost and taken again is another run: the earlier one ends nothing of it', async () => {
    const runs: { readonly job: Job; readonly signal: AbortSignal; finish(): void }[] = [];
    const id = await queued();
    const worker = start(
      (job, signal) =>
        new Promise((resolve) => {
          runs.push({ job, signal, finish: () => resolve({ resultOf: () => ({ attempt: job.attempts_made }) }) });
        }),
      { heartbeat_ms: 60_000 },
    );
    await expect.poll(() => runs.length).toBe(1);
    await test.database.query("update jobs set lease_until = now() - interval '1 s' where id = $1", [id]);
    await jobs.sweep();
    await expect.poll(() => runs.length).toBe(2);
    expect(worker.running).toBe(2);
    runs[0]?.finish();
    await expect.poll(() => worker.running).toBe(1);
    await expect(find(id)).resolves.toMatchObject({ status: 'running', attempts_made: 2 });
    expect(runs[1]?.signal.aborted).toBe(false);
    runs[1]?.finish();
    await untilStatus(id, 'completed');
    await expect(find(id)).resolves.toMatchObject({ result: { attempt: 2 } });
    await expect(balance()).resolves.toBe(990);
  });

  it('that was lost and taken again stops the earlier run alone', async () => {
    const reasons: number[] = [];
    const begun: number[] = [];
    const id = await queued();
    const worker = start(
      (job, signal) =>
        new Promise((_resolve, reject) => {
          begun.push(job.attempts_made);
          signal.addEventListener('abort', () => {
            reasons.push(job.attempts_made);
            reject(signal.reason);
          });
        }),
    );
    await expect.poll(() => begun).toEqual([1]);
    // As a sweep does it; a heartbeat in between would keep the lease.
    await test.database.query("update jobs set status = 'queued', lease_owner = null where id = $1", [id]);
    await expect.poll(() => begun).toEqual([1, 2]);
    await expect.poll(() => reasons).toEqual([1]);
    await jobs.cancel('ws_default', id);
    await untilStatus(id, 'cancelled');
    expect(reasons).toEqual([1, 2]);
    await expect.poll(() => worker.running).toBe(0);
  });

  it('of a worker that died is counted by the one that sweeps', async () => {
    const [again, failed] = [await queued(), await queued({ attempts_max: 1 })];
    await jobs.claim({ owner: 'worker_dead', duration_ms: -1000 }, 2);
    const told: unknown[] = [];
    start(untilAborted().run, {
      concurrency: 0,
      ended: (job, { outcome, duration_ms }) => told.push([job.id, outcome, duration_ms]),
    });
    await expect.poll(() => told.length).toBe(2);
    expect(new Set(told)).toEqual(
      new Set([
        [again, 'lost', undefined],
        [failed, 'failed', undefined],
      ]),
    );
  });

  const leases = async (id: string): Promise<Date[]> =>
    (await test.database.query<{ lease_until: Date }>('select lease_until from jobs where id = $1', [id])).map(
      (row) => row.lease_until,
    );
});

describe('stopping', () => {
  it('lets jobs finish within the drain, and takes no new ones', async () => {
    const go = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const id = await queued();
    // With room for another job, a claim could be under way when the stop comes, and bring what is queued right after.
    const worker = start(
      () => {
        begun.resolve();
        return go.promise.then(() => RESULT);
      },
      { concurrency: 1 },
    );
    await begun.promise;
    const stopped = worker.stop(20_000);
    const late = await queued();
    go.resolve();
    await stopped;
    await expect(find(id)).resolves.toMatchObject({ status: 'completed' });
    await expect(find(late)).resolves.toMatchObject({ status: 'queued', attempts_made: 0 });
  });

  it('puts back what does not finish, without costing an attempt', async () => {
    const endless = untilAborted();
    const id = await queued();
    const worker = start(endless.run);
    await endless.begun;
    await worker.stop(50);
    await expect(find(id)).resolves.toMatchObject({ status: 'queued', attempts_made: 0, last_error: undefined });
    start(() => Promise.resolve(RESULT));
    await untilStatus(id, 'completed');
    await expect(balance()).resolves.toBe(990);
  });
});

describe('a database that does not answer', () => {
  it('does not keep a worker from stopping within 25 seconds', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const dead: JobQueue = new Proxy(jobs, {
      get: (target, name) => {
        if (name === 'putBack' || name === 'sweep') return never;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const endless = untilAborted();
    await queued();
    const worker = start(endless.run, { queue: dead });
    await endless.begun;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let isStopped = false;
      const stopped = worker.stop().then(() => (isStopped = true));
      await vi.advanceTimersByTimeAsync(19_000);
      expect([isStopped, endless.reasons.length]).toEqual([false, 0]);
      await vi.advanceTimersByTimeAsync(5500);
      expect([isStopped, endless.reasons.length]).toEqual([true, 1]);
      await stopped;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('adopting', () => {
  it('goes on with a call that runs already, and charges its reservation', async () => {
    const ledger = new PostgresLedger(test.database);
    const call = { workspace_id: 'ws_default', operation: 'search', request_id: 'req_1', project_id: undefined };
    const reservation = await ledger.reserve(call, 10);
    const going = Promise.withResolvers<void>();
    const worker = start(() => Promise.reject(new Error('not run anew')), { concurrency: 0 });
    const job = await jobs.adopt(newJob(), reservation, worker.lease);
    worker.adopt(job, () => going.promise.then(() => RESULT));
    expect(worker.running).toBe(1);
    going.resolve();
    await untilStatus(job.id, 'completed');
    await expect(find(job.id)).resolves.toMatchObject({ result: { balance: 990 }, charged: 10 });
  });
});

describe('trouble', () => {
  it('of the database at the end of a job does not lose what was done', async () => {
    let refusals = 0;
    const flaky: JobQueue = new Proxy(jobs, {
      get: (target, name) => {
        if (name === 'complete' && refusals < 2) {
          refusals += 1;
          return () => Promise.reject(new AppError('unavailable', 'The database does not respond.'));
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    let runs = 0;
    const id = await queued();
    start(
      () => {
        runs += 1;
        return Promise.resolve(RESULT);
      },
      { queue: flaky },
    );
    await untilStatus(id, 'completed');
    expect([runs, refusals]).toEqual([1, 2]);
  });

  it('of a killed process: its jobs run again elsewhere, each ends once and is charged once', async () => {
    const ids = (await jobs.enqueue(Array.from({ length: 8 }, () => newJob()))).map((job) => job.id);
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', WORKER],
      {
        env: { TEST_DATABASE: test.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const held = await jobs.list('ws_default', { ...EVERYTHING, status: 'running' });
    expect(held.total_count).toBe(4);
    start(() => Promise.resolve(RESULT), { sweep_ms: 100 });
    for (const id of ids) await untilStatus(id, 'completed');
    await expect(balance()).resolves.toBe(920);
    const attempts = await Promise.all(ids.map(async (id) => (await find(id)).attempts_made));
    expect(attempts.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    const ends = await test.database.query<{ job_id: string }>(
      "select job_id from job_events where type = 'job.done' and job_id = any ($1::text[])",
      [ids],
    );
    expect(ends).toHaveLength(8);
  });
});

const EVERYTHING = {
  status: undefined,
  operation: undefined,
  project_id: undefined,
  workflow_id: undefined,
  limit: 100,
  offset: 0,
};

/** A worker in a process of its own that takes four jobs and never ends one. */
const WORKER = `
  const { connect } = await import(${JSON.stringify(new URL('../adapters/postgres/database.ts', import.meta.url).href)});
  const { PostgresJobs } = await import(${JSON.stringify(new URL('../adapters/postgres/jobs.ts', import.meta.url).href)});
  const { Worker } = await import(${JSON.stringify(new URL('./worker.ts', import.meta.url).href)});
  const log = { info() {}, warn() {}, error() {} };
  const database = connect({ url: process.env['TEST_DATABASE'], log });
  const queue = new PostgresJobs(database, log, { describe: (job) => ({ job, result_url: null }) });
  let begun = 0;
  const run = () => new Promise(() => { begun += 1; if (begun === 4) console.log('busy'); });
  new Worker({ queue, run, log, concurrency: 4, lease_ms: 1500, heartbeat_ms: 200 }).start();
`;
