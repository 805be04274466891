import { randomBytes } from 'node:crypto';

import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/grammar.ts';
import type { LedgerCall } from '../../ports/accounts.ts';
import type { KeepAnswer } from '../../ports/memory.ts';
import type { Database, Queryable } from './database.ts';
import { announceCrossed, announceRefusal, BudgetExceeded, refusalOf } from './ledger-budgets.ts';
import { storable } from './storable.ts';

/** What the ledger does within transactions that do more than that, such as storing a job or ending it. */

/** Longest that a call can hold credits without a job, unless its process says otherwise. */
export const RESERVATION_MS = 90_000;

/** What was reserved for a call, with all that its charge is booked as. */
export interface HeldCredits extends LedgerCall {
  /** Undefined where nothing was to be reserved. */
  readonly id: string | undefined;
  readonly credits: number;
  readonly job_id: string | undefined;
}

/**
 * A transaction that may reserve credits. When a hard budget refuses, nothing of it stays, and those who watch the
 * project are told all the same.
 */
export async function chargingTransaction<Result>(
  database: Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(work);
  } catch (thrown) {
    if (thrown instanceof BudgetExceeded) await announceRefusal(database, thrown.project);
    throw thrown;
  }
}

/**
 * Reserves credits, in a transaction of `chargingTransaction`; undefined where nothing was to be reserved. Without a job
 * they are given back when `lifetime_ms` is over.
 *
 * Reserve before you settle or release in the same transaction: the other order can wait for itself in two of them.
 *
 * @throws AppError insufficient_credits or budget_exceeded
 */
export async function reserveIn(
  transaction: Queryable,
  call: LedgerCall,
  credits: number,
  jobId?: string,
  lifetime_ms = RESERVATION_MS,
): Promise<string | undefined> {
  requireCredits(credits);
  if (credits === 0) return undefined;
  const id = newReservationId();
  const values = [id, ...callValues(call, credits), jobId, lifetime_ms, true, ...makerValues(call)];
  const [row] = await transaction.query<BookedRow>(RESERVE, values);
  await requireBooked(transaction, call, credits, row);
  await announceCrossedBy(transaction, call, row);
  return id;
}

/**
 * Charges what was reserved or less, once, and gives the rest back; answers the balance after. What it has answered is
 * charged when the transaction is committed: where the reservation is gone in a crash or was given back, the call is
 * booked again on the workspace and its project.
 *
 * @throws AppError insufficient_credits or budget_exceeded when that is to be done and they have too little left by now
 */
export async function settleIn(
  transaction: Queryable,
  held: HeldCredits,
  charged = held.credits,
): Promise<number | null> {
  const { id, workspace_id, job_id } = held;
  requireCovered(charged, held.credits);
  const [settled] = await transaction.query<SettledRow>(SETTLE, [id, workspace_id, charged]);
  if (settled?.is_settled === true) return settled.balance;
  const [row] = await transaction.query<BookedRow>(REBOOK, [
    id,
    ...callValues(held, charged),
    job_id,
    ...makerValues(held),
  ]);
  await requireBooked(transaction, held, charged, row);
  await announceCrossedBy(transaction, held, row);
  return row?.balance ?? null;
}

/** Gives back what was reserved, once. */
export async function releaseIn(
  transaction: Queryable,
  reservationId: string | undefined,
  workspaceId: string,
): Promise<void> {
  if (reservationId !== undefined) await transaction.query(RELEASE, [reservationId, workspaceId]);
}

/**
 * Reserves credits in one round trip; undefined when a threshold is about to be crossed, which `reserveIn` does in a
 * transaction that announces it.
 *
 * The commit is not waited for. A crash of the database can take it back, and the credits with it: its charge, if there
 * is to be one, is then booked anew.
 */
export async function reserveAtOnce(
  database: Database,
  reserving: Reserving,
  call: LedgerCall,
  credits: number,
): Promise<string | undefined> {
  const id = newReservationId();
  const row = await reserving.ask({ id, call, credits });
  if (row.verdict === 'crossing') return undefined;
  try {
    await requireBooked(database, call, credits, row);
    return id;
  } catch (thrown) {
    if (thrown instanceof BudgetExceeded && row.exceeds === true) await announceRefusal(database, thrown.project);
    throw thrown;
  }
}

