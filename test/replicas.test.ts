import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PostgresWorkspaces } from '../src/adapters/postgres/workspaces.ts';
import { openService, type Service } from '../src/compose.ts';
import { type Accounts, openAccounts } from '../src/compose/accounts.ts';
import { openServer } from '../src/compose/server.ts';
import { readConfig } from '../src/config.ts';
import type { NewKey } from '../src/ports/accounts.ts';
import { openTestDatabase, type TestDatabase } from './postgres.ts';
import { call, type TestAnswer } from './service.ts';
import { holds, runs, TEST_OPERATIONS } from './test-operations.ts';

/** Two whole services with folders and indexes of their own, on one PostgreSQL. */

interface Replica {
  readonly base: string;
  readonly service: Service;
  call(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  close(): Promise<void>;
}

let database: TestDatabase;
/** Runs jobs. */
let one: Replica;
/** Answers and delivers, and leaves the jobs to the other. */
let two: Replica;
let accounts: Accounts;
let receiver: Server;
const received: { readonly id: string; readonly type: string; readonly project: string }[] = [];

const WORKSPACE = 'replicated';
const KEY: NewKey = {
  name: 'test',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  expires_at: undefined,
  secret: undefined,
};
let key = '';

beforeAll(async () => {
  database = await openTestDatabase('empty');
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { type, data } = JSON.parse(body);
      received.push({ id: String(request.headers['webhook-id']), type, project: String(data.project_id) });
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  // At the same time, as a deployment starts them: one migrates, the other waits for it.
  [one, two] = await Promise.all([openReplica('4'), openReplica('0')]);
  accounts = await openAccounts(readConfig('0.0.0-test', {}, environment('0')));
  const workspaces = new PostgresWorkspaces(accounts.database, { plans: PLANS(), ledger: accounts.ledger });
  await workspaces.create({ id: WORKSPACE, name: 'Replicated', plan: 'self_hosted' });
  await workspaces.create({ id: 'slow', name: 'Slow', plan: 'slow' });
  await workspaces.create({ id: 'poor', name: 'Poor', plan: 'self_hosted' });
  key = (await one.service.keys.create(KEY, WORKSPACE)).secret;
});

afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await accounts.close();
  receiver.closeAllConnections();
  receiver.close();
  await database.close();
});

const PLANS_TEXT = '{"slow":{"requests_per_minute":20}}';
const PLANS = () => readConfig('0.0.0-test', {}, { SEAMARK_PLANS: PLANS_TEXT }).plans;

function environment(jobs: string): Record<string, string> {
  const address = receiver.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    DATABASE_URL: database.url,
    SEAMARK_SECRET: 'a secret that the replicas share, long enough',
    SEAMARK_LOG_LEVEL: 'silent',
    SEAMARK_PLANS: PLANS_TEXT,
    SEAMARK_JOBS: jobs,
    SEAMARK_RESOLVE: `hooks.example:80:127.0.0.1:${port}`,
  };
}

async function openReplica(jobs: string): Promise<Replica> {
  const data = await mkdtemp(join(tmpdir(), 'seamark-replica-'));
  const config = readConfig('0.0.0-test', { data, port: '0' }, environment(jobs));
  const service = await openService(config, { role: 'serve', operations: TEST_OPERATIONS });
  const app = await openServer(service, config);
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    base,
    service,
    call: (path, body, headers = {}) => call(`${base}/api/v1${path}`, body, { 'x-api-key': key, ...headers }),
    close: async () => {
      await app.close();
      await service.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Sends the calls at the same time, every other one to the other replica. */
function onBoth(count: number, send: (replica: Replica, at: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_unused, at) => send(at % 2 === 0 ? one : two, at)));
}

const withStatus = (answers: readonly TestAnswer[], status: number): TestAnswer[] =>
  answers.filter((answer) => answer.status === status);

