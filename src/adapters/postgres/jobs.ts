import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Reservation } from '../../ports/accounts.ts';
import type {
  AbandonedRun,
  CompletedRun,
  Job,
  JobEvent,
  JobFailure,
  JobPage,
  JobProgress,
  JobQuery,
  JobQueue,
  JobRun,
  JobSnapshot,
  JobStore,
  Lease,
  NewJob,
  TellFailed,
} from '../../ports/jobs.ts';
import type { KeepAnswer } from '../../ports/memory.ts';
import { keepIn } from './call-memory.ts';
import type { Database, Queryable } from './database.ts';
import { JobBell } from './job-bell.ts';
import { JobClaims } from './job-claims.ts';
import { againIn, cancelIn, completeIn, type Describe, failIn, type ResultOf } from './job-ends.ts';
import { columnsOf, eventOf, type EventRow, queuedJob, valuesOf } from './job-entries.ts';
import { type JobRow, jobOf, recordOf } from './job-rows.ts';
import {
  ADOPT,
  COUNT,
  ENQUEUE,
  EVENTS,
  FIND,
  HELD,
  INPUTS,
  KEEP_RESERVATION,
  LIST,
  OWNED,
  RENEW,
  REPORT,
  SNAPSHOT,
  STOP,
} from './job-statements.ts';
import type { FailedReport } from '../../ports/alerts.ts';
import { sweepJobs } from './job-sweep.ts';
import { JobUsage } from './job-usage.ts';
import { chargingTransaction, reserveIn } from './ledger-statements.ts';
import type { Log } from '../../kernel/log.ts';
import { storable } from './storable.ts';

export interface JobsOptions {
  readonly describe: Describe;
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
  readonly #usage: JobUsage;

  constructor(database: Database, log: Log, options: Pick<JobsOptions, 'describe'> & Partial<JobsOptions>) {
    this.#database = database;
    this.#describe = options.describe;
    this.#keep_days = options.keep_days ?? KEEP_DAYS;
    this.#bell = new JobBell(database, log);
    this.#claims = new JobClaims(database);
    this.#usage = new JobUsage(database, log);
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

  /** The same in a transaction of the caller, made by `chargingTransaction`; `wake` is to follow its commit. */
  queueIn(transaction: Queryable, jobs: readonly NewJob[]): Promise<readonly Job[]> {
    const ids = jobs.map(() => newId('job'));
    return this.#store(transaction, jobs, ids, undefined);
  }

  /** Tells those who run jobs that there may be some. */
  wake(): void {
    this.#bell.wake();
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
    const { status, operation, project_id, workflow_id, is_shared = false, limit, offset } = query;
    const filter = [
      workspaceId,
      status,
      operation === undefined ? undefined : [operation].flat(),
      project_id,
      workflow_id,
      is_shared,
    ];
    const [rows, [count]] = await Promise.all([
      this.#database.query<JobRow>(LIST, [...filter, limit, offset]),
      this.#database.query<{ total: number }>(COUNT, filter),
    ]);
    return { jobs: rows.map(jobOf), total_count: count?.total ?? 0 };
  }

  async inputs(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, NewJob['input']>> {
    const rows = await this.#database.query<{ id: string; input: string }>(INPUTS, [workspaceId, ids]);
    return new Map(rows.map(({ id, input }) => [id, recordOf(input)]));
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

  async renew<Run extends JobRun>(
    lease: Lease,
    runs: readonly Run[],
  ): Promise<{ readonly lost: readonly Run[]; readonly stop: readonly Run[] }> {
    const held = await this.#database.query<JobRun & { readonly is_to_stop: boolean }>(RENEW, [
      runs.map((run) => run.id),
      lease.owner,
      lease.duration_ms,
      runs.map((run) => run.attempts_made),
    ]);
    const kept = new Map(held.map((row) => [nameOf(row), row]));
    return {
      lost: runs.filter((run) => !kept.has(nameOf(run))),
      stop: runs.filter((run) => kept.get(nameOf(run))?.is_to_stop),
    };
  }

  async report(owner: string, { id, attempts_made }: JobRun, progress: JobProgress): Promise<void> {
    const { percent, stage, message, findings } = progress;
    const values = [
      id,
      owner,
      attempts_made,
      wholePercent(percent),
      storable(stage, STAGE_MAX),
      message && storable(message, MESSAGE_MAX),
      findings === undefined ? null : JSON.stringify(findings),
    ];
    const changed = await this.#database.query(REPORT, values);
    if (changed.length > 0) this.#bell.ring([id]);
  }

  async complete(owner: string, run: JobRun, resultOf: ResultOf, end: CompletedRun = {}): Promise<boolean> {
    const { charged, alerts = [], report } = end;
    return this.#withHeld(owner, run, (transaction, row) =>
      completeIn(transaction, row, { resultOf, alerts, report, charged: charged ?? row.credits }, this.#describe),
    );
  }

  async fail(
    owner: string,
    run: JobRun,
    failure: JobFailure,
    retry_at: Date | undefined,
    report?: FailedReport,
  ): Promise<boolean> {
    return this.#withHeld(owner, run, async (transaction, row) => {
      if (row.cancel_requested_at !== null) return cancelIn(transaction, row);
      if (retry_at === undefined || row.attempts_made >= row.attempts_max) {
        return failIn(transaction, row, { failure, report }, this.#describe);
      }
      return againIn(transaction, row, { at: retry_at, failure, attempts_back: 0 });
    });
  }

