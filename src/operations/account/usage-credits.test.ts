import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { PostgresLedger } from '../../adapters/postgres/ledger.ts';
import { PostgresProjects } from '../../adapters/postgres/projects.ts';
import { PostgresUsageLog } from '../../adapters/postgres/usage-log.ts';
import { PostgresUsageReports } from '../../adapters/postgres/usage-reports.ts';
import type { Operation, RunContext } from '../../contract/operation.ts';
import credits from './credits/operation.ts';
import usage from './usage/operation.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

let test: TestDatabase;
let account: Pick<RunContext['account'], 'projects' | 'usage'>;
beforeAll(async () => {
  test = await openTestDatabase();
  await test.database.query("insert into workspaces (id, name, plan) values ('ws_1', 'x', 'starter')");
  await test.database.query("insert into credit_accounts (workspace_id, balance) values ('ws_1', 0)");
  const projects = new PostgresProjects(test.database);
  const limits = { requests_per_minute: 60, concurrent_jobs: 2, credits_per_month: null };
  account = { projects, usage: new PostgresUsageReports(test.database, { plan: () => limits }) };
  const settings = { name: 'Acme Ltd', budget_credits: 100, warning_share: 0.5, is_hard: true };
  await projects.set('ws_1', 'acme', settings);
  await projects.set('ws_1', 'open', { ...settings, name: 'Open', budget_credits: undefined });
  const ledger = new PostgresLedger(test.database);
  await ledger.grant('ws_1', 500, 'bought');
  const made = { workspace_id: 'ws_1', operation: 'search', request_id: 'req_1', project_id: 'acme' };
  await (await ledger.reserve(made, 30)).settle();
  await ledger.reserve(made, 5);
  const log = new PostgresUsageLog(test.database, silentLog);
  const row = { ...made, workflow_id: undefined, transport: 'rest', error_code: undefined, duration_ms: 1 } as const;
  log.record({ ...row, key_id: 'key_1', status: 200, credits: 30, created_at: new Date('2026-11-19T10:00:00Z') });
  const other = { ...row, operation: 'extract', project_id: undefined, key_id: undefined };
  log.record({ ...other, status: 502, credits: 0, created_at: new Date('2026-11-20T10:00:00Z') });
  log.record({ ...other, status: 200, credits: 1, created_at: new Date('2026-10-31T23:59:59Z') });
  await log.close();
});
afterAll(() => test.close());

const unused = (): never => {
  throw new Error('No operation about usage asks for this.');
};

