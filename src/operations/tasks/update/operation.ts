import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { printable } from '../../../contract/fields.ts';
import { TaskFields, taskStatus, taskView, TaskView, unknownTask } from '../../../contract/task-view.ts';
import { AppError } from '../../../kernel/errors.ts';
import { TASK_STATUSES } from '../../../ports/tasks.ts';

const { title, why, owner, due_date } = TaskFields;

export default defineAccountOperation({
  id: 'tasks.update',
  method: 'PATCH',
  path: '/tasks/{id}',
  group: 'Crawls and imports',
  title: 'Change a task',
  description:
    'Changes the fields of a task that you send. ' +
    'The status dropped takes it off the list, and null empties why, owner or due_date. Free.',

  input: z.object({
    id: printable(100).describe('The id of the task, from GET /tasks.'),
    title: title.optional(),
    why: why.nullable().optional(),
    owner: owner.nullable().optional(),
    due_date: due_date.nullable().optional(),
    status: taskStatus().optional(),
  }),
  result: z.object({ task: TaskView }),
  example: { id: 'task_9Kd2mQx4Tz7RbYw1Vc3P', status: 'done' },

  async run({ id, ...change }, { caller, account }) {
    const known = await account.tasks.find(caller.workspace_id, id);
    // A key of a project sees the sites of that project alone.
    const site = known === undefined ? undefined : await account.sites.find(caller, known.site_id);
    if (known === undefined || site === undefined) throw unknownTask(id);
    const statuses: readonly string[] = TASK_STATUSES[known.kind];
    if (change.status !== undefined && !statuses.includes(change.status)) {
      throw new AppError('invalid_input', `A task of the kind ${known.kind} cannot be ${change.status}.`, {
        fix: `Send one of ${statuses.join(', ')}.`,
        issues: [{ path: 'status', message: `must be one of ${statuses.join(', ')}` }],
      });
    }
    const { title: name, why: reason, owner: who, due_date: due, status } = change;
    const changed = await account.tasks.change(caller.workspace_id, id, {
      title: name,
      why: reason,
      owner: who,
      due_date: due,
      status,
    });
    if (changed === undefined) throw unknownTask(id);
    return { task: taskView(changed) };
  },
});