/** Reservations that come together, in one statement that is not waited for on disk. */
export type Reserving = Gathered<ReserveRequest, BookedRow & Placed>;

interface ReserveRequest {
  readonly id: string;
  readonly call: LedgerCall;
  readonly credits: number;
}

export function gatheredReserves(database: Database, lifetime_ms: number): Reserving {
  return new Gathered(async (requests) => {
    const rows = await database.query<BookedRow & Placed>(RESERVE_GATHERED, [
      requests.map(({ id }) => id),
      requests.map(({ call }) => call.workspace_id),
      requests.map(({ credits }) => credits),
      requests.map(({ call }) => call.operation),
      requests.map(({ call }) => call.request_id),
      requests.map(({ call }) => call.project_id),
      lifetime_ms,
      requests.map(({ call }) => call.made_by?.key_id),
      requests.map(({ call }) => workflowOf(call)),
      requests.map(({ call }) => call.made_by?.transport),
    ]);
    return inOrder(requests, rows);
  });
}

/** Charges that come together, in one statement and one flush. */
export type Settling = Gathered<HeldCredits, SettledRow & Placed>;

export function gatheredSettles(database: Database): Settling {
  return new Gathered(async (held) => {
    const rows = await database.query<SettledRow & Placed>(SETTLE_GATHERED, [
      held.map(({ id }) => id),
      held.map(({ workspace_id }) => workspace_id),
    ]);
    return inOrder(held, rows);
  });
}

interface Placed {
  /** The place of its request, from 1. */
  readonly place: number;
}

function inOrder<Row extends Placed>(requests: readonly unknown[], rows: readonly Row[]): Row[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return requests.flatMap((_request, at) => byPlace.get(at + 1) ?? []);
}

export function requireCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is not a number of credits.`);
}

/** What is charged is told before the call: it can become less, never more. */
export function requireCovered(charged: number, reserved: number): void {
  requireCredits(charged);
  if (charged > reserved) throw new Error(`${charged} credits cannot be charged where ${reserved} were reserved.`);
}

export function noAccount(workspaceId: string): Error {
  return new Error(`The workspace ${workspaceId} has no credit account.`);
}

/** Charges without a transaction of its own; undefined where the reservation is not there, which `settleIn` deals with. */
export async function settleAtOnce(
  settling: Settling,
  held: HeldCredits,
): Promise<{ readonly balance: number | null } | undefined> {
  const row = await settling.ask(held);
  return row.is_settled ? row : undefined;
}

/**
 * The same together with the answer that the caller's idempotency key is to repeat. False where nothing was done:
 * another request has taken the key since, or the reservation is not there.
 */
export async function settleAndKeepAtOnce(
  database: Database,
  { id, workspace_id }: HeldCredits,
  { call, status, body }: KeepAnswer,
): Promise<boolean> {
  const values = [id, workspace_id, call.key, call.route, call.request_id, status, body];
  const [row] = await database.query<{ is_done: boolean }>(SETTLE_AND_KEEP, values);
  return row?.is_done === true;
}

interface SettledRow {
  readonly is_settled: boolean;
  readonly balance: number | null;
}

interface BookedRow {
  readonly verdict: 'reserved' | 'settled' | 'crossing' | 'too_few' | 'over_budget' | 'no_account';
  readonly balance: number | null;
  readonly warns: boolean | null;
  readonly exceeds: boolean | null;
}

/** It begins with the time, so that the index grows at its end; 80 random bits make it one that is never used again. */
function newReservationId(): string {
  return Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
}

function callValues(call: LedgerCall, credits: number): readonly (string | number | undefined)[] {
  return [call.workspace_id, credits, call.operation, call.request_id, call.project_id];
}

function makerValues(call: LedgerCall): readonly (string | undefined)[] {
  return [call.made_by?.key_id, workflowOf(call), call.made_by?.transport];
}

/** Free text from a header, as a usage row keeps it. */
function workflowOf({ made_by }: LedgerCall): string | undefined {
  return made_by?.workflow_id === undefined ? undefined : storable(made_by.workflow_id, WORKFLOW_MAX);
}

const WORKFLOW_MAX = 128;

async function requireBooked(
  queryable: Queryable,
  call: LedgerCall,
  credits: number,
  row: BookedRow | undefined,
): Promise<void> {
  switch (row?.verdict) {
    case 'reserved':
    case 'settled':
      return;
    case 'too_few':
      throw tooFew(credits, row.balance ?? 0);
    case 'over_budget': {
      const { workspace_id, project_id = '' } = call;
      throw await refusalOf(queryable, { workspace_id, project_id }, credits);
    }
    case 'crossing':
      throw new Error('A threshold was not crossed in a transaction that may do so.');
    case 'no_account':
    case undefined:
      throw noAccount(call.workspace_id);
  }
}

async function announceCrossedBy(
  transaction: Queryable,
  { workspace_id, project_id }: LedgerCall,
  row: BookedRow | undefined,
): Promise<void> {
  if (project_id === undefined) return;
  const crossed = { warns: row?.warns === true, exceeds: row?.exceeds === true };
  await announceCrossed(transaction, { workspace_id, project_id }, crossed);
}

function tooFew(needed: number, balance: number): AppError {
  const message = `The call costs ${counted(needed, 'credit')}; the workspace has ${balance.toLocaleString('en-US')} left.`;
  return new AppError('insufficient_credits', message, {
    fix: 'Ask for less (a smaller limit costs less), or have the operator grant more credits.',
  });
}

const BOOKED = 'verdict, balance_left as balance, warns, exceeds';

const RESERVE = `select ${BOOKED} from reserve_credits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const RESERVE_GATHERED = `
  select place, ${BOOKED}
  from set_config('synchronous_commit', 'off', true),
    (select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[],
        $8::text[], $9::text[], $10::text[])
      with ordinality as calls (id, workspace_id, credits, operation, request_id, project_id, key_id, workflow_id,
        transport, place)
      -- Rows are locked in one order by everybody, so that two batches never wait for each other.
      order by workspace_id, project_id, place) as calls
    cross join lateral reserve_credits(id, workspace_id, credits, operation, request_id, project_id, null, $7, false,
      key_id, workflow_id, transport)`;

