import type { VNode } from 'preact';

import type { ScheduleRowView } from '../../views.ts';
import { Problem, send } from '../model/api.ts';
import { useSession } from '../model/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { reportIn, ReportFields } from './report-fields.tsx';

interface ScheduleDialogProps {
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

/** The one call beside analyses that can be scheduled. */
const IMPORT = 'imports.create';

export function ScheduleDialog({ onClose, onDone }: ScheduleDialogProps): VNode {
  const { me } = useSession();
  const calls = me.operations.filter(({ id, is_account }) => !is_account || id === IMPORT);
  const submit = async (values: FormData): Promise<void> => {
    const id = textOf(values, 'id');
    if (id === '') throw wrong('id', 'must not be empty');
    const cadence = textOf(values, 'cadence');
    const report = reportIn(values);
    await send('PATCH', `/schedules/${encodeURIComponent(id)}`, {
      operation: textOf(values, 'operation'),
      input: inputOf(textOf(values, 'input')),
      cadence,
      ...(cadence === 'cron' ? { cron: textOf(values, 'cron') } : {}),
      time_zone: textOf(values, 'time_zone'),
      ...(report === null ? {} : { report }),
    });
    onDone(`Schedule ${id} created.`);
  };
  return (
    <Dialog title="Create a schedule" onClose={onClose}>
      <Form action="Create schedule" onSubmit={submit} onCancel={onClose}>
        <Field name="id" label="Id" hint="A name of your choice, such as ranks-daily.">
          {(control) => <input {...control} maxLength={128} spellcheck={false} autofocus required />}
        </Field>
        <Field name="operation" label="Call">
          {(control) => (
            <select {...control} defaultValue="rank.targets.check">
              {calls.map(({ id, title }) => (
                <option key={id} value={id} selected={id === 'rank.targets.check'}>
                  {id}: {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="input" label="Request body" hint="JSON, as the call takes it.">
          {(control) => <textarea {...control} rows={4} spellcheck={false} defaultValue={'{ "max_searches": 100 }'} />}
        </Field>
        <Field name="cadence" label="How often">
          {(control) => (
            <select {...control}>
              <option value="daily">daily, between midnight and 6:00</option>
              <option value="weekly">weekly</option>
              <option value="monthly">monthly</option>
              <option value="cron">by a cron pattern</option>
            </select>
          )}
        </Field>
        <Field name="cron" label="Cron pattern" hint="Only for a cron pattern: 0 6 * * 1 is every Monday at 6:00.">
          {(control) => <input {...control} maxLength={100} spellcheck={false} />}
        </Field>
        <Field name="time_zone" label="Time zone">
          {(control) => (
            <input {...control} defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone} spellcheck={false} />
          )}
        </Field>
        <ReportFields />
      </Form>
    </Dialog>
  );
}

interface RecipientsDialogProps extends ScheduleDialogProps {
  readonly schedule: ScheduleRowView;
}

/** Changes who gets the answers of a schedule. */
export function RecipientsDialog({ schedule, onClose, onDone }: RecipientsDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    await send('PATCH', `/schedules/${encodeURIComponent(schedule.id)}`, { report: reportIn(values) });
    onDone('Recipients saved.');
  };
  return (
    <Dialog title={`Who gets ${schedule.id}?`} onClose={onClose}>
      <Form action="Save recipients" onSubmit={submit} onCancel={onClose}>
        <ReportFields report={schedule.report ?? undefined} />
      </Form>
    </Dialog>
  );
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw wrong('input', 'must be JSON, such as { "target": "example.com" }');
  }
}

function wrong(path: string, message: string): Problem {
  return new Problem('The schedule is not valid.', {
    fix: 'Correct the fields listed in errors and send it again.',
    fields: [{ path, message }],
  });
}
