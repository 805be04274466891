import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';
import { siteId, unknownSite } from '../../../contract/site-view.ts';
import { TaskFields, taskKind, taskView, TaskView } from '../../../contract/task-view.ts';

const TASKS_MAX = 100;
const { title, why, owner, due_date } = TaskFields;

export default defineAccountOperation({
  id: 'tasks.add',
  method: 'POST',
  path: '/tasks',
  group: 'Crawls and imports',
  title: 'Add tasks to the plan of a site',
  description:
    'Adds tasks or outreach to the plan of a site. ' +
    'A task whose title is on the list already is not added twice. Free.',
  success_status: 201,

  input: z.object({
    site: siteId(),
    tasks: z
      .array(
        z.object({
          kind: taskKind().default('task'),
          title,
          why: why.optional(),
          url: printable(2048).optional().describe('What it is about.'),
          owner: owner.optional(),
          due_date: due_date.optional(),
          job_id: printable(100).optional().describe('The job whose answer proposed it.'),
        }),
      )
      .min(1)
      .max(TASKS_MAX),
  }),
  result: z.object({ tasks: z.array(TaskView).describe('Those that were added.') }),
  example: {
    site: 'site_4mB8xTq2Rz6KdYw1Vc9P',
    tasks: [{ kind: 'task', title: 'Remove noindex from /hire', owner: 'Ana', due_date: '2026-12-01' }],
  },

  async run({ site, tasks }, { caller, account }) {
    const known = await account.sites.find(caller, site);
    if (known === undefined) throw unknownSite(site);
    const added = tasks.map((task) => ({
      kind: task.kind,
      title: task.title,
      why: task.why,
      url: task.url,
      owner: task.owner,
      due_date: task.due_date,
      job_id: task.job_id,
      status: 'todo' as const,
    }));
    return { tasks: (await account.tasks.add(caller.workspace_id, known.id, added)).map(taskView) };
  },
});
