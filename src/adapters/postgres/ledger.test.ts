import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { Reservation } from '../../ports/accounts.ts';
import type { RememberedCall } from '../../ports/memory.ts';
import { PostgresLedger } from './ledger.ts';
import { releaseIn, reserveIn, settleIn } from './ledger-statements.ts';
import { PostgresProjects } from './projects.ts';

let test: TestDatabase;
let ledger: PostgresLedger;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = new PostgresLedger(test.database);
});
afterAll(() => test.close());

let workspace: string;
let counter = 0;
beforeEach(() => openWorkspace());

async function openWorkspace(): Promise<void> {
  workspace = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'test')", [workspace]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, 0)', [workspace]);
}

const reserve = (credits: number): Promise<Reservation> =>
  ledger.reserve(
    { workspace_id: workspace, operation: 'backlinks.list', request_id: 'req_1', project_id: undefined },
    credits,
  );

async function entriesSum(): Promise<number> {
  const [row] = await test.database.query<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from credit_entries where workspace_id = $1',
    [workspace],
  );
  return row?.sum ?? Number.NaN;
}

it('takes the price at once, keeps it when the call succeeded and gives it back when not', async () => {
  await ledger.grant(workspace, 100, 'test');
  const good = await reserve(30);
  const bad = await reserve(20);
  await expect(ledger.balance(workspace)).resolves.toBe(50);
  await expect(good.settle()).resolves.toBe(50);
  await bad.release();
  await expect(ledger.balance(workspace)).resolves.toBe(70);
  await expect(entriesSum()).resolves.toBe(70);
});

it('settles or releases once, whatever is called how often and at the same time', async () => {
  await ledger.grant(workspace, 100, 'test');
  const reservation = await reserve(40);
  await Promise.all([reservation.settle(), reservation.release(), reservation.settle(), reservation.release()]);
  await reservation.release();
  const balance = await ledger.balance(workspace);
  expect([60, 100]).toContain(balance);
  await expect(entriesSum()).resolves.toBe(balance);
});

it('refuses what the workspace cannot pay, and says what is needed and what is there', async () => {
  await ledger.grant(workspace, 5, 'test');
  await expect(reserve(6)).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringMatching(/6 credits.*5/),
  });
  await expect(ledger.balance(workspace)).resolves.toBe(5);
});

it('never sells the same credits twice to calls at the same moment', async () => {
  await ledger.grant(workspace, 100, 'test');
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => reserve(7)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
  await expect(ledger.balance(workspace)).resolves.toBe(2);
});

it('counts without a limit for a metered workspace, and answers null for its balance', async () => {
  await ledger.setBalance(workspace, null, 'test');
  const reservation = await reserve(1_000_000);
  await expect(reservation.settle()).resolves.toBeNull();
  await expect(ledger.balance(workspace)).resolves.toBeNull();
  await expect(entriesSum()).resolves.toBe(-1_000_000);
});

it('charges nothing and writes nothing for a free call', async () => {
  const reservation = await reserve(0);
  await expect(reservation.settle()).resolves.toBe(0);
  await expect(entriesSum()).resolves.toBe(0);
});

