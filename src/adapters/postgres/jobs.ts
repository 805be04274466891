import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Reservation } from '../../ports/accounts.ts';
import type {
  Job,
  JobEvent,
  JobFailure,
  JobPage,
  JobProgress,
  JobQuery,
  JobQueue,
  JobSnapshot,
  JobStore,
  Lease,
  NewJob,
} from '../../ports/jobs.ts';
import type { KeepAnswer } from '../../ports/memory.ts';
import type { Plans } from '../../ports/plans.ts';
import { keepIn } from './call-memory.ts';
import type { Database, Queryable } from './database.ts';
import { JobBell } from './job-bell.ts';
import { JobClaims } from './job-claims.ts';
import { againIn, cancelIn, completeIn, type Describe, failIn, type ResultOf } from './job-ends.ts';
import { columnsOf, eventOf, type EventRow, queuedJob, valuesOf } from './job-entries.ts';
import { type JobRow, jobOf } from './job-rows.ts';
import {
  ADOPT,
  COUNT,
  ENQUEUE,
  EVENTS,
  FIND,
  HELD,
  KEEP_RESERVATION,
  LIST,
  OWNED,
  RENEW,
  REPORT,
  SNAPSHOT,
  STOP,
} from './job-statements.ts';
import { sweepJobs } from './job-sweep.ts';
import { chargingTransaction, reserveIn } from './ledger-statements.ts';
import type { Log } from './log.ts';
import { storable } from './storable.ts';

export interface JobsOptions {
  readonly describe: Describe;
  /** How many jobs a workspace may have running at once; none are limited when left out. */
  readonly plans: Plans;
  /** Results are dropped this long after the end. */
  readonly keep_days: number;
}

const KEEP_DAYS = 30;
const EVENTS_MAX = 1000;
const STAGE_MAX = 80;
const MESSAGE_MAX = 500;

/** Jobs in PostgreSQL, for those who own them and those who run them. */
export class PostgresJobs implements JobStore, JobQueue {
  readonly #database: Database;
  readonly #describe: Describe;
  readonly #keep_days: number;
  readonly #bell: JobBell;
  readonly #claims: JobClaims;

  constructor(database: Database, log: Log, options: Pick<JobsOptions, 'describe'> & Partial<JobsOptions>) {
    this.#database = database;
    this.#describe = options.describe;
    this.#keep_days = options.keep_days ?? KEEP_DAYS;
    this.#bell = new JobBell(database, log);
    this.#claims = new JobClaims(database, options.plans ?? new Map());
  }

