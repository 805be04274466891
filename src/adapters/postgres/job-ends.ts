import { ERRORS } from '../../kernel/errors.ts';
import type { Job, JobFailure, JobStatus } from '../../ports/jobs.ts';
import type { Alert, FailedReport, ReportNews } from '../../ports/alerts.ts';
import { crawlCredits } from '../../ports/crawls.ts';
import { CHARGE_CRAWL_OF_JOB } from './crawls.ts';
import type { Queryable } from './database.ts';
import { type JobRow, jobOf } from './job-rows.ts';
import { AGAIN, END } from './job-statements.ts';
import { type HeldCredits, releaseIn, settleIn } from './ledger-statements.ts';
import { announce } from './outbox.ts';
import { announceFailedReport, announceReport } from './schedule-reports.ts';

/** What events and webhooks say of a job: its public view, and where the result is when it is too large for them. */
export type Describe = (
  job: Job,
) => Readonly<Record<string, unknown>> & { readonly job: object; readonly result_url: string | null };

export type ResultOf = (balance: number | null) => Readonly<Record<string, unknown>>;

interface Completion {
  readonly resultOf: ResultOf;
  /** At most the credits of the job. */
  readonly charged: number;
  readonly alerts: readonly Alert[];
  readonly report: ReportNews | undefined;
}

/**
 * How jobs end. Each function takes a row that its transaction has locked, and writes all that belongs to the end:
 * credits, row, event, usage and webhook deliveries. However often a job ran, it is one call in the usage; one that was
 * cancelled is none, unless it was charged.
 */
export async function completeIn(
  transaction: Queryable,
  row: JobRow,
  { resultOf, charged, alerts, report }: Completion,
  describe: Describe,
): Promise<void> {
  const balance = await settleIn(transaction, heldBy(row), charged);
  const result = resultOf(balance);
  const end = { status: 'completed', result, error: undefined, charged } as const;
  const job = await endIn(transaction, row, end, 'job.done');
  const { workspace_id, project_id } = job;
  await announce(transaction, { workspace_id, project_id, type: 'job.completed', data: describe(job) });
  for (const { type, data } of alerts) {
    await announce(transaction, {
      workspace_id,
      project_id,
      type,
      data: { ...data, job_id: job.id, project_id: project_id ?? null },
    });
  }
  if (report !== undefined) await announceReport(transaction, job, report);
}

export async function failIn(
  transaction: Queryable,
  row: JobRow,
  { failure, report }: { readonly failure: JobFailure; readonly report: FailedReport | undefined },
  describe: Describe,
): Promise<void> {
  await releaseIn(transaction, row.reservation_id ?? undefined, row.workspace_id);
  const end = { status: 'failed', result: undefined, error: failure, charged: 0 } as const;
  const job = await endIn(transaction, row, end, 'job.failed');
  const { workspace_id, project_id } = job;
  await announce(transaction, { workspace_id, project_id, type: 'job.failed', data: describe(job) });
  if (report !== undefined) await announceFailedReport(transaction, job, report);
}

/** What the job's charge is booked as, also when it has to be booked again. */
function heldBy(row: JobRow): HeldCredits {
  const { id, workspace_id, operation, request_id, credits } = row;
  const project_id = row.project_id ?? undefined;
  return { workspace_id, operation, request_id, project_id, credits, id: row.reservation_id ?? undefined, job_id: id };
}

/**
 * No webhook is sent: whoever cancels a job knows about it. The pages that a crawl has read stay in the index, so they are
 * charged; of everything else nothing is left, and its credits are released.
 */
export async function cancelIn(transaction: Queryable, row: JobRow): Promise<void> {
  const [crawl] = await transaction.query<{ pages: number }>(CHARGE_CRAWL_OF_JOB, [row.id]);
  const charged = Math.min(row.credits, crawlCredits(crawl?.pages ?? 0));
  if (charged > 0) await settleIn(transaction, heldBy(row), charged);
  else await releaseIn(transaction, row.reservation_id ?? undefined, row.workspace_id);
  const end = { status: 'cancelled', result: undefined, error: undefined, charged } as const;
  await endIn(transaction, row, end, 'job.done');
}

/** Back to the queue. `attempts_back` is 1 for a run that is not to count. */
export async function againIn(
  transaction: Queryable,
  row: JobRow,
  again: { readonly at: Date; readonly failure: JobFailure | undefined; readonly attempts_back: 0 | 1 },
): Promise<void> {
  const failure = again.failure === undefined ? null : JSON.stringify(again.failure);
  await transaction.query(AGAIN, [row.id, again.at, failure, again.attempts_back]);
}

interface End {
  readonly status: JobStatus;
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly error: JobFailure | undefined;
  readonly charged: number;
}

async function endIn(
  transaction: Queryable,
  row: JobRow,
  { status, result, error, charged }: End,
  event: 'job.done' | 'job.failed',
): Promise<Job> {
  const texts = [result, error].map((value) => (value === undefined ? null : JSON.stringify(value)));
  const answered = status === 'completed' || charged > 0 ? 200 : error && ERRORS[error.code].status;
  const values = [row.id, status, ...texts, charged, event, answered, error?.code];
  const [ended] = await transaction.query<{ finished_at: Date }>(END, values);
  if (ended === undefined) throw new Error(`The job ${row.id} was locked and could not be ended.`);
  const job = jobOf(row);
  const percent = status === 'completed' ? 100 : job.progress.percent;
  return {
    ...job,
    status,
    result,
    error,
    last_error: error ?? job.last_error,
    charged,
    progress: { percent, stage: status, message: null },
    finished_at: ended.finished_at,
  };
}