describe('rate limits', () => {
  it('count the requests to both replicas together', async () => {
    const headers = { 'x-api-key': (await one.service.keys.create(KEY, 'slow')).secret };
    const started = performance.now();
    const answers = await onBoth(60, (replica) => replica.call('/credits', undefined, headers));
    // One more fits for every three seconds that it took.
    const refilled = Math.ceil((performance.now() - started) / 3000);
    const allowed = withStatus(answers, 200).length;
    expect(allowed).toBeGreaterThanOrEqual(20);
    expect(allowed).toBeLessThanOrEqual(20 + refilled);
    expect(withStatus(answers, 429)).toHaveLength(60 - allowed);
    const refused = withStatus(answers, 429)[0];
    expect(refused?.json).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });
});

describe('credits', () => {
  it('are not overspent by calls to both replicas', async () => {
    await accounts.ledger.setBalance('poor', 30, 'for this test');
    const headers = { 'x-api-key': (await one.service.keys.create(KEY, 'poor')).secret };
    const answers = await onBoth(40, (replica, at) =>
      replica.call(at % 4 < 2 ? '/test/inline' : '/test/queued', { label: `poor-${at}` }, headers),
    );
    const accepted = answers.filter((answer) => answer.status < 300);
    expect(accepted).toHaveLength(10);
    expect(withStatus(answers, 402)).toHaveLength(30);
    expect(withStatus(answers, 402)[0]?.json).toMatchObject({ code: 'insufficient_credits' });
    const [account] = await database.database.query(
      `select balance, (select sum(amount)::int from credit_entries where workspace_id = 'poor') as entered
       from credit_accounts where workspace_id = 'poor'`,
    );
    expect(account).toEqual({ balance: 0, entered: 0 });
  });
});

describe('a hard budget', () => {
  it('is kept by calls to both replicas, and each of its events is sent once', async () => {
    const project = 'budgeted';
    const settings = { name: undefined, budget_credits: 30, warning_share: 0.5, is_hard: true };
    await one.service.account.projects.set(WORKSPACE, project, settings);
    const events = ['project.budget_warning', 'project.budget_exceeded'];
    const made = await two.call('/webhooks/endpoints', { url: 'http://hooks.example/budget', events });
    expect(made.status).toBe(201);
    const answers = await onBoth(60, (replica, at) =>
      replica.call(
        at % 4 < 2 ? '/test/inline' : '/test/queued',
        { label: `budget-${at}` },
        { 'x-project-id': project },
      ),
    );
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(10);
    expect(withStatus(answers, 402)).toHaveLength(50);
    expect(withStatus(answers, 402)[0]?.json).toMatchObject({ code: 'budget_exceeded' });
    const [held] = await database.database.query(
      `select sum(credits)::int as credits from credit_reservations where project_id = 'budgeted' and state <> 'released'`,
    );
    expect(held).toEqual({ credits: 30 });
    const told = (): string[] => received.filter((event) => event.project === project).map((event) => event.type);
    await expect.poll(() => told().toSorted(), { timeout: 10_000 }).toEqual(events.toSorted());
    const stored = await database.database.query(
      `select event_type from webhook_deliveries where project_id = 'budgeted' order by event_type`,
    );
    expect(stored.map((row) => row['event_type'])).toEqual(events.toSorted());
  });
});

