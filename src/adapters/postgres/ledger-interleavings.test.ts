import { array, assert, asyncProperty, constant, constantFrom, integer, nat, oneof, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Reservation } from '../../ports/accounts.ts';
import { connect, type Database } from './database.ts';
import { PostgresLedger } from './ledger.ts';
import { PostgresProjects } from './projects.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
  const plans = new Map([['monthly', { concurrent_jobs: null, credits_per_month: 50 }]]);
  await new PostgresLedger(test.database, { plans }).publishPlans();
});
afterAll(async () => {
  await replica.close();
  await test.close();
});

const PROJECTS = ['hard', 'soft', 'late'] as const;
const HARD_BUDGETS = [40, 90, 120] as const;

const action = oneof(
  {
    weight: 4,
    arbitrary: record({
      kind: constant('reserve' as const),
      credits: integer({ min: 1, max: 60 }),
      project: constantFrom(...PROJECTS, undefined),
    }),
  },
  {
    weight: 4,
    arbitrary: record({
      kind: constant('close' as const),
      how: constantFrom('settle', 'less', 'nothing', 'release'),
      which: nat({ max: 9 }),
    }),
  },
  { weight: 1, arbitrary: record({ kind: constant('grant' as const), credits: integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: record({ kind: constant('budget' as const), credits: constantFrom(...HARD_BUDGETS) }) },
  { weight: 1, arbitrary: record({ kind: constant('set' as const), balance: constantFrom(null, 20, 300) }) },
  {
    weight: 1,
    arbitrary: constantFrom(
      { kind: 'sweep' as const },
      { kind: 'crash' as const },
      { kind: 'late' as const },
      { kind: 'gone' as const },
      { kind: 'month' as const },
    ),
  },
);
type Action = typeof action extends { generate: (...parts: never[]) => { value: infer Value } } ? Value : never;

let counter = 0;

/** What an interleaving works on: a limited workspace with monthly credits, a hard budget and a soft one. */
async function openWorkspace(): Promise<string> {
  const workspace = `ws_${(counter += 1)}`;
  await test.database.query("insert into workspaces (id, name, plan) values ($1, 'x', 'monthly')", [workspace]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, 0)', [workspace]);
  await test.database.query(
    `insert into webhook_endpoints (id, workspace_id, url, events, secret)
      values ($1, $2, 'https://example.com/', '{project.budget_warning,project.budget_exceeded}', '')`,
    [`whe_${counter}`, workspace],
  );
  await new PostgresLedger(test.database).grant(workspace, 100, 'start');
  const projects = new PostgresProjects(test.database);
  const settings = { name: undefined, warning_share: 0.5 };
  await projects.set(workspace, 'hard', { ...settings, budget_credits: 90, is_hard: true });
  await projects.set(workspace, 'soft', { ...settings, budget_credits: 30, is_hard: false });
  return workspace;
}

async function perform(workspace: string, on: Database, actions: readonly Action[]): Promise<void> {
  // Whatever is open may be swept.
  const ledger = new PostgresLedger(on, { reservation_ms: 0 });
  const mine: Reservation[] = [];
  for (const step of actions) {
    if (step.kind === 'reserve') {
      const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: step.project };
      const reservation = await ledger.reserve(call, step.credits).catch(refused);
      if (reservation !== undefined) mine.push(reservation);
    } else if (step.kind === 'close') {
      // One that was swept or lost is booked again, or cannot be.
      const closed = mine[step.which % Math.max(1, mine.length)];
      if (closed !== undefined) await closeAs(step.how, closed).catch(refused);
    } else if (step.kind === 'crash') {
      await loseOpen(workspace, on);
    } else {
      await operate(workspace, on, step);
    }
  }
}

type OperatorAction = Exclude<Action, { kind: 'reserve' | 'close' | 'crash' }>;

/** What happens beside the calls. */
async function operate(workspace: string, on: Database, step: OperatorAction): Promise<void> {
  const ledger = new PostgresLedger(on);
  const settings = { name: undefined, warning_share: undefined, is_hard: true };
  switch (step.kind) {
    case 'grant':
      await ledger.grant(workspace, step.credits, 'more');
      break;
    case 'set':
      await ledger.setBalance(workspace, step.balance, 'agreed');
      break;
    case 'budget':
      await new PostgresProjects(on).set(workspace, 'hard', { ...settings, budget_credits: step.credits });
      break;
    case 'late':
      await new PostgresProjects(on).set(workspace, 'late', { ...settings, budget_credits: 20 });
      break;
    case 'gone':
      await new PostgresProjects(on).remove(workspace, 'late');
      break;
    case 'sweep':
      await ledger.sweep();
      break;
    case 'month':
      await on.query(
        `update credit_grants set period = (period - interval '1 month')::date where workspace_id = $1 and not exists
          (select from credit_grants where workspace_id = $1 and period < credit_period())`,
        [workspace],
      );
      break;
  }
}

interface LostRow {
  readonly id: string;
  readonly credits: number;
  readonly project_id: string | null;
  readonly period: string | null;
}

/** A commit that nobody waited for is gone, with all that it did: the last reservation that is open. */
async function loseOpen(workspace: string, on: Database): Promise<void> {
  await on.transaction(async (transaction) => {
    await transaction.query('lock table credit_reservations in share row exclusive mode');
    const [last] = await transaction.query<LostRow>(
      `delete from credit_reservations where id = (
        select id from credit_reservations where workspace_id = $1 and state = 'open' order by created_at desc limit 1
      ) returning id, credits, project_id, period::text`,
      [workspace],
    );
    if (last === undefined) return;
    const { id, credits, project_id, period } = last;
    await transaction.query('delete from credit_entries where reservation_id = $1', [id]);
    await transaction.query(
      'update credit_accounts set balance = balance + $2 where workspace_id = $1 and balance is not null',
      [workspace, credits],
    );
    await transaction.query(
      `update project_periods set booked = booked - $4
        where workspace_id = $1 and project_id = $2 and period = $3`,
      [workspace, project_id, period, credits],
    );
  });
}

/** Only what the ledger may answer: anything else is a failure of the test. */
function refused(thrown: unknown): undefined {
  if (thrown instanceof AppError && ['insufficient_credits', 'budget_exceeded'].includes(thrown.code)) return undefined;
  throw thrown;
}

async function requireConsistent(workspace: string): Promise<void> {
  const ledger = new PostgresLedger(test.database);
  // What was entered while there was no limit has to be in the sum as well.
  if ((await ledger.balance(workspace)) === null) await ledger.setBalance(workspace, 77, 'end');
  const [account] = await test.database.query<{ balance: number; entered: number; wrong_entries: number }>(
    `select balance,
      (select sum(amount)::bigint from credit_entries where workspace_id = $1) as entered,
      (select count(*) from credit_reservations as held where workspace_id = $1 and
        (select coalesce(sum(amount), 1)::bigint from credit_entries where reservation_id = held.id)
          <> case when state = 'released' then 0 else -credits end) as wrong_entries
      from credit_accounts where workspace_id = $1`,
    [workspace],
  );
  expect(account?.balance).toBe(account?.entered);
  expect(account?.balance).toBeGreaterThanOrEqual(0);
  expect(account?.wrong_entries).toBe(0);
  const months = await test.database.query<{
    project_id: string;
    booked: number;
    held: number;
    told: number;
    marked: number;
  }>(
    `select project_id, booked,
      (select coalesce(sum(credits), 0)::bigint from credit_reservations as held
        where held.workspace_id = $1 and held.project_id = months.project_id and state <> 'released') as held,
      (select count(*) from webhook_deliveries as told
        where told.workspace_id = $1 and told.project_id = months.project_id) as told,
      num_nonnulls(warned_at, exceeded_at) as marked
      from project_periods as months where workspace_id = $1`,
    [workspace],
  );
  for (const { project_id, booked, held, told, marked } of months) {
    expect({ project_id, booked, told }).toEqual({ project_id, booked: held, told: marked });
    if (project_id === 'hard') expect(booked).toBeLessThanOrEqual(Math.max(...HARD_BUDGETS));
  }
}

it('is exact for any interleaving of calls, budgets, grants, months and sweeps, in two replicas at once', async () => {
  await assert(
    asyncProperty(array(array(action, { maxLength: 14 }), { minLength: 2, maxLength: 6 }), async (clients) => {
      const workspace = await openWorkspace();
      const replicas = [test.database, replica];
      await Promise.all(clients.map((actions, at) => perform(workspace, replicas[at % 2] ?? test.database, actions)));
      await requireConsistent(workspace);
    }),
    { numRuns: 60 },
  );
});

it('answers each call of a sequence as plain arithmetic would', async () => {
  const outcomes = constantFrom('settle', 'less', 'nothing', 'release', 'open');
  const step = record({ credits: integer({ min: 1, max: 60 }), outcome: outcomes });
  await assert(
    asyncProperty(array(step, { maxLength: 15 }), integer({ min: 0, max: 120 }), async (steps, budget) => {
      const workspace = await openWorkspace();
      const ledger = new PostgresLedger(test.database);
      const settings = { name: undefined, warning_share: undefined, is_hard: true };
      await new PostgresProjects(test.database).set(workspace, 'hard', { ...settings, budget_credits: budget });
      let [balance, left] = [150, budget];
      for (const { credits, outcome } of steps) {
        const call = { workspace_id: workspace, operation: 'x', request_id: 'req_1', project_id: 'hard' };
        const expected = credits > balance ? 'insufficient_credits' : credits > left ? 'budget_exceeded' : 'reserved';
        const reservation = await ledger.reserve(call, credits).catch((thrown: unknown) => thrown);
        if (expected !== 'reserved') {
          expect(reservation).toMatchObject({ code: expected });
          continue;
        }
        expect(reservation).toMatchObject({ credits });
        const charged =
          outcome === 'less' ? Math.floor(credits / 2) : ['nothing', 'release'].includes(outcome) ? 0 : credits;
        [balance, left] = [balance - charged, left - charged];
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the line before has compared it
        await closeAs(outcome, reservation as Reservation);
        await expect(ledger.balance(workspace)).resolves.toBe(balance);
      }
      await requireConsistent(workspace);
    }),
    { numRuns: 40 },
  );
});

async function closeAs(outcome: string, reservation: Reservation): Promise<void> {
  if (outcome === 'settle') await reservation.settle();
  if (outcome === 'less') await reservation.settle(undefined, Math.floor(reservation.credits / 2));
  if (outcome === 'nothing') await reservation.settle(undefined, 0);
  if (outcome === 'release') await reservation.release();
}