  async cancelled(owner: string, run: JobRun): Promise<boolean> {
    return this.#withHeld(owner, run, cancelIn);
  }

  async putBack(owner: string, runs: readonly JobRun[], behind?: Date): Promise<void> {
    for (const run of runs) {
      await this.#withHeld(owner, run, async (transaction, row) => {
        if (row.cancel_requested_at !== null) return cancelIn(transaction, row);
        return againIn(transaction, row, { at: behind ?? row.created_at, failure: undefined, attempts_back: 1 });
      });
    }
    if (runs.length > 0) this.#bell.wake();
  }

  async sweep(failedReport?: TellFailed): Promise<readonly AbandonedRun[]> {
    const runs = await sweepJobs(this.#database, this.#describe, { keep_days: this.#keep_days, failedReport });
    // Also what ended in processes that were killed before they moved it.
    await this.#usage.move();
    if (runs.length === 0) return runs;
    this.#bell.ring(runs.map((run) => run.job.id));
    this.#bell.wake();
    return runs;
  }

  /** Sends what has not been rung, stops listening and moves what is left into the usage. */
  async close(): Promise<void> {
    await Promise.all([this.#bell.close(), this.#usage.close()]);
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

  /** Runs `work` on the locked row of a job that the owner still holds for this run; false when it does not. */
  async #withHeld(
    owner: string,
    { id, attempts_made }: JobRun,
    work: (transaction: Queryable, row: JobRow) => Promise<void>,
  ): Promise<boolean> {
    const held = await this.#database.transaction(async (transaction) => {
      const [row] = await transaction.query<JobRow>(HELD, [id, owner, attempts_made]);
      if (row === undefined) return false;
      await work(transaction, row);
      return true;
    });
    if (!held) return false;
    this.#bell.ring([id]);
    this.#usage.plan();
    return true;
  }
}

function nameOf({ id, attempts_made }: JobRun): string {
  return `${id} ${attempts_made}`;
}

function wholePercent(percent: number): number {
  return Number.isFinite(percent) ? Math.round(Math.min(100, Math.max(0, percent))) : 0;
}

function ended({ id, status }: JobRow): AppError {
  return new AppError('conflict', `Job ${id} is already ${status}.`, {
    fix: 'Only queued and running jobs can be cancelled. Read it with GET /jobs/{id}.',
  });
}
