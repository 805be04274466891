import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/markdown.ts';
import type { LedgerCall } from '../../ports/accounts.ts';
import type { Database, Queryable } from './database.ts';
import { announceCrossed, announceRefusal, BudgetExceeded, refusalOf } from './ledger-budgets.ts';

/** What the ledger does within transactions that do more than that, such as storing a job or ending it. */

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
 * Reserves credits, in a transaction of `chargingTransaction`; undefined where nothing was to be reserved.
 * Reserve before you settle or release in the same transaction: the other order can wait for itself in two of them.
 *
 * @throws AppError insufficient_credits or budget_exceeded
 */
export async function reserveIn(
  transaction: Queryable,
  call: LedgerCall,
  credits: number,
  jobId?: string,
): Promise<number | undefined> {
  requireCredits(credits);
  if (credits === 0) return undefined;
  const [row] = await transaction.query<ReserveRow>(RESERVE, [...reserveValues(call, credits), jobId, true]);
  const id = await reservedId(transaction, call, credits, row);
  if (id === undefined || call.project_id === undefined) return id;
  const project = { workspace_id: call.workspace_id, project_id: call.project_id };
  await announceCrossed(transaction, project, { warns: row?.warns === true, exceeds: row?.exceeds === true });
  return id;
}

/** Charges what was reserved, once; answers the balance after. */
export async function settleIn(
  transaction: Queryable,
  reservationId: number | undefined,
  workspaceId: string,
): Promise<number | null> {
  const [row] = await transaction.query<{ balance: number | null }>(SETTLE, [reservationId, workspaceId]);
  return row?.balance ?? null;
}

/** Gives back what was reserved, once. */
export async function releaseIn(transaction: Queryable, reservationId: number | undefined): Promise<void> {
  if (reservationId !== undefined) await transaction.query(RELEASE, [reservationId]);
}

/**
 * Reserves credits in one round trip; undefined when a threshold is about to be crossed, which `reserveIn` does in a
 * transaction that announces it.
 *
 * The commit is not waited for: what comes after it and is waited for, a charge or a job, makes it last too, and a
 * reservation that is lost without them was to be given back anyway.
 */
export async function reserveAtOnce(
  database: Database,
  call: LedgerCall,
  credits: number,
): Promise<number | undefined> {
  const values = [...reserveValues(call, credits), undefined, false];
  const [row] = await database.query<ReserveRow>(RESERVE_UNFLUSHED, values);
  try {
    return await reservedId(database, call, credits, row);
  } catch (thrown) {
    if (thrown instanceof BudgetExceeded && row?.exceeds === true) await announceRefusal(database, thrown.project);
    throw thrown;
  }
}

export function requireCredits(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is not a number of credits.`);
}

export function noAccount(workspaceId: string): Error {
  return new Error(`The workspace ${workspaceId} has no credit account.`);
}

interface ReserveRow {
  readonly verdict: 'reserved' | 'crossing' | 'too_few' | 'over_budget' | 'no_account';
  readonly id: number | null;
  readonly balance: number | null;
  readonly warns: boolean | null;
  readonly exceeds: boolean | null;
}

function reserveValues(call: LedgerCall, credits: number): readonly (string | number | undefined)[] {
  return [call.workspace_id, credits, call.operation, call.request_id, call.project_id];
}

async function reservedId(
  queryable: Queryable,
  call: LedgerCall,
  credits: number,
  row: ReserveRow | undefined,
): Promise<number | undefined> {
  switch (row?.verdict) {
    case 'reserved':
    case 'crossing':
      return row.id ?? undefined;
    case 'too_few':
      throw tooFew(credits, row.balance ?? 0);
    case 'over_budget': {
      const { workspace_id, project_id = '' } = call;
      throw await refusalOf(queryable, { workspace_id, project_id }, credits);
    }
    case 'no_account':
    case undefined:
      throw noAccount(call.workspace_id);
  }
}

function tooFew(needed: number, balance: number): AppError {
  const message = `The call costs ${counted(needed, 'credit')}; the workspace has ${balance.toLocaleString('en-US')} left.`;
  return new AppError('insufficient_credits', message, {
    fix: 'Ask for less (a smaller limit costs less), or have the operator grant more credits.',
  });
}

const RESERVED = 'verdict, reservation_id as id, balance_left as balance, warns, exceeds';

const RESERVE = `select ${RESERVED} from reserve_credits($1, $2, $3, $4, $5, $6, $7)`;

const RESERVE_UNFLUSHED = `
  select ${RESERVED} from set_config('synchronous_commit', 'off', true), reserve_credits($1, $2, $3, $4, $5, $6, $7)`;

const SETTLE = 'select settle_credits($1, $2) as balance';

/** Also writes the answer that the caller's idempotency key is to repeat. */
export const SETTLE_AND_KEEP = `
  with kept as (
    update idempotent_calls set status = $6, body = $7
    where workspace_id = $2 and key = $3 and route = $4 and request_id = $5
  )
  select settle_credits($1, $2) as balance`;

const RELEASE = 'select release_credits($1)';

/** Not waited for either: one that is lost is given back by its age. */
export const RELEASE_UNFLUSHED = `select release_credits($1) from set_config('synchronous_commit', 'off', true)`;
