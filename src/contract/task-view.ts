import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { ALL_TASK_STATUSES, type Task, TASK_KINDS } from '../ports/tasks.ts';

export const taskKind = () =>
  z.enum(TASK_KINDS).describe('task: something to do on the site. outreach: somebody to write to about a link.');

export const taskStatus = () =>
  z
    .enum(ALL_TASK_STATUSES)
    .describe(
      'task: todo, doing, done. outreach: todo, written, answered, won, refused. dropped takes either off the list.',
    );

/** What can be set of a task. */
export const TaskFields = {
  title: z.string().trim().min(1).max(300).describe('What is to be done, or who is written to.'),
  why: z.string().trim().min(1).max(2000).describe('Why it is worth doing.'),
  owner: z.string().trim().min(1).max(100).describe('Who does it.'),
  due_date: z.iso.date().describe('Day by which it is to be done, yyyy-mm-dd.'),
};

export const TaskView = z
  .object({
    id: z.string(),
    site_id: z.string(),
    kind: z.enum(TASK_KINDS),
    title: z.string(),
    why: z.string().nullable(),
    url: z.string().nullable().describe('What it is about.'),
    owner: z.string().nullable(),
    due_date: z.string().nullable(),
    status: z.enum(ALL_TASK_STATUSES),
    job_id: z.string().nullable().describe('The job whose answer proposed it.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'Task', description: 'Something to do for a site, or somebody to write to about a link.' });
export type TaskView = z.infer<typeof TaskView>;

export function taskView(task: Task): TaskView {
  const { why, url, owner, due_date, job_id, created_at, updated_at } = task;
  return {
    ...task,
    why: why ?? null,
    url: url ?? null,
    owner: owner ?? null,
    due_date: due_date ?? null,
    job_id: job_id ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export function unknownTask(id: string): AppError {
  return new AppError('not_found', `No task with the id ${id} was found.`, {
    fix: 'List the tasks of a site with GET /tasks.',
  });
}