const SETTLE_GATHERED = `
  select place, is_settled, balance_left as balance
  from (select * from unnest($1::uuid[], $2::text[]) with ordinality as held (id, workspace_id, place)
      order by workspace_id, id) as held
    cross join lateral settle_credits(id, workspace_id)`;

const SETTLE = 'select is_settled, balance_left as balance from settle_credits($1, $2, $3)';

const SETTLE_AND_KEEP = 'select settle_and_keep($1, $2, $3, $4, $5, $6, $7) as is_done';

const REBOOK = `select ${BOOKED} from rebook_credits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const RELEASE = 'select release_credits($1, $2)';

/** Not waited for either: one that is lost is given back by its age. */
export const RELEASE_UNFLUSHED = `select release_credits($1, $2) from set_config('synchronous_commit', 'off', true)`;

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly done: PromiseWithResolvers<Output>;
}

/** More in one statement would only make the first of them wait. */
const PART_MAX = 200;

/**
 * Sends what comes together as one statement: while one is under way, what comes meanwhile goes into the next. A busy
 * service pays for one round trip where it would pay for dozens; a quiet one waits for nothing.
 */
export class Gathered<Input, Output> {
  readonly #send: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  #waiting: Waiting<Input, Output>[] = [];
  #underWay = 0;

  constructor(send: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.#send = send;
  }

  ask(input: Input): Promise<Output> {
    const done = Promise.withResolvers<Output>();
    this.#waiting.push({ input, done });
    if (this.#underWay === 0) void this.#work();
    return done.promise;
  }

  async #work(): Promise<void> {
    this.#underWay += 1;
    // What comes in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const part = this.#waiting.splice(0, PART_MAX);
      try {
        const outputs = await this.#send(part.map(({ input }) => input));
        for (const [at, { done }] of part.entries()) {
          const output = outputs[at];
          if (output === undefined) done.reject(new Error('A statement answered fewer rows than it was asked for.'));
          else done.resolve(output);
        }
      } catch (thrown) {
        for (const { done } of part) done.reject(thrown);
      }
    }
    this.#underWay -= 1;
  }
}
