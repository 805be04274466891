import type { Alert, FailedReport, ReportNews } from './alerts.ts';
import type { ErrorCode, InputIssue } from '../kernel/errors.ts';
import type { Reservation, Transport } from './accounts.ts';
import type { KeepAnswer } from './memory.ts';

/** Work that is done later, or that outlived its caller's wait. */
export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export function hasEnded({ status }: { readonly status: JobStatus }): boolean {
  return status !== 'queued' && status !== 'running';
}

/** A failure as it is shown: the same code, message and fix that the call would have been answered with. */
export interface JobFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fix: string | null;
  readonly errors: readonly InputIssue[];
}

export interface JobProgress {
  /** 0–100, never less than it was. */
  readonly percent: number;
  readonly stage: string;
  readonly message: string | null;
  /** What a crawl has found so far, the worst first; left out where there is nothing, and of other jobs. */
  readonly findings?: readonly JobFinding[] | undefined;
}

export interface JobFinding {
  /** Of the site audit. */
  readonly rule: string;
  /** Pages that break it. */
  readonly count: number;
  /** The first of them. */
  readonly example: string;
}

export interface NewJob {
  readonly workspace_id: string;
  readonly key_id: string | undefined;
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  readonly request_id: string;
  readonly transport: Transport;
  readonly operation: string;
  /** Checked input with its defaults, as `prepare` takes it again. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly credits: number;
  readonly attempts_max: number;
  /** How old the observations may be that answer it, where its caller said so. */
  readonly max_age_s?: number | undefined;
}

export interface Job extends NewJob {
  readonly id: string;
  readonly status: JobStatus;
  readonly progress: JobProgress;
  readonly attempts_made: number;
  readonly last_error: JobFailure | undefined;
  /** The whole answer as the call would have given it; undefined until then, and after it expired. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
  readonly error: JobFailure | undefined;
  /** Of `credits`, what its end has charged. */
  readonly charged: number;
  readonly created_at: Date;
  readonly started_at: Date | undefined;
  readonly finished_at: Date | undefined;
  /** When the result was dropped because it was too old. */
  readonly expired_at: Date | undefined;
}

/** What happened to a job; ids grow within a job. */
export interface JobEvent {
  readonly id: number;
  /** `job.open`, `job.status`, `job.done`, `job.failed`. */
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

export interface JobQuery {
  readonly status: JobStatus | undefined;
  /** One operation, or any of several. */
  readonly operation: string | readonly string[] | undefined;
  readonly project_id: string | undefined;
  readonly workflow_id: string | undefined;
  /** Only those whose answer somebody can open by a link. */
  readonly is_shared?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface JobPage {
  readonly jobs: readonly Job[];
  readonly total_count: number;
}

export interface JobSnapshot {
  readonly job: Job;
  readonly event_id: number;
}

/** Jobs as their owners see them. Every method is about one workspace: jobs of others are unknown to it. */
export interface JobStore {
  /**
   * Reserves the credits of all jobs, stores them and what the caller's idempotency key is to answer: all or nothing.
   *
   * @throws AppError insufficient_credits, budget_exceeded
   */
  enqueue(jobs: readonly NewJob[], keep?: (ids: readonly string[]) => KeepAnswer): Promise<readonly Job[]>;
  find(workspaceId: string, id: string): Promise<Job | undefined>;
  /** The job as it is, with the last event that it reflects: 0 when its events have been dropped. */
  snapshot(workspaceId: string, id: string): Promise<JobSnapshot | undefined>;
  /** Newest first, without inputs and results: those of a hundred jobs can be a gigabyte. */
  list(workspaceId: string, query: JobQuery): Promise<JobPage>;
  /** What these jobs were asked, by id; without inputs of more than 20 kB. */
  inputs(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, NewJob['input']>>;
  /**
   * A queued job ends at once and its credits are released, but for the pages that a crawl has read; a running one is told
   * to stop.
   *
   * @throws AppError conflict for a job that has ended
   */
  cancel(workspaceId: string, id: string): Promise<Job | undefined>;
  /** Events after the given id, oldest first; at most 1,000. */
  events(workspaceId: string, id: string, after: number): Promise<readonly JobEvent[]>;
  /** Calls `heard` when there may be new events of the job, also after a time in which some could have been missed. */
  watch(id: string, heard: () => void): () => void;
}

/** One run of a job. A job that runs anew counts one more attempt, so what an earlier run brings is refused. */
export type JobRun = Pick<Job, 'id' | 'attempts_made'>;

/** A run that ended because nobody heard of its owner any more; `lost` is one that will be made again. */
export interface AbandonedRun {
  readonly job: Job;
  readonly outcome: 'lost' | 'failed' | 'cancelled';
}

/** What ends with a run besides its result. */
export interface CompletedRun {
  readonly charged?: number | undefined;
  readonly alerts?: readonly Alert[] | undefined;
  /** For those whom the schedule names that made the job. */
  readonly report?: ReportNews | undefined;
}

/** What those are told whom the schedule of a job names that has failed for good. */
export type TellFailed = (job: Job, failure: JobFailure) => Promise<FailedReport | undefined>;

/** Jobs as those see them who run them. A worker owns a job while its lease lasts. */
export interface JobQueue {
  /**
   * An inline call that outlived its caller's wait continues as a job that `owner` runs, with its reservation. `keep`
   * gives what the caller's idempotency key is to answer, written in the same transaction.
   */
  adopt(job: NewJob, reservation: Reservation, lease: Lease, keep?: (id: string) => KeepAnswer): Promise<Job>;
  /** The oldest queued jobs whose workspaces have room, now running under the lease. */
  claim(lease: Lease, count: number): Promise<readonly Job[]>;
  /** Answers which of these runs the owner has lost, and which it should stop. */
  renew<Run extends JobRun>(
    lease: Lease,
    runs: readonly Run[],
  ): Promise<{ readonly lost: readonly Run[]; readonly stop: readonly Run[] }>;
  report(owner: string, run: JobRun, progress: JobProgress): Promise<void>;
  /**
   * Ends the job: result, charge, usage, event, alerts and webhook deliveries in one transaction. It is charged its credits,
   * or `charged` where that is less. `resultOf` gets the balance after the charge. False when the owner has lost it.
   */
  complete(
    owner: string,
    run: JobRun,
    resultOf: (balance: number | null) => Readonly<Record<string, unknown>>,
    end?: CompletedRun,
  ): Promise<boolean>;
  /**
   * Runs it again at `retry_at` while attempts are left, else ends it as failed and releases its credits. One that was
   * to be cancelled ends as cancelled.
   */
  fail(
    owner: string,
    run: JobRun,
    failure: JobFailure,
    retry_at: Date | undefined,
    report?: FailedReport,
  ): Promise<boolean>;
  /** Ends a running job that its owner stopped because it was cancelled; its credits are released, but for the pages that a crawl has read. */
  cancelled(owner: string, run: JobRun): Promise<boolean>;
  /**
   * Back to the queue without having cost an attempt, as when a worker is told to stop: where it was, or, with `behind`,
   * as if it had been queued then; nobody takes it before.
   */
  putBack(owner: string, runs: readonly JobRun[], behind?: Date): Promise<void>;
  /**
   * Takes jobs from owners whose lease is over, drops old results and events. Safe to run anywhere, any time.
   *
   * @param failedReport asked of each job that has no attempts left
   */
  sweep(failedReport?: TellFailed): Promise<readonly AbandonedRun[]>;
  /** Calls `heard` when there may be work. */
  onWork(heard: () => void): () => void;
}

export interface Lease {
  readonly owner: string;
  readonly duration_ms: number;
}
