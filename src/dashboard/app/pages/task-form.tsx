import type { VNode } from 'preact';

import type { TaskView } from '../../views.ts';
import { type TaskKind, type Tasks } from '../parts/tasks.ts';
import { announce } from '../parts/announcer.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';

interface TaskDialogProps {
  readonly kind: TaskKind;
  /** Undefined for a new one. */
  readonly task: TaskView | undefined;
  readonly tasks: Tasks;
  readonly onClose: () => void;
}

export function TaskDialog({ kind, task, tasks, onClose }: TaskDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    const [title, why] = [textOf(values, 'title'), textOf(values, 'why')];
    const [owner, due_date] = [textOf(values, 'owner'), textOf(values, 'due_date')];
    if (task === undefined) {
      const given = Object.entries({ why, owner, due_date }).filter(([, value]) => value !== '');
      await tasks.add([{ kind, title, ...Object.fromEntries(given) }]);
    } else {
      tasks.change(task, { title, why: why || null, owner: owner || null, due_date: due_date || null });
    }
    onClose();
  };
  const drop = (): void => {
    if (task === undefined) return;
    const { status } = task;
    tasks.change(task, { status: 'dropped' });
    announce(`“${task.title}” is off the list.`, { text: 'Undo', work: () => tasks.change(task, { status }) });
    onClose();
  };
  return (
    <Dialog title={task === undefined ? 'Add a task' : 'Change the task'} onClose={onClose}>
      <Form action={task === undefined ? 'Add task' : 'Save changes'} onSubmit={submit} onCancel={onClose}>
        <Field name="title" label={kind === 'task' ? 'Task' : 'Who to write to'}>
          {(control) => <input {...control} defaultValue={task?.title ?? ''} maxLength={300} autofocus required />}
        </Field>
        <Field name="why" label="Why">
          {(control) => <textarea {...control} rows={3} defaultValue={task?.why ?? ''} maxLength={2000} />}
        </Field>
        <Field name="owner" label="Owner">
          {(control) => <input {...control} defaultValue={task?.owner ?? ''} maxLength={100} />}
        </Field>
        <Field name="due_date" label="Due">
          {(control) => <input {...control} type="date" defaultValue={task?.due_date ?? ''} />}
        </Field>
        {task?.url == null ? null : (
          <p>
            <a href={task.url} target="_blank" rel="noreferrer noopener">
              {task.url}
            </a>
          </p>
        )}
        {task?.job_id == null ? null : (
          <p>
            <a href={`/dashboard/reports/${task.job_id}`}>The report that proposed it</a>
          </p>
        )}
      </Form>
      {task === undefined ? null : (
        <button type="button" class="quiet" onClick={drop}>
          Take it off the list
        </button>
      )}
    </Dialog>
  );
}
