import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { projectId } from '../../../contract/project-view.ts';
import { scheduleId, scheduleReport, scheduleView, ScheduleView } from '../../../contract/schedule-view.ts';
import { CADENCES } from '../../../ports/schedules.ts';

export default defineAccountOperation({
  id: 'schedules.set',
  method: 'PATCH',
  path: '/schedules/{id}',
  group: 'Jobs and webhooks',
  title: 'Create or change a schedule',
  description:
    'Creates or changes a schedule. Settings that you leave out stay as they are. A schedule queues a call again and again: ' +
    'any analysis, or `imports.create`, for example to import your Search Console figures every day. Each run costs what the ' +
    'call costs; a run that your credits or budget do not cover is skipped, and the schedule says so. Runs missed while the ' +
    'service was down are made up for once. While a run is in progress, no second one starts. Free.',

  is_workspace_wide: true,
  input: z.object({
    id: scheduleId(),
    operation: z.string().max(100).optional().describe('Id of the operation to call. Required for a new schedule.'),
    input: z.record(z.string(), z.unknown()).optional().describe('The request body of the call.'),
    cadence: z
      .enum(CADENCES)
      .optional()
      .describe(
        'How often. daily, weekly and monthly run between midnight and 6:00, at a time that stays the same; cron runs by your own pattern.',
      ),
    cron: z
      .string()
      .max(100)
      .optional()
      .describe('Five fields: minute, hour, day of month, month, day of week. `0 6 * * 1` is every Monday at 6:00.'),
    time_zone: z.string().max(100).optional().describe('IANA time zone, such as Europe/Berlin; UTC by default.'),
    is_paused: z
      .boolean()
      .optional()
      .describe('Whether it is paused. Runs missed while it is paused are not made up for.'),
    project_id: projectId().nullable().optional().describe('Project that the runs count toward; null for none.'),
    report: scheduleReport().optional(),
  }),
  result: z.object({ schedule: ScheduleView }),
  example: {
    id: 'weekly-links',
    operation: 'backlinks.summary',
    input: { target: 'example.com' },
    cadence: 'weekly',
    time_zone: 'Europe/Berlin',
  },

  async run({ id, operation, input, cadence, cron, time_zone, is_paused, project_id, report }, { caller, account }) {
    const settings = { operation, input, cadence, cron, time_zone, is_paused, project_id, report };
    return { schedule: scheduleView(await account.schedules.set(caller, id, settings)) };
  },
});
