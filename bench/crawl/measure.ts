import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export const silentLog = {
  info: (): void => undefined,
  warn: (): void => undefined,
  error: (): void => undefined,
  debug: (): void => undefined,
};

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