describe('an idempotency key that is used on both replicas', () => {
  it('runs an inline call once; the others are told to wait, and are then answered the same', async () => {
    const label = randomUUID();
    const headers = { 'idempotency-key': label, 'x-project-id': label };
    const input = { label, wait_ms: 500 };
    const answers = await onBoth(10, (replica) => replica.call('/test/inline', input, headers));
    expect(runs.get(label)).toBe(1);
    const whole = withStatus(answers, 200);
    expect(whole.length).toBeGreaterThanOrEqual(1);
    expect(withStatus(answers, 409)).toHaveLength(10 - whole.length);
    for (const replica of [one, two]) {
      const again = await replica.call('/test/inline', input, headers);
      expect(again.text).toBe(whole[0]?.text);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    const charges = await database.database.query(
      `select state, credits from credit_reservations where project_id = '${label}' and state <> 'released'`,
    );
    expect(charges).toEqual([{ state: 'settled', credits: 3 }]);
  });

  it('makes one job', async () => {
    const label = randomUUID();
    const headers = { 'idempotency-key': label };
    const answers = await onBoth(10, (replica) => replica.call('/test/queued', { label }, headers));
    const again = await onBoth(2, (replica) => replica.call('/test/queued', { label }, headers));
    const ids = new Set([...withStatus(answers, 202), ...again].map((answer) => answer.json['job_id']));
    expect([...ids]).toEqual([expect.stringMatching(/^job_/)]);
    expect(withStatus(answers, 202).length + withStatus(answers, 409).length).toBe(10);
    const [stored] = await database.database.query(
      `select count(*)::int as jobs from jobs where input like '%${label}%'`,
    );
    expect(stored).toEqual({ jobs: 1 });
    await expect.poll(() => statusOf(two, String([...ids][0]))).toBe('completed');
    expect(runs.get(label)).toBe(1);
  });
});

describe('a job', () => {
  it('is queued on one replica and watched on the other to its end', async () => {
    const queued = await one.call('/test/queued', { label: randomUUID(), wait_ms: 700 });
    const id = String(queued.json['job_id']);
    const events = await watch(two, id);
    expect(events[0]).toMatchObject({ type: 'job.open' });
    expect(events.at(-1)).toMatchObject({ type: 'job.done', status: 'completed' });
    expect(events.slice(1).map((event) => event.id)).toEqual(await storedIds(id, events[0]?.id ?? 0));
  });

  it('is watched without a gap by a client that reconnects to the other replica', async () => {
    const label = randomUUID();
    const seenEnough = Promise.withResolvers<void>();
    holds.set(label, seenEnough.promise);
    const queued = await two.call('/test/queued', { label });
    const id = String(queued.json['job_id']);
    const first = await watch(one, id, { until: 'job.status', after: 0 });
    const seen = first.at(-1)?.id ?? 0;
    expect(seen).toBeGreaterThan(0);
    seenEnough.resolve();
    const rest = await watch(two, id, { after: seen });
    expect(rest.at(-1)).toMatchObject({ type: 'job.done', status: 'completed' });
    expect(rest.map((event) => event.id)).toEqual(await storedIds(id, seen));
  });

  it('runs where there is a worker, whichever replica took it', async () => {
    const label = randomUUID();
    const queued = await two.call('/test/queued', { label });
    const id = String(queued.json['job_id']);
    await expect.poll(() => statusOf(one, id)).toBe('completed');
    await expect.poll(() => statusOf(two, id)).toBe('completed');
    expect(runs.get(label)).toBe(1);
  });

  it('is cancelled on one replica while the other runs it', async () => {
    const label = randomUUID();
    const queued = await one.call('/test/queued', { label, wait_ms: 30_000 });
    const id = String(queued.json['job_id']);
    await expect.poll(() => runs.get(label), { timeout: 5000 }).toBe(1);
    expect((await two.call(`/jobs/${id}/cancel`, {})).status).toBe(200);
    await expect.poll(() => statusOf(two, id), { timeout: 5000 }).toBe('cancelled');
    const [reservation] = await database.database.query(`select state from credit_reservations where job_id = '${id}'`);
    expect(reservation).toEqual({ state: 'released' });
  });

  it('of many is told of once, although both replicas deliver', async () => {
    const made = await one.call('/webhooks/endpoints', { url: 'http://hooks.example/jobs', events: ['job.completed'] });
    expect(made.status).toBe(201);
    const answers = await onBoth(30, (replica) => replica.call('/test/queued', { label: randomUUID() }));
    expect(withStatus(answers, 202)).toHaveLength(30);
    const ids = (): string[] => received.filter(({ type }) => type === 'job.completed').map((event) => event.id);
    await expect.poll(() => ids().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(30);
    const stored = await database.database.query(
      `select message_id from webhook_deliveries where event_type = 'job.completed'`,
    );
    expect(ids().toSorted()).toEqual(stored.map((row) => String(row['message_id'])).toSorted());
    expect(new Set(ids()).size).toBe(30);
  });
});

/**
 * Before what a replica remembers ends by itself, after half a minute: the news must have come. How long a key counts
 * with and without news is held to the millisecond by key-store-memory.test.ts.
 */
const REVOKED_MS_MAX = 10_000;

describe('a key that is revoked on one replica', () => {
  it('is refused by the other within seconds', async () => {
    const { id, secret } = await one.service.keys.create(KEY, WORKSPACE);
    const headers = { 'x-api-key': secret };
    // Both have it in memory.
    expect((await one.call('/credits', undefined, headers)).status).toBe(200);
    expect((await two.call('/credits', undefined, headers)).status).toBe(200);
    expect(await one.service.keys.revoke(id, WORKSPACE)).toBe(true);
    const onTwo = async (): Promise<number> => (await two.call('/credits', undefined, headers)).status;
    await expect.poll(onTwo, { timeout: REVOKED_MS_MAX, interval: 20 }).toBe(401);
    expect((await one.call('/credits', undefined, headers)).status).toBe(401);
  });

  it('is refused by the other within seconds when the news of it was lost', async () => {
    const { id, secret } = await two.service.keys.create(KEY, WORKSPACE);
    const headers = { 'x-api-key': secret };
    expect((await one.call('/credits', undefined, headers)).status).toBe(200);
    // Nobody listens, and a statement past the key store announces nothing.
    await database.database.query(
      `with cut as (
         select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'seamark listen'
       )
       update api_keys set revoked_at = now() from (select count(*) from cut) as done where id = '${id}'`,
    );
    const onOne = async (): Promise<number> => (await one.call('/credits', undefined, headers)).status;
    await expect.poll(onOne, { timeout: REVOKED_MS_MAX, interval: 20 }).toBe(401);
  });
});

describe('usage', () => {
  it('of both replicas is one sum', async () => {
    const project = randomUUID();
    await onBoth(20, (replica) => replica.call('/test/inline', {}, { 'x-project-id': project }));
    const total = async (): Promise<unknown> =>
      (await two.call(`/usage?project_id=${project}`, undefined)).json['total'];
    await expect.poll(total, { timeout: 5000 }).toEqual({ calls: 20, failed_calls: 0, credits: 60, usd: 0 });
  });
});

interface StreamEvent {
  readonly id: number | undefined;
  readonly type: string;
  readonly status: string;
}

/** The events of a job as one replica streams them: to the end, or until the first of a type. */
async function watch(
  replica: Replica,
  id: string,
  { until, after }: { readonly until?: string; readonly after?: number } = {},
): Promise<StreamEvent[]> {
  const leaving = new AbortController();
  const resumed: Record<string, string> = after === undefined ? {} : { 'last-event-id': String(after) };
  const response = await fetch(`${replica.base}/api/v1/jobs/${id}/events`, {
    headers: { 'x-api-key': key, ...resumed },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const events: StreamEvent[] = [];
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    events.push(...blocks.flatMap(eventOf));
    if (until !== undefined && events.some((event) => event.type === until)) break;
  }
  leaving.abort();
  return until === undefined ? events : events.slice(0, events.findIndex((event) => event.type === until) + 1);
}

function eventOf(block: string): StreamEvent[] {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const type = field('event');
  if (type === undefined) return [];
  const id = field('id');
  const { job } = JSON.parse(field('data') ?? '{}');
  return [{ type, id: id === undefined ? undefined : Number(id), status: String(job?.status) }];
}

async function storedIds(job: string, after: number): Promise<unknown[]> {
  const rows = await database.database.query(
    `select id from job_events where job_id = '${job}' and id > ${after} order by id`,
  );
  return rows.map((row) => row['id']);
}

async function statusOf(replica: Replica, id: string): Promise<unknown> {
  const { json } = await replica.call(`/jobs/${id}`, undefined);
  const { job } = json;
  return typeof job === 'object' && job !== null ? Reflect.get(job, 'status') : undefined;
}
