import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { Reservation } from '../../ports/accounts.ts';
import { PostgresLedger } from './ledger.ts';
import { reserveIn, settleIn } from './ledger-statements.ts';
import { PostgresProjects } from './projects.ts';

/** The commit of a reservation is not waited for, so a crash of the database can take it back. */

let test: TestDatabase;
let ledger: PostgresLedger;
beforeAll(async () => {
  test = await openTestDatabase();
  // What is open may be given back at once.
  ledger = new PostgresLedger(test.database, { reservation_ms: 0 });
});
afterAll(() => test.close());

let workspace: string;
let counter = 0;
beforeEach(async () => {
  workspace = await openWorkspace();
});

async function openWorkspace(): Promise<string> {
  const id = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [id]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, 0)', [id]);
  await ledger.grant(id, 100, 'test');
  return id;
}

const callOf = (workspace_id: string, project_id?: string) => ({
  workspace_id,
  operation: 'backlinks.list',
  request_id: 'req_1',
  project_id,
});

const reserve = (credits: number, project_id?: string, of = workspace): Promise<Reservation> =>
  ledger.reserve(callOf(of, project_id), credits);

/** All that reserving did is gone, and sequences go on from where they were. */
async function crashTaking({ id, credits }: Reservation): Promise<void> {
  await test.database.transaction(async (transaction) => {
    const [lost] = await transaction.query<{ project_id: string | null; workspace_id: string }>(
      'delete from credit_reservations where id = $1 returning workspace_id, project_id',
      [id],
    );
    await transaction.query('delete from credit_entries where reservation_id = $1', [id]);
    const values = [lost?.workspace_id, credits];
    await transaction.query('update credit_accounts set balance = balance + $2 where workspace_id = $1', values);
    await transaction.query('update project_periods set booked = booked - $2 where workspace_id = $1', values);
    await transaction.query(
      `select setval(pg_get_serial_sequence('credit_reservations', 'id'),
        greatest(1, (select count(*) from credit_reservations)), (select count(*) > 0 from credit_reservations))
        where pg_get_serial_sequence('credit_reservations', 'id') is not null`,
    );
  });
}

async function entries(): Promise<readonly string[]> {
  const rows = await test.database.query<{ kind: string; amount: number }>(
    "select kind, amount from credit_entries where workspace_id = $1 and kind <> 'grant' order by id",
    [workspace],
  );
  return rows.map((row) => `${row.kind} ${row.amount}`);
}

async function states(of = workspace): Promise<readonly unknown[]> {
  const rows = await test.database.query<{ state: string }>(
    'select state from credit_reservations where workspace_id = $1 order by created_at',
    [of],
  );
  return rows.map((row) => row.state);
}

it("never closes another workspace's reservation in place of one that a crash took", async () => {
  const other = await openWorkspace();
  const lost = await reserve(30);
  const gone = await reserve(5);
  await crashTaking(lost);
  await crashTaking(gone);
  const theirs = await reserve(7, undefined, other);
  const alsoTheirs = await reserve(8, undefined, other);
  await lost.settle();
  await gone.release();
  await expect(states(other)).resolves.toEqual(['open', 'open']);
  await theirs.release();
  await alsoTheirs.release();
  await expect(ledger.balance(other)).resolves.toBe(100);
  await expect(ledger.balance(workspace)).resolves.toBe(70);
});

it('closes nothing of another workspace that names its reservation', async () => {
  const other = await openWorkspace();
  const theirs = await reserve(7, undefined, other);
  const held = { ...callOf(workspace), id: theirs.id, credits: 7, job_id: undefined };
  const settling = test.database.transaction((transaction) => settleIn(transaction, held));
  await expect(settling).rejects.toThrow('belongs to another workspace');
  await expect(states(other)).resolves.toEqual(['open']);
  await expect(ledger.balance(workspace)).resolves.toBe(100);
});

it('books a call again whose reservation a crash took, on workspace and project, and once', async () => {
  const settings = { name: undefined, budget_credits: 50, warning_share: undefined, is_hard: true };
  await new PostgresProjects(test.database).set(workspace, 'acme', settings);
  const reservation = await reserve(30, 'acme');
  await crashTaking(reservation);
  await expect(Promise.all([reservation.settle(), reservation.settle()])).resolves.toEqual([70, 70]);
  await reservation.release();
  await expect(ledger.balance(workspace)).resolves.toBe(70);
  await expect(entries()).resolves.toEqual(['reserve -30', 'settle 0']);
  const project = await new PostgresProjects(test.database).find(workspace, 'acme');
  expect(project?.month).toMatchObject({ spent: 30, reserved: 0 });
});

it('books a call again that was given back while it still ran', async () => {
  const reservation = await reserve(30);
  await ledger.sweep();
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await expect(reservation.settle()).resolves.toBe(70);
  await expect(states()).resolves.toEqual(['settled']);
  await expect(entries()).resolves.toEqual(['reserve -30', 'release 30', 'reserve -30', 'settle 0']);
});

