import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { connect, type Database } from './database.ts';
import { PostgresLedger } from './ledger.ts';
import { chargingTransaction, reserveIn } from './ledger-statements.ts';

let test: TestDatabase;
let replica: Database;
let ledger: PostgresLedger;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
  const plans = new Map([
    ['starter', { concurrent_jobs: null, credits_per_month: 100 }],
    ['bigger', { concurrent_jobs: null, credits_per_month: 300 }],
    ['metered', { concurrent_jobs: null, credits_per_month: null }],
  ]);
  ledger = new PostgresLedger(test.database, { plans });
  await ledger.publishPlans();
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

let workspace: string;
let counter = 0;
beforeEach(() => openWorkspace('starter', 0));

async function openWorkspace(plan: string, balance: number | null): Promise<void> {
  workspace = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', $2)", [workspace, plan]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, $2)', [
    workspace,
    balance,
  ]);
}

const call = (): { workspace_id: string; operation: string; request_id: string; project_id: undefined } => ({
  workspace_id: workspace,
  operation: 'backlinks.list',
  request_id: 'req_1',
  project_id: undefined,
});

async function charge(credits: number, on = ledger): Promise<void> {
  await (await on.reserve(call(), credits)).settle();
}

async function nextMonth(): Promise<void> {
  await test.database.query(
    "update credit_grants set period = (period - interval '1 month')::date where workspace_id = $1",
    [workspace],
  );
}

async function entries(): Promise<readonly string[]> {
  const rows = await test.database.query<{ kind: string; amount: number; reason: string }>(
    'select kind, amount, reason from credit_entries where workspace_id = $1 and reason is not null order by id',
    [workspace],
  );
  return rows.map((row) => `${row.kind} ${row.amount} ${row.reason.replace(/\d{4}-\d\d/, 'MONTH')}`);
}

async function entriesSum(): Promise<number> {
  const [row] = await test.database.query<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from credit_entries where workspace_id = $1',
    [workspace],
  );
  return row?.sum ?? Number.NaN;
}

it('grants the credits of the plan with the first call of the month, and once', async () => {
  await charge(30);
  await charge(30);
  await expect(ledger.balance(workspace)).resolves.toBe(40);
  await expect(entries()).resolves.toEqual(['grant 100 credits of MONTH']);
});

it('grants them before the balance is asked, and for a job that is stored in its own transaction', async () => {
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await openWorkspace('starter', 0);
  await chargingTransaction(test.database, (transaction) => reserveIn(transaction, call(), 90, 'job_1'));
  await expect(ledger.balance(workspace)).resolves.toBe(10);
});

it('grants once with calls of two replicas at the same moment', async () => {
  const other = new PostgresLedger(replica);
  await Promise.all(Array.from({ length: 20 }, (_, at) => charge(5, at % 2 === 0 ? ledger : other)));
  await expect(ledger.balance(workspace)).resolves.toBe(0);
  await expect(entries()).resolves.toHaveLength(1);
  await expect(charge(1)).rejects.toMatchObject({ code: 'insufficient_credits' });
});

it('uses the credits of the month first: what is left of them lapses, what the operator granted stays', async () => {
  await ledger.balance(workspace);
  await ledger.grant(workspace, 50, 'bought');
  await charge(30);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(150);
  await charge(130);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(120);
  await expect(entries()).resolves.toEqual([
    'grant 100 credits of MONTH',
    'grant 50 bought',
    'adjust -70 unused credits of MONTH',
    'grant 100 credits of MONTH',
    'grant 100 credits of MONTH',
  ]);
  await expect(entriesSum()).resolves.toBe(120);
});

it('gives back to the workspace what a call of the month before had reserved', async () => {
  const over = await ledger.reserve(call(), 80);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await over.release();
  await expect(ledger.balance(workspace)).resolves.toBe(180);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(180);
  await expect(entriesSum()).resolves.toBe(180);
});

it('grants nothing twice when the plan changes within the month, and the new amount with the next', async () => {
  await charge(10);
  await test.database.query("update workspaces set plan = 'bigger' where id = $1", [workspace]);
  await expect(ledger.balance(workspace)).resolves.toBe(90);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(300);
});

it('leaves a workspace without a limit, and one whose plan has no monthly credits, as they are', async () => {
  await openWorkspace('starter', null);
  await charge(5);
  await expect(ledger.balance(workspace)).resolves.toBeNull();
  await openWorkspace('metered', 0);
  await expect(charge(1)).rejects.toMatchObject({ code: 'insufficient_credits' });
});

it('takes a balance that the operator sets as it is: nothing is added this month, nothing of it lapses', async () => {
  await ledger.setBalance(workspace, 70, 'agreed');
  await expect(ledger.balance(workspace)).resolves.toBe(70);
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(170);
  await ledger.setBalance(workspace, 40, 'agreed');
  await nextMonth();
  await expect(ledger.balance(workspace)).resolves.toBe(140);
  await expect(entriesSum()).resolves.toBe(140);
});

it('keeps the plans that a process does not know which was started without the settings of the others', async () => {
  const settings = { concurrent_jobs: 3, credits_per_month: 500 };
  await new PostgresLedger(test.database, { plans: new Map([['other', settings]]) }).publishPlans();
  await new PostgresLedger(test.database).publishPlans();
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await openWorkspace('other', 0);
  await expect(ledger.balance(workspace)).resolves.toBe(500);
});

it('takes over what a plan gives by now', async () => {
  const changed = { concurrent_jobs: null, credits_per_month: 120 };
  await new PostgresLedger(test.database, { plans: new Map([['starter', changed]]) }).publishPlans();
  await expect(ledger.balance(workspace)).resolves.toBe(120);
  await ledger.publishPlans();
});

it('gives a workspace on a plan that nobody knows the least of all', async () => {
  await openWorkspace('forgotten', 0);
  await expect(ledger.balance(workspace)).resolves.toBe(100);
});
