import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { jobNews } from '../../contract/job-view.ts';
import type { Job, JobFailure, JobRun, NewJob } from '../../ports/jobs.ts';
import { PostgresCallMemory } from './call-memory.ts';
import { PostgresJobs } from './jobs.ts';
import { PostgresLedger } from './ledger.ts';

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

const MINE = { owner: 'worker_a', duration_ms: 30_000 };
const OTHER = { owner: 'worker_b', duration_ms: 30_000 };
const OVER = { owner: 'worker_dead', duration_ms: -1000 };
const FAILURE: JobFailure = { code: 'source_failed', message: 'The source failed.', fix: null, errors: [] };
const RESULT = { success: true, links: 3 };

let workspace = '';
let counter = 0;
beforeEach(async () => {
  // Of the tests before: queues are common to all workspaces.
  await test.database.query("update jobs set status = 'cancelled' where status in ('queued', 'running')");
  workspace = await makeWorkspace('self_hosted', 1000);
});

async function makeWorkspace(plan: string, balance: number | null): Promise<string> {
  const id = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', $2)", [id, plan]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, 0)', [id]);
  await new PostgresLedger(test.database).setBalance(id, balance, 'test');
  return id;
}

function newJob(changes: Partial<NewJob> = {}): NewJob {
  return {
    workspace_id: workspace,
    key_id: 'key_1',
    project_id: undefined,
    workflow_id: 'flow',
    request_id: 'req_1',
    transport: 'rest',
    operation: 'backlinks.list',
    input: { target: 'example.com', text: 'nul \0 and lone \ud800 surrogate' },
    credits: 10,
    attempts_max: 3,
    ...changes,
  };
}

async function queued(changes: Partial<NewJob> = {}): Promise<Job> {
  const [job] = await jobs.enqueue([newJob(changes)]);
  if (job === undefined) throw new Error('nothing was queued');
  return job;
}

async function running(lease = MINE, changes: Partial<NewJob> = {}): Promise<Job> {
  await queued(changes);
  const [job] = await jobs.claim(lease, 1);
  if (job === undefined) throw new Error('nothing was claimed');
  return job;
}

/** By its first attempt, or the one that is named. */
const run = (id: string, attempts_made = 1): JobRun => ({ id, attempts_made });

const found = async (id: string): Promise<Job> => {
  const job = await jobs.find(workspace, id);
  if (job === undefined) throw new Error(`${id} is not there`);
  return job;
};

const eventTypes = async (id: string): Promise<string[]> =>
  (await jobs.events(workspace, id, 0)).map((event) => event.type);

async function credits(): Promise<{ balance: number | null; open: number; settled: number; sum: number }> {
  const balance = await new PostgresLedger(test.database).balance(workspace);
  const [row] = await test.database.query<{ open: number; settled: number; sum: number }>(
    `select
      (select count(*) from credit_reservations where workspace_id = $1 and state = 'open') as open,
      (select count(*) from credit_reservations where workspace_id = $1 and state = 'settled') as settled,
      (select coalesce(sum(amount), 0)::bigint from credit_entries where workspace_id = $1) as sum`,
    [workspace],
  );
  return { balance, open: row?.open ?? -1, settled: row?.settled ?? -1, sum: row?.sum ?? -1 };
}

