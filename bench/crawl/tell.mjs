import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a measured process says of itself. Plain JavaScript, so that no process pays for reading TypeScript. */

/** Starts measuring how long the event loop is held up; the answer is called at the end. */
export function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  return () => ({ lag_p99_ms: tenths(histogram.percentile(99)), lag_max_ms: tenths(histogram.max) });
}

/** Reports to the parent, with the peak memory and the processor time of this process. */
export function tell(outcome) {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpu_s = Math.round((userCPUTime + systemCPUTime) / 1e4) / 100;
  process.send?.({ ...outcome, rss_mb: Math.round(maxRSS / 1024), cpu_s });
}

function tenths(nanoseconds) {
  return Math.round(nanoseconds / 1e5) / 10;
}
