import type { Ledger, LedgerCall, Reservation } from '../../ports/accounts.ts';
import type { KeepAnswer } from '../../ports/memory.ts';
import type { Plan } from '../../ports/plans.ts';
import { keepIn } from './call-memory.ts';
import type { Database, Queryable } from './database.ts';
import {
  chargingTransaction,
  gatheredReserves,
  gatheredSettles,
  type HeldCredits,
  noAccount,
  RELEASE_UNFLUSHED,
  requireCovered,
  requireCredits,
  RESERVATION_MS,
  reserveAtOnce,
  reserveIn,
  type Reserving,
  settleAndKeepAtOnce,
  settleAtOnce,
  settleIn,
  type Settling,
} from './ledger-statements.ts';

/** The operator's side of credits. */
interface LedgerAdmin {
  /** Adds credits; answers the balance after. */
  grant(workspaceId: string, credits: number, reason: string): Promise<number | null>;
  /** Sets the balance, or with null takes the limit away. */
  setBalance(workspaceId: string, balance: number | null, reason: string): Promise<void>;
  /** Releases reservations that are open beyond their time, as a killed process leaves them; answers how many. */
  sweep(): Promise<number>;
  /**
   * Stores what the plans give, for every process that reserves credits or runs jobs. Only who has the operator's
   * settings may: the service, when it starts. Plans that it does not know stay as they are.
   */
  publishPlans(): Promise<void>;
}

export interface LedgerOptions {
  /** By name, for `publishPlans`. */
  readonly plans: ReadonlyMap<string, Pick<Plan, 'concurrent_jobs' | 'credits_per_month'>>;
  /** Longest that a call of this process holds credits. Whatever is open for longer may be given back by anybody. */
  readonly reservation_ms: number;
}

/**
 * Credits in PostgreSQL.
 *
 * Reserving, settling and releasing are one function each in the database, so that no crash and no interleaving can
 * leave a balance without its entry, or a budget without its reservation, and each is one round trip. A reservation is
 * closed by the one statement that finds it open.
 *
 * A workspace whose plan has monthly credits is granted them with its first call of the month. They are used first, and
 * what is left of them lapses with the next month's; credits that the operator granted stay.
 */
export class PostgresLedger implements Ledger, LedgerAdmin {
  readonly #database: Database;
  readonly #plans: LedgerOptions['plans'];
  readonly #reservation_ms: number;
  readonly #reserving: Reserving;
  readonly #settling: Settling;

  constructor(database: Database, { plans = new Map(), reservation_ms = RESERVATION_MS }: Partial<LedgerOptions> = {}) {
    this.#database = database;
    this.#plans = plans;
    this.#reservation_ms = reservation_ms;
    this.#reserving = gatheredReserves(database, reservation_ms);
    this.#settling = gatheredSettles(database);
  }

  async reserve(call: LedgerCall, credits: number): Promise<Reservation> {
    requireCredits(credits);
    // What is free leaves no trace here: the usage row tells of it.
    const id = credits === 0 ? undefined : await this.#reserve(call, credits);
    const held = { ...call, id, credits, job_id: undefined };
    const release = async (): Promise<void> => {
      if (id !== undefined) await this.#database.query(RELEASE_UNFLUSHED, [id, call.workspace_id]);
    };
    return { id, credits, settle: (keep, charged) => this.#settle(held, keep, charged), release };
  }

  async #reserve(call: LedgerCall, credits: number): Promise<string | undefined> {
    const lifetime_ms = this.#reservation_ms;
    return (
      (await reserveAtOnce(this.#database, this.#reserving, call, credits)) ??
      (await chargingTransaction(this.#database, (transaction) =>
        reserveIn(transaction, call, credits, undefined, lifetime_ms),
      ))
    );
  }

  async balance(workspaceId: string): Promise<number | null> {
    const [row] = await this.#database.query<Balance>(BALANCE, [workspaceId]);
    if (row === undefined) throw noAccount(workspaceId);
    return row.balance;
  }

  async grant(workspaceId: string, credits: number, reason: string): Promise<number | null> {
    if (!Number.isSafeInteger(credits) || credits <= 0) throw new Error(`${credits} credits cannot be granted.`);
    const [row] = await this.#database.query<Balance>(GRANT, [workspaceId, credits, reason]);
    if (row === undefined) throw noAccount(workspaceId);
    return row.balance;
  }

  async setBalance(workspaceId: string, balance: number | null, reason: string): Promise<void> {
    const values = [workspaceId, balance, reason];
    const changed = await this.#database.query(CHANGE_LIMIT, values);
    if (changed.length > 0) return;
    await this.#database.transaction(async (transaction) => {
      // Reservations of an account without limit do not touch its row, so only this makes the sum complete.
      await transaction.query('lock table credit_entries in share row exclusive mode');
      const found = await transaction.query(SET_LIMIT, values);
      if (found.length === 0) throw noAccount(workspaceId);
    });
  }

  async sweep(): Promise<number> {
    let total = 0;
    // Oldest first and in parts, so that a long backlog is no long transaction.
    for (;;) {
      const swept = await this.#database.transaction(sweepPart);
      total += swept;
      if (swept < SWEEP_ROWS) return total;
    }
  }

