import { AppError } from '../../kernel/errors.ts';
import type { CallMemory, FoundAnswer, KeepAnswer, KeptAnswer, RememberedCall } from '../../ports/memory.ts';
import type { Database, Queryable } from './database.ts';

export interface CallMemoryOptions {
  /** A call that has neither ended nor renewed by then has lost its process: the key may be tried again. */
  readonly lease_ms: number;
}

const DEFAULTS: CallMemoryOptions = { lease_ms: 15_000 };
/** How long answers are kept, as the operation pages say. */
const KEEP_HOURS = 24;
const PART = 1000;

/** Answers by idempotency key in PostgreSQL. */
export class PostgresCallMemory implements CallMemory {
  readonly #database: Database;
  readonly #options: CallMemoryOptions;

  constructor(database: Database, options: Partial<CallMemoryOptions> = {}) {
    this.#database = database;
    this.#options = { ...DEFAULTS, ...options };
  }

  async take(call: RememberedCall, fingerprint: Uint8Array): Promise<KeptAnswer | undefined> {
    const { workspace_id, key, route, request_id } = call;
    const values = [workspace_id, key, route, fingerprint, request_id, this.#options.lease_ms, KEEP_HOURS];
    const [row] = await this.#database.query<TakenRow>(TAKE, values);
    if (row === undefined) throw new Error('Taking an idempotency key answered no row.');
    if (row.is_mine) return undefined;
    if (!row.is_same) throw otherInput(key);
    if (row.status === null || row.body === null) throw underWay(key);
    return { status: row.status, body: row.body };
  }

  async renew(call: RememberedCall): Promise<void> {
    await this.#database.query(RENEW, [...placeOf(call), this.#options.lease_ms]);
  }

  async keep(answer: KeepAnswer): Promise<void> {
    await keepIn(this.#database, answer);
  }

  async find(workspace_id: string, request_id: string): Promise<FoundAnswer | undefined> {
    const [row] = await this.#database.query<FoundAnswer>(FIND, [workspace_id, request_id, KEEP_HOURS]);
    return row;
  }

  async forget(call: RememberedCall): Promise<void> {
    await this.#database.query(FORGET, placeOf(call));
  }
}

/**
 * Keeps the answer in the transaction that makes the call final.
 *
 * @throws AppError conflict when another request has taken the key since, so that the transaction undoes this one's work
 */
export async function keepIn(transaction: Queryable, { call, status, body }: KeepAnswer): Promise<void> {
  const kept = await transaction.query(KEEP, [...placeOf(call), status, body]);
  if (kept.length === 0) throw underWay(call.key);
}

/** Deletes what is too old to be repeated; answers how many, at most a part. */
export async function forgetOldCalls(queryable: Queryable): Promise<{ readonly done: number; readonly part: number }> {
  const [row] = await queryable.query<{ done: number }>(FORGET_OLD, [KEEP_HOURS, PART]);
  return { done: row?.done ?? 0, part: PART };
}

interface TakenRow {
  readonly is_mine: boolean;
  readonly is_same: boolean;
  readonly status: number | null;
  readonly body: string | null;
}

function placeOf({ workspace_id, key, route, request_id }: RememberedCall): readonly string[] {
  return [workspace_id, key, route, request_id];
}

// The update happens in any case, because only then the statement sees the row that it met. What it sets is the old
// value unless the key is free: its answer is too old, or its process is gone.
const free = `(known.created_at < now() - make_interval(hours => $7) or (known.status is null and known.lease_until < now()))`;
const unlessFree = (column: string, fresh: string): string =>
  `${column} = case when ${free} then ${fresh} else known.${column} end`;

const TAKE = `
  insert into idempotent_calls as known (workspace_id, key, route, fingerprint, request_id, lease_until)
  values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::double precision / 1000))
  on conflict (workspace_id, key, route) do update set
    ${unlessFree('fingerprint', 'excluded.fingerprint')},
    ${unlessFree('request_id', 'excluded.request_id')},
    ${unlessFree('lease_until', 'excluded.lease_until')},
    ${unlessFree('status', 'null')},
    ${unlessFree('body', 'null')},
    ${unlessFree('created_at', 'now()')}
  returning request_id = $5 as is_mine, fingerprint = $4 as is_same, status, body`;

const MINE = `workspace_id = $1 and key = $2 and route = $3 and request_id = $4`;

const RENEW = `
  update idempotent_calls set lease_until = now() + make_interval(secs => $5::double precision / 1000)
  where ${MINE} and status is null`;

const KEEP = `update idempotent_calls set status = $5, body = $6 where ${MINE} returning status`;

const FIND = `
  select route, status, body from idempotent_calls
  where workspace_id = $1 and request_id = $2 and body is not null and created_at > now() - make_interval(hours => $3)
  order by created_at desc limit 1`;

const FORGET = `delete from idempotent_calls where ${MINE} and status is null`;

const FORGET_OLD = `
  with gone as (
    delete from idempotent_calls
    where ctid = any (array(
      select ctid from idempotent_calls where created_at < now() - make_interval(hours => $1) limit $2
      for update skip locked
    ))
    returning 1
  )
  select count(*) as done from gone`;

function underWay(key: string): AppError {
  return new AppError('conflict', `A request with the Idempotency-Key ${shown(key)} is still running.`, {
    fix: 'Wait for its answer, then send the same request again to get that answer.',
  });
}

function otherInput(key: string): AppError {
  return new AppError('invalid_input', `The Idempotency-Key ${shown(key)} was already used with different input.`, {
    fix: 'Send this input with a new Idempotency-Key, or the earlier input with this key.',
    issues: [{ path: 'Idempotency-Key', message: 'was already used with different input' }],
  });
}

function shown(key: string): string {
  return key.length > 64 ? `${key.slice(0, 64)}…` : key;
}
