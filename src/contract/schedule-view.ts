import { z } from 'zod';

import { CADENCES, type PricedSchedule } from '../ports/schedules.ts';
import { printable } from './fields.ts';

export const scheduleId = () => printable(128).describe('The id of the schedule, which you choose.');

export const ScheduleView = z
  .object({
    id: z.string(),
    operation: z.string(),
    input: z.record(z.string(), z.unknown()),
    cadence: z.enum(CADENCES),
    cron: z.string().describe('The five cron fields that set when it runs, in its time zone.'),
    time_zone: z.string(),
    is_paused: z.boolean(),
    project_id: z.string().nullable(),
    credits: z.int().nullable().describe('Price of one run; null if its operation no longer accepts the input.'),
    next_due: z.string().nullable().describe('The next run; null if there will be none.'),
    last: z
      .object({
        due: z.string(),
        at: z.string().describe('When it was queued, or refused.'),
        job_id: z.string().nullable().describe('The job that was queued; null if the call was refused.'),
        missed: z
          .int()
          .describe(
            'How many runs were missed before it while the service was down. This run makes up for all of them.',
          ),
        error: z.string().nullable().describe('Why the call was refused.'),
      })
      .nullable()
      .describe('The last run; null before the first.'),
    is_stale: z
      .boolean()
      .describe(
        'Two runs in a row failed or were refused; alert.schedule_stale was sent. A run that succeeds ends it.',
      ),
    created_at: z.string(),
  })
  .meta({ id: 'Schedule', description: 'A call that runs on a schedule.' });

export function scheduleView({ schedule, credits }: PricedSchedule): z.infer<typeof ScheduleView> {
  const { last, pattern, next_due, project_id, created_at } = schedule;
  const { id, operation, input, cadence, time_zone, is_paused, is_stale } = schedule;
  return {
    id,
    operation,
    input: { ...input },
    cadence,
    cron: pattern,
    time_zone,
    is_paused,
    project_id: project_id ?? null,
    credits,
    next_due: next_due?.toISOString() ?? null,
    last:
      last === undefined
        ? null
        : {
            due: last.due.toISOString(),
            at: last.at.toISOString(),
            job_id: last.job_id ?? null,
            missed: last.missed,
            error: last.error ?? null,
          },
    is_stale,
    created_at: created_at.toISOString(),
  };
}
