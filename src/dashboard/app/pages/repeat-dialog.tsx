import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ScheduleRowView } from '../../views.ts';
import { asProblem, type Problem, send } from '../model/api.ts';
import { minute } from '../model/format.ts';
import { announce } from '../parts/announcer.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import type { Fields } from '../model/report.ts';

const CADENCES = ['daily', 'weekly', 'monthly'] as const;

interface RepeatDialogProps {
  readonly operation: string;
  readonly input: Fields;
  readonly title: string;
  readonly onClose: () => void;
}

/** Has the same question asked again and again, each answer kept as a report. */
export function RepeatDialog({ operation, input, title, onClose }: RepeatDialogProps): VNode {
  const [cadence, setCadence] = useState<string>('weekly');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const repeat = (): void => {
    setBusy(true);
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = { operation, input, cadence, time_zone };
    send<{ schedule: ScheduleRowView }>('PATCH', `/schedules/${scheduleId(operation, input)}`, body).then(
      ({ schedule }) => {
        const next = schedule.next_due === null ? '' : ` The next run is at ${minute(schedule.next_due)}.`;
        announce(`“${title}” now runs ${cadence}.${next}`);
        onClose();
      },
      (thrown: unknown) => {
        setBusy(false);
        setProblem(asProblem(thrown));
      },
    );
  };
  return (
    <Dialog title="Repeat this report" onClose={onClose}>
      <p>Each run costs what this one cost, is kept under Reports and is compared with the one before.</p>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <div class="buttons">
        <label>
          How often{' '}
          <select value={cadence} onChange={(event) => setCadence(event.currentTarget.value)}>
            {CADENCES.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="primary" disabled={isBusy} onClick={repeat}>
          Repeat
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
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
