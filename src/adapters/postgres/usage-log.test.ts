import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { AppError } from '../../kernel/errors.ts';
import type { UsageRow } from '../../ports/accounts.ts';
import { PostgresUsageLog } from './usage-log.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(() => test.database.query('truncate usage_rows'));

const row: UsageRow = {
  request_id: 'req_1',
  workspace_id: 'ws_default',
  key_id: undefined,
  project_id: undefined,
  workflow_id: undefined,
  operation: 'backlinks.list',
  transport: 'rest',
  status: 200,
  error_code: undefined,
  credits: 5,
  duration_ms: 12.5,
  created_at: new Date('2026-01-01T00:00:00Z'),
};

const written = (): Promise<readonly Record<string, unknown>[]> =>
  test.database.query('select * from usage_rows order by id');

it('writes rows by itself, soon and in the order they came', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  log.record(row);
  log.record({ ...row, request_id: 'req_2', error_code: 'not_found', key_id: 'key_1' });
  await vi.waitFor(async () => expect(await written()).toHaveLength(2), { timeout: 3000 });
  expect(await written()).toMatchObject([
    { request_id: 'req_1', status: 200, credits: 5, duration_ms: 12.5, created_at: row.created_at, key_id: null },
    { request_id: 'req_2', error_code: 'not_found', key_id: 'key_1' },
  ]);
  await log.close();
});

it('has written everything when it is closed', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  for (let number = 0; number < 2500; number += 1) log.record({ ...row, request_id: `req_${number}` });
  await log.close();
  expect(await written()).toHaveLength(2500);
});

it('keeps rows while the database does not answer and writes each once when it does again', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  const query = vi.spyOn(test.database, 'query');
  query.mockRejectedValueOnce(new AppError('unavailable', 'gone'));
  log.record(row);
  log.record({ ...row, request_id: 'req_2' });
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), { timeout: 5000 });
  query.mockRestore();
  await log.close();
  expect(await written()).toHaveLength(2);
});

it('does not let one row that the database refuses hold back the others', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  log.record(row);
  log.record({ ...row, request_id: 'req_bad', status: 2 ** 40 });
  log.record({ ...row, request_id: 'req_3' });
  await log.close();
  expect((await written()).map(({ request_id }) => request_id)).toEqual(['req_1', 'req_3']);
});

it('cuts ids that callers make up at 128 characters and takes any character', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  log.record({ ...row, project_id: 'p'.repeat(1000), workflow_id: 'a\0b\uD800' });
  await log.close();
  expect(await written()).toMatchObject([{ project_id: 'p'.repeat(128), workflow_id: 'ab\uFFFD' }]);
});

it('holds a bounded number of rows when the database stays away', async () => {
  const log = new PostgresUsageLog(test.database, silentLog);
  const query = vi.spyOn(test.database, 'query').mockRejectedValue(new AppError('unavailable', 'gone'));
  for (let number = 0; number < 60_000; number += 1) log.record(row);
  query.mockRestore();
  await log.close();
  const [count] = await test.database.query('select count(*) as rows from usage_rows');
  expect(count).toEqual({ rows: 50_000 });
});

it('counts a batch once that is sent again because nobody knows whether it was written', async () => {
  await test.database.query('truncate usage_days');
  const log = new PostgresUsageLog(test.database, silentLog);
  const send = test.database.query.bind(test.database);
  const query = vi.spyOn(test.database, 'query');
  query.mockImplementationOnce(async (text, values) => {
    await send(text, values);
    throw new AppError('unavailable', 'The connection was lost after the commit.');
  });
  log.record(row);
  log.record({ ...row, request_id: 'req_2' });
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2), { timeout: 5000 });
  query.mockRestore();
  await log.close();
  expect(await written()).toHaveLength(2);
  await expect(test.database.query('select calls, credits from usage_days')).resolves.toEqual([
    { calls: 2, credits: 10 },
  ]);
});

