import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { spawnFrom } from '../../../test/killed-process.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { UsageRow } from '../../ports/accounts.ts';
import { PostgresLedger } from './ledger.ts';
import { PostgresUsageLog } from './usage-log.ts';

/** A call is charged in one transaction and its usage row is written a moment later: a kill can come between the two. */

let test: TestDatabase;
let ledger: PostgresLedger;
let log: PostgresUsageLog;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = new PostgresLedger(test.database);
  log = new PostgresUsageLog(test.database, silentLog);
});
afterAll(async () => {
  await log.close();
  await test.close();
});
beforeEach(() =>
  test.database.query(
    'truncate usage_rows, usage_days, usage_rebuilt, usage_checks, credit_reservations restart identity',
  ),
);
// As the migration leaves it.
beforeEach(() => test.database.query('insert into usage_checks values (clock_timestamp(), 0)'));

const call = {
  workspace_id: 'ws_default',
  operation: 'backlinks.list',
  request_id: 'req_1',
  project_id: 'acme',
  made_by: { key_id: 'key_1', workflow_id: 'weekly', transport: 'mcp' },
} as const;

const { made_by, ...booked } = call;
const row: UsageRow = {
  ...booked,
  ...made_by,
  status: 200,
  error_code: undefined,
  credits: 5,
  duration_ms: 12.5,
  created_at: new Date('2026-01-01T00:00:00Z'),
};

async function charge(request_id: string, credits = 5, charged = credits): Promise<void> {
  const reservation = await ledger.reserve({ ...call, request_id }, credits);
  await reservation.settle(undefined, charged);
}

const rebuild = (): Promise<void> => log.rebuild({ settled_before_ms: 0 });

async function written(rows: readonly UsageRow[]): Promise<void> {
  const theirs = new PostgresUsageLog(test.database, silentLog);
  for (const one of rows) theirs.record(one);
  await theirs.close();
}

const shown = (): Promise<readonly Record<string, unknown>[]> =>
  test.database.query('select request_id, credits from usage_rows order by request_id');

const summed = (): Promise<readonly Record<string, unknown>[]> =>
  test.database.query('select sum(calls)::int as calls, sum(credits)::int as credits from usage_days');

it('shows a call that was charged before its process was killed, with all that is known of it, once', async () => {
  await charge('req_1', 5, 3);
  await rebuild();
  await rebuild();
  const day = {
    operation: 'backlinks.list',
    project_id: 'acme',
    key_id: 'key_1',
    calls: 1,
    failed_calls: 0,
    credits: 3,
  };
  await expect(test.database.query('select * from usage_rows')).resolves.toMatchObject([
    {
      request_id: 'req_1',
      workspace_id: 'ws_default',
      key_id: 'key_1',
      project_id: 'acme',
      workflow_id: 'weekly',
      operation: 'backlinks.list',
      transport: 'mcp',
      status: 200,
      error_code: null,
      credits: 3,
    },
  ]);
  await expect(test.database.query('select * from usage_days')).resolves.toMatchObject([day]);
});

it('leaves alone what was written, what was not charged, and what jobs write themselves', async () => {
  await charge('req_written');
  await written([{ ...row, request_id: 'req_written' }]);
  await ledger.reserve({ ...call, request_id: 'req_open' }, 5);
  await (await ledger.reserve({ ...call, request_id: 'req_released' }, 5)).release();
  await charge('req_job');
  await test.database.query("update credit_reservations set job_id = 'job_1' where request_id = 'req_job'");
  await rebuild();
  await expect(shown()).resolves.toEqual([{ request_id: 'req_written', credits: 5 }]);
});

it('does not show a call twice whose process was slow to write its row', async () => {
  await charge('req_slow');
  await rebuild();
  await written([
    { ...row, request_id: 'req_slow' },
    { ...row, request_id: 'req_other' },
  ]);
  await expect(shown()).resolves.toEqual([
    { request_id: 'req_other', credits: 5 },
    { request_id: 'req_slow', credits: 5 },
  ]);
  await expect(summed()).resolves.toEqual([{ calls: 2, credits: 10 }]);
});

