import { AppError, messageOf } from '../../kernel/errors.ts';
import type { FailedReport } from '../../ports/alerts.ts';
import type {
  Cadence,
  DueStep,
  PutSchedule,
  RefusedRun,
  ReportRecipient,
  ReportSubscription,
  Schedule,
  ScheduleQueue,
  ScheduleStore,
} from '../../ports/schedules.ts';
import type { JobStatus } from '../../ports/jobs.ts';
import type { Database, Queryable } from './database.ts';
import { recordOf } from './job-rows.ts';
import type { PostgresJobs } from './jobs.ts';
import { chargingTransaction } from './ledger-statements.ts';
import { announce } from './outbox.ts';
import {
  announceFailedReport,
  forgetReceivers,
  putRecipients,
  recipientsIn,
  reportOf,
  type ReportRow,
  stopReports,
  subscriptionOf,
} from './schedule-reports.ts';
import { storable } from './storable.ts';

const ERROR_MAX = 2000;
/** Runs in a row that fail before its owner is told. */
const STALE_RUNS = 2;

/** What those are told whom a schedule names whose run was refused. */
export type TellRefused = (refused: RefusedRun) => Promise<FailedReport | undefined>;

/** Schedules in PostgreSQL. */
export class PostgresSchedules implements ScheduleStore, ScheduleQueue {
  readonly #database: Database;
  readonly #jobs: Pick<PostgresJobs, 'queueIn' | 'wake'>;
  readonly #tellRefused: TellRefused;

  constructor(
    database: Database,
    jobs: Pick<PostgresJobs, 'queueIn' | 'wake'>,
    tellRefused: TellRefused = () => Promise.resolve(undefined),
  ) {
    this.#database = database;
    this.#jobs = jobs;
    this.#tellRefused = tellRefused;
  }

  async list(workspaceId: string): Promise<readonly Schedule[]> {
    const [rows, recipients] = await Promise.all([
      this.#database.query<ScheduleRow>(`${SELECT} order by id`, [workspaceId]),
      recipientsIn(this.#database, workspaceId, undefined),
    ]);
    return rows.map((row) => scheduleOf(row, recipients.get(row.id)));
  }

  find(workspaceId: string, id: string): Promise<Schedule | undefined> {
    return findIn(this.#database, workspaceId, id);
  }

  put({ report, ...schedule }: PutSchedule): Promise<Schedule> {
    const { workspace_id, id, key_id, project_id, operation, input, cadence, pattern, time_zone, is_paused } = schedule;
    const call = [key_id, project_id, operation, JSON.stringify(input)];
    const values = [workspace_id, id, ...call, cadence, pattern, time_zone, is_paused, schedule.next_due];
    return this.#database.transaction(async (transaction) => {
      await transaction.query(PUT, values);
      if (report !== undefined) await putRecipients(transaction, schedule, report);
      const stored = await findIn(transaction, workspace_id, id);
      if (stored === undefined) throw new Error(`The schedule ${id} was neither made nor changed.`);
      return stored;
    });
  }

