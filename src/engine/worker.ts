import { AppError, messageOf, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { newId } from '../kernel/ids.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import type { Job, JobFailure, JobProgress, JobQueue, Lease, TellFailed } from '../ports/jobs.ts';
import type { Alert, ReportNews } from '../ports/alerts.ts';
import type { Answer } from './engine.ts';
import type { Log } from '../kernel/log.ts';
import { persistently } from './persistently.ts';
import { Cancelled, LeaseLost, ProgressSender, RunningJob, Stopping, TooLong } from './running-job.ts';

/** What a run came to. @throws AppError */
export type RunJob = (job: Job, signal: AbortSignal, report: (progress: JobProgress) => void) => Promise<JobOutcome>;

export interface JobOutcome {
  /** Makes the result from the balance after the charge. */
  readonly resultOf: (balance: number | null) => Answer;
  /** What it costs where that is less than was reserved. */
  readonly charged?: number | undefined;
  /** What the owner of the workspace is to hear of. */
  readonly alerts?: readonly Alert[] | undefined;
  /** What those get whom its schedule names. */
  readonly report?: ReportNews | undefined;
}

export interface WorkerOptions {
  readonly queue: JobQueue;
  readonly run: RunJob;
  readonly log: Log;
  /** Jobs at once; with 0 it runs only what it adopts. */
  readonly concurrency: number;
  /** Names this worker in the database; nobody else may have it. */
  readonly owner: string;
  /** A worker that has not been heard of for this long has lost its jobs. */
  readonly lease_ms: number;
  /** How often it says that it is alive, and asks what was cancelled. */
  readonly heartbeat_ms: number;
  /** How often it looks for work that nobody told it of. */
  readonly poll_ms: number;
  readonly sweep_ms: number;
  /** Longest that one run of a job may take. */
  readonly job_timeout_ms: number;
  /**
   * Jobs that write down how far they are: they have no time limit, are stopped at once when the worker stops, and may
   * ask for another run by throwing `Unfinished`.
   */
  readonly isResumable: (job: Job) => boolean;
  readonly clock: () => Date;
  readonly failedReport: TellFailed;
  /** Told of every attempt whose end it wrote, or its sweep. */
  readonly ended: (job: Job, end: AttemptEnd) => void;
}

/** How an attempt ended; one that was `retried` failed and will be made again, as one that was `lost`. */
export interface AttemptEnd {
  readonly outcome: 'completed' | 'failed' | 'retried' | 'cancelled' | 'lost';
  /** Undefined for one whose process ended before it did. */
  readonly duration_ms: number | undefined;
}

const DEFAULTS = {
  lease_ms: 30_000,
  heartbeat_ms: 1000,
  poll_ms: 1000,
  sweep_ms: 10_000,
  job_timeout_ms: 600_000,
  isResumable: (): boolean => false,
  clock: (): Date => new Date(),
  ended: (): void => undefined,
  failedReport: (): Promise<undefined> => Promise.resolve(undefined),
} as const;

/** Before the second and the third run of a job, and so on; the last one for all further runs. */
const RETRY_DELAYS_MS = [2000, 8000, 30_000, 120_000];
const JITTER = 0.25;
/** How long an end is tried to be written while the database does not answer. */
const END_PATIENCE_MS = 60_000;
/** Jobs in one claim: one worker of several does not take all there is. */
const CLAIM_MAX = 16;
const DRAIN_MS = 20_000;
/** How long a resumable job that was cancelled may take to write down how far it came. */
const CANCEL_PATIENCE_MS = 10_000;
/** After the drain: time to write what became of the jobs. Who stops a process kills it after 25 or 30 s. */
const LAST_WORDS_MS = 4000;

/**
 * Runs jobs: takes as many as it may, keeps its lease on them, and writes how they ended.
 *
 * Nothing that a job throws ends it. A job that does not listen to its signal is left behind, not waited for.
 */
export class Worker {
  readonly #options: WorkerOptions;
  /** By the job as it was claimed: one that is claimed again, after its lease was lost, is another run. */
  readonly #running = new Map<Job, RunningJob>();
  readonly #timers: NodeJS.Timeout[] = [];
  #unsubscribe: (() => void) | undefined;
  #started = false;
  #stopping = false;
  #drained = false;
  #isClaiming = false;
  #isWanted = false;
  #isRenewing = false;
  #sweeping: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: Pick<WorkerOptions, 'queue' | 'run' | 'log' | 'concurrency'> & Partial<WorkerOptions>) {
    this.#options = { ...DEFAULTS, owner: newId('worker'), ...options };
  }

  /** What its jobs are held by, as `JobQueue.adopt` takes it. */
  get lease(): Lease {
    return { owner: this.#options.owner, duration_ms: this.#options.lease_ms };
  }

  /** Jobs that it runs now. */
  get running(): number {
    return this.#running.size;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    const { heartbeat_ms, sweep_ms, poll_ms, concurrency, queue } = this.#options;
    this.#every(heartbeat_ms, () => void this.#renew());
    this.#every(sweep_ms, () => this.#sweep());
    this.#sweep();
    if (concurrency === 0) return;
    this.#unsubscribe = queue.onWork(() => this.#look());
    this.#every(poll_ms, () => this.#look());
    this.#look();
  }

  /** Goes on with a job that this worker holds the lease of; it counts on top of the concurrency. */
  adopt(job: Job, run: RunJob = this.#options.run): void {
    this.#start(job, run);
  }

  /** Takes nothing new, lets its jobs finish for so long, then puts the others back into the queue. */
  stop(drain_ms = DRAIN_MS): Promise<void> {
    const before = this.#stopped;
    this.#stopped ??= this.#drain(drain_ms);
    // What it was given to go on with since an earlier stop is put back as well.
    return before?.then(() => within(LAST_WORDS_MS, this.#allEnded())) ?? this.#stopped;
  }

  async #drain(drain_ms: number): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    for (const [job, running] of this.#running) if (this.#options.isResumable(job)) running.stop(new Stopping());
    await within(drain_ms, this.#allEnded());
    this.#drained = true;
    for (const running of this.#running.values()) running.stop(new Stopping());
    await within(LAST_WORDS_MS, Promise.all([this.#allEnded(), this.#sweeping]));
    for (const timer of this.#timers) clearInterval(timer);
    if (this.#running.size > 0) {
      this.#options.log.warn(
        { jobs: [...this.#running.keys()].map((job) => job.id) },
        'jobs were left behind; they will run again when their lease expires',
      );
    }
  }

  async #allEnded(): Promise<void> {
    // A claim that was under way when the stop came may still bring jobs.
    while (this.#isClaiming || this.#running.size > 0) {
      await Promise.race([...this.#running.values()].map((running) => running.ended).concat(pause(20)));
    }
  }

  #every(period_ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, period_ms));
  }

  /** Claims until it is full or there is nothing; jobs that end meanwhile are refilled together. */
  #look(): void {
    this.#isWanted = true;
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    void this.#claim().finally(() => (this.#isClaiming = false));
  }

  async #claim(): Promise<void> {
    const { queue, concurrency, run, log } = this.#options;
    while (this.#isWanted && !this.#stopping) {
      this.#isWanted = false;
      const free = Math.min(CLAIM_MAX, concurrency - this.#running.size);
      if (free <= 0) return;
      try {
        const jobs = await queue.claim(this.lease, free);
        for (const job of jobs) this.#start(job, run);
        if (jobs.length > 0) this.#isWanted = true;
      } catch (thrown) {
        // The poll comes back to it.
        log.warn({ error: messageOf(thrown) }, 'jobs could not be taken from the queue');
      }
    }
  }

  #start(job: Job, run: RunJob): void {
    const { isResumable, job_timeout_ms } = this.#options;
    const running = new RunningJob(job, isResumable(job) ? undefined : job_timeout_ms);
    this.#running.set(job, running);
    // It came from a claim that was under way when the stop came, or that took longer than the drain.
    if (this.#drained || (this.#stopping && isResumable(job))) running.stop(new Stopping());
    running.ended = this.#runToEnd(running, run)
      .catch((thrown: unknown) => {
        const facts = { job_id: job.id, request_id: job.request_id, err: thrown };
        this.#options.log.error(facts, 'the end of a job could not be written');
      })
      .then(() => {
        running.close();
        this.#running.delete(job);
        if (this.#started && this.#options.concurrency > 0) this.#look();
      });
  }

  async #runToEnd(running: RunningJob, run: RunJob): Promise<void> {
    const { job, signal } = running;
    const progress = new ProgressSender((state) => this.#report(job, state));
    let outcome: JobOutcome;
    try {
      outcome = await running.outcome(() => run(job, signal, (state) => progress.send(state)));
    } catch (thrown) {
      progress.close();
      return this.#ended(running, thrown);
    }
    progress.close();
    await this.#complete(running, outcome);
  }

  async #complete(running: RunningJob, { resultOf, ...end }: JobOutcome): Promise<void> {
    const { queue, owner } = this.#options;
    try {
      const held = await persistently(() => queue.complete(owner, running.job, resultOf, end), END_PATIENCE_MS);
      if (held) this.#tell(running, 'completed');
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'unavailable') throw thrown;
      // The result itself could not be made or stored: a failure of the run like any other.
      await this.#ended(running, thrown);
    }
  }

  /** Writes the end of a run that has no result. */
  async #ended(running: RunningJob, thrown: unknown): Promise<void> {
    const { job, signal } = running;
    const { queue, owner } = this.#options;
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    if (reason instanceof LeaseLost) return;
    if (reason instanceof Cancelled) {
      // It writes down how far it came, and what it has done is charged.
      if (this.#options.isResumable(job)) await within(CANCEL_PATIENCE_MS, running.settled);
      const held = await persistently(() => queue.cancelled(owner, job), END_PATIENCE_MS);
      if (held) this.#tell(running, 'cancelled');
    } else if (reason instanceof Stopping) {
      await persistently(() => queue.putBack(owner, [job]), END_PATIENCE_MS);
    } else if (reason instanceof Unfinished) {
      const behind = reason.until ?? this.#options.clock();
      await persistently(() => queue.putBack(owner, [job], behind), END_PATIENCE_MS);
    } else {
      await this.#failed(running, reason);
    }
  }

  async #failed(running: RunningJob, reason: unknown): Promise<void> {
    const { job } = running;
    const { queue, owner, log } = this.#options;
    const error = toAppError(reason);
    const { request_id, operation } = job;
    logFailure(log, error, { job_id: job.id, request_id, operation }, 'a job failed');
    const retry_at = error.retryable && !(error instanceof TooLong) ? this.#retryAt(job) : undefined;
    const isAgain = retry_at !== undefined && job.attempts_made < job.attempts_max;
    const failure = failureOf(error);
    const report = isAgain ? undefined : await this.#options.failedReport(job, failure);
    const held = await persistently(() => queue.fail(owner, job, failure, retry_at, report), END_PATIENCE_MS);
    if (held) this.#tell(running, isAgain ? 'retried' : 'failed');
  }

  #tell({ job, started }: RunningJob, outcome: AttemptEnd['outcome']): void {
    this.#options.ended(job, { outcome, duration_ms: Math.round(performance.now() - started) });
  }

  #retryAt({ attempts_made }: Job): Date {
    const delay_ms = RETRY_DELAYS_MS[Math.min(attempts_made, RETRY_DELAYS_MS.length) - 1] ?? 0;
    const jitter = 1 + JITTER * (2 * Math.random() - 1);
    return new Date(this.#options.clock().getTime() + Math.round(delay_ms * jitter));
  }

  async #report(job: Job, progress: JobProgress): Promise<void> {
    try {
      await this.#options.queue.report(this.#options.owner, job, progress);
    } catch (thrown) {
      const facts = { job_id: job.id, request_id: job.request_id, error: messageOf(thrown) };
      this.#options.log.warn(facts, 'progress of a job could not be written');
    }
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#running.size === 0) return;
    this.#isRenewing = true;
    try {
      const { lost, stop } = await this.#options.queue.renew(this.lease, [...this.#running.keys()]);
      for (const job of stop) this.#running.get(job)?.stop(new Cancelled());
      // One that has just ended is not held any more either; its run does not listen by then.
      for (const job of lost) this.#running.get(job)?.stop(new LeaseLost());
    } catch (thrown) {
      this.#options.log.warn({ error: messageOf(thrown) }, 'the lease of jobs could not be renewed');
    } finally {
      this.#isRenewing = false;
    }
  }

  #sweep(): void {
    const { queue, ended, failedReport } = this.#options;
    this.#sweeping ??= queue
      .sweep(failedReport)
      .then((runs) => {
        for (const { job, outcome } of runs) ended(job, { outcome, duration_ms: undefined });
      })
      .catch((thrown: unknown) => this.#options.log.warn({ error: messageOf(thrown) }, 'old jobs could not be swept'))
      .finally(() => (this.#sweeping = undefined));
  }
}

function failureOf(error: AppError): JobFailure {
  return { code: error.code, message: error.message, fix: error.fix ?? null, errors: error.issues };
}

function pause(duration_ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration_ms));
}

async function within(limit_ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, limit_ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}
