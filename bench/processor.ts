import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** Hundredths of a second, as Linux counts for every process. */
const TICKS_A_SECOND = 100;

const Times = z.tuple([z.coerce.number(), z.coerce.number()]);

/** Processor seconds that another process took so far, in user and system mode; 0 where nobody tells. */
export function secondsOf(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Fields are counted from behind the name, which may hold anything.
  const [user, system] = Times.parse(text.slice(text.lastIndexOf(')')).split(' ').slice(12, 14));
  return (user + system) / TICKS_A_SECOND;
}

export function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
