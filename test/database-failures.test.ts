import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { connect, type Database } from '../src/adapters/postgres/database.ts';
import { newSecret } from '../src/kernel/api-key.ts';
import { serving, type Serving } from './command-line.ts';
import { giveBack, type KeptEngine, takeEngine } from './index-engine.ts';
import { ask as askMcp, fieldsOf } from './mcp/ask.ts';
import { openTestDatabase, silentLog, type TestDatabase } from './postgres.ts';
import { call, type TestAnswer } from './service.ts';

/** A whole service whose database fails under it, asked over REST, MCP and the dashboard. */

let data: string;
let control: TestDatabase;
let kept: KeptEngine;
let admin: Database;
let service: Serving;
let cookie: string;
const key = newSecret();
const login = { email: 'ops@example.com', password: 'correct horse battery' };

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'seamark-failures-'));
  [control, kept] = await Promise.all([openTestDatabase(), takeEngine()]);
  admin = connect({ url: control.url.replace(/\/test_\w+/, '/postgres'), log: silentLog, connections_max: 1 });
  service = await serving(['--data', data, '--port', '0'], {
    DATABASE_URL: control.url,
    CLICKHOUSE_URL: kept.engine.url,
    SEAMARK_LOG_LEVEL: 'info',
    SEAMARK_INIT_API_KEY: key,
    SEAMARK_INIT_EMAIL: login.email,
    SEAMARK_INIT_PASSWORD: login.password,
  });
  const answer = await onDashboard('/login', login);
  cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}, 60_000);
afterAll(async () => {
  await service.stop();
  await admin.close();
  await control.close();
  await giveBack(kept);
  await rm(data, { recursive: true, force: true });
});

const OPERATION = 'content.technical-qa';
const PAGE = { markdown: '# Bicycle repair\n\nHow to mend a flat tyre in ten minutes.' };

const overRest = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  call(`${service.base}/api/v1${path}`, body, { 'x-api-key': key, ...headers });

const onDashboard = (path: string, body?: unknown): Promise<TestAnswer> =>
  call(`${service.base}/dashboard/api${path}`, body, {
    origin: service.base,
    'x-seamark-dashboard': '1',
    // A login ends the session that it comes with.
    cookie: path === '/login' ? '' : cookie,
  });

const WRITES: readonly (readonly [string, () => Promise<TestAnswer>])[] = [
  ['a call over REST', () => overRest('/content/technical-qa', PAGE)],
  ['a job over REST', () => overRest('/content/technical-qa', PAGE, { prefer: 'respond-async' })],
  ['a call with an idempotency key', () => overRest('/content/technical-qa', PAGE, { 'idempotency-key': newSecret() })],
  ['a report of the dashboard', () => onDashboard('/reports', { operation: OPERATION, input: PAGE })],
  ['a login to the dashboard', () => onDashboard('/login', login)],
];

const READS: readonly (readonly [string, () => Promise<TestAnswer>])[] = [
  ['jobs over REST', () => overRest('/jobs')],
  ['the usage over REST', () => overRest('/usage')],
  ['jobs on the dashboard', () => onDashboard('/jobs')],
  ['/readyz', () => call(`${service.base}/readyz`, undefined, {})],
];

/** A trigger raises what the server itself raises when a file cannot grow. */
const FULL = `
  create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger refused before insert or update on %I for each statement execute function refuse()', name);
    end loop;
  end $$`;