it('says so when it cannot be booked again, and charges nothing', async () => {
  const settings = { name: undefined, budget_credits: 40, warning_share: undefined, is_hard: true };
  await new PostgresProjects(test.database).set(workspace, 'acme', settings);
  const overBudget = await reserve(30, 'acme');
  await crashTaking(overBudget);
  await (await reserve(20, 'acme')).settle();
  await expect(overBudget.settle()).rejects.toMatchObject({ code: 'budget_exceeded' });
  const tooDear = await reserve(60);
  await ledger.sweep();
  await (await reserve(70)).settle();
  await expect(tooDear.settle()).rejects.toMatchObject({ code: 'insufficient_credits' });
  await expect(ledger.balance(workspace)).resolves.toBe(10);
  await expect(states()).resolves.toEqual(['settled', 'released', 'settled']);
});

it('tells of a threshold that is crossed by booking again', async () => {
  const settings = { name: undefined, budget_credits: 40, warning_share: 0.5, is_hard: false };
  await new PostgresProjects(test.database).set(workspace, 'acme', settings);
  await test.database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, secret)
      values ('whe_1', $1, 'https://example.com/', '{project.budget_warning}', '')`,
    [workspace],
  );
  const reservation = await reserve(10, 'acme');
  await crashTaking(reservation);
  await (await reserve(15, 'acme')).settle();
  await reservation.settle();
  const told = await test.database.query('select event_type from webhook_deliveries where workspace_id = $1', [
    workspace,
  ]);
  expect(told).toEqual([{ event_type: 'project.budget_warning' }]);
});

async function rememberedKey(): Promise<{ workspace_id: string; key: string; route: string; request_id: string }> {
  const key = { workspace_id: workspace, key: 'one', route: 'POST /backlinks/list', request_id: 'req_1' };
  await test.database.query(
    `insert into idempotent_calls (workspace_id, key, route, fingerprint, request_id, lease_until)
      values ($1, $2, $3, '', $4, now() + interval '1 minute')`,
    Object.values(key),
  );
  return key;
}

const keptAnswers = (): Promise<readonly object[]> =>
  test.database.query('select status, body from idempotent_calls where workspace_id = $1', [workspace]);

it('keeps the answer for the idempotency key with the balance after booking again', async () => {
  const call = await rememberedKey();
  const reservation = await reserve(30);
  await crashTaking(reservation);
  const balance = await reservation.settle((after) => ({ call, status: 200, body: `{"balance":${after}}` }));
  expect(balance).toBe(70);
  await expect(keptAnswers()).resolves.toEqual([{ status: 200, body: '{"balance":70}' }]);
});

it('keeps no answer of a call that cannot be booked again', async () => {
  const call = await rememberedKey();
  const reservation = await reserve(30);
  await crashTaking(reservation);
  await (await reserve(90)).settle();
  const settling = reservation.settle(() => ({ call, status: 200, body: '{}' }));
  await expect(settling).rejects.toMatchObject({ code: 'insufficient_credits' });
  await expect(keptAnswers()).resolves.toEqual([{ status: null, body: null }]);
});

it("books a job's charge again in the transaction of its end, or undoes that with it", async () => {
  const id = await test.database.transaction((done) => reserveIn(done, callOf(workspace), 60, 'job_1'));
  const held = { ...callOf(workspace), id, credits: 60, job_id: 'job_1' };
  await crashTaking({ id, credits: 60, settle: () => Promise.resolve(null), release: () => Promise.resolve() });
  const undone = test.database.transaction(async (transaction) => {
    await settleIn(transaction, held);
    throw new Error('the result could not be stored');
  });
  await expect(undone).rejects.toThrow('could not be stored');
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await expect(test.database.transaction((transaction) => settleIn(transaction, held))).resolves.toBe(40);
  await expect(states()).resolves.toEqual(['settled']);
});

it('books a call again with what it is charged, where its reservation was taken or given back', async () => {
  const settings = { name: undefined, budget_credits: 50, warning_share: undefined, is_hard: true };
  await new PostgresProjects(test.database).set(workspace, 'acme', settings);
  const taken = await reserve(40, 'acme');
  await crashTaking(taken);
  const swept = await reserve(40, 'acme');
  await ledger.sweep();
  const free = await reserve(10, 'acme');
  await crashTaking(free);
  await expect(Promise.all([taken.settle(undefined, 10), taken.settle(undefined, 10)])).resolves.toEqual([90, 90]);
  await expect(swept.settle(undefined, 20)).resolves.toBe(70);
  await expect(free.settle(undefined, 0)).resolves.toBe(70);
  await swept.release();
  await expect(ledger.balance(workspace)).resolves.toBe(70);
  const project = await new PostgresProjects(test.database).find(workspace, 'acme');
  expect(project?.month).toMatchObject({ spent: 30, reserved: 0 });
});