async function endpoint(): Promise<void> {
  await test.database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, secret)
     values ('whe_' || $1, $1, 'https://example.com', '{job.completed,job.failed}', '\\x00')`,
    [workspace],
  );
}

const deliveries = async (): Promise<{ event_type: string; payload: string }[]> => [
  ...(await test.database.query<{ event_type: string; payload: string }>(
    'select event_type, payload from webhook_deliveries where workspace_id = $1 order by created_at',
    [workspace],
  )),
];

describe('enqueue', () => {
  it('stores a job as it was given and reserves its credits', async () => {
    const job = await queued();
    await expect(found(job.id)).resolves.toEqual(job);
    expect(job).toMatchObject({ ...newJob(), status: 'queued', attempts_made: 0, charged: 0 });
    await expect(credits()).resolves.toEqual({ balance: 990, open: 1, settled: 0, sum: 990 });
    await expect(eventTypes(job.id)).resolves.toEqual(['job.open']);
  });

  it('stores all jobs of a batch in their order, or none when the credits do not last', async () => {
    const batch = await jobs.enqueue([1, 2, 3, 4].map((number) => newJob({ input: { number } })));
    const { jobs: listed } = await jobs.list(workspace, query());
    expect(listed.map((job) => job.id).reverse()).toEqual(batch.map((job) => job.id));
    await expect(jobs.enqueue([newJob({ credits: 900 }), newJob({ credits: 900 })])).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    await expect(jobs.list(workspace, query())).resolves.toMatchObject({ total_count: 4 });
    await expect(credits()).resolves.toMatchObject({ balance: 960, open: 4, sum: 960 });
  });

  it('keeps the answer for the idempotency key with the jobs, and neither when another request has the key', async () => {
    const memory = new PostgresCallMemory(test.database);
    const call = { workspace_id: workspace, key: 'k', route: 'POST /x', request_id: 'req_1' };
    await memory.take(call, Buffer.from('same'));
    const keep = (ids: readonly string[]) => ({ call, status: 202, body: JSON.stringify(ids) });
    const [job] = await jobs.enqueue([newJob()], keep);
    const again = await memory.take({ ...call, request_id: 'req_2' }, Buffer.from('same'));
    expect(again).toEqual({ status: 202, body: JSON.stringify([job?.id]) });
    const stolen = (ids: readonly string[]) => ({ ...keep(ids), call: { ...call, request_id: 'req_3' } });
    await expect(jobs.enqueue([newJob()], stolen)).rejects.toMatchObject({ code: 'conflict' });
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 1 });
  });
});

const query = () => ({
  status: undefined,
  operation: undefined,
  project_id: undefined,
  workflow_id: undefined,
  limit: 100,
  offset: 0,
});

describe('list', () => {
  it('filters and pages, counts all, and leaves out what is large', async () => {
    await jobs.enqueue([
      newJob({ operation: 'search', project_id: 'p1' }),
      newJob({ operation: 'search', workflow_id: 'w2' }),
      newJob({ operation: 'extract', project_id: 'p1' }),
    ]);
    const of = async (changes: object): Promise<number> =>
      (await jobs.list(workspace, { ...query(), ...changes })).total_count;
    await expect(of({ operation: 'search' })).resolves.toBe(2);
    await expect(of({ project_id: 'p1', operation: 'extract' })).resolves.toBe(1);
    await expect(of({ workflow_id: 'w2' })).resolves.toBe(1);
    await expect(of({ status: 'running' })).resolves.toBe(0);
    const page = await jobs.list(workspace, { ...query(), limit: 1, offset: 2 });
    expect(page).toMatchObject({ total_count: 3, jobs: [{ operation: 'search', project_id: 'p1', input: {} }] });
  });

  it('knows nothing of the jobs of another workspace', async () => {
    const job = await queued();
    const other = await makeWorkspace('self_hosted', null);
    await expect(jobs.find(other, job.id)).resolves.toBeUndefined();
    await expect(jobs.snapshot(other, job.id)).resolves.toBeUndefined();
    await expect(jobs.events(other, job.id, 0)).resolves.toEqual([]);
    await expect(jobs.cancel(other, job.id)).resolves.toBeUndefined();
    await expect(jobs.list(other, query())).resolves.toEqual({ jobs: [], total_count: 0 });
    await expect(found(job.id)).resolves.toMatchObject({ status: 'queued' });
  });
});

describe('claim', () => {
  it('gives each job to one of many who claim at the same time', async () => {
    await jobs.enqueue(Array.from({ length: 60 }, () => newJob({ credits: 0 })));
    const claimers = Array.from({ length: 12 }, async (_, number) => {
      const taken: string[] = [];
      for (;;) {
        const claimed = await jobs.claim({ owner: `worker_${number}`, duration_ms: 30_000 }, 3);
        if (claimed.length === 0) return taken;
        taken.push(...claimed.map((job) => job.id));
      }
    });
    const taken = (await Promise.all(claimers)).flat();
    expect(new Set(taken).size).toBe(60);
    expect(taken).toHaveLength(60);
  });

  it('serves workspaces in turn, however much one of them has queued', async () => {
    await jobs.enqueue(Array.from({ length: 500 }, () => newJob({ credits: 0 })));
    const small = await makeWorkspace('self_hosted', null);
    await jobs.enqueue([1, 2, 3].map(() => newJob({ credits: 0, workspace_id: small })));
    const order: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      order.push(...(await jobs.claim(MINE, 1)).map((job) => job.workspace_id));
    }
    expect(order.filter((id) => id === small)).toHaveLength(3);
    const many = await jobs.claim(MINE, 8);
    expect(many).toHaveLength(8);
  });

  it('takes the oldest job of a workspace first, and none before its time', async () => {
    const [first, second] = await jobs.enqueue([newJob(), newJob()]);
    const [claimed] = await jobs.claim(MINE, 1);
    expect(claimed?.id).toBe(first?.id);
    await jobs.fail(MINE.owner, run(first?.id ?? ''), FAILURE, new Date(Date.now() + 60_000));
    const rest = await jobs.claim(MINE, 5);
    expect(rest.map((job) => job.id)).toEqual([second?.id]);
  });

  it('keeps each workspace within the concurrency of its plan, with claims at the same time', async () => {
    await test.database.query("insert into plans (name, concurrent_jobs) values ('self_hosted', null), ('small', 2)");
    const limited = new PostgresJobs(test.database, silentLog, { describe: jobNews });
    const small = await makeWorkspace('small', null);
    const unknown = await makeWorkspace('forgotten', null);
    for (const workspace_id of [workspace, small, unknown]) {
      await jobs.enqueue(Array.from({ length: 6 }, () => newJob({ credits: 0, workspace_id })));
    }
    const claims = Array.from({ length: 6 }, (_, number) =>
      limited.claim({ owner: `worker_${number}`, duration_ms: 30_000 }, 5),
    );
    const taken = (await Promise.all(claims)).flat();
    const of = (id: string): Job[] => taken.filter((job) => job.workspace_id === id);
    expect([of(workspace).length, of(small).length, of(unknown).length]).toEqual([6, 2, 2]);
    const [ended] = of(small);
    await limited.complete(await ownerOf(ended?.id ?? ''), run(ended?.id ?? ''), () => RESULT);
    const next = await limited.claim(MINE, 5);
    expect(next.map((job) => job.workspace_id)).toEqual([small]);
    await test.database.query('truncate plans');
  });
});

async function ownerOf(id: string): Promise<string> {
  const [row] = await test.database.query<{ lease_owner: string }>('select lease_owner from jobs where id = $1', [id]);
  return row?.lease_owner ?? '';
}

describe('the end of a job', () => {
  it('is its result, its charge, its event and its deliveries together, and happens once', async () => {
    await endpoint();
    const { id } = await running();
    const ends = await Promise.all([1, 2, 3].map(() => jobs.complete(MINE.owner, run(id), (balance) => ({ balance }))));
    expect(ends.filter((won) => won)).toHaveLength(1);
    const job = await found(id);
    expect(job).toMatchObject({
      status: 'completed',
      result: { balance: 990 },
      charged: 10,
      progress: { percent: 100 },
    });
    expect(job.finished_at).toBeInstanceOf(Date);
    await expect(credits()).resolves.toEqual({ balance: 990, open: 0, settled: 1, sum: 990 });
    await expect(eventTypes(id)).resolves.toEqual(['job.open', 'job.status', 'job.done']);
    const [delivery, ...more] = await deliveries();
    expect(more).toEqual([]);
    expect(delivery?.event_type).toBe('job.completed');
    expect(JSON.parse(delivery?.payload ?? '')).toMatchObject({
      type: 'job.completed',
      data: { job: { id, status: 'completed', result: { balance: 990 } }, result_url: null },
    });
  });

  it('leaves nothing behind when its result cannot be made', async () => {
    await endpoint();
    const { id } = await running();
    const broken = jobs.complete(MINE.owner, run(id), () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    await expect(found(id)).resolves.toMatchObject({ status: 'running', charged: 0 });
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 1, settled: 0 });
    await expect(deliveries()).resolves.toEqual([]);
  });

  it('is refused to everybody but the owner of the lease', async () => {
    const { id } = await running();
    await expect(jobs.complete(OTHER.owner, run(id), () => RESULT)).resolves.toBe(false);
    await expect(jobs.fail(OTHER.owner, run(id), FAILURE, undefined)).resolves.toBe(false);
    await expect(jobs.cancelled(OTHER.owner, run(id))).resolves.toBe(false);
    await jobs.putBack(OTHER.owner, [run(id)]);
    await expect(found(id)).resolves.toMatchObject({ status: 'running' });
  });

  it('tells an alert together with its end, to those endpoints that want it', async () => {
    await endpoint();
    await test.database.query(`update webhook_endpoints set events = '{alert.rank_changed}' where workspace_id = $1`, [
      workspace,
    ]);
    const { id } = await running(MINE, { project_id: 'prj_1' });
    const broken = () => {
      throw new Error('the result cannot be made');
    };
    const lines = ['“bike repair” fell from 3 to 12.'];
    const rank = { type: 'alert.rank_changed', data: { summary: '1 keyword fell', lines } } as const;
    const mention = { type: 'alert.mention_changed', data: { summary: 'Nobody asked for this', lines: [] } } as const;
    const end = { alerts: [rank, mention] };
    await expect(jobs.complete(MINE.owner, run(id), broken, end)).rejects.toThrow('cannot be made');
    await expect(deliveries()).resolves.toEqual([]);
    await jobs.complete(MINE.owner, run(id), () => RESULT, end);
    const [delivery, ...others] = await deliveries();
    expect(others).toEqual([]);
    expect(JSON.parse(delivery?.payload ?? '')).toMatchObject({
      type: 'alert.rank_changed',
      data: { summary: '1 keyword fell', lines, job_id: id, project_id: 'prj_1' },
    });
  });

  it('leaves a result that is too large for events and webhooks where result_url says', async () => {
    await endpoint();
    const { id } = await running();
    await jobs.complete(MINE.owner, run(id), () => ({ text: 'x'.repeat(300_000) }));
    const [delivery] = await deliveries();
    expect(JSON.parse(delivery?.payload ?? '')).toMatchObject({
      data: { job: { result: null }, result_url: `/api/v1/jobs/${id}` },
    });
    await expect(found(id)).resolves.toMatchObject({ result: { text: 'x'.repeat(300_000) } });
  });
});

describe('a failure', () => {
  it('runs the job again while attempts are left, then ends it and gives the credits back', async () => {
    await endpoint();
    const { id } = await running(MINE, { attempts_max: 2 });
    await expect(jobs.fail(MINE.owner, run(id), FAILURE, new Date())).resolves.toBe(true);
    await expect(found(id)).resolves.toMatchObject({ status: 'queued', attempts_made: 1, last_error: FAILURE });
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 1 });
    await jobs.claim(MINE, 1);
    await jobs.fail(MINE.owner, run(id, 2), FAILURE, new Date());
    await expect(found(id)).resolves.toMatchObject({ status: 'failed', attempts_made: 2, error: FAILURE, charged: 0 });
    await expect(credits()).resolves.toEqual({ balance: 1000, open: 0, settled: 0, sum: 1000 });
    expect((await deliveries()).map((delivery) => delivery.event_type)).toEqual(['job.failed']);
    const types = ['job.open', 'job.status', 'job.status', 'job.status', 'job.failed'];
    await expect(eventTypes(id)).resolves.toEqual(types);
  });
});

describe('cancel', () => {
  it('ends a queued job at once and gives its credits back', async () => {
    const { id } = await queued();
    await expect(jobs.cancel(workspace, id)).resolves.toMatchObject({ status: 'cancelled' });
    await expect(credits()).resolves.toMatchObject({ balance: 1000, open: 0, sum: 1000 });
    await expect(eventTypes(id)).resolves.toEqual(['job.open', 'job.done']);
    await expect(jobs.claim(MINE, 1)).resolves.toEqual([]);
    await expect(jobs.cancel(workspace, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('tells the owner of a running job to stop, and ends it when the owner has', async () => {
    const { id } = await running();
    await expect(jobs.renew(MINE, [run(id)])).resolves.toEqual({ lost: [], stop: [] });
    await expect(jobs.cancel(workspace, id)).resolves.toMatchObject({
      status: 'running',
      progress: { stage: 'cancelling' },
    });
    await expect(jobs.renew(MINE, [run(id)])).resolves.toEqual({ lost: [], stop: [run(id)] });
    await expect(jobs.cancelled(MINE.owner, run(id))).resolves.toBe(true);
    await expect(found(id)).resolves.toMatchObject({ status: 'cancelled', charged: 0 });
    await expect(credits()).resolves.toMatchObject({ balance: 1000, open: 0, sum: 1000 });
  });

  it('is kept when the job fails, is put back or loses its worker instead of stopping', async () => {
    const ends = [
      (id: string) => jobs.fail(MINE.owner, run(id), FAILURE, new Date()),
      (id: string) => jobs.putBack(MINE.owner, [run(id)]),
      async (id: string) => {
        await test.database.query("update jobs set lease_until = now() - interval '1 s' where id = $1", [id]);
        await jobs.sweep();
      },
    ];
    for (const end of ends) {
      const { id } = await running();
      await jobs.cancel(workspace, id);
      await end(id);
      await expect(found(id)).resolves.toMatchObject({ status: 'cancelled' });
    }
    await expect(credits()).resolves.toMatchObject({ balance: 1000, open: 0 });
  });

  it('or completion: whichever comes first is the end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await running(MINE, { credits: 1 });
      await Promise.allSettled([jobs.cancel(workspace, id), jobs.complete(MINE.owner, run(id), () => RESULT)]);
      await expect(found(id)).resolves.toMatchObject({ status: 'completed', charged: 1 });
    }
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 0, settled: 10 });
  });
});

describe('a lease', () => {
  it('that is over lets the job run again, and refuses what its old owner brings', async () => {
    const { id } = await running(OVER);
    await jobs.sweep();
    await expect(found(id)).resolves.toMatchObject({ status: 'queued', last_error: { code: 'internal' } });
    const [again] = await jobs.claim(MINE, 1);
    expect(again).toMatchObject({ id, attempts_made: 2 });
    await expect(jobs.renew(OVER, [run(id)])).resolves.toEqual({ lost: [run(id)], stop: [] });
    await expect(jobs.complete(OVER.owner, run(id), () => RESULT)).resolves.toBe(false);
    await expect(jobs.complete(MINE.owner, run(id, 2), () => RESULT)).resolves.toBe(true);
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 0, settled: 1 });
  });

  it('that is renewed in time is not taken away', async () => {
    const { id } = await running({ owner: 'worker_slow', duration_ms: 1 });
    await jobs.renew({ owner: 'worker_slow', duration_ms: 30_000 }, [run(id)]);
    await Promise.all([jobs.sweep(), jobs.sweep()]);
    await expect(found(id)).resolves.toMatchObject({ status: 'running' });
  });

  it('that is over on the last attempt fails the job once, with several sweeps at the same time', async () => {
    await endpoint();
    const { id } = await running(OVER, { attempts_max: 1 });
    await Promise.all([jobs.sweep(), jobs.sweep(), jobs.sweep()]);
    await expect(found(id)).resolves.toMatchObject({ status: 'failed', error: { code: 'internal' } });
    await expect(credits()).resolves.toMatchObject({ balance: 1000, open: 0, sum: 1000 });
    await expect(deliveries()).resolves.toHaveLength(1);
  });

  it('is for one run: what an earlier run of the same owner brings is refused', async () => {
    const { id } = await running({ ...MINE, duration_ms: -1000 });
    await jobs.sweep();
    const [again] = await jobs.claim(MINE, 1);
    expect(again).toMatchObject({ id, attempts_made: 2 });
    const [stale, held] = [run(id), run(id, 2)];
    await expect(jobs.complete(MINE.owner, stale, () => RESULT)).resolves.toBe(false);
    await expect(jobs.fail(MINE.owner, stale, FAILURE, undefined)).resolves.toBe(false);
    await expect(jobs.cancelled(MINE.owner, stale)).resolves.toBe(false);
    await jobs.putBack(MINE.owner, [stale]);
    await jobs.report(MINE.owner, stale, { percent: 90, stage: 'stale', message: null });
    await expect(jobs.renew(MINE, [stale, held])).resolves.toEqual({ lost: [stale], stop: [] });
    await jobs.renew({ ...MINE, duration_ms: 3_600_000 }, [stale]);
    const renewed = await test.database.query(
      "select 1 as one from jobs where id = $1 and lease_until > now() + interval '1 min'",
      [id],
    );
    expect(renewed).toEqual([]);
    await jobs.cancel(workspace, id);
    await expect(jobs.renew(MINE, [stale, held])).resolves.toEqual({ lost: [stale], stop: [held] });
    await expect(found(id)).resolves.toMatchObject({ status: 'running', attempts_made: 2, progress: { percent: 0 } });
  });

  it('that is over is told to whoever sweeps, with what became of the job', async () => {
    const again = await running(OVER);
    const failed = await running(OVER, { attempts_max: 1 });
    const cancelled = await running(OVER);
    await jobs.cancel(workspace, cancelled.id);
    const runs = await jobs.sweep();
    expect(new Map(runs.map(({ job, outcome }) => [job.id, outcome]))).toEqual(
      new Map([
        [again.id, 'lost'],
        [failed.id, 'failed'],
        [cancelled.id, 'cancelled'],
      ]),
    );
    await expect(jobs.sweep()).resolves.toEqual([]);
  });

  it('that is given back costs no attempt', async () => {
    const { id } = await running();
    await jobs.putBack(MINE.owner, [run(id)]);
    await expect(found(id)).resolves.toMatchObject({ status: 'queued', attempts_made: 0, last_error: undefined });
  });
});

describe('the usage', () => {
  interface Row {
    readonly request_id: string;
    readonly status: number;
    readonly error_code: string | null;
    readonly credits: number;
  }

  const rows = (): Promise<readonly Row[]> =>
    test.database.query<Row>(
      'select request_id, status, error_code, credits from usage_rows where workspace_id = $1 order by request_id',
      [workspace],
    );
  const days = (): Promise<readonly object[]> =>
    test.database.query('select calls, failed_calls, credits from usage_days where workspace_id = $1', [workspace]);

  it('has what a job was charged, also where that is less than was reserved for it', async () => {
    const partly = await running(MINE, { request_id: 'req_1' });
    await jobs.complete(MINE.owner, partly, (balance) => ({ balance }), { charged: 4 });
    const free = await running(MINE, { request_id: 'req_2' });
    await jobs.complete(MINE.owner, free, (balance) => ({ balance }), { charged: 0 });
    await expect(found(partly.id)).resolves.toMatchObject({ credits: 10, charged: 4, result: { balance: 996 } });
    await expect(found(free.id)).resolves.toMatchObject({ credits: 10, charged: 0, result: { balance: 996 } });
    await expect(credits()).resolves.toMatchObject({ balance: 996, open: 0, sum: 996 });
    await expect.poll(rows).toMatchObject([{ credits: 4 }, { credits: 0, status: 200 }]);
    await expect(days()).resolves.toEqual([{ calls: 2, failed_calls: 0, credits: 4 }]);
  });

  it('undoes the lower charge of a job together with its end', async () => {
    const { id } = await running();
    const broken = () => {
      throw new Error('the result cannot be made');
    };
    await expect(jobs.complete(MINE.owner, run(id), broken, { charged: 4 })).rejects.toThrow('cannot be made');
    await expect(credits()).resolves.toEqual({ balance: 990, open: 1, settled: 0, sum: 990 });
    await expect(jobs.complete(MINE.owner, run(id), () => RESULT, { charged: 4 })).resolves.toBe(true);
    await expect(credits()).resolves.toEqual({ balance: 996, open: 0, settled: 1, sum: 996 });
  });

  it('has each job that completed or failed for good as one call, and those that were cancelled not', async () => {
    const done = await running(MINE, { request_id: 'req_1', project_id: 'shop' });
    await jobs.complete(MINE.owner, done, () => RESULT);
    const failing = await running(MINE, { request_id: 'req_2', project_id: 'shop' });
    await jobs.fail(MINE.owner, failing, FAILURE, new Date());
    const [again] = await jobs.claim(MINE, 1);
    await jobs.fail(MINE.owner, again ?? failing, FAILURE, undefined);
    const cancelled = await running(MINE, { request_id: 'req_3', project_id: 'shop' });
    await jobs.cancelled(MINE.owner, cancelled);
    const ended = [
      { request_id: 'req_1', status: 200, error_code: null, credits: 10 },
      { request_id: 'req_2', status: 502, error_code: 'source_failed', credits: 0 },
    ];
    await expect.poll(rows).toEqual(ended);
    await expect(days()).resolves.toEqual([{ calls: 2, failed_calls: 1, credits: 10 }]);
    const whole = await test.database.query('select * from usage_rows where workspace_id = $1 limit 1', [workspace]);
    const fields = { key_id: 'key_1', workflow_id: 'flow', operation: 'backlinks.list', transport: 'rest' };
    expect(whole).toMatchObject([{ ...fields, project_id: 'shop', duration_ms: expect.any(Number) }]);
  });

  it('has a job whose last process died', async () => {
    await running(OVER, { attempts_max: 1 });
    await jobs.sweep();
    await expect(rows()).resolves.toMatchObject([{ status: 500, error_code: 'internal', credits: 0 }]);
    await expect(days()).resolves.toEqual([{ calls: 1, failed_calls: 1, credits: 0 }]);
  });

  it('has what a process ended that was killed right after, once, with several sweeps at the same time', async () => {
    // Never told of: it ends the job and is gone.
    const killed = new PostgresJobs(test.database, silentLog, { describe: jobNews });
    const ends = Array.from({ length: 20 }, () => running());
    for (const job of await Promise.all(ends)) await killed.complete(MINE.owner, job, () => RESULT);
    const others = [1, 2, 3].map(() => new PostgresJobs(test.database, silentLog, { describe: jobNews }));
    await Promise.all(others.map((other) => other.sweep()));
    await expect(rows()).resolves.toHaveLength(20);
    await expect(days()).resolves.toEqual([{ calls: 20, failed_calls: 0, credits: 200 }]);
    await Promise.all([killed, ...others].map((store) => store.close()));
    await expect(rows()).resolves.toHaveLength(20);
  });

  it('has a job once whose end was written though nobody was told so', async () => {
    const job = await running();
    await jobs.complete(MINE.owner, job, () => RESULT);
    // The worker did not hear that it was, and tries again.
    await expect(jobs.complete(MINE.owner, job, () => RESULT)).resolves.toBe(false);
    await jobs.sweep();
    await expect(rows()).resolves.toMatchObject([{ status: 200, credits: 10 }]);
  });

  it('has everything when the process ends in order', async () => {
    const own = new PostgresJobs(test.database, silentLog, { describe: jobNews });
    await own.complete(MINE.owner, await running(), () => RESULT);
    await own.close();
    await expect(rows()).resolves.toHaveLength(1);
  });
});

describe('progress', () => {
  it('is told to the owner of the job and never goes back', async () => {
    const { id } = await running();
    await jobs.report(MINE.owner, run(id), { percent: 40.4, stage: 'reading', message: 'page 4' });
    await jobs.report(MINE.owner, run(id), { percent: 10, stage: 'writing', message: null });
    await jobs.report(OTHER.owner, run(id), { percent: 90, stage: 'theirs', message: null });
    await expect(found(id)).resolves.toMatchObject({ progress: { percent: 40, stage: 'writing', message: null } });
    const findings = [{ rule: 'title.missing', count: 14, example: 'https://shop.example/a' }];
    await jobs.report(MINE.owner, run(id), { percent: 40, stage: 'writing', message: null, findings });
    await expect(found(id)).resolves.toMatchObject({ progress: { findings } });
    const events = await jobs.events(workspace, id, 0);
    expect(events.at(-1)?.data['progress']).toEqual({ percent: 40, stage: 'writing', message: null, findings });
    expect(events.slice(0, -1).map((event) => event.data['progress'] ?? event.type)).toEqual([
      'job.open',
      { percent: 0, stage: 'running', message: null },
      { percent: 40, stage: 'reading', message: 'page 4' },
      { percent: 40, stage: 'writing', message: null },
    ]);
    const last = events.at(-1)?.id ?? 0;
    await expect(jobs.snapshot(workspace, id)).resolves.toMatchObject({ event_id: last, job: { id } });
    await expect(jobs.events(workspace, id, last - 1)).resolves.toHaveLength(1);
  });
});

describe('adopt', () => {
  it('makes a running job of a call with the reservation that it holds already', async () => {
    const ledger = new PostgresLedger(test.database);
    const call = { workspace_id: workspace, operation: 'search', request_id: 'req_1', project_id: undefined };
    const reservation = await ledger.reserve(call, 10);
    const job = await jobs.adopt(newJob(), reservation, MINE);
    expect(job).toMatchObject({ status: 'running', attempts_made: 1 });
    await expect(jobs.claim(OTHER, 1)).resolves.toEqual([]);
    await expect(jobs.complete(MINE.owner, job, () => RESULT)).resolves.toBe(true);
    await expect(credits()).resolves.toMatchObject({ balance: 990, open: 0, settled: 1 });
  });

  it('refuses a reservation that was given back, so that nothing runs for free', async () => {
    const ledger = new PostgresLedger(test.database);
    const call = { workspace_id: workspace, operation: 'search', request_id: 'req_1', project_id: undefined };
    const reservation = await ledger.reserve(call, 10);
    await reservation.release();
    await expect(jobs.adopt(newJob(), reservation, MINE)).rejects.toThrow('not open');
    await expect(jobs.list(workspace, query())).resolves.toMatchObject({ total_count: 0 });
  });
});

describe('old jobs', () => {
  it('lose result, input and events, and say that they have expired', async () => {
    const { id } = await running();
    await jobs.complete(MINE.owner, run(id), () => RESULT);
    const recent = await running();
    await jobs.complete(MINE.owner, recent, () => RESULT);
    await test.database.query("update jobs set finished_at = now() - interval '31 days' where id = $1", [id]);
    await jobs.sweep();
    const job = await found(id);
    expect(job).toMatchObject({ status: 'completed', result: undefined, input: {}, charged: 10 });
    expect(job.expired_at).toBeInstanceOf(Date);
    await expect(jobs.snapshot(workspace, id)).resolves.toMatchObject({ event_id: 0 });
    await expect(found(recent.id)).resolves.toMatchObject({ result: RESULT, expired_at: undefined });
  });
});

describe('those who listen', () => {
  it('hear of each change of their job, of no other, and nothing after they stopped', async () => {
    const elsewhere = new PostgresJobs(test.database, silentLog, { describe: jobNews });
    const { id } = await queued();
    const other = await queued();
    const heard = bell();
    const stop = elsewhere.watch(id, heard.ring);
    const deaf = bell();
    elsewhere.watch(other.id, deaf.ring);
    await Promise.all([heard.next(), deaf.next()]);
    const before = deaf.count();
    await jobs.cancel(workspace, id);
    await heard.next();
    expect(deaf.count()).toBe(before);
    stop();
    await elsewhere.close();
  });

  it('hear that there is work', async () => {
    const elsewhere = new PostgresJobs(test.database, silentLog, { describe: jobNews });
    const heard = bell();
    elsewhere.onWork(heard.ring);
    await heard.next();
    const before = heard.count();
    await queued();
    await heard.next();
    expect(heard.count()).toBeGreaterThan(before);
    await elsewhere.close();
  });
});

function bell(): { ring: () => void; next: () => Promise<void>; count: () => number } {
  let rung = 0;
  let seen = 0;
  let wake = Promise.withResolvers<void>();
  return {
    ring: () => {
      rung += 1;
      wake.resolve();
    },
    next: async () => {
      if (rung === seen) await wake.promise;
      seen = rung;
      wake = Promise.withResolvers<void>();
    },
    count: () => rung,
  };
}