/** From another database of the server, which nothing of this happens to. */
async function alterDatabase(change: string): Promise<void> {
  const name = new URL(control.url).pathname.slice(1);
  await admin.query(`alter database ${name} ${change}`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

const FAILURES = [
  {
    what: 'the disk is full',
    said: '53100: could not extend file',
    // The disk itself has room, and /readyz tries it: test/disk-full.test.ts fills one.
    readyz: 200,
    refused: WRITES,
    fail: () => control.database.query(FULL),
    mend: () => control.database.query('drop function refuse cascade'),
  },
  {
    what: 'the server is read-only',
    said: '25006: cannot execute',
    readyz: 503,
    refused: WRITES,
    fail: () => alterDatabase('set default_transaction_read_only = on'),
    mend: () => alterDatabase('reset default_transaction_read_only'),
  },
  {
    what: 'the server takes no connections',
    said: '55000: database',
    readyz: 503,
    refused: [...WRITES, ...READS],
    fail: () => alterDatabase('allow_connections false'),
    mend: () => alterDatabase('allow_connections true'),
  },
] as const;

interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly operation?: string;
  readonly request_id?: string;
  readonly cause?: string;
}

const lines = (): Line[] =>
  service
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const readiness = async (): Promise<number> => (await call(`${service.base}/readyz`, undefined, {})).status;

describe.each(FAILURES)('while $what', ({ said, readyz, refused, fail, mend }) => {
  const told: string[] = [];
  beforeAll(async () => {
    await fail();
    // The first calls may still meet connections that are just being cut.
    await vi.waitFor(async () => {
      await overRest('/content/technical-qa', PAGE);
      if (!service.printed().includes(said)) throw new Error(`Not yet: ${said}`);
    });
  });

  it.each(refused)('%s is 503 with Retry-After', async (_what, send) => {
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.json).toMatchObject({ code: 'unavailable', success: false });
    told.push(answer.headers.get('x-request-id') ?? '');
  });

  it.each(['2025-11-25', '2026-07-28'] as const)('a tool of MCP (%s) fails and says when to try again', async (era) => {
    const asked = { name: 'content_technical_qa', arguments: PAGE };
    const answer = await askMcp(service.base, 'tools/call', asked, { key, era });
    const error = answer.status === 200 ? fieldsOf(answer.result['structuredContent']) : {};
    if (answer.status === 200) {
      expect(answer.result).toMatchObject({ isError: true });
      expect(error['error']).toMatchObject({ code: 'unavailable', retryable: true, retry_after_s: 5 });
    } else {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.error['data']).toMatchObject({ code: 'unavailable', retryable: true });
    }
    told.push(answer.headers.get('x-request-id') ?? '');
  });

  it('nothing is a 500, and /readyz says whether the server can write', async () => {
    const answers = await Promise.all([...WRITES, ...READS].map(([, send]) => send()));
    for (const { status } of answers) expect([200, 202, 503]).toContain(status);
    expect(await readiness()).toBe(readyz);
  });

  it('the log has the cause of each failure once, under its request id, and no key', async () => {
    await vi.waitFor(() => {
      const warned = lines().filter(({ level, cause }) => level >= 40 && cause !== undefined);
      const causes = told.map((id) => warned.filter((line) => line.request_id === id).map(({ cause }) => cause));
      expect(causes).toEqual(told.map(() => [expect.stringContaining(said)]));
    });
    expect(service.printed()).not.toContain(key);
    expect(service.printed()).not.toContain(login.password);
  });

  it('everything goes on when it is over, and the usage has every call that failed meanwhile', async () => {
    await mend();
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 10_000 });
    expect((await overRest('/content/technical-qa', PAGE)).status).toBe(200);
    await vi.waitFor(
      async () => {
        const rows = await control.database.query<{ request_id: string; told: string }>(
          "select request_id, concat(status, ' ', error_code) as told from usage_rows",
        );
        const recorded = new Map(rows.map(({ request_id, told: how }) => [request_id, how]));
        const failed = lines().filter((line) => line.msg === 'an operation failed');
        // A key that was remembered lets a question about jobs or usage get as far as failing; neither is ever in the usage.
        const expected = failed.map(({ operation }) => (operation === OPERATION ? '503 unavailable' : undefined));
        expect(expected).toContain('503 unavailable');
        expect(failed.map(({ request_id = '' }) => recorded.get(request_id))).toEqual(expected);
      },
      { timeout: 45_000 },
    );
  });
});

describe('while jobs cannot be read', () => {
  beforeAll(() => control.database.query('alter table jobs rename to jobs_away'));
  afterAll(() => control.database.query('alter table jobs_away rename to jobs'));

  it('a resource of MCP fails without telling why, and the log tells it under the request id', async () => {
    const answer = await askMcp(service.base, 'resources/read', { uri: 'seamark://jobs/job_1' }, { key });
    expect(answer.error).toMatchObject({ code: -32_603, data: { code: 'internal', retryable: true } });
    expect(answer.text).not.toContain('relation');
    const id = answer.headers.get('x-request-id');
    await vi.waitFor(() => {
      const found = lines().filter(({ level, request_id }) => level >= 50 && request_id === id);
      expect(found).toMatchObject([{ err: { code: '42P01' } }]);
    });
  });
});
