import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { UsageRow } from '../../ports/accounts.ts';
import type { UsageQuery } from '../../ports/usage.ts';
import { PostgresLedger } from './ledger.ts';
import { PostgresUsageLog } from './usage-log.ts';
import { PostgresUsageReports } from './usage-reports.ts';

const LIMITS = { requests_per_minute: 60, concurrent_jobs: 2, credits_per_month: 1000 };

const CALL: UsageRow = {
  request_id: 'req_1',
  workspace_id: 'ws_default',
  key_id: 'key_a',
  project_id: 'acme',
  workflow_id: undefined,
  operation: 'search',
  transport: 'rest',
  status: 200,
  error_code: undefined,
  credits: 1,
  duration_ms: 12.5,
  created_at: new Date('2026-03-02T10:00:00Z'),
};

let test: TestDatabase;
let ledger: PostgresLedger;
let reports: PostgresUsageReports;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = new PostgresLedger(test.database);
  reports = new PostgresUsageReports(test.database, { plan: () => LIMITS });
  await test.database.query("insert into workspaces (id, name, plan) values ('ws_limited', 'x', 'starter')");
  await test.database.query("insert into credit_accounts (workspace_id, balance) values ('ws_limited', 0)");
  const log = new PostgresUsageLog(test.database, silentLog);
  log.record(CALL);
  log.record({ ...CALL, credits: 5, operation: 'backlinks.list', project_id: undefined });
  log.record({ ...CALL, credits: 0, status: 402, error_code: 'insufficient_credits', key_id: undefined });
  log.record({ ...CALL, credits: 2, created_at: new Date('2026-03-04T00:00:00Z') });
  log.record({ ...CALL, credits: 100, created_at: new Date('2026-03-04T23:59:59.999Z'), project_id: 'berlin' });
  log.record({ ...CALL, credits: 7, created_at: new Date('2026-03-05T00:00:00Z') });
  log.record({ ...CALL, credits: 1000, workspace_id: 'ws_limited' });
  await log.close();
  const second = new PostgresUsageLog(test.database, silentLog);
  second.record({ ...CALL, credits: 3 });
  await second.close();
});
afterAll(() => test.close());

const query = (changes: Partial<UsageQuery> = {}): UsageQuery => ({
  date_from: '2026-03-02',
  date_to: '2026-03-04',
  group_by: 'day',
  project_id: undefined,
  operation: undefined,
  key_id: undefined,
  ...changes,
});

it('gives every day of the range its sums in UTC, days without calls too', async () => {
  await expect(reports.groups('ws_default', query())).resolves.toEqual([
    { group: '2026-03-02', calls: 4, failed_calls: 1, credits: 9, usd: 0 },
    { group: '2026-03-03', calls: 0, failed_calls: 0, credits: 0, usd: 0 },
    { group: '2026-03-04', calls: 2, failed_calls: 0, credits: 102, usd: 0 },
  ]);
});

it('groups by operation, project and key, the dearest first, with null for calls without one', async () => {
  await expect(reports.groups('ws_default', query({ group_by: 'operation' }))).resolves.toEqual([
    { group: 'search', calls: 5, failed_calls: 1, credits: 106, usd: 0 },
    { group: 'backlinks.list', calls: 1, failed_calls: 0, credits: 5, usd: 0 },
  ]);
  await expect(reports.groups('ws_default', query({ group_by: 'project' }))).resolves.toEqual([
    { group: 'berlin', calls: 1, failed_calls: 0, credits: 100, usd: 0 },
    { group: 'acme', calls: 4, failed_calls: 1, credits: 6, usd: 0 },
    { group: null, calls: 1, failed_calls: 0, credits: 5, usd: 0 },
  ]);
  await expect(reports.groups('ws_default', query({ group_by: 'key' }))).resolves.toEqual([
    { group: 'key_a', calls: 5, failed_calls: 0, credits: 111, usd: 0 },
    { group: null, calls: 1, failed_calls: 1, credits: 0, usd: 0 },
  ]);
});

it('totals what the groups sum to, under every filter', async () => {
  await expect(reports.total('ws_default', query())).resolves.toEqual({
    calls: 6,
    failed_calls: 1,
    credits: 111,
    usd: 0,
  });
  const filters = [{ project_id: 'acme' }, { operation: 'backlinks.list' }, { key_id: 'key_a' }, { key_id: 'nobody' }];
  for (const filter of filters) {
    const total = await reports.total('ws_default', query(filter));
    for (const group_by of ['day', 'operation', 'project', 'key'] as const) {
      const groups = await reports.groups('ws_default', query({ ...filter, group_by }));
      expect(groups.reduce((sum, group) => sum + group.credits, 0)).toBe(total.credits);
      expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(total.calls);
    }
  }
});

it('knows each workspace for itself', async () => {
  await expect(reports.total('ws_limited', query())).resolves.toMatchObject({ calls: 1, credits: 1000 });
  await expect(reports.groups('ws_nobody', query({ group_by: 'key' }))).resolves.toEqual([]);
});

it('tells balance, what is held, what was spent this month, and the limits of the plan', async () => {
  await ledger.grant('ws_limited', 500, 'bought');
  const call = { workspace_id: 'ws_limited', operation: 'search', request_id: 'req_9', project_id: undefined };
  await (await ledger.reserve(call, 30)).settle();
  await (await ledger.reserve(call, 20)).release();
  const open = await ledger.reserve(call, 7);
  await expect(reports.credits('ws_limited')).resolves.toEqual({
    plan: 'starter',
    balance: 463,
    reserved: 7,
    spent_this_month: 30,
    limits: LIMITS,
  });
  await expect(reports.credits('ws_default')).resolves.toMatchObject({ balance: null, reserved: 0 });
  const entries = await reports.entries('ws_limited', 3, undefined);
  expect(entries).toMatchObject([
    { kind: 'reserve', amount: -7, operation: 'search', request_id: 'req_9', reason: undefined },
    { kind: 'release', amount: 20 },
    { kind: 'reserve', amount: -20 },
  ]);
  const older = await reports.entries('ws_limited', 10, entries.at(-1)?.id);
  expect(older.map((entry) => `${entry.kind} ${entry.amount}`)).toEqual(['settle 0', 'reserve -30', 'grant 500']);
  expect(older.at(-1)).toMatchObject({ reason: 'bought', operation: undefined });
  await open.release();
});

it('does not count what was settled in the month before', async () => {
  const call = { workspace_id: 'ws_default', operation: 'search', request_id: 'req_9', project_id: undefined };
  await (await ledger.reserve(call, 30)).settle();
  await test.database.query(
    "update credit_reservations set closed_at = closed_at - interval '1 month' where workspace_id = 'ws_default'",
  );
  await expect(reports.credits('ws_default')).resolves.toMatchObject({ spent_this_month: 0 });
});