  async enqueue(jobs: readonly NewJob[], keep?: (ids: readonly string[]) => KeepAnswer): Promise<readonly Job[]> {
    const ids = jobs.map(() => newId('job'));
    const isFree = jobs.every((job) => job.credits === 0);
    const store = (where: Queryable): Promise<readonly Job[]> => this.#store(where, jobs, ids, keep?.(ids));
    const stored =
      isFree && keep === undefined ? await store(this.#database) : await chargingTransaction(this.#database, store);
    this.#bell.wake();
    return stored;
  }

  async find(workspaceId: string, id: string): Promise<Job | undefined> {
    const [row] = await this.#database.query<JobRow>(FIND, [id, workspaceId]);
    return row === undefined ? undefined : jobOf(row);
  }

  async snapshot(workspaceId: string, id: string): Promise<JobSnapshot | undefined> {
    const [row] = await this.#database.query<JobRow & { event_id: number }>(SNAPSHOT, [id, workspaceId]);
    return row === undefined ? undefined : { job: jobOf(row), event_id: row.event_id };
  }

  async list(workspaceId: string, query: JobQuery): Promise<JobPage> {
    const { status, operation, project_id, workflow_id, limit, offset } = query;
    const filter = [workspaceId, status, operation, project_id, workflow_id];
    const [rows, [count]] = await Promise.all([
      this.#database.query<JobRow>(LIST, [...filter, limit, offset]),
      this.#database.query<{ total: number }>(COUNT, filter),
    ]);
    return { jobs: rows.map(jobOf), total_count: count?.total ?? 0 };
  }

  async cancel(workspaceId: string, id: string): Promise<Job | undefined> {
    const found = await this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query<JobRow>(OWNED, [id, workspaceId]);
      if (row === undefined) return false;
      if (row.status === 'queued') await cancelIn(transaction, row);
      else if (row.status === 'running') await transaction.query(STOP, [id]);
      else throw ended(row);
      return true;
    });
    if (!found) return undefined;
    this.#bell.ring([id]);
    return this.find(workspaceId, id);
  }

  async events(workspaceId: string, id: string, after: number): Promise<readonly JobEvent[]> {
    const rows = await this.#database.query<EventRow>(EVENTS, [id, workspaceId, after, EVENTS_MAX]);
    // What these say of the job is not stored twice.
    const isWhole = rows.some((row) => row.type !== 'job.status');
    const job = isWhole ? await this.find(workspaceId, id) : undefined;
    return rows.map((row) => eventOf(row, job, this.#describe));
  }

  watch(id: string, heard: () => void): () => void {
    return this.#bell.watch(id, heard);
  }

  onWork(heard: () => void): () => void {
    return this.#bell.onWork(heard);
  }

  async adopt(job: NewJob, reservation: Reservation, lease: Lease, keep?: (id: string) => KeepAnswer): Promise<Job> {
    const id = newId('job');
    return this.#database.transaction(async (transaction) => {
      if (reservation.id !== undefined) {
        const held = await transaction.query(KEEP_RESERVATION, [reservation.id, id]);
        if (held.length === 0) throw new Error(`The reservation ${reservation.id} is not open any more.`);
      }
      const values = [...valuesOf({ ...job, id, reservation_id: reservation.id }), lease.owner, lease.duration_ms];
      const [row] = await transaction.query<JobRow>(ADOPT, values);
      if (row === undefined) throw new Error('A job could not be stored.');
      if (keep !== undefined) await keepIn(transaction, keep(id));
      return jobOf(row);
    });
  }

  async claim(lease: Lease, count: number): Promise<readonly Job[]> {
    const rows = await this.#claims.claim(lease, count);
    this.#bell.ring(rows.map((row) => row.id));
    return rows.map(jobOf);
  }

  async renew(
    lease: Lease,
    ids: readonly string[],
  ): Promise<{ readonly lost: readonly string[]; readonly stop: readonly string[] }> {
    const held = await this.#database.query<{ id: string; is_to_stop: boolean }>(RENEW, [
      ids,
      lease.owner,
      lease.duration_ms,
    ]);
    const kept = new Set(held.map((row) => row.id));
    return {
      lost: ids.filter((id) => !kept.has(id)),
      stop: held.filter((row) => row.is_to_stop).map((row) => row.id),
    };
  }

  async report(owner: string, id: string, { percent, stage, message }: JobProgress): Promise<void> {
    const values = [
      id,
      owner,
      wholePercent(percent),
      storable(stage, STAGE_MAX),
      message && storable(message, MESSAGE_MAX),
    ];
    const changed = await this.#database.query(REPORT, values);
    if (changed.length > 0) this.#bell.ring([id]);
  }

  async complete(owner: string, id: string, resultOf: ResultOf): Promise<boolean> {
    return this.#withHeld(owner, id, (transaction, row) => completeIn(transaction, row, resultOf, this.#describe));
  }

  async fail(owner: string, id: string, failure: JobFailure, retry_at: Date | undefined): Promise<boolean> {
    return this.#withHeld(owner, id, async (transaction, row) => {
      if (row.cancel_requested_at !== null) return cancelIn(transaction, row);
      if (retry_at === undefined || row.attempts_made >= row.attempts_max) {
        return failIn(transaction, row, failure, this.#describe);
      }
      return againIn(transaction, row, { at: retry_at, failure, attempts_back: 0 });
    });
  }

  async cancelled(owner: string, id: string): Promise<boolean> {
    return this.#withHeld(owner, id, cancelIn);
  }

  async putBack(owner: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await this.#withHeld(owner, id, async (transaction, row) => {
        if (row.cancel_requested_at !== null) return cancelIn(transaction, row);
        return againIn(transaction, row, { at: row.created_at, failure: undefined, attempts_back: 1 });
      });
    }
    if (ids.length > 0) this.#bell.wake();
  }

  async sweep(): Promise<void> {
    const changed = await sweepJobs(this.#database, this.#describe, this.#keep_days);
    if (changed.length === 0) return;
    this.#bell.ring(changed);
    this.#bell.wake();
  }

  /** Sends what has not been rung, and stops listening. */
  close(): Promise<void> {
    return this.#bell.close();
  }

  async #store(
    where: Queryable,
    jobs: readonly NewJob[],
    ids: readonly string[],
    kept: KeepAnswer | undefined,
  ): Promise<readonly Job[]> {
    const entries = [];
    for (const [at, job] of jobs.entries()) {
      const id = ids[at] ?? '';
      entries.push({ ...job, id, reservation_id: await reserveIn(where, job, job.credits, id) });
    }
    const rows = await where.query<{ id: string; created_at: Date }>(ENQUEUE, columnsOf(entries));
    if (kept !== undefined) await keepIn(where, kept);
    const times = new Map(rows.map((row) => [row.id, row.created_at]));
    return entries.map((entry) => queuedJob(entry, times.get(entry.id)));
  }

  /** Runs `work` on the locked row of a job that the owner still holds; false when it does not. */
  async #withHeld(
    owner: string,
    id: string,
    work: (transaction: Queryable, row: JobRow) => Promise<void>,
  ): Promise<boolean> {
    const held = await this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query<JobRow>(HELD, [id, owner]);
      if (row === undefined) return false;
      await work(transaction, row);
      return true;
    });
    if (held) this.#bell.ring([id]);
    return held;
  }
}

function wholePercent(percent: number): number {
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 0;
}

function ended({ id, status }: JobRow): AppError {
  return new AppError('conflict', `The job ${id} is ${status} already.`, {
    fix: 'Only queued and running jobs can be cancelled. Read it with GET /jobs/{id}.',
  });
}
