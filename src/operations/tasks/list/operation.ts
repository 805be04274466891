import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { queryNumber } from '../../../contract/fields.ts';
import { siteId, unknownSite } from '../../../contract/site-view.ts';
import { taskKind, taskStatus, taskView, TaskView } from '../../../contract/task-view.ts';

export default defineAccountOperation({
  id: 'tasks.list',
  method: 'GET',
  path: '/tasks',
  group: 'Crawls and imports',
  title: 'List the plan of a site',
  description:
    'Lists the tasks and outreach planned for a site. ' +
    'Open ones come first, then by due date. ' +
    'Dropped ones are listed only with status: dropped. Free.',

  input: z.object({
    site: siteId(),
    kind: taskKind().optional(),
    status: taskStatus().optional(),
    limit: queryNumber(z.int().min(1).max(500)).default(200).describe('Maximum tasks to return.'),
    offset: queryNumber(z.int().min(0).max(10_000)).default(0).describe('Tasks to skip, for paging.'),
  }),
  result: z.object({ total_count: z.int(), tasks: z.array(TaskView) }),
  example: { site: 'site_4mB8xTq2Rz6KdYw1Vc9P', kind: 'task' },

  async run({ site, kind, status, limit, offset }, { caller, account }) {
    const known = await account.sites.find(caller, site);
    if (known === undefined) throw unknownSite(site);
    const query = { kind, status, limit, offset };
    const { total_count, tasks } = await account.tasks.list(caller.workspace_id, known.id, query);
    return { total_count, tasks: tasks.map(taskView) };
  },
});
