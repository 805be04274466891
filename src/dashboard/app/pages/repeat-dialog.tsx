import type { VNode } from 'preact';

import type { ScheduleRowView } from '../../views.ts';
import { send } from '../model/api.ts';
import { dayAndMinute } from '../model/format.ts';
import { announce } from '../parts/announcer.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import type { Fields } from '../model/report.ts';
import { reportIn, ReportFields } from './report-fields.tsx';

const CADENCES = ['daily', 'weekly', 'monthly'] as const;

interface RepeatDialogProps {
  readonly operation: string;
  readonly input: Fields;
  readonly title: string;
  readonly onClose: () => void;
}

/** Has the same question asked again and again, each answer kept as a report and sent to whoever is named. */
export function RepeatDialog({ operation, input, title, onClose }: RepeatDialogProps): VNode {
  const repeat = async (values: FormData): Promise<void> => {
    const cadence = textOf(values, 'cadence');
    const report = reportIn(values);
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = { operation, input, cadence, time_zone, ...(report === null ? {} : { report }) };
    const path = `/schedules/${scheduleId(operation, input)}`;
    const { schedule } = await send<{ schedule: ScheduleRowView }>('PATCH', path, body);
    const next = schedule.next_due === null ? '' : ` Next run: ${dayAndMinute(schedule.next_due)}.`;
    announce(`“${title}” now runs ${cadence}.${next}`);
    onClose();
  };
  return (
    <Dialog title="Schedule this report" onClose={onClose}>
      <p>Each run costs what this one cost, is kept under Reports and is compared with the one before.</p>
      <Form action="Schedule" onSubmit={repeat} onCancel={onClose}>
        <Field name="cadence" label="How often">
          {(control) => (
            <select {...control}>
              {CADENCES.map((choice) => (
                <option key={choice} value={choice} selected={choice === 'weekly'}>
                  {choice}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ReportFields />
      </Form>
    </Dialog>
  );
}

const ID_MAX = 60;

/** The same question has one schedule, however often it is set. */
function scheduleId(operation: string, input: Fields): string {
  const words = Object.values(input).flatMap((value) => (typeof value === 'string' ? [value] : []));
  const text = [operation, ...words]
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  let sum = 0;
  for (const letter of JSON.stringify(input)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return `${text.slice(0, ID_MAX).replaceAll(/^-|-$/g, '')}-${sum.toString(36)}`;
}
