import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { scheduleId } from '../../../contract/schedule-view.ts';
import { AppError } from '../../../kernel/errors.ts';

export default defineAccountOperation({
  id: 'schedules.delete',
  method: 'DELETE',
  path: '/schedules/{id}',
  group: 'Jobs and webhooks',
  title: 'Delete a schedule',
  description: 'Deletes the schedule. Jobs that it has queued still run. Free.',

  is_workspace_wide: true,
  input: z.object({ id: scheduleId() }),
  result: z.object({ deleted: z.literal(true), id: z.string() }),
  example: { id: 'search-console-daily' },

  async run({ id }, { caller, account }) {
    if (await account.schedules.remove(caller, id)) return { deleted: true as const, id };
    throw new AppError('not_found', `There is no schedule ${id}.`, { fix: 'GET /schedules lists the schedules.' });
  },
});
