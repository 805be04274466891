import { AppError, messageOf } from '../../kernel/errors.ts';
import type { UsageLog, UsageRow } from '../../ports/accounts.ts';
import type { Database, Value } from './database.ts';
import type { Log } from './log.ts';
import { storable } from './storable.ts';

const FLUSH_EVERY_MS = 500;
const BATCH_ROWS = 200;
/** What is kept while the database does not answer: minutes of a busy service, a few tens of MB. */
const WAITING_ROWS_MAX = 50_000;
const RETRY_PAUSE_MS = 1000;
const CLOSE_ATTEMPTS = 5;
const TEXT_MAX = 128;

/** Usage rows in PostgreSQL, written in batches so that no call waits for them. */
export class PostgresUsageLog implements UsageLog {
  readonly #database: Database;
  readonly #log: Log;
  #waiting: UsageRow[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
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
    clearTimeout(this.#timer);
    await this.#writing;
    for (let attempt = 1; this.#waiting.length > 0 && attempt <= CLOSE_ATTEMPTS; attempt += 1) {
      clearTimeout(this.#timer);
      await this.#write();
    }
    if (this.#waiting.length > 0) this.#log.error({ rows: this.#waiting.length }, 'Usage rows could not be written.');
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
        const batch = this.#waiting.slice(0, BATCH_ROWS * 5);
        await this.#insert(batch);
        this.#waiting = this.#waiting.slice(batch.length);
      }
      this.#tellDropped();
    } catch (thrown) {
      pause_ms = RETRY_PAUSE_MS;
      this.#log.warn({ error: messageOf(thrown), rows: this.#waiting.length }, 'Usage rows wait to be written.');
    }
    if (this.#waiting.length > 0 && !this.#closed) this.#plan(pause_ms);
  }

  /** A row that the database refuses for itself must not hold back the others for ever. */
  async #insert(batch: readonly UsageRow[]): Promise<void> {
    try {
      await this.#database.query(INSERT, columnsOf(batch));
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      if (batch.length > 1) {
        for (const row of batch) await this.#insert([row]);
        return;
      }
      this.#log.error({ error: messageOf(thrown), row: batch[0] }, 'A usage row was refused by the database.');
    }
  }

  #tellDropped(): void {
    if (this.#dropped > 0)
      this.#log.error({ rows: this.#dropped }, 'Usage rows were lost while the database was away.');
    this.#dropped = 0;
  }
}

const INSERT = `
  insert into usage_rows (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status,
    error_code, credits, duration_ms, created_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[],
    $9::text[], $10::bigint[], $11::double precision[], $12::timestamptz[])`;

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
