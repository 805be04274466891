import { afterEach, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { PostgresJobs } from '../../adapters/postgres/jobs.ts';
import { jobNews, JobView } from '../../contract/job-view.ts';
import type { Operation, RunContext } from '../../contract/operation.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewJob } from '../../ports/jobs.ts';
import cancel from './cancel/operation.ts';
import get from './get/operation.ts';
import list from './list/operation.ts';

const LEASE = { owner: 'worker_a', duration_ms: 60_000 };

let test: TestDatabase;
let jobs: PostgresJobs;
let mine = '';
let theirs = '';
let acme = '';
beforeEach(async () => {
  test = await openTestDatabase();
  jobs = new PostgresJobs(test.database, silentLog, { describe: jobNews });
  [mine, acme, theirs] = await queue([{}, { project_id: 'acme', workflow_id: 'w1' }, { workspace_id: 'ws_other' }]);
});
afterEach(async () => {
  await jobs.close();
  await test.close();
});

async function queue(changes: readonly Partial<NewJob>[]): Promise<[string, string, string]> {
  const blank: NewJob = {
    workspace_id: 'ws_default',
    key_id: 'key_1',
    project_id: undefined,
    workflow_id: undefined,
    request_id: 'req_1',
    transport: 'rest',
    operation: 'search',
    input: {},
    credits: 0,
    attempts_max: 3,
  };
  const [a, b, c] = await jobs.enqueue(changes.map((change) => ({ ...blank, ...change })));
  return [a?.id ?? '', b?.id ?? '', c?.id ?? ''];
}

const unused = (): never => {
  throw new Error('No operation about jobs asks for this.');
};

function call(operation: Operation, input: unknown, project_id?: string): Promise<Record<string, unknown>> {
  const context: RunContext = {
    get ports() {
      return unused();
    },
    account: {
      jobs,
      get answers() {
        return unused();
      },
      get webhooks() {
        return unused();
      },
      get projects() {
        return unused();
      },
      get usage() {
        return unused();
      },
      get imports() {
        return unused();
      },
      get crawls() {
        return unused();
      },
      get members() {
        return unused();
      },
      get tasks() {
        return unused();
      },
      get hosts() {
        return unused();
      },
      get targets() {
        return unused();
      },
      get schedules() {
        return unused();
      },
      get sites() {
        return unused();
      },
      get sources() {
        return unused();
      },
    },
    caller: {
      workspace_id: 'ws_default',
      key_id: 'key_1',
      key_name: 'test',
      allowed_domains: [],
      scopes: [],
      project_id,
      plan: 'self_hosted',
    },
    now: new Date(),
    request_id: 'req_test',
    signal: new AbortController().signal,
    compute: unused,
    report: unused,
    locate: unused,
    brand: unused,
    tracked: unused,
    muting: unused,
    competitors: unused,
  };
  return operation
    .prepare(input)
    .run(context)
    .then(({ result }) => result);
}

const idsOf = (answer: Record<string, unknown>): string[] =>
  JobView.array()
    .parse(answer['jobs'])
    .map((job) => job.id);

it('shows a job as the contract names it, and nothing of its lease or input', async () => {
  const { job } = await call(get, { id: mine });
  expect(job).toEqual({
    id: mine,
    operation: 'search',
    status: 'queued',
    progress: { percent: 0, stage: 'queued', message: null },
    attempts: { made: 0, max: 3, last_error: null },
    result: null,
    error: null,
    expired: false,
    attribution: { project_id: null, workflow_id: null, key_id: 'key_1' },
    credits: { reserved: 0, charged: 0 },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    started_at: null,
    finished_at: null,
  });
});

it('does not tell a job of another workspace or project from one that never was', async () => {
  for (const operation of [get, cancel]) {
    await expect(call(operation, { id: theirs })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(operation, { id: 'job_0' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(call(operation, { id: mine }, 'acme')).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(call(get, { id: acme }, 'acme')).resolves.toMatchObject({ job: { id: acme } });
});

it('lists newest first, filtered and paged as the strings of a query say', async () => {
  const all = await call(list, {});
  expect(idsOf(all)).toEqual([acme, mine]);
  expect(all['total_count']).toBe(2);
  const second = await call(list, { limit: '1', offset: '1' });
  expect(idsOf(second)).toEqual([mine]);
  expect(second['total_count']).toBe(2);
  expect(idsOf(await call(list, { project_id: 'acme' }))).toEqual([acme]);
  expect(idsOf(await call(list, { workflow_id: 'w1', operation: 'search', status: 'queued' }))).toEqual([acme]);
  expect(idsOf(await call(list, { status: 'failed' }))).toEqual([]);
});

it('lists for a key of a project that project alone', async () => {
  expect(idsOf(await call(list, {}, 'acme'))).toEqual([acme]);
  await expect(call(list, { project_id: 'other' }, 'acme')).rejects.toMatchObject({ code: 'key_not_allowed_here' });
});

it('names every field of a query that is not valid', () => {
  const bad = { limit: 'abc', offset: '-1', status: 'done', operation: '' };
  const refusal = refusalOf(() => list.prepare(bad));
  expect(refusal.code).toBe('invalid_input');
  expect(Object.fromEntries(refusal.issues.map((issue) => [issue.path, issue.message]))).toEqual({
    limit: 'must be a number, not a string',
    offset: 'must be at least 0',
    status: 'must be one of queued, running, completed, failed, cancelled',
    operation: 'must be 1 to 100 printable ASCII characters',
  });
  for (const limit of ['', '0', '101', '1.5', ['1', '2'], true, null, '1e999', {}]) {
    expect(refusalOf(() => list.prepare({ limit })).issues.map((issue) => issue.path)).toEqual(['limit']);
  }
});

it('cancels a job that is queued, and says that one which has ended cannot be', async () => {
  await expect(call(cancel, { id: mine })).resolves.toMatchObject({ job: { id: mine, status: 'cancelled' } });
  await expect(call(cancel, { id: mine })).rejects.toMatchObject({ code: 'conflict' });
});

it('shows what a completed job answered and cost', async () => {
  await test.database.query("update jobs set status = 'cancelled' where status = 'queued'");
  const [id] = await queue([{}]);
  await jobs.claim(LEASE, 1);
  await jobs.complete(LEASE.owner, { id, attempts_made: 1 }, () => ({ success: true, results: [1] }));
  await expect(call(get, { id })).resolves.toMatchObject({
    job: { status: 'completed', result: { success: true, results: [1] }, progress: { percent: 100 } },
  });
});

function refusalOf(work: () => unknown): AppError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('It was not refused.');
}
