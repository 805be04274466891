import { setTimeout as sleep } from 'node:timers/promises';

import type { Engine } from '../engine/engine.ts';
import { hasEnded, type Job, type JobStore } from '../ports/jobs.ts';
import type { Exchange } from './surface.ts';

/** How often to look without a notification: notifications sent while nobody listens are lost. */
const LOOK_EVERY_MS = 2000;

/**
 * Waits for a job to end, as long as the service goes on, and reports its progress to the caller. The job is cancelled when the caller disconnects:
 * nobody else knows its id.
 */
export async function waitForJob(
  jobs: JobStore,
  id: string,
  exchange: Exchange,
  { inline_timeout_ms, hand_over }: Pick<Engine, 'inline_timeout_ms' | 'hand_over'>,
): Promise<Job | undefined> {
  const { workspace_id } = exchange.caller;
  const end = performance.now() + inline_timeout_ms;
  const news = new News(jobs, id, [exchange.signal, hand_over]);
  try {
    let told = -1;
    for (;;) {
      const job = await jobs.find(workspace_id, id);
      if (job === undefined || hasEnded(job)) return job;
      const { percent, stage, message } = job.progress;
      if (percent > told) {
        told = percent;
        await exchange.progress?.({ progress: percent, total: 100, message: message ?? stage });
      }
      const rest = end - performance.now();
      if (rest <= 0 || hand_over.aborted) return job;
      await news.next(Math.min(rest, LOOK_EVERY_MS));
      exchange.signal.throwIfAborted();
    }
  } catch (thrown) {
    if (exchange.signal.aborted) await jobs.cancel(workspace_id, id).catch(() => undefined);
    throw thrown;
  } finally {
    news.close();
  }
}

/** Wakes its one listener when something may have happened to the job, or a signal fires. */
class News {
  #heard = Promise.withResolvers<void>();
  readonly #leave: () => void;

  constructor(jobs: JobStore, id: string, signals: readonly AbortSignal[]) {
    const wake = (): void => this.#heard.resolve();
    const unwatch = jobs.watch(id, wake);
    for (const signal of signals) signal.addEventListener('abort', wake, { once: true });
    this.#leave = () => {
      unwatch();
      for (const signal of signals) signal.removeEventListener('abort', wake);
    };
  }

  async next(withinMs: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      this.#heard.promise,
      sleep(withinMs, undefined, { signal: over.signal }).catch(() => undefined),
    ]);
    over.abort();
    this.#heard = Promise.withResolvers<void>();
  }

  close(): void {
    this.#leave();
  }
}
