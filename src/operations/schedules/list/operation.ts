import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { scheduleView, ScheduleView } from '../../../contract/schedule-view.ts';

export default defineAccountOperation({
  id: 'schedules.list',
  method: 'GET',
  path: '/schedules',
  group: 'Jobs and webhooks',
  title: 'List schedules',
  description:
    'Lists the calls that run again and again. Shows the price of a run, the next run and how the last one went. Free.',

  is_workspace_wide: true,
  input: z.object({}),
  result: z.object({ schedules: z.array(ScheduleView) }),
  example: {},

  async run(_input, { caller, account }) {
    return { schedules: (await account.schedules.list(caller)).map(scheduleView) };
  },
});
