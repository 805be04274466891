import { array, assert, asyncProperty, constant, constantFrom, integer, nat, oneof, record } from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, type TestDatabase } from '../../../test/postgres.ts';
import type { Reservation } from '../../ports/accounts.ts';
import { PostgresLedger } from './ledger.ts';

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
  ledger.reserve({ workspace_id: workspace, operation: 'backlinks.list', request_id: 'req_1' }, credits);

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
  await test.database.query("update credit_reservations set created_at = now() - interval '2 hours'");
  await reserve(100);
  await expect(Promise.all([ledger.sweep(3_600_000), ledger.sweep(3_600_000)])).resolves.toSatisfy(
    ([one = 0, two = 0]: number[]) => one + two >= 1,
  );
  await expect(ledger.balance(workspace)).resolves.toBe(900);
  await old.settle();
  await expect(ledger.balance(workspace)).resolves.toBe(900);
  await expect(entriesSum()).resolves.toBe(900);
});

const action = oneof(
  record({ kind: constant('reserve' as const), credits: integer({ min: 1, max: 60 }) }),
  record({ kind: constantFrom('settle' as const, 'release' as const), which: nat({ max: 9 }) }),
  record({ kind: constant('grant' as const), credits: integer({ min: 1, max: 40 }) }),
);

it('is exact for any interleaving: no credit appears, vanishes or is spent below zero', async () => {
  await assert(
    asyncProperty(array(array(action, { maxLength: 12 }), { minLength: 2, maxLength: 5 }), async (clients) => {
      await openWorkspace();
      await ledger.grant(workspace, 100, 'start');
      let granted = 100;
      const client = async (actions: (typeof clients)[number]): Promise<void> => {
        const mine: Reservation[] = [];
        for (const step of actions) {
          if (step.kind === 'reserve') {
            const reservation = await reserve(step.credits).catch(() => undefined);
            if (reservation !== undefined) mine.push(reservation);
          } else if (step.kind === 'grant') {
            await ledger.grant(workspace, step.credits, 'more');
            granted += step.credits;
          } else {
            const reservation = mine[step.which % Math.max(1, mine.length)];
            await reservation?.[step.kind]();
          }
        }
      };
      await Promise.all(clients.map(client));
      const [row] = await test.database.query<{ held: number }>(
        `select coalesce(sum(credits), 0)::bigint as held from credit_reservations
          where workspace_id = $1 and state <> 'released'`,
        [workspace],
      );
      const balance = await ledger.balance(workspace);
      expect(balance).toBe(granted - (row?.held ?? 0));
      expect(balance).toBeGreaterThanOrEqual(0);
      expect(await entriesSum()).toBe(balance);
    }),
    { numRuns: 40 },
  );
});
