import { AppError } from '../kernel/errors.ts';
import { settledBefore } from '../kernel/settled.ts';
import type { Job, JobProgress } from '../ports/jobs.ts';

/** One run of a job, from the claim until its end is written. */
export class RunningJob {
  readonly job: Job;
  readonly signal: AbortSignal;
  /** By `performance.now()`. */
  readonly started = performance.now();
  /** Resolves when the end is written; never rejects. */
  ended: Promise<void> = Promise.resolve();
  /** Resolves when the run itself has come to its end, which may be later than its outcome is known; never rejects. */
  settled: Promise<void> = Promise.resolve();
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  /** Without a limit it may run for as long as its worker does. */
  constructor(job: Job, limit_ms: number | undefined) {
    this.job = job;
    this.signal = this.#controller.signal;
    this.#timer = limit_ms === undefined ? undefined : setTimeout(() => this.stop(new TooLong(limit_ms)), limit_ms);
  }

  /** The first reason counts. */
  stop(reason: Error): void {
    this.#controller.abort(reason);
  }

  /** Of the run, or the reason of a stop, without waiting for a run that does not listen to its signal. */
  async outcome<Value>(run: () => Promise<Value>): Promise<Value> {
    const running = run();
    this.settled = running.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await settledBefore(running, this.signal);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/** Twice a second is more than anybody can read; a run may report thousands of times. */
const PAUSE_MS = 500;

/** Sends progress at once, then at most every half second, and always the last one. */
export class ProgressSender {
  readonly #write: (progress: JobProgress) => Promise<void>;
  #next: JobProgress | undefined;
  #isBusy = false;
  #closed = false;
  #percent = 0;

  constructor(write: (progress: JobProgress) => Promise<void>) {
    this.#write = write;
  }

  send(progress: JobProgress): void {
    if (this.#closed) return;
    this.#percent = Math.max(this.#percent, progress.percent);
    this.#next = { ...progress, percent: this.#percent };
    if (!this.#isBusy) void this.#work();
  }

  /** What has not been sent by now is overtaken by the end of the job. */
  close(): void {
    this.#closed = true;
    this.#next = undefined;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#next !== undefined) {
      const progress = this.#next;
      this.#next = undefined;
      const begun = performance.now();
      await this.#write(progress);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, PAUSE_MS - (performance.now() - begun))).unref());
    }
    this.#isBusy = false;
  }
}

/** Why a worker stops a run; the run itself sees it as the reason of its signal. */

export class Cancelled extends AppError {
  constructor() {
    super('conflict', 'The job was cancelled.');
  }
}

/** Another worker has the job by now, or will have it. */
export class LeaseLost extends AppError {
  constructor() {
    super('unavailable', 'The worker lost the job.');
  }
}

export class Stopping extends AppError {
  constructor() {
    super('unavailable', 'The worker is stopping; the job goes back to the queue.');
  }
}

/** Not tried again: it would most likely take as long. */
export class TooLong extends AppError {
  constructor(limit_ms: number) {
    super('source_timeout', `The job took longer than ${Math.round(limit_ms / 1000)} s and was stopped.`, {
      fix: 'Ask for less (a lower limit, fewer items) and queue it again. Nothing was charged.',
    });
  }
}
