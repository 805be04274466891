import { createHash } from 'node:crypto';

import { Cron } from 'croner';

import { AppError } from '../kernel/errors.ts';
import type { Cadence, Schedule } from '../ports/schedules.ts';

/** Small hours, in which nobody waits for an answer. */
const WINDOW_MINUTES = 6 * 60;
/** Every month has so many. */
const MONTH_DAYS = 28;
/** Beyond this it does not matter how many runs were missed. */
const MISSED_MAX = 1000;

/**
 * The pattern of a cadence. Its time is taken from a hash of what it belongs to, so that many schedules spread over the
 * window, and each keeps its time: a series that is measured at changing hours shows the rhythm of the day.
 */
export function patternOf(cadence: Exclude<Cadence, 'cron'>, name: string): string {
  const hash = createHash('sha256').update(name).digest();
  const minute = hash.readUInt32BE(0) % WINDOW_MINUTES;
  const time = `${minute % 60} ${Math.floor(minute / 60)}`;
  if (cadence === 'daily') return `${time} * * *`;
  if (cadence === 'weekly') return `${time} * * ${hash.readUInt32BE(4) % 7}`;
  return `${time} ${1 + (hash.readUInt32BE(4) % MONTH_DAYS)} * *`;
}

/**
 * The first due time after a moment; undefined where there is none. Where clocks go forward, a time that they leave out is
 * due as much later; where they go back, a time that comes twice is due once.
 *
 * @throws AppError invalid_input for a pattern or time zone that nobody knows
 */
export function nextDue(
  { pattern, time_zone }: Pick<Schedule, 'pattern' | 'time_zone'>,
  after: Date,
): Date | undefined {
  return cronOf(pattern, time_zone).nextRun(after) ?? undefined;
}

/** What became due up to now: the newest of these times, how many came before it, and what follows. */
export function dueTimes(
  schedule: Pick<Schedule, 'pattern' | 'time_zone'>,
  first: Date,
  now: Date,
): { readonly missed: number; readonly next_due: Date | undefined } {
  const cron = cronOf(schedule.pattern, schedule.time_zone);
  let missed = 0;
  let next = cron.nextRun(first);
  while (next !== null && next <= now && missed < MISSED_MAX) {
    missed += 1;
    next = cron.nextRun(next);
  }
  if (next !== null && next <= now) next = cron.nextRun(now);
  return { missed, next_due: next ?? undefined };
}

/**
 * How old, in seconds, data may be that a run reuses: younger than its period, and newer than the run before it. Without the
 * latter, data of a run that took a while would stand for the next run as well. Undefined where no further run follows.
 */
export function reusableAge(
  schedule: Pick<Schedule, 'pattern' | 'time_zone'>,
  due: Date,
  { now, last_ended_at }: { readonly now: Date; readonly last_ended_at: Date | undefined },
): number | undefined {
  const next = nextDue(schedule, due);
  if (next === undefined) return undefined;
  const period_ms = next.getTime() - due.getTime() - 1000;
  const since_last_ms = last_ended_at === undefined ? period_ms : now.getTime() - last_ended_at.getTime();
  return Math.floor(Math.max(0, Math.min(period_ms, since_last_ms)) / 1000);
}

function cronOf(pattern: string, timezone: string): Cron {
  requireTimeZone(timezone);
  try {
    return new Cron(pattern, { timezone, paused: true, mode: '5-part' });
  } catch (thrown) {
    throw new AppError('invalid_input', `"${pattern.slice(0, 100)}" is not a cron pattern.`, {
      fix: 'Write five fields: minute, hour, day of month, month and day of week, such as 0 6 * * 1 for Mondays at 6:00.',
      issues: [{ path: 'cron', message: 'must have five fields, such as 0 6 * * 1' }],
      cause: thrown,
    });
  }
}

function requireTimeZone(name: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
  } catch {
    throw new AppError('invalid_input', `"${name.slice(0, 100)}" is not a time zone.`, {
      fix: 'Use an IANA name such as Europe/Berlin, America/New_York or UTC.',
      issues: [{ path: 'time_zone', message: 'must be an IANA name such as Europe/Berlin' }],
    });
  }
}
