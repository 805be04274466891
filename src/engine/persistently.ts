import { setTimeout as pause } from 'node:timers/promises';

import { AppError } from '../kernel/errors.ts';

const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 5000;

/**
 * Does again what failed because the database was away, for as long as its patience lasts. What was run is worth waiting
 * for one that is just coming back, so it is meant for work that may be done twice: settling twice charges once.
 */
export async function persistently<Result>(work: () => Promise<Result>, patience_ms: number): Promise<Result> {
  const deadline = performance.now() + patience_ms;
  for (let pause_ms = PAUSE_MS_MIN; ; pause_ms = Math.min(2 * pause_ms, PAUSE_MS_MAX)) {
    try {
      return await work();
    } catch (thrown) {
      const isPassing = thrown instanceof AppError && thrown.code === 'unavailable';
      if (!isPassing || performance.now() > deadline) throw thrown;
      await pause(pause_ms);
    }
  }
}