const untilWaiting = (): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      expect(await test.database.query(waiting)).toHaveLength(1);
    },
    { timeout: 5000 },
  );

const INSERT = `insert into usage_rows (request_id, workspace_id, operation, transport, status, credits, duration_ms, created_at)
  values ('req_1', 'ws_default', 'backlinks.list', 'mcp', 200, 5, 1, now())`;

it('waits for rows that are being written, and rebuilds none of them', async () => {
  await charge('req_1');
  const rebuilding = await test.database.transaction(async (transaction) => {
    await transaction.query(INSERT);
    const started = rebuild();
    await untilWaiting();
    return { started };
  });
  await rebuilding.started;
  await expect(shown()).resolves.toEqual([{ request_id: 'req_1', credits: 5 }]);
});

it('makes rows wait that come while it rebuilds, and leaves out those that it has rebuilt', async () => {
  await charge('req_1');
  const writing = await test.database.transaction(async (transaction) => {
    await transaction.query('lock table usage_rows in share row exclusive mode');
    const started = written([{ ...row, request_id: 'req_1' }]);
    await untilWaiting();
    await transaction.query(INSERT);
    await transaction.query("insert into usage_rebuilt values ('ws_default', 'req_1')");
    return { started };
  });
  await writing.started;
  await expect(shown()).resolves.toEqual([{ request_id: 'req_1', credits: 5 }]);
});

it('leaves calls that were charged just now to the processes that live', async () => {
  await charge('req_now');
  await log.rebuild({ settled_before_ms: 60_000 });
  await expect(shown()).resolves.toEqual([]);
  await rebuild();
  await expect(shown()).resolves.toEqual([{ request_id: 'req_now', credits: 5 }]);
});

it('finds after a long stop what was charged shortly before its last check', async () => {
  await charge('req_before');
  await log.rebuild({ settled_before_ms: 60_000 });
  const dayAgo = "- interval '1 day'";
  await test.database.query(`update usage_checks set checked_at = checked_at ${dayAgo}`);
  await test.database.query(`update credit_reservations set closed_at = closed_at ${dayAgo}`);
  await rebuild();
  await expect(shown()).resolves.toEqual([{ request_id: 'req_before', credits: 5 }]);
});

it('shows every call of a process that was killed (SIGKILL) with its rows unwritten, each once', async () => {
  const killed = spawnFrom(
    import.meta.url,
    `
      import { connect } from './database.ts';
      import { PostgresLedger } from './ledger.ts';
      import { PostgresUsageLog } from './usage-log.ts';

      const log = { info() {}, warn() {}, error() {} };
      const database = connect({ url: process.argv[1], log });
      const ledger = new PostgresLedger(database);
      const usage = new PostgresUsageLog(database, log);
      const made_by = { key_id: 'key_1', workflow_id: undefined, transport: 'rest' };
      const booked = { workspace_id: 'ws_default', operation: 'backlinks.list', project_id: undefined };
      const facts = { key_id: 'key_1', workflow_id: undefined, transport: 'rest', status: 200, error_code: undefined };
      for (let number = 1; ; number += 1) {
        const request_id = 'req_' + number;
        await (await ledger.reserve({ ...booked, request_id, made_by }, 2)).settle();
        usage.record({ ...booked, ...facts, request_id, credits: 2, duration_ms: 1, created_at: new Date() });
        if (number === 300) console.log('busy');
      }
    `,
    [test.url],
  );
  await killed.said;
  await killed.kill();
  const count = async (table: string): Promise<unknown> =>
    (await test.database.query(`select count(*)::int as count from ${table}`))[0];
  const settled = await count("credit_reservations where state = 'settled'");
  expect(await count('usage_rows')).not.toEqual(settled);
  await rebuild();
  expect(await count('usage_rows')).toEqual(settled);
  expect(await count('(select distinct request_id from usage_rows) as rows')).toEqual(settled);
});