  async publishPlans(): Promise<void> {
    const named = [...this.#plans];
    const names = named.map(([name]) => name);
    const jobs = named.map(([, plan]) => plan.concurrent_jobs);
    const credits = named.map(([, plan]) => plan.credits_per_month);
    await this.#database.query(PUBLISH_PLANS, [names, jobs, credits]);
  }

  async #settle(held: HeldCredits, keep: Keep | undefined, charged = held.credits): Promise<number | null> {
    requireCovered(charged, held.credits);
    if (charged < held.credits) return this.#settleLess(held, keep, charged);
    if (keep !== undefined) return this.#settleAndKeep(held, keep);
    if (held.id === undefined) return this.balance(held.workspace_id);
    const settled = await settleAtOnce(this.#settling, held);
    if (settled !== undefined) return settled.balance;
    return chargingTransaction(this.#database, (transaction) => settleIn(transaction, held));
  }

  /** The balance comes first, since the answer tells it: settling what is reserved changes nothing about it. */
  async #settleAndKeep(held: HeldCredits, keep: Keep): Promise<number | null> {
    const before = await this.balance(held.workspace_id);
    if (await settleAndKeepAtOnce(this.#database, held, keep(before))) return before;
    return chargingTransaction(this.#database, async (transaction) => {
      const balance = await settleIn(transaction, held);
      await keepIn(transaction, keep(balance));
      return balance;
    });
  }

  /** It changes the balance, so the answer is made of the one that the same transaction has found. */
  #settleLess(held: HeldCredits, keep: Keep | undefined, charged: number): Promise<number | null> {
    return chargingTransaction(this.#database, async (transaction) => {
      const balance = await settleIn(transaction, held, charged);
      if (keep !== undefined) await keepIn(transaction, keep(balance));
      return balance;
    });
  }
}

type Keep = (balance: number | null) => KeepAnswer;

interface Balance {
  readonly balance: number | null;
}

async function sweepPart(transaction: Queryable): Promise<number> {
  // Two sweeps could each wait for an account that the other has changed.
  await transaction.query('select pg_advisory_xact_lock($1)', [SWEEP_LOCK]);
  // Before any row of theirs, as everybody does who changes them.
  await transaction.query('lock table credit_entries, credit_reservations in row exclusive mode');
  const old = await transaction.query<{ id: string; workspace_id: string }>(SWEEPABLE, [SWEEP_ROWS]);
  const ids = old.map((reservation) => reservation.id);
  const workspaces = old.map((reservation) => reservation.workspace_id);
  await transaction.query(RELEASE_ALL, [ids, workspaces]);
  return ids.length;
}

const SWEEP_ROWS = 1000;
/** Any number that nothing else locks. */
const SWEEP_LOCK = 7_326_279;

const BALANCE = 'select balance from credit_balance($1)';

// Those of jobs are given back when the job ends, however long it waits.
const SWEEPABLE = `
  select id, workspace_id from credit_reservations
  where state = 'open' and job_id is null and expires_at <= now()
  order by expires_at limit $1
  for update skip locked`;

const RELEASE_ALL = `
  select release_credits(id, workspace_id) from unnest($1::uuid[], $2::text[]) as old (id, workspace_id)`;

const GRANT = `
  with account as (
    update credit_accounts set balance = balance + $2::bigint, updated_at = now() where workspace_id = $1
    returning workspace_id, balance
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reason)
    select workspace_id, 'grant', $2::bigint, $3 from account
  )
  select balance from account`;

// What the operator sets includes this month's credits of the plan, and none of it lapses.
const INCLUDING_THE_MONTH = `granted as (
    insert into credit_grants (workspace_id, period, lapsing, balance_after, entry_id)
    select workspace_id, credit_period(), 0, $2, id from entry
    on conflict (workspace_id, period) do update set lapsing = 0
  )`;

/** Of an account that has a limit: its balance is the sum of its entries. */
const CHANGE_LIMIT = `
  with before as (
    select workspace_id, balance from credit_accounts where workspace_id = $1 and balance is not null for update
  ), account as (
    update credit_accounts set balance = $2::bigint, updated_at = now() from before
    where credit_accounts.workspace_id = before.workspace_id
    returning before.workspace_id, credit_accounts.balance - before.balance as difference
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reason)
    select workspace_id, 'adjust', difference, $3 from account where difference is not null
    returning id, workspace_id
  ), ${INCLUDING_THE_MONTH}
  select workspace_id from account`;

/** Of an account without one: whatever was entered meanwhile, the entries have to sum to the balance. */
const SET_LIMIT = `
  with account as (
    update credit_accounts set balance = $2::bigint, updated_at = now() where workspace_id = $1
    returning workspace_id, balance
  ), entered as (
    select coalesce(sum(amount), 0)::bigint as total from credit_entries where workspace_id = $1
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reason)
    select workspace_id, 'adjust', account.balance - total, $3 from account, entered where account.balance is not null
    returning id, workspace_id
  ), ${INCLUDING_THE_MONTH}
  select workspace_id from account`;

const PUBLISH_PLANS = `
  insert into plans (name, concurrent_jobs, credits_per_month)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[]) as named (name, concurrent_jobs, credits_per_month)
  order by name
  on conflict (name) do update set
    concurrent_jobs = excluded.concurrent_jobs, credits_per_month = excluded.credits_per_month`;
