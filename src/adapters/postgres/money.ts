import { createHash } from 'node:crypto';

import { messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type {
  Booking,
  BudgetSpent,
  MoneyGuard,
  SourceDay,
  SourceRequest,
  SpendingHold,
  SpendingLimits,
} from '../../ports/money.ts';
import type { Database } from './database.ts';
import { LeaseRenewal } from './lease-renewal.ts';
import type { Log } from '../../kernel/log.ts';
import { storedSeries } from './observation-inbox.ts';
import { storable } from './storable.ts';

export interface MoneyOptions {
  /**
   * A request whose process has not renewed it for so long was cut off. Less than the lease of a claim, so that whoever
   * takes over the claim of a process that died is told what it repeats.
   */
  readonly lease_ms: number;
  /** No request takes longer: its process lives, but has lost it. */
  readonly lifetime_ms: number;
  /** Single requests are deleted after so many days; the sums by day stay. */
  readonly keep_days: number;
  readonly sweep_every_ms: number;
  /** So many observations were put into the inbox. */
  readonly kept: (count: number) => void;
}

const DEFAULTS: MoneyOptions = {
  lease_ms: 10_000,
  lifetime_ms: 3_600_000,
  keep_days: 90,
  sweep_every_ms: 60_000,
  kept: () => undefined,
};
const TEXT_MAX = 128;
const REASON_MAX = 500;
/** Rows in one statement, and statements in one sweep: what is left is for the next one. */
const SWEEP_ROWS = 1000;
const SWEEP_PARTS_MAX = 20;

/**
 * Spending on sources in PostgreSQL.
 *
 * Reserving is one function of the database, so that no crash and no interleaving lets more through than the limits allow.
 * A request lives while its process renews it. One whose process was killed is cut off, by the next equal request or the
 * next sweep, and counts with its reserved price; if it comes back after all, it is corrected.
 */
export class PostgresMoneyGuard implements MoneyGuard {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: MoneyOptions;
  /** Open requests of this process, and when each was made. */
  readonly #open = new Map<string, number>();
  readonly #renewal: LeaseRenewal;
  readonly #sweeper: NodeJS.Timeout;
  #sweeping: Promise<void> | undefined;

  constructor(database: Database, log: Log, options: Partial<MoneyOptions> = {}) {
    this.#database = database;
    this.#log = log;
    this.#options = { ...DEFAULTS, ...options };
    const { lease_ms } = this.#options;
    const warning = 'Requests to sources could not be renewed.';
    this.#renewal = new LeaseRenewal({ lease_ms, log, warning, renew: () => this.#renew() });
    this.#sweeper = setInterval(() => this.#sweepAgain(), this.#options.sweep_every_ms).unref();
  }

  async reserve(
    request: SourceRequest,
    { source_usd, total_usd }: SpendingLimits,
  ): Promise<SpendingHold | BudgetSpent> {
    if (!(request.usd >= 0)) throw new Error(`${request.usd} USD cannot be reserved.`);
    const id = newId('srq');
    const [row] = await this.#database.query<ReservedRow>(RESERVE, [
      id,
      request.source,
      request.capability,
      request.method,
      createHash('sha256').update(request.identity).digest(),
      request.workspace_id,
      request.key_id,
      request.project_id === undefined ? undefined : storable(request.project_id, TEXT_MAX),
      request.operation,
      storable(request.request_id, TEXT_MAX),
      request.usd,
      source_usd,
      total_usd,
      this.#options.lease_ms,
    ]);
    if (row === undefined) throw new Error('A request to a source was not reserved.');
    const { refused_by, limit_usd, spent_usd, resets_at } = row;
    if (refused_by !== null) {
      return { is_held: false, limit: refused_by, limit_usd: limit_usd ?? 0, spent_usd: spent_usd ?? 0, resets_at };
    }
    this.#open.set(id, performance.now());
    this.#renewal.start();
    return {
      is_held: true,
      repeats: row.repeated ?? undefined,
      book: (booking) => this.#book(id, booking),
      fail: ({ usd, reason }) => this.#end(id, 'failed', usd, reason),
    };
  }

  async today(): Promise<ReadonlyMap<string, SourceDay>> {
    const rows = await this.#database.query<DayRow>(TODAY);
    return new Map(
      rows.map(({ source, last_failure_at, last_failure, ...day }) => [
        source,
        {
          ...day,
          last_failure: last_failure_at === null ? undefined : { at: last_failure_at, reason: last_failure ?? '' },
        },
      ]),
    );
  }

  /** Cuts off requests whose processes are gone, and deletes old ones; answers how many were cut off. It happens by itself too. */
  async sweep(): Promise<number> {
    let count = 0;
    const lapsed = await this.#database.query<{ id: string }>(LAPSED, [SWEEP_ROWS]);
    // One by one: a statement that ends several locks their days in any order.
    for (const { id } of lapsed) {
      const [row] = await this.#database.query<EndedRow>(END, [id, 'cut_off', null, CUT_OFF]);
      if (row?.is_ended === true) count += 1;
    }
    for (let part = 0; part < SWEEP_PARTS_MAX; part += 1) {
      const [row] = await this.#database.query<{ done: number }>(DELETE_OLD, [this.#options.keep_days, SWEEP_ROWS]);
      if ((row?.done ?? 0) < SWEEP_ROWS) break;
    }
    return count;
  }

  /** Requests that are still open are cut off when their lease is over. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([this.#renewal.close(), this.#sweeping]);
  }

  async #book(id: string, { usd, observations, workspace_id, index_id, delete_at }: Booking): Promise<void> {
    this.#open.delete(id);
    await this.#database.query(BOOK, [
      id,
      usd,
      observations.map(({ kind }) => kind),
      observations.map(({ series }) => storedSeries(series)),
      observations.map(({ observed_at }) => observed_at),
      observations.map(({ body }) => JSON.stringify(body)),
      delete_at,
      workspace_id,
      index_id,
    ]);
    if (observations.length > 0) this.#options.kept(observations.length);
  }

  async #end(id: string, state: 'failed', usd: number, reason: string): Promise<void> {
    this.#open.delete(id);
    await this.#database.query(END, [id, state, usd, storable(reason, REASON_MAX)]);
  }

  #sweepAgain(): void {
    this.#sweeping ??= this.sweep()
      .then(() => undefined)
      .catch((thrown: unknown) =>
        this.#log.warn({ error: messageOf(thrown) }, 'Requests to sources that were cut off could not be counted.'),
      )
      .finally(() => (this.#sweeping = undefined));
  }

  #renew(): Promise<unknown> | undefined {
    const { lease_ms, lifetime_ms } = this.#options;
    for (const [id, made_at] of this.#open) if (performance.now() - made_at > lifetime_ms) this.#open.delete(id);
    if (this.#open.size === 0) return undefined;
    return this.#database.query(RENEW, [[...this.#open.keys()], lease_ms]);
  }
}

interface ReservedRow {
  readonly refused_by: 'source' | 'total' | null;
  readonly limit_usd: number | null;
  readonly spent_usd: number | null;
  readonly resets_at: Date;
  readonly repeated: string | null;
}

interface EndedRow {
  readonly is_ended: boolean;
}

interface DayRow extends Omit<SourceDay, 'last_failure'> {
  readonly source: string;
  readonly last_failure_at: Date | null;
  readonly last_failure: string | null;
}

const CUT_OFF = 'The process that made the request ended before it did.';

const RESERVE = `
  select refused_by, limit_usd::double precision, spent_usd::double precision, resets_at, repeated
  from reserve_source_request($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const BOOK = 'select book_source_request($1, $2, $3, $4, $5, $6, $7, $8, $9)';

const END = 'select end_source_request($1, $2, $3, $4) as is_ended';

const LAPSED = `
  select id from source_requests where state = 'open' and lease_until < now() order by lease_until limit $1`;

// Not waited for on disk: one that is lost is written again a moment later.
const RENEW = `
  update source_requests set lease_until = clock_timestamp() + make_interval(secs => $2::double precision / 1000)
  from (select set_config('synchronous_commit', 'off', true)) as soon_durable
  -- Locked in the order in which those lock them who take them for cut off.
  where id in (
    select id from source_requests where id = any ($1::text[]) and state = 'open' order by id for update
  )`;

const TODAY = `
  select source, spent_usd::double precision as usd, reserved_usd::double precision, requests, failures,
    last_failure_at, last_failure
  from source_days where day = (now() at time zone 'UTC')::date and source <> '' order by source`;

const DELETE_OLD = `
  with old as (
    select id from source_requests
    where state <> 'open' and created_at < now() - make_interval(days => $1) order by created_at limit $2
    for update skip locked
  ), gone as (
    delete from source_requests using old where source_requests.id = old.id returning 1
  )
  select count(*) as done from gone`;
