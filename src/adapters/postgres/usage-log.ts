import { AppError, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { UsageLog, UsageRow } from '../../ports/accounts.ts';
import type { Database, Value } from './database.ts';
import type { Log } from '../../kernel/log.ts';
import { storable } from './storable.ts';
import { SUMMED_ROWS, TO_DAYS } from './usage-days.ts';
import { rebuildUsage } from './usage-rebuild.ts';

const FLUSH_EVERY_MS = 500;
const BATCH_ROWS = 200;
/** What is kept while the database does not answer: minutes of a busy service, a few tens of MB. */
const WAITING_ROWS_MAX = 50_000;
const RETRY_PAUSE_MS = 1000;
const CLOSE_ATTEMPTS = 5;
const TEXT_MAX = 128;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Rows in one statement, and statements in one sweep: far more than a busy service writes meanwhile. */
const SWEEP_ROWS = 1000;
const SWEEP_PARTS_MAX = 500;

export interface UsageLogOptions {
  /** Rows of single calls are deleted after so many days; the sums by day stay. */
  readonly keep_days: number;
}

const KEEP_DAYS = 90;

/**
 * Usage rows in PostgreSQL, written in batches so that no call waits for them, and summed up by day as they are written.
 */
export class PostgresUsageLog implements UsageLog {
  readonly #database: Database;
  readonly #log: Log;
  readonly #keep_days: number;
  readonly #sweeper: NodeJS.Timeout;
  #waiting: UsageRow[] = [];
  /** Kept until it is known to be written: the database knows it by its id when it is sent a second time. */
  #batch: { readonly id: string; readonly rows: readonly UsageRow[] } | undefined;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, log: Log, { keep_days = KEEP_DAYS }: Partial<UsageLogOptions> = {}) {
    this.#database = database;
    this.#log = log;
    this.#keep_days = keep_days;
    this.#sweeper = setInterval(() => this.#sweepAgain(), SWEEP_EVERY_MS).unref();
  }

  record(row: UsageRow): void {
    if (this.#waiting.length >= WAITING_ROWS_MAX) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(row);
    if (this.#waiting.length === BATCH_ROWS && this.#timer !== undefined) this.#plan(0);
    else if (this.#timer === undefined && this.#writing === undefined) this.#plan(FLUSH_EVERY_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeper);
    clearTimeout(this.#timer);
    await Promise.all([this.#writing, this.#sweeping]);
    for (let attempt = 1; this.#waiting.length > 0 && attempt <= CLOSE_ATTEMPTS; attempt += 1) {
      clearTimeout(this.#timer);
      await this.#write();
    }
    if (this.#waiting.length > 0) this.#log.error({ rows: this.#waiting.length }, 'Usage rows could not be written.');
  }

  /** Deletes what is old, in small parts. It happens by itself too. */
  async sweep(): Promise<void> {
    await this.#database.query(FORGET_PROJECTS);
    for (let part = 0; part < SWEEP_PARTS_MAX && !this.#closed; part += 1) {
      const [row] = await this.#database.query<{ done: number }>(DELETE_OLD, [this.#keep_days, SWEEP_ROWS]);
      if ((row?.done ?? 0) < SWEEP_ROWS) return;
    }
  }

  /**
   * Writes the rows of charged calls whose process was killed before it wrote them; never rejects. The next time finds what
   * this one could not write.
   *
   * @param settled_before_ms how long ago a call must have been charged, so that rows on their way are left to arrive
   */
  async rebuild({ settled_before_ms }: { readonly settled_before_ms: number }): Promise<void> {
    try {
      const rows = await rebuildUsage(this.#database, settled_before_ms);
      if (rows > 0) this.#log.warn({ rows }, 'Usage rows that a process left unwritten were rebuilt.');
    } catch (thrown) {
      this.#log.warn({ error: messageOf(thrown) }, 'Missing usage rows could not be rebuilt.');
    }
  }

  #sweepAgain(): void {
    this.#sweeping ??= this.sweep()
      .catch((thrown: unknown) => this.#log.warn({ error: messageOf(thrown) }, 'Old usage rows could not be deleted.'))
      .finally(() => (this.#sweeping = undefined));
  }

  #plan(delay_ms: number): void {
    clearTimeout(this.#timer);
    // Not unref'd: a process that ends by itself waits for its last rows.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    }, delay_ms);
  }

  /** Writes everything that waits; on a failure the rows stay, and it is tried again. */
  async #write(): Promise<void> {
    let pause_ms = FLUSH_EVERY_MS;
    try {
      while (this.#waiting.length > 0) {
        this.#batch ??= { id: newId('usage'), rows: this.#waiting.slice(0, BATCH_ROWS * 5) };
        await this.#insert(this.#batch.id, this.#batch.rows);
        this.#waiting = this.#waiting.slice(this.#batch.rows.length);
        this.#batch = undefined;
      }
      this.#tellDropped();
    } catch (thrown) {
      pause_ms = RETRY_PAUSE_MS;
      this.#log.warn({ error: messageOf(thrown), rows: this.#waiting.length }, 'Usage rows are waiting to be written.');
    }
    if (this.#waiting.length > 0 && !this.#closed) this.#plan(pause_ms);
  }

  /** A row that the database refuses for itself must not hold back the others for ever. */
  async #insert(id: string, rows: readonly UsageRow[]): Promise<void> {
    try {
      await this.#database.query(INSERT, [...columnsOf(rows), id]);
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      if (rows.length > 1) {
        for (const [at, row] of rows.entries()) await this.#insert(`${id}_${at}`, [row]);
        return;
      }
      this.#log.error({ error: messageOf(thrown), row: rows[0] }, 'A usage row was refused by the database.');
    }
  }

  #tellDropped(): void {
    if (this.#dropped > 0)
      this.#log.error({ rows: this.#dropped }, 'Usage rows were lost while the database was unavailable.');
    this.#dropped = 0;
  }
}

const INSERT = `
  with batch as (
    insert into usage_batches (id) values ($13) on conflict do nothing returning id
  ), forgotten as (
    delete from usage_batches where id in (
      select id from usage_batches where written_at < now() - interval '1 hour' limit 100 for update skip locked
    )
  ), rows as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
      $9::text[], $10::bigint[], $11::double precision[], $12::timestamptz[])
      as rows (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status, error_code,
        credits, duration_ms, created_at)
    where exists (select from batch) and not exists (
      -- Another process took this one for dead and has written the row.
      select from usage_rebuilt as rebuilt
      where rows.credits > 0 and rebuilt.workspace_id = rows.workspace_id and rebuilt.request_id = rows.request_id
    )
  ), ${SUMMED_ROWS}, written as (
    insert into usage_rows (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status,
      error_code, credits, duration_ms, created_at)
    select * from rows
  )
  ${TO_DAYS}`;

// Rows are written about in the order of their ids: looking at the first ones spares an index by age.
const DELETE_OLD = `
  with first as (
    select id, created_at from usage_rows order by id limit $2
  ), gone as (
    delete from usage_rows using first
    where usage_rows.id = first.id and first.created_at < now() - make_interval(days => $1)
    returning 1
  )
  select count(*) as done from gone`;

// Rows of a day can come late, after a night in which the database was away.
const FORGET_PROJECTS = `delete from usage_projects where day < (now() at time zone 'UTC')::date - 7`;

function columnsOf(rows: readonly UsageRow[]): readonly Value[] {
  return [
    rows.map((row) => storable(row.request_id, TEXT_MAX)),
    rows.map((row) => row.workspace_id),
    rows.map((row) => row.key_id),
    rows.map((row) => optional(row.project_id)),
    rows.map((row) => optional(row.workflow_id)),
    rows.map((row) => row.operation),
    rows.map((row) => row.transport),
    rows.map((row) => row.status),
    rows.map((row) => row.error_code),
    rows.map((row) => row.credits),
    rows.map((row) => row.duration_ms),
    rows.map((row) => row.created_at),
  ];
}

/** Ids of projects and workflows are free text from headers. */
function optional(text: string | undefined): string | undefined {
  return text === undefined ? undefined : storable(text, TEXT_MAX);
}
