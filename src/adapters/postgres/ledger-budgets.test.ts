import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { Reservation } from '../../ports/accounts.ts';
import type { ProjectSettings } from '../../ports/projects.ts';
import { connect, type Database } from './database.ts';
import { PostgresLedger } from './ledger.ts';
import { chargingTransaction, releaseIn, reserveIn, settleIn } from './ledger-statements.ts';
import { PostgresProjects } from './projects.ts';

let test: TestDatabase;
let replica: Database;
let ledger: PostgresLedger;
let projects: PostgresProjects;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
  ledger = new PostgresLedger(test.database);
  projects = new PostgresProjects(test.database);
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

let workspace: string;
let counter = 0;
beforeEach(async () => {
  workspace = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [workspace]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, 1000)', [workspace]);
  await test.database.query("insert into credit_entries (workspace_id, kind, amount) values ($1, 'grant', 1000)", [
    workspace,
  ]);
  await test.database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, secret)
      values ($1, $2, 'https://example.com/', '{project.budget_warning,project.budget_exceeded}', '')`,
    [`whe_${counter}`, workspace],
  );
});

const reserve = (credits: number, on: PostgresLedger = ledger, project_id = 'acme'): Promise<Reservation> =>
  on.reserve({ workspace_id: workspace, operation: 'backlinks.list', request_id: 'req_1', project_id }, credits);

async function charge(credits: number): Promise<void> {
  await (await reserve(credits)).settle();
}

const set = (settings: Partial<ProjectSettings>): Promise<unknown> =>
  projects.set(workspace, 'acme', {
    name: undefined,
    budget_credits: undefined,
    warning_share: undefined,
    is_hard: undefined,
    ...settings,
  });

async function month(): Promise<{ spent: number; reserved: number }> {
  const project = await projects.find(workspace, 'acme');
  return { spent: project?.month.spent ?? -1, reserved: project?.month.reserved ?? -1 };
}

async function announced(): Promise<readonly string[]> {
  const rows = await test.database.query<{ event_type: string }>(
    'select event_type from webhook_deliveries where workspace_id = $1 order by event_type desc',
    [workspace],
  );
  return rows.map((row) => row.event_type.replace('project.budget_', ''));
}

it('books what is reserved on the project, moves it to spent when settled and gives it back when released', async () => {
  await set({ budget_credits: 100 });
  const good = await reserve(30);
  const bad = await reserve(20);
  await expect(month()).resolves.toEqual({ spent: 0, reserved: 50 });
  await good.settle();
  await bad.release();
  await expect(month()).resolves.toEqual({ spent: 30, reserved: 0 });
});

it('refuses what a hard budget does not have, naming the project, what is left and the fix, and takes nothing', async () => {
  await set({ name: 'Acme Ltd', budget_credits: 100 });
  await charge(60);
  await expect(reserve(41)).rejects.toMatchObject({
    code: 'budget_exceeded',
    status: 402,
    message: expect.stringMatching(/costs 41 credits; project acme \(Acme Ltd\) has 40 left of its 100 credits/),
    fix: expect.stringContaining('seamark projects set'),
  });
  await expect(ledger.balance(workspace)).resolves.toBe(940);
  await expect(month()).resolves.toEqual({ spent: 60, reserved: 0 });
  await charge(40);
  await expect(month()).resolves.toEqual({ spent: 100, reserved: 0 });
});

it('lets a soft budget be exceeded, and only tells', async () => {
  await set({ budget_credits: 10, is_hard: false });
  await charge(25);
  await charge(25);
  await expect(month()).resolves.toEqual({ spent: 50, reserved: 0 });
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
});

it('tells each threshold once: the warning at its share, the end at the whole, with the figures of the moment', async () => {
  await set({ name: 'Acme Ltd', budget_credits: 100, warning_share: 0.07 });
  await charge(6);
  await expect(announced()).resolves.toEqual([]);
  await charge(1);
  await expect(announced()).resolves.toEqual(['warning']);
  const open = await reserve(90);
  await charge(3);
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
  await open.release();
  await charge(90);
  await expect(reserve(50)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
  const [row] = await test.database.query<{ payload: string; project_id: string }>(
    "select payload, project_id from webhook_deliveries where workspace_id = $1 and event_type = 'project.budget_exceeded'",
    [workspace],
  );
  expect(row?.project_id).toBe('acme');
  expect(JSON.parse(row?.payload ?? '')).toMatchObject({
    type: 'project.budget_exceeded',
    data: {
      project_id: 'acme',
      name: 'Acme Ltd',
      period: new Date().toISOString().slice(0, 7),
      budget_credits: 100,
      spent: 7,
      reserved: 93,
      share: 1,
    },
  });
});

it('tells that a hard budget refused a call, although the call leaves nothing else behind', async () => {
  await set({ budget_credits: 100 });
  await charge(70);
  await expect(reserve(31)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(reserve(31)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(announced()).resolves.toEqual(['exceeded']);
  const enqueue = chargingTransaction(test.database, async (transaction) => {
    const call = { workspace_id: workspace, operation: 'x', request_id: 'req_2', project_id: 'acme' };
    await reserveIn(transaction, call, 10, 'job_1');
    await reserveIn(transaction, call, 90, 'job_2');
  });
  await expect(enqueue).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(month()).resolves.toEqual({ spent: 70, reserved: 0 });
  await expect(announced()).resolves.toEqual(['exceeded']);
});

it('tells of a refusal inside a larger transaction, once that is undone', async () => {
  await set({ budget_credits: 5 });
  const enqueue = chargingTransaction(test.database, (transaction) =>
    reserveIn(
      transaction,
      { workspace_id: workspace, operation: 'x', request_id: 'r', project_id: 'acme' },
      6,
      'job_1',
    ),
  );
  await expect(enqueue).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(announced()).resolves.toEqual(['exceeded']);
});

it('never overspends a hard budget and tells each threshold once, with two replicas and calls at the same moment', async () => {
  await set({ budget_credits: 100 });
  const other = new PostgresLedger(replica);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, async (_, at) => {
      const reservation = await reserve(7, at % 2 === 0 ? ledger : other);
      return reservation.settle();
    }),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
  await expect(month()).resolves.toEqual({ spent: 98, reserved: 0 });
  await expect(ledger.balance(workspace)).resolves.toBe(902);
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
});

it('counts jobs of a batch in one transaction, and announces with it or not at all', async () => {
  await set({ budget_credits: 100, is_hard: false });
  const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: 'acme' };
  const undone = chargingTransaction(test.database, async (transaction) => {
    await reserveIn(transaction, call, 90, 'job_1');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await expect(announced()).resolves.toEqual([]);
  const ids = await chargingTransaction(test.database, async (transaction) => [
    await reserveIn(transaction, call, 50, 'job_1'),
    await reserveIn(transaction, call, 40, 'job_2'),
    await reserveIn(transaction, call, 40, 'job_3'),
  ]);
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
  const held = { ...call, id: ids[0], credits: 50, job_id: 'job_1' };
  await test.database.transaction((transaction) => settleIn(transaction, held));
  await test.database.transaction((transaction) => releaseIn(transaction, ids[1], workspace));
  await expect(month()).resolves.toEqual({ spent: 50, reserved: 40 });
});

it('starts each month anew, and keeps what was reserved in the month before with that month', async () => {
  await set({ budget_credits: 100 });
  await charge(90);
  const over = await reserve(10);
  const lastMonth = "period = (period - interval '1 month')::date";
  await test.database.query(`update project_periods set ${lastMonth} where workspace_id = $1`, [workspace]);
  await test.database.query(`update credit_reservations set ${lastMonth} where workspace_id = $1`, [workspace]);
  await expect(month()).resolves.toEqual({ spent: 0, reserved: 0 });
  await charge(100);
  await over.release();
  await expect(month()).resolves.toEqual({ spent: 100, reserved: 0 });
  const rows = await test.database.query('select booked from project_periods where workspace_id = $1 order by period', [
    workspace,
  ]);
  expect(rows).toEqual([{ booked: 90 }, { booked: 100 }]);
});

it('books calls on an unknown project on the workspace alone', async () => {
  const reservation = await reserve(30, ledger, 'nobody');
  await reservation.settle();
  await expect(ledger.balance(workspace)).resolves.toBe(970);
  await expect(
    test.database.query('select 1 from project_periods where workspace_id = $1', [workspace]),
  ).resolves.toEqual([]);
});

it('does not touch the budget when the workspace itself is out of credits', async () => {
  await set({ budget_credits: 5000 });
  await expect(reserve(1001)).rejects.toMatchObject({ code: 'insufficient_credits' });
  await expect(month()).resolves.toEqual({ spent: 0, reserved: 0 });
});

it("holds the month's first call until a change of the budget is through, and decides by the new one", async () => {
  await set({ budget_credits: 100 });
  await test.database.query('delete from project_periods where workspace_id = $1', [workspace]);
  let call: Promise<unknown> = Promise.resolve();
  await test.database.transaction(async (transaction) => {
    await transaction.query('update projects set budget_credits = 5 where workspace_id = $1', [workspace]);
    call = reserve(10).catch((thrown: unknown) => thrown);
    await untilOneWaits();
  });
  await expect(call).resolves.toMatchObject({ code: 'budget_exceeded' });
});

it('lets a batch go on while a change of the budget waits for it', async () => {
  await set({ budget_credits: 100 });
  const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: 'acme' };
  let change: Promise<unknown> = Promise.resolve();
  await chargingTransaction(test.database, async (transaction) => {
    await reserveIn(transaction, call, 10, 'job_1');
    change = set({ budget_credits: 300 });
    await untilOneWaits();
    await reserveIn(transaction, call, 90, 'job_2');
  });
  await change;
  await expect(month()).resolves.toEqual({ spent: 0, reserved: 100 });
  await expect(announced()).resolves.toEqual(['warning', 'exceeded']);
});

function untilOneWaits(): Promise<void> {
  return vi.waitFor(async () => {
    const waiting = await replica.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(waiting).toHaveLength(1);
  });
}