it('lets a call through that waited while the limit was taken away', async () => {
  await ledger.grant(workspace, 100, 'test');
  let call: Promise<Reservation> | undefined;
  await test.database.transaction(async (transaction) => {
    await transaction.query('update credit_accounts set balance = null where workspace_id = $1', [workspace]);
    call = reserve(10);
    await vi.waitFor(async () => {
      const waiting = await test.database.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
  });
  await expect((await call)?.settle()).resolves.toBeNull();
});

it('takes a limit away and sets another while calls are made, and refuses none of them wrongly', async () => {
  await ledger.grant(workspace, 100_000, 'test');
  const calls = Array.from({ length: 40 }, async () => (await reserve(1)).settle());
  await ledger.setBalance(workspace, 90_000, 'less');
  await ledger.setBalance(workspace, null, 'metered');
  await ledger.setBalance(workspace, 50_000, 'limited again');
  await Promise.all(calls);
  await expect(ledger.balance(workspace)).resolves.toBe(await entriesSum());
});

it('keeps the sum of entries and the balance equal when a limit is set while calls are made', async () => {
  await ledger.setBalance(workspace, null, 'test');
  const calls = Array.from({ length: 30 }, async () => {
    const reservation = await reserve(3).catch(() => undefined);
    await reservation?.release();
  });
  await ledger.setBalance(workspace, 1000, 'now limited');
  await Promise.all(calls);
  await expect(ledger.balance(workspace)).resolves.toBe(await entriesSum());
});

it('gives back what killed processes had reserved, by age, in parts and once', async () => {
  await ledger.grant(workspace, 1000, 'test');
  const old = await reserve(400);
  await test.database.query("update credit_reservations set expires_at = now() - interval '1 second'");
  await reserve(100);
  await expect(Promise.all([ledger.sweep(), ledger.sweep()])).resolves.toSatisfy(
    ([one = 0, two = 0]: number[]) => one + two >= 1,
  );
  await expect(ledger.balance(workspace)).resolves.toBe(900);
  await old.release();
  await expect(ledger.balance(workspace)).resolves.toBe(900);
  await expect(entriesSum()).resolves.toBe(900);
});

it('gives back by the time that the reserving process said, whoever sweeps', async () => {
  await ledger.grant(workspace, 100, 'test');
  const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: undefined };
  const patient = new PostgresLedger(test.database, { reservation_ms: 600_000 });
  const brief = new PostgresLedger(test.database, { reservation_ms: 0 });
  await patient.reserve(call, 30);
  await brief.reserve(call, 20);
  await brief.sweep();
  await expect(ledger.balance(workspace)).resolves.toBe(70);
});

it('leaves alone what a queued job holds, however old it is', async () => {
  await ledger.grant(workspace, 100, 'test');
  const call = { workspace_id: workspace, operation: 'content.brief', request_id: 'req_1', project_id: undefined };
  const id = await test.database.transaction((transaction) => reserveIn(transaction, call, 60, 'job_1'));
  await test.database.query(
    "update credit_reservations set created_at = now() - interval '2 hours', expires_at = now() where id = $1",
    [id],
  );
  await ledger.sweep();
  await expect(ledger.balance(workspace)).resolves.toBe(40);
  await test.database.transaction((transaction) => releaseIn(transaction, id, workspace));
  await expect(ledger.balance(workspace)).resolves.toBe(100);
});

it('reserves and settles with the transaction that it is part of, or not at all', async () => {
  await ledger.grant(workspace, 100, 'test');
  const call = { workspace_id: workspace, operation: 'content.brief', request_id: 'req_1', project_id: undefined };
  const undone = test.database.transaction(async (transaction) => {
    await reserveIn(transaction, call, 60);
    throw new Error('the job could not be stored');
  });
  await expect(undone).rejects.toThrow('could not be stored');
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  const id = await test.database.transaction((transaction) => reserveIn(transaction, call, 60));
  const held = { ...call, id, credits: 60, job_id: undefined };
  await expect(test.database.transaction((done) => settleIn(done, held))).resolves.toBe(40);
  await test.database.transaction((transaction) => releaseIn(transaction, id, workspace));
  await expect(ledger.balance(workspace)).resolves.toBe(40);
});

async function remember(key: string): Promise<RememberedCall> {
  const call = { workspace_id: workspace, key, route: 'POST /backlinks/list', request_id: 'req_1' };
  await test.database.query(
    `insert into idempotent_calls (workspace_id, key, route, fingerprint, request_id, lease_until)
      values ($1, $2, $3, '', $4, now() + interval '1 minute')`,
    [workspace, call.key, call.route, call.request_id],
  );
  return call;
}

async function kept(key: string): Promise<unknown> {
  const [row] = await test.database.query(
    'select status, body from idempotent_calls where workspace_id = $1 and key = $2',
    [workspace, key],
  );
  return row;
}

it('keeps the answer of an idempotent call with its charge, and the balance it tells is the one after', async () => {
  await ledger.grant(workspace, 100, 'test');
  const call = await remember('one');
  const reservation = await reserve(30);
  const balance = await reservation.settle((after) => ({ call, status: 200, body: `{"balance":${after}}` }));
  expect(balance).toBe(70);
  await expect(kept('one')).resolves.toEqual({ status: 200, body: '{"balance":70}' });
  await reservation.release();
  await expect(ledger.balance(workspace)).resolves.toBe(70);
});

it('keeps the answer of a free call too, and charges and keeps nothing for one that has lost its key', async () => {
  const call = await remember('free');
  await (await reserve(0)).settle(() => ({ call, status: 200, body: '{"free":true}' }));
  await expect(kept('free')).resolves.toEqual({ status: 200, body: '{"free":true}' });
  const lost = { ...(await remember('lost')), request_id: 'req_of_another' };
  await ledger.grant(workspace, 100, 'test');
  for (const credits of [0, 30]) {
    const reservation = await reserve(credits);
    const settling = reservation.settle(() => ({ call: lost, status: 200, body: '{}' }));
    await expect(settling).rejects.toMatchObject({ code: 'conflict' });
    await expect(kept('lost')).resolves.toEqual({ status: null, body: null });
    await reservation.release();
  }
  await expect(ledger.balance(workspace)).resolves.toBe(100);
  await expect(entriesSum()).resolves.toBe(100);
});

it('charges less than was reserved, gives the rest back, and tells the balance after', async () => {
  await ledger.grant(workspace, 100, 'test');
  const partly = await reserve(40);
  const free = await reserve(30);
  await expect(partly.settle(undefined, 15)).resolves.toBe(55);
  await expect(free.settle(undefined, 0)).resolves.toBe(85);
  // Told again after a lost answer, or given back too late: it stays as it is.
  await expect(partly.settle(undefined, 15)).resolves.toBe(85);
  await expect(free.settle(undefined, 0)).resolves.toBe(85);
  await Promise.all([partly.release(), free.release()]);
  await expect(ledger.balance(workspace)).resolves.toBe(85);
  await expect(entriesSum()).resolves.toBe(85);
});

it('never charges more than was reserved', async () => {
  await ledger.grant(workspace, 100, 'test');
  const reservation = await reserve(40);
  await expect(reservation.settle(undefined, 41)).rejects.toThrow(
    '41 credits cannot be charged where 40 were reserved',
  );
  await expect(reservation.settle(undefined, -1)).rejects.toThrow('not a number of credits');
  await expect(reservation.settle()).resolves.toBe(60);
});

it('counts only what was charged on the budget of a project', async () => {
  await ledger.grant(workspace, 100, 'test');
  const projects = new PostgresProjects(test.database);
  const settings = { name: undefined, budget_credits: 50, warning_share: undefined, is_hard: true };
  await projects.set(workspace, 'acme', settings);
  const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: 'acme' };
  await (await ledger.reserve(call, 50)).settle(undefined, 20);
  await (await ledger.reserve(call, 30)).settle(undefined, 0);
  await expect(ledger.reserve(call, 31)).rejects.toMatchObject({ code: 'budget_exceeded' });
  await (await ledger.reserve(call, 30)).settle();
  const project = await projects.find(workspace, 'acme');
  expect(project?.month).toMatchObject({ spent: 50, reserved: 0 });
});

it('keeps the answer of an idempotent call with the lower charge, or changes nothing', async () => {
  await ledger.grant(workspace, 100, 'test');
  const call = await remember('less');
  const keep = (after: number | null) => ({ call, status: 200, body: `{"balance":${after}}` });
  const reservation = await reserve(30);
  await expect(reservation.settle(keep, 10)).resolves.toBe(90);
  // The commit's answer was lost: the engine settles again.
  await expect(reservation.settle(keep, 10)).resolves.toBe(90);
  await expect(kept('less')).resolves.toEqual({ status: 200, body: '{"balance":90}' });
  const lost = { ...(await remember('taken')), request_id: 'req_of_another' };
  const other = await reserve(30);
  const settling = other.settle(() => ({ call: lost, status: 200, body: '{}' }), 10);
  await expect(settling).rejects.toMatchObject({ code: 'conflict' });
  await expect(ledger.balance(workspace)).resolves.toBe(60);
  await other.release();
  await expect(ledger.balance(workspace)).resolves.toBe(90);
  await expect(entriesSum()).resolves.toBe(90);
});
