import type { Ledger, LedgerCall, Reservation } from '../../ports/accounts.ts';
import type { KeepAnswer } from '../../ports/memory.ts';
import type { Database, Queryable } from './database.ts';
import {
  chargingTransaction,
  noAccount,
  RELEASE_UNFLUSHED,
  requireCredits,
  reserveAtOnce,
  reserveIn,
  SETTLE_AND_KEEP,
  settleIn,
} from './ledger-statements.ts';

/** The operator's side of credits. */
interface LedgerAdmin {
  /** Adds credits; answers the balance after. */
  grant(workspaceId: string, credits: number, reason: string): Promise<number | null>;
  /** Sets the balance, or with null takes the limit away. */
  setBalance(workspaceId: string, balance: number | null, reason: string): Promise<void>;
  /** Releases reservations that have been open for longer, as a killed process leaves them; answers how many. */
  sweep(olderThan_ms: number): Promise<number>;
  /** Stores what the plans give, for every process that reserves credits. The service does so when it starts. */
  publishPlans(): Promise<void>;
}

export interface LedgerOptions {
  /** By name. A workspace whose plan has monthly credits is granted them with its first call of the month. */
  readonly plans: ReadonlyMap<string, { readonly credits_per_month: number | null }>;
}

/**
 * Credits in PostgreSQL.
 *
 * Reserving, settling and releasing are one function each in the database, so that no crash and no interleaving can
 * leave a balance without its entry, or a budget without its reservation, and each is one round trip. A reservation is
 * closed by the one statement that finds it open.
 *
 * A plan's monthly credits are used first, and what is left of them lapses with the next month's; credits that the
 * operator granted stay.
 */
export class PostgresLedger implements Ledger, LedgerAdmin {
  readonly #database: Database;
  readonly #plans: LedgerOptions['plans'];

  constructor(database: Database, { plans }: LedgerOptions = { plans: new Map() }) {
    this.#database = database;
    this.#plans = plans;
  }

  async reserve(call: LedgerCall, credits: number): Promise<Reservation> {
    requireCredits(credits);
    const workspaceId = call.workspace_id;
    const settle = (id: number | undefined) => (keep?: Keep) => this.#settle(id, workspaceId, keep);
    // What is free leaves no trace here: the usage row tells of it.
    if (credits === 0) return { id: undefined, credits, settle: settle(undefined), release: () => Promise.resolve() };
    const id =
      (await reserveAtOnce(this.#database, call, credits)) ??
      (await chargingTransaction(this.#database, (transaction) => reserveIn(transaction, call, credits)));
    const release = async (): Promise<void> => {
      await this.#database.query(RELEASE_UNFLUSHED, [id]);
    };
    return { id, credits, settle: settle(id), release };
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

  async sweep(olderThan_ms: number): Promise<number> {
    let total = 0;
    // Oldest first and in parts, so that a long backlog is no long transaction.
    for (;;) {
      const swept = await this.#database.transaction((transaction) => sweepPart(transaction, olderThan_ms));
      total += swept;
      if (swept < SWEEP_ROWS) return total;
    }
  }

  async publishPlans(): Promise<void> {
    const named = [...this.#plans];
    const names = named.map(([name]) => name);
    const credits = named.map(([, plan]) => plan.credits_per_month);
    await this.#database.query(PUBLISH_PLANS, [names, credits]);
  }

  /** The balance comes first where an answer that tells it is kept; settling changes nothing about it. */
  async #settle(id: number | undefined, workspaceId: string, keep: Keep | undefined): Promise<number | null> {
    if (keep === undefined) {
      return id === undefined ? this.balance(workspaceId) : settleIn(this.#database, id, workspaceId);
    }
    const balance = await this.balance(workspaceId);
    const { call, status, body } = keep(balance);
    const values = [id, call.workspace_id, call.key, call.route, call.request_id, status, body];
    await this.#database.query(SETTLE_AND_KEEP, values);
    return balance;
  }
}

type Keep = (balance: number | null) => KeepAnswer;

interface Balance {
  readonly balance: number | null;
}

async function sweepPart(transaction: Queryable, olderThan_ms: number): Promise<number> {
  // Two sweeps could each wait for an account that the other has changed.
  await transaction.query('select pg_advisory_xact_lock($1)', [SWEEP_LOCK]);
  // Before any row of theirs, as everybody does who changes them.
  await transaction.query('lock table credit_entries, credit_reservations in row exclusive mode');
  const old = await transaction.query<{ id: number }>(SWEEPABLE, [olderThan_ms, SWEEP_ROWS]);
  const ids = old.map((reservation) => reservation.id);
  await transaction.query('select release_credits(id) from unnest($1::bigint[]) as old (id)', [ids]);
  return ids.length;
}

const SWEEP_ROWS = 1000;
/** Any number that nothing else locks. */
const SWEEP_LOCK = 7_326_276;

const BALANCE = 'select balance from credit_balance($1)';

// Those of jobs are given back when the job ends, however long it waits.
const SWEEPABLE = `
  select id from credit_reservations
  where state = 'open' and job_id is null
    and created_at <= now() - make_interval(secs => $1::double precision / 1000)
  order by created_at limit $2
  for update skip locked`;

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
  with named as (
    select * from unnest($1::text[], $2::bigint[]) as named (name, credits_per_month)
  ), gone as (
    delete from plans where name not in (select name from named)
  )
  insert into plans (name, credits_per_month) select name, credits_per_month from named
  on conflict (name) do update set credits_per_month = excluded.credits_per_month`;
