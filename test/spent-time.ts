import { readFileSync } from 'node:fs';

import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: the process that ran it, and what this started. PostgreSQL, which all files share, is not in it. */
    processor_seconds?: number;
  }
}

const TICKS_PER_SECOND = 100;

/** Vitest runs this before each file of tests, and before what that imports. */
const before = spentTicks(process.pid);

// oxlint-disable-next-line no-empty-pattern -- Vitest takes nothing but a pattern there.
afterAll(({}, { file }) => {
  const after = spentTicks(process.pid);
  if (before !== undefined && after !== undefined) file.meta.processor_seconds = (after - before) / TICKS_PER_SECOND;
});

/** Processor time of a process, its children that have ended, and its children that run; undefined where there is no `/proc`. */
function spentTicks(pid: number | string): number | undefined {
  const fields = readWhileThere(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  if (fields.length < 15) return undefined;
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  return childrenOf(pid).reduce((sum, child) => sum + (spentTicks(child) ?? 0), own);
}

/** Those that its first thread started, which starts all of ours: engines have hundreds of threads, each with a list to read. */
function childrenOf(pid: number | string): string[] {
  return readWhileThere(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((child) => child !== '');
}

/** Empty once the process has ended. */
function readWhileThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