  remove(workspaceId: string, id: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      if ((await transaction.query(REMOVE, [workspaceId, id])).length === 0) return false;
      await forgetReceivers(transaction, workspaceId);
      return true;
    });
  }

  subscription(token: string): Promise<ReportSubscription | undefined> {
    return subscriptionOf(this.#database, token);
  }

  unsubscribe(token: string): Promise<ReportSubscription | undefined> {
    return stopReports(this.#database, token);
  }

  async runDue(now: Date, stepOf: (schedule: Schedule, lastEndedAt: Date | undefined) => DueStep): Promise<boolean> {
    let refused: Refused | undefined;
    try {
      const isDue = await chargingTransaction(this.#database, async (transaction) => {
        const [row] = await transaction.query<DueRow>(DUE, [now]);
        if (row === undefined) return false;
        const schedule = scheduleOf(row);
        const step = stepOf(schedule, row.last_ended_at ?? undefined);
        const failed_runs = failedRunsOf(row);
        if (row.is_under_way) {
          await transaction.query(MOVE, [schedule.workspace_id, schedule.id, step.next_due]);
          return true;
        }
        try {
          const [first] = await this.#jobs.queueIn(transaction, await step.jobs());
          await note(transaction, schedule, { now, step, failed_runs, job_id: first?.id, error: undefined });
        } catch (thrown) {
          if (thrown instanceof AppError && !thrown.retryable)
            refused = { schedule, step, failed_runs, error: messageOf(thrown) };
          throw thrown;
        }
        return true;
      });
      if (isDue) this.#jobs.wake();
      return isDue;
    } catch (thrown) {
      // The call is refused for good, as without credits: what it reserved is rolled back, and the next time is another try.
      if (refused === undefined) throw thrown;
      await this.#noteRefused(refused, now);
      return true;
    }
  }

  /** Whoever is to get its report is told in the same transaction. */
  async #noteRefused({ schedule, step, failed_runs, error }: Refused, now: Date): Promise<void> {
    const { workspace_id, id } = schedule;
    const recipients = (await recipientsIn(this.#database, workspace_id, id)).get(id);
    const run = { schedule, at: now, reason: error, next_due: step.next_due };
    const report = recipients === undefined ? undefined : await this.#tellRefused(run);
    await this.#database.transaction(async (transaction) => {
      const noted = { now, step, failed_runs, job_id: undefined, error };
      const isNoted = await note(transaction, schedule, noted);
      if (isNoted && report !== undefined) await announceFailedReport(transaction, schedule, report);
    });
  }
}

async function findIn(database: Queryable, workspaceId: string, id: string): Promise<Schedule | undefined> {
  const [row] = await database.query<ScheduleRow>(`${SELECT} and id = $2`, [workspaceId, id]);
  return row === undefined ? undefined : scheduleOf(row, (await recipientsIn(database, workspaceId, id)).get(id));
}

interface Refused {
  readonly schedule: Schedule;
  readonly step: DueStep;
  readonly failed_runs: number;
  readonly error: string;
}

interface Noted {
  readonly now: Date;
  readonly step: DueStep;
  readonly failed_runs: number;
  readonly job_id: string | undefined;
  readonly error: string | undefined;
}

/** Of a schedule that nobody has moved on meanwhile; false for one that somebody has. */
async function note(
  transaction: Queryable,
  schedule: Schedule,
  { now, step, failed_runs, job_id, error }: Noted,
): Promise<boolean> {
  const { workspace_id, id, next_due } = schedule;
  const told = error === undefined ? null : storable(error, ERROR_MAX);
  const values = [workspace_id, id, next_due, step.next_due, now, job_id, step.missed, told, failed_runs];
  const [noted] = await transaction.query<{ id: string }>(NOTE, values);
  if (noted !== undefined && failed_runs === STALE_RUNS) await tellStale(transaction, schedule);
  return noted !== undefined;
}

/** Told once: a schedule that goes on failing is stale already. */
async function tellStale(transaction: Queryable, schedule: Schedule): Promise<void> {
  const { workspace_id, id, operation, project_id, last } = schedule;
  const why = last?.error;
  const due = last?.due.toISOString().slice(0, 10);
  const lines = [`Its run of ${due} was the second in a row to fail${why === undefined ? '.' : `: ${why}`}`];
  const data = { summary: `Schedule ${id} (${operation}) is stale`, lines, schedule_id: id, operation };
  await announce(transaction, { workspace_id, project_id, type: 'alert.schedule_stale', data });
}

/** Runs in a row that came to nothing, with the one before this. One that was cancelled says nothing. */
function failedRunsOf({ failed_runs, last_error, last_status }: DueRow): number {
  if (last_error !== null || last_status === 'failed') return failed_runs + 1;
  return last_status === 'completed' ? 0 : failed_runs;
}