function context(project_id: string | undefined): RunContext {
  const names = { key_id: 'key_1', key_name: 'test', allowed_domains: [], scopes: [], plan: 'starter' };
  return {
    get ports() {
      return unused();
    },
    account: {
      ...account,
      get answers() {
        return unused();
      },
      get jobs() {
        return unused();
      },
      get webhooks() {
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
    caller: { ...names, workspace_id: 'ws_1', project_id },
    now: NOW,
    request_id: 'req_test',
    signal: new AbortController().signal,
    compute: unused,
    locate: unused,
    brand: unused,
    tracked: unused,
    muting: unused,
    competitors: unused,
    report: unused,
  };
}

async function call(operation: Operation, input: unknown, project?: string): Promise<Record<string, unknown>> {
  return (await operation.prepare(input).run(context(project))).result;
}

it('reports this month so far by day when nothing else is asked', async () => {
  const report = await call(usage, {});
  expect(report).toMatchObject({
    date_from: '2026-11-01',
    date_to: '2026-11-20',
    group_by: 'day',
    total: { calls: 2, failed_calls: 1, credits: 30 },
  });
  expect(report['groups']).toHaveLength(20);
  expect(report['groups']).toContainEqual({ group: '2026-11-19', calls: 1, failed_calls: 0, credits: 30, usd: 0 });
});

it('groups and filters as the strings of a query say', async () => {
  const range = { date_from: '2026-10-01', date_to: '2026-11-30' };
  await expect(call(usage, { ...range, group_by: 'operation' })).resolves.toMatchObject({
    groups: [
      { group: 'search', calls: 1, credits: 30 },
      { group: 'extract', calls: 2, failed_calls: 1, credits: 1 },
    ],
  });
  await expect(call(usage, { ...range, group_by: 'project' })).resolves.toMatchObject({
    groups: [{ group: 'acme' }, { group: null }],
  });
  await expect(call(usage, { ...range, operation: 'extract' })).resolves.toMatchObject({ total: { calls: 2 } });
  await expect(call(usage, { ...range, key_id: 'key_1' })).resolves.toMatchObject({ total: { calls: 1 } });
  await expect(call(usage, { ...range, project_id: 'nobody' })).resolves.toMatchObject({ total: { calls: 0 } });
});

it('shows a key that belongs to a project that project alone', async () => {
  await expect(call(usage, {}, 'acme')).resolves.toMatchObject({ total: { calls: 1, credits: 30 } });
  await expect(call(usage, { project_id: 'open' }, 'acme')).rejects.toMatchObject({ code: 'key_not_allowed_here' });
  // What acme spent and holds is none of the other project's business.
  await expect(call(credits, {}, 'open')).resolves.toMatchObject({ reserved: 0, spent_this_month: 0 });
  await expect(call(credits, {}, 'acme')).resolves.toMatchObject({
    reserved: 5,
    spent_this_month: 30,
    balance: 465,
    projects: [{ project_id: 'acme' }],
    entries: [],
    next_before: null,
  });
});

it.each([
  [{ date_from: 'yesterday' }, 'date_from'],
  [{ date_to: '2026-02-30' }, 'date_to'],
  [{ date_from: '0000-01-01' }, 'date_from'],
  [{ date_from: '2026-11-21' }, 'date_from'],
  [{ date_from: '2025-11-01', date_to: '2026-11-20' }, 'date_from'],
  [{ group_by: 'week' }, 'group_by'],
  [{ project_id: 'a\0b' }, 'project_id'],
  [{ operation: '' }, 'operation'],
  [{ key_id: 'x'.repeat(129) }, 'key_id'],
  [{ format: 'xml' }, 'format'],
])('refuses %j and names %s', async (input, path) => {
  await expect((async () => call(usage, input))()).rejects.toMatchObject({
    status: 422,
    issues: [{ path, message: expect.stringMatching(/^must/) }],
  });
});

it('shows what is left, held and spent, the limits, the budgets and the movements page by page', async () => {
  const first = await call(credits, { limit: '2' });
  expect(first).toMatchObject({
    plan: 'starter',
    balance: 465,
    reserved: 5,
    spent_this_month: 30,
    limits: { requests_per_minute: 60, concurrent_jobs: 2, credits_per_month: null },
    projects: [
      { project_id: 'acme', name: 'Acme Ltd', budget_credits: 100, spent: 30, reserved: 5, left: 65, is_hard: true },
      { project_id: 'open', budget_credits: null, left: null },
    ],
    entries: [
      { kind: 'reserve', amount: -5, operation: 'search', request_id: 'req_1', reason: null },
      { kind: 'settle', amount: 0 },
    ],
    next_before: expect.any(Number),
  });
  await expect(call(credits, { limit: '2', before: String(first['next_before']) })).resolves.toMatchObject({
    entries: [
      { kind: 'reserve', amount: -30 },
      { kind: 'grant', amount: 500, reason: 'bought' },
    ],
    next_before: null,
  });
});

it.each([
  [{ limit: '0' }, 'limit'],
  [{ limit: 'many' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ limit: '1.5' }, 'limit'],
  [{ before: '' }, 'before'],
  [{ before: '2000000000000000' }, 'before'],
])('refuses %j for the movements and names %s', async (input, path) => {
  await expect((async () => call(credits, input))()).rejects.toMatchObject({
    status: 422,
    issues: [{ path, message: expect.stringMatching(/^must/) }],
  });
});
