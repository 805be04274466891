import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { SourceRequest } from '../../ports/money.ts';
import type { UsageQuery } from '../../ports/usage.ts';
import { PostgresMoneyGuard } from './money.ts';
import { PostgresUsageLog } from './usage-log.ts';
import { PostgresUsageReports } from './usage-reports.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const REQUEST: SourceRequest = {
  source: 'dataforseo',
  capability: 'serp',
  method: 'check',
  identity: 'serp.check garden hose',
  usd: 0.002,
  workspace_id: 'ws_default',
  key_id: 'key_1',
  project_id: 'acme',
  operation: 'analyze.serp',
  request_id: 'req_1',
};

let test: TestDatabase;
let guard: PostgresMoneyGuard;
let reports: PostgresUsageReports;
beforeAll(async () => {
  test = await openTestDatabase();
  guard = new PostgresMoneyGuard(test.database, silentLog);
  const limits = { requests_per_minute: 60, concurrent_jobs: 2, credits_per_month: null };
  reports = new PostgresUsageReports(test.database, { plan: () => limits });
  await spend({ usd: 0.002 });
  await spend({ usd: 0.5, source: 'serper', operation: 'keywords', project_id: undefined, key_id: undefined });
  await spend({ usd: 0, source: 'searxng' });
  await spend({ usd: 9, workspace_id: 'ws_other' });
  const failing = await guard.reserve({ ...REQUEST, usd: 0.003 }, { source_usd: undefined, total_usd: undefined });
  if (failing.is_held) await failing.fail({ usd: 0.003, reason: 'The answer came too late.' });
  const log = new PostgresUsageLog(test.database, silentLog);
  const { workspace_id, key_id, project_id, operation, request_id } = REQUEST;
  const call = { workspace_id, key_id, project_id, operation, request_id, created_at: new Date() };
  log.record({
    ...call,
    workflow_id: undefined,
    transport: 'rest',
    status: 200,
    error_code: undefined,
    credits: 5,
    duration_ms: 1,
  });
  await log.close();
});
afterAll(async () => {
  await guard.close();
  await test.close();
});

async function spend(changes: Partial<SourceRequest>): Promise<void> {
  const request = { ...REQUEST, ...changes };
  const hold = await guard.reserve(request, { source_usd: undefined, total_usd: undefined });
  if (hold.is_held)
    await hold.book({ usd: request.usd, observations: [], workspace_id: '', index_id: '', delete_at: undefined });
}

const query = (changes: Partial<UsageQuery> = {}): UsageQuery => ({
  date_from: TODAY,
  date_to: TODAY,
  group_by: 'day',
  project_id: undefined,
  operation: undefined,
  key_id: undefined,
  ...changes,
});

it('shows what sources have charged beside the credits of the calls that asked them', async () => {
  const total = { calls: 1, failed_calls: 0, credits: 5, usd: 0.505 };
  await expect(reports.total('ws_default', query())).resolves.toEqual(total);
  await expect(reports.groups('ws_default', query())).resolves.toEqual([{ group: TODAY, ...total }]);
  await expect(reports.groups('ws_default', query({ group_by: 'operation' }))).resolves.toEqual([
    { group: 'analyze.serp', calls: 1, failed_calls: 0, credits: 5, usd: 0.005 },
    { group: 'keywords', calls: 0, failed_calls: 0, credits: 0, usd: 0.5 },
  ]);
  await expect(reports.groups('ws_default', query({ group_by: 'project' }))).resolves.toMatchObject([
    { group: 'acme', usd: 0.005 },
    { group: null, usd: 0.5 },
  ]);
  await expect(reports.groups('ws_default', query({ group_by: 'key' }))).resolves.toMatchObject([
    { group: 'key_1', usd: 0.005 },
    { group: null, usd: 0.5 },
  ]);
});

it('groups by source, the dearest first, with the requests that were made and that failed', async () => {
  await expect(reports.groups('ws_default', query({ group_by: 'source' }))).resolves.toEqual([
    { group: 'serper', calls: 1, failed_calls: 0, credits: 0, usd: 0.5 },
    { group: 'dataforseo', calls: 2, failed_calls: 1, credits: 0, usd: 0.005 },
    { group: 'searxng', calls: 1, failed_calls: 0, credits: 0, usd: 0 },
  ]);
  await expect(reports.groups('ws_default', query({ group_by: 'source', project_id: 'acme' }))).resolves.toMatchObject([
    { group: 'dataforseo' },
    { group: 'searxng' },
  ]);
  await expect(reports.groups('ws_other', query({ group_by: 'source' }))).resolves.toMatchObject([{ usd: 9 }]);
});

it('filters spending by project, operation and key, and by the day', async () => {
  await expect(reports.total('ws_default', query({ project_id: 'acme' }))).resolves.toMatchObject({ usd: 0.005 });
  await expect(reports.total('ws_default', query({ operation: 'keywords' }))).resolves.toMatchObject({ usd: 0.5 });
  await expect(reports.total('ws_default', query({ key_id: 'nobody' }))).resolves.toMatchObject({ usd: 0 });
  const before = query({ date_from: '2026-01-01', date_to: '2026-01-02' });
  await expect(reports.total('ws_default', before)).resolves.toMatchObject({ usd: 0 });
});

it('finds the spending of a single call by its request id', async () => {
  await expect(
    test.database.query(
      `select usage_rows.credits, sum(charged_usd)::double precision as usd
        from usage_rows join source_requests using (workspace_id, request_id) group by usage_rows.id`,
    ),
  ).resolves.toEqual([{ credits: 5, usd: 0.505 }]);
});

it('sums up projects that nobody has made as one, from the thousand and first of a day on', async () => {
  await test.database.query(
    `insert into usage_projects (workspace_id, day, project_id)
      select 'ws_many', (now() at time zone 'UTC')::date, 'p' || n from generate_series(1, 999) as rows (n)`,
  );
  await test.database.query("insert into workspaces (id, name, plan) values ('ws_many', 'x', 'x')");
  await test.database.query("insert into projects (workspace_id, id, name) values ('ws_many', 'made', 'x')");
  for (const project_id of ['p7', 'new', 'too many', 'one more', 'made', undefined]) {
    await spend({ workspace_id: 'ws_many', project_id });
  }
  const groups = await reports.groups('ws_many', query({ group_by: 'project' }));
  expect(new Map(groups.map(({ group, usd }) => [group, usd]))).toEqual(
    new Map([
      ['(other)', 0.004],
      ['made', 0.002],
      ['new', 0.002],
      ['p7', 0.002],
      [null, 0.002],
    ]),
  );
});