interface ScheduleRow extends ReportRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly key_id: string | null;
  readonly project_id: string | null;
  readonly operation: string;
  readonly input: string;
  readonly cadence: Cadence;
  readonly pattern: string;
  readonly time_zone: string;
  readonly is_paused: boolean;
  readonly next_due: Date | null;
  readonly last_due: Date | null;
  readonly last_at: Date | null;
  readonly last_job_id: string | null;
  readonly last_missed: number;
  readonly last_error: string | null;
  /** Of the last job, where it failed and is still there. */
  readonly job_error: string | null;
  readonly failed_runs: number;
  readonly created_at: Date;
}

function scheduleOf(row: ScheduleRow, recipients: readonly ReportRecipient[] = []): Schedule {
  const { last_due: due, last_at: at } = row;
  return {
    workspace_id: row.workspace_id,
    id: row.id,
    key_id: row.key_id ?? undefined,
    project_id: row.project_id ?? undefined,
    operation: row.operation,
    input: recordOf(row.input),
    cadence: row.cadence,
    pattern: row.pattern,
    time_zone: row.time_zone,
    is_paused: row.is_paused,
    next_due: row.next_due ?? undefined,
    last:
      due === null || at === null
        ? undefined
        : {
            due,
            at,
            job_id: row.last_job_id ?? undefined,
            missed: row.last_missed,
            error: row.last_error ?? messageIn(row.job_error),
          },
    is_stale: row.failed_runs >= STALE_RUNS,
    report: reportOf(row, recipients),
    created_at: row.created_at,
  };
}

/** Parsed here: PostgreSQL refuses characters that messages may have. */
function messageIn(failure: string | null): string | undefined {
  return failure === null ? undefined : String(recordOf(failure)['message']);
}

interface DueRow extends ScheduleRow {
  /** Of the job before; null where there was none, or it was deleted. */
  readonly last_status: JobStatus | null;
  readonly is_under_way: boolean;
  /** By the clock that schedules go by. */
  readonly last_ended_at: Date | null;
}

const COLUMNS = `
  workspace_id, id, key_id, project_id, operation, input, cadence, pattern, time_zone, is_paused, next_due, last_due,
  last_at, last_job_id, last_missed, last_error, failed_runs, report_unchanged, report_link, reported_job_id, reported_at,
  report_was_sent, created_at, (
    select error from jobs where jobs.id = schedules.last_job_id and jobs.status = 'failed'
  ) as job_error`;

const SELECT = `select ${COLUMNS} from schedules where workspace_id = $1`;

const PUT = `
  insert into schedules (workspace_id, id, key_id, project_id, operation, input, cadence, pattern, time_zone, is_paused,
    next_due)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (workspace_id, id) do update set key_id = excluded.key_id, project_id = excluded.project_id,
    operation = excluded.operation, input = excluded.input, cadence = excluded.cadence, pattern = excluded.pattern,
    time_zone = excluded.time_zone, is_paused = excluded.is_paused, next_due = excluded.next_due, failed_runs = 0,
    -- Another question is not compared with the answer to the one before.
    reported_job_id = case
      when schedules.operation = excluded.operation and schedules.input = excluded.input then schedules.reported_job_id end`;

const REMOVE = 'delete from schedules where workspace_id = $1 and id = $2 returning id';

const DUE = `
  select ${COLUMNS}, exists (
    select from jobs where jobs.id = schedules.last_job_id and jobs.status in ('queued', 'running')
  ) as is_under_way, (select status from jobs where jobs.id = schedules.last_job_id) as last_status,
  (select last_at + (finished_at - jobs.created_at) from jobs where jobs.id = schedules.last_job_id) as last_ended_at
  from schedules
  where next_due <= $1 and not is_paused
  order by next_due limit 1
  for update skip locked`;

const MOVE = 'update schedules set next_due = $3 where workspace_id = $1 and id = $2';

const NOTE = `
  update schedules set next_due = $4, last_due = $3, last_at = $5, last_job_id = $6, last_missed = $7, last_error = $8,
    failed_runs = $9
  where workspace_id = $1 and id = $2 and date_trunc('milliseconds', next_due) = $3
  returning id`;
