import type { Job } from '../ports/jobs.ts';
import { settledBefore } from '../kernel/settled.ts';
import { TooLong } from './worker-reasons.ts';

/** One run of a job, from the claim until its end is written. */
export class RunningJob {
  readonly job: Job;
  readonly signal: AbortSignal;
  /** By `performance.now()`. */
  readonly started = performance.now();
  /** Resolves when the end is written; never rejects. */
  ended: Promise<void> = Promise.resolve();
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
    try {
      return await settledBefore(run(), this.signal);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
