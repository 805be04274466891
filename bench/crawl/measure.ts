import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';

export const silentLog = { info: (): void => undefined, warn: (): void => undefined, error: (): void => undefined, debug: (): void => undefined };

export type Outcome = z.infer<typeof Outcome>;
export const Outcome = z.object({
  pages: z.number(),
  duration_ms: z.number(),
  rss_mb: z.number(),
  cpu_s: z.number(),
  lag_p99_ms: z.number(),
  lag_max_ms: z.number(),
  note: z.string(),
});

export const SiteStarted = z.object({ port: z.number(), page_bytes: z.number() });

/** Starts measuring how long the event loop is held up; the answer is called at the end. */
export function watchEventLoop(): () => Pick<Outcome, 'lag_p99_ms' | 'lag_max_ms'> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  return () => ({ lag_p99_ms: Math.round(histogram.percentile(99) / 1e5) / 10, lag_max_ms: Math.round(histogram.max / 1e5) / 10 });
}

/** Reports to the parent, with the peak memory and the processor time of this process. */
export function tell(outcome: Omit<Outcome, 'rss_mb' | 'cpu_s'>): void {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpu_s = Math.round((userCPUTime + systemCPUTime) / 1e4) / 100;
  process.send?.({ ...outcome, rss_mb: Math.round(maxRSS / 1024), cpu_s });
}

/** Memory of a process and everything below it, shared pages counted once. */
export function treeMemory_mb(root: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /^PPid:\s*(\d+)/m.exec(read(`/proc/${name}/status`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0));
  const pids = [...parents.keys()].filter(isBelow);
  const kilobytes = pids.map((pid) => Number(/^Pss:\s*(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return Math.round(kilobytes.reduce((sum, kb) => sum + kb, 0) / 1024);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
