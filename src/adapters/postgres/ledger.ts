import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/markdown.ts';
import type { Ledger, LedgerCall, Reservation } from '../../ports/accounts.ts';
import type { Database } from './database.ts';

/** The operator's side of credits. */
interface LedgerAdmin {
  /** Adds credits; answers the balance after. */
  grant(workspaceId: string, credits: number, reason: string): Promise<number | null>;
  /** Sets the balance, or with null takes the limit away. */
  setBalance(workspaceId: string, balance: number | null, reason: string): Promise<void>;
  /** Releases reservations that have been open for longer, as a killed process leaves them; answers how many. */
  sweep(olderThan_ms: number): Promise<number>;
}

/**
 * Credits in PostgreSQL.
 *
 * Reserving, settling and releasing are one statement each, so that no crash and no interleaving can leave a
 * balance without its entry. A reservation is closed by the one statement that finds it open.
 */
export class PostgresLedger implements Ledger, LedgerAdmin {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async reserve(call: LedgerCall, credits: number): Promise<Reservation> {
    if (!Number.isSafeInteger(credits) || credits < 0) throw new Error(`${credits} is not a number of credits.`);
    const workspaceId = call.workspace_id;
    // What is free leaves no trace here: the usage row tells of it.
    if (credits === 0) {
      return { credits, settle: () => this.balance(workspaceId), release: () => Promise.resolve() };
    }
    const id = await this.#open(call, credits);
    return {
      credits,
      settle: async () => {
        const [row] = await this.#database.query<Balance>(SETTLE, [id, workspaceId]);
        return row?.balance ?? null;
      },
      release: async () => {
        await this.#database.query(RELEASE, [id]);
      },
    };
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
    await this.#database.transaction(async (transaction) => {
      // Reservations of an account without limit do not touch its row, so only this makes the sum complete.
      await transaction.query('lock table credit_entries in share row exclusive mode');
      const found = await transaction.query(SET_BALANCE, [workspaceId, balance, reason]);
      if (found.length === 0) throw noAccount(workspaceId);
    });
  }

  async sweep(olderThan_ms: number): Promise<number> {
    let total = 0;
    // Oldest first and in parts, so that a long backlog is no long transaction.
    for (;;) {
      const swept = await this.#database.transaction(async (transaction) => {
        // Two sweeps could each wait for an account that the other has changed.
        await transaction.query('select pg_advisory_xact_lock($1)', [SWEEP_LOCK]);
        const [row] = await transaction.query<{ swept: number }>(SWEEP, [olderThan_ms, SWEEP_ROWS]);
        return row?.swept ?? 0;
      });
      total += swept;
      if (swept < SWEEP_ROWS) return total;
    }
  }

  async #open(call: LedgerCall, credits: number): Promise<number> {
    const values = [call.workspace_id, credits, call.operation, call.request_id];
    // A second time only when the limit was taken away while the statement waited for the account.
    for (let attempt = 1; ; attempt += 1) {
      const [row] = await this.#database.query<{ id: number | null; balance: number | null }>(RESERVE, values);
      if (row === undefined) throw noAccount(call.workspace_id);
      if (row.id !== null) return row.id;
      const balance = await this.balance(call.workspace_id);
      if (balance !== null || attempt === 3) throw tooFew(credits, balance ?? 0);
    }
  }
}

interface Balance {
  readonly balance: number | null;
}

const SWEEP_ROWS = 1000;
/** Any number that nothing else locks. */
const SWEEP_LOCK = 7_326_276;

const BALANCE = 'select balance from credit_accounts where workspace_id = $1';

// The update looks at the balance again after it has waited for a concurrent one, so it cannot go below zero.
// An account without limit is only read: all its calls would wait for each other's commit otherwise.
const RESERVE = `
  with account as (
    select balance from credit_accounts where workspace_id = $1
  ), charged as (
    update credit_accounts set balance = balance - $2::bigint, updated_at = now()
    where workspace_id = $1 and balance >= $2::bigint
    returning balance
  ), opened as (
    insert into credit_reservations (workspace_id, credits, operation, request_id)
    select $1, $2::bigint, $3, $4 from account
    where account.balance is null or exists (select from charged)
    returning id, workspace_id, credits
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reservation_id)
    select workspace_id, 'reserve', -credits, id from opened
  )
  select (select id from opened) as id, account.balance from account`;

const SETTLE = `
  with closed as (
    update credit_reservations set state = 'settled', closed_at = now()
    where id = $1 and state = 'open'
    returning id, workspace_id
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reservation_id)
    select workspace_id, 'settle', 0, id from closed
  )
  select balance from credit_accounts where workspace_id = $2`;

const giveBack = `
  refunds as (
    select workspace_id, sum(credits)::bigint as credits from closed group by workspace_id
  ), account as (
    update credit_accounts set balance = balance + refunds.credits, updated_at = now()
    from refunds
    where credit_accounts.workspace_id = refunds.workspace_id and balance is not null
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reservation_id)
    select workspace_id, 'release', credits, id from closed
  )`;

const RELEASE = `
  with closed as (
    update credit_reservations set state = 'released', closed_at = now()
    where id = $1 and state = 'open'
    returning id, workspace_id, credits
  ), ${giveBack}
  select count(*) as released from closed`;

const SWEEP = `
  with old as (
    select id from credit_reservations
    where state = 'open' and created_at <= now() - make_interval(secs => $1::double precision / 1000)
    order by created_at limit $2
    for update skip locked
  ), closed as (
    update credit_reservations set state = 'released', closed_at = now()
    from old where credit_reservations.id = old.id and state = 'open'
    returning credit_reservations.id, workspace_id, credits
  ), ${giveBack}
  select count(*) as swept from closed`;

const GRANT = `
  with account as (
    update credit_accounts set balance = balance + $2::bigint, updated_at = now() where workspace_id = $1
    returning workspace_id, balance
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reason)
    select workspace_id, 'grant', $2::bigint, $3 from account
  )
  select balance from account`;

// For a limited account the entries have to sum to the balance, whatever was entered while it had no limit.
const SET_BALANCE = `
  with account as (
    update credit_accounts set balance = $2::bigint, updated_at = now() where workspace_id = $1
    returning workspace_id, balance
  ), entered as (
    select coalesce(sum(amount), 0)::bigint as total from credit_entries where workspace_id = $1
  ), entry as (
    insert into credit_entries (workspace_id, kind, amount, reason)
    select workspace_id, 'adjust', account.balance - total, $3 from account, entered where account.balance is not null
  )
  select workspace_id from account`;

function tooFew(needed: number, balance: number): AppError {
  const message = `The call costs ${counted(needed, 'credit')}; the workspace has ${balance.toLocaleString('en-US')} left.`;
  return new AppError('insufficient_credits', message, {
    fix: 'Ask for less (a smaller limit costs less), or have the operator grant more credits.',
  });
}

function noAccount(workspaceId: string): Error {
  return new Error(`The workspace ${workspaceId} has no credit account.`);
}