it('sums up by day exactly what it writes as rows, with two processes writing at once', async () => {
  await test.database.query('truncate usage_days');
  const logs = [new PostgresUsageLog(test.database, silentLog), new PostgresUsageLog(test.database, silentLog)];
  for (let number = 0; number < 3000; number += 1) {
    const project_id = number % 3 === 0 ? undefined : `project ${number % 7}`;
    const created_at = new Date(Date.UTC(2026, 0, 1 + (number % 4)));
    logs[number % 2]?.record({ ...row, project_id, created_at, status: number % 5 === 0 ? 422 : 200 });
  }
  await Promise.all(logs.map((log) => log.close()));
  const different = await test.database.query(
    `select workspace_id, (created_at at time zone 'UTC')::date as day, operation, project_id, key_id, count(*) as calls,
        count(*) filter (where status >= 400) as failed_calls, sum(credits)::bigint as credits
      from usage_rows group by 1, 2, 3, 4, 5
      except select workspace_id, day, operation, project_id, key_id, calls, failed_calls, credits from usage_days`,
  );
  expect(different).toEqual([]);
  await expect(test.database.query('select sum(calls)::int as calls from usage_days')).resolves.toEqual([
    { calls: 3000 },
  ]);
});

it('deletes rows that are older than they are kept, in parts, and leaves the sums by day', async () => {
  await test.database.query('truncate usage_days');
  const log = new PostgresUsageLog(test.database, silentLog, { keep_days: 30 });
  const old = new Date(Date.now() - 31 * 86_400_000);
  for (let number = 0; number < 2300; number += 1) log.record({ ...row, created_at: old });
  log.record({ ...row, request_id: 'req_of_today', created_at: new Date() });
  await log.close();
  const sweeper = new PostgresUsageLog(test.database, silentLog, { keep_days: 30 });
  await sweeper.sweep();
  expect((await written()).map(({ request_id }) => request_id)).toEqual(['req_of_today']);
  await expect(test.database.query('select sum(calls)::int as calls from usage_days')).resolves.toEqual([
    { calls: 2301 },
  ]);
  await sweeper.close();
});

it('sums up the ids of unknown projects beyond the first thousand of a day as one, and known ones as they are', async () => {
  await test.database.query('truncate usage_days, usage_projects');
  await test.database.query("insert into projects (workspace_id, id, name) values ('ws_default', 'known', 'Known')");
  const log = new PostgresUsageLog(test.database, silentLog);
  for (let number = 0; number < 2500; number += 1) log.record({ ...row, project_id: `made up ${number}` });
  log.record({ ...row, project_id: 'known' });
  await log.close();
  const later = new PostgresUsageLog(test.database, silentLog);
  // The first was seen before, the second is one too many, and the next day has its own thousand.
  later.record({ ...row, project_id: 'made up 0' });
  later.record({ ...row, project_id: 'made up too' });
  later.record({ ...row, project_id: 'made up too', created_at: new Date('2026-01-02T00:00:00Z') });
  await later.close();
  const sums = await test.database.query<{ project_id: string; day: string; calls: number }>(
    `select project_id, to_char(day, 'DD') as day, calls from usage_days
      where project_id in ('(other)', 'known', 'made up 0', 'made up too') order by project_id`,
  );
  expect(sums).toEqual([
    { project_id: '(other)', day: '01', calls: 1501 },
    { project_id: 'known', day: '01', calls: 1 },
    { project_id: 'made up 0', day: '01', calls: 2 },
    { project_id: 'made up too', day: '02', calls: 1 },
  ]);
  expect(await written()).toHaveLength(2504);
});

it('forgets which ids of projects there were when their day is long over', async () => {
  await test.database.query('truncate usage_projects');
  const log = new PostgresUsageLog(test.database, silentLog);
  log.record({ ...row, project_id: 'a', created_at: new Date(Date.now() - 9 * 86_400_000) });
  log.record({ ...row, project_id: 'b', created_at: new Date() });
  await log.close();
  await log.sweep();
  await expect(test.database.query('select project_id from usage_projects')).resolves.toEqual([{ project_id: 'b' }]);
});
