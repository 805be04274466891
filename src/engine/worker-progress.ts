import type { JobProgress } from '../ports/jobs.ts';

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
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS - (performance.now() - begun)).unref());
    }
    this.#isBusy = false;
  }
}
