import { messageOf } from '../../kernel/errors.ts';
import type { Database } from './database.ts';
import type { Log } from '../../kernel/log.ts';
import { SUMMED_ROWS, TO_DAYS } from './usage-days.ts';

/** Ends within this time are moved together. */
const GATHER_MS = 250;
/** Rows in one statement, and statements in one go: what is left is for the next one. */
const PART = 1000;
const PARTS_MAX = 20;

/**
 * Moves what ended jobs came to into the usage.
 *
 * The end of a job has written it in its own transaction, so nothing is lost or counted twice whoever is killed and when;
 * what a killed process has not moved is moved by the next sweep of another.
 */
export class JobUsage {
  readonly #database: Database;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;
  #moving: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** A job has ended. Returns at once. */
  plan(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.move();
    }, GATHER_MS);
  }

  /** Moves what is there; never rejects. */
  move(): Promise<void> {
    this.#moving = this.#moving.then(() =>
      this.#moveParts().catch((thrown: unknown) =>
        this.#log.warn({ error: messageOf(thrown) }, 'The usage of ended jobs is waiting to be added up.'),
      ),
    );
    return this.#moving;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const isWaiting = this.#timer !== undefined;
    clearTimeout(this.#timer);
    await (isWaiting ? this.move() : this.#moving);
  }

  async #moveParts(): Promise<void> {
    for (let count = 0; count < PARTS_MAX; count += 1) {
      const [row] = await this.#database.query<{ moved: number }>(MOVE, [PART]);
      if ((row?.moved ?? 0) < PART) return;
    }
  }
}

// One statement, so a row is either here or there; several processes at once take different ones.
const MOVE = `
  with rows as (
    delete from job_usage where id in (select id from job_usage order by id limit $1 for update skip locked)
    returning request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status, error_code,
      credits, duration_ms, created_at
  ), ${SUMMED_ROWS}, written as (
    insert into usage_rows (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status,
      error_code, credits, duration_ms, created_at)
    select * from rows order by created_at
  ), summed as (
    ${TO_DAYS}
  )
  select count(*) as moved from rows`;
