import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { TaskView } from '../../views.ts';
import { Icon } from '../parts/icon.tsx';

interface PlanCalendarProps {
  readonly tasks: readonly TaskView[];
  readonly onOpen: (task: TaskView) => void;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY_MS = 86_400_000;

/** A month with what is due on each of its days, and what has no day yet. */
export function PlanCalendar({ tasks, onOpen }: PlanCalendarProps): VNode {
  const [months, setMonths] = useState(0);
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const undated = tasks.filter(({ due_date, status }) => due_date === null && status !== 'done');
  return (
    <>
      <section class="panel calendar">
        <header>
          <h2>{MONTH.format(first)}</h2>
          <span class="grow" />
          <button type="button" class="quiet" onClick={() => setMonths(months - 1)}>
            Previous
          </button>
          <button type="button" class="quiet" onClick={() => setMonths(months + 1)}>
            Next
          </button>
        </header>
        <Month first={first} tasks={tasks} onOpen={onOpen} />
      </section>
      {undated.length === 0 ? null : (
        <section class="panel">
          <header>
            <h2>Without a day</h2>
          </header>
          <ul class="changed">
            {undated.map((task) => (
              <li key={task.id}>
                <Icon name="plan" />
                <span>{task.title}</span>
                <button type="button" class="quiet" onClick={() => onOpen(task)}>
                  Set a day
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface MonthProps extends PlanCalendarProps {
  readonly first: Date;
}

function Month({ first, tasks, onOpen }: MonthProps): VNode {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <table>
      <caption class="unseen">Tasks by day</caption>
      <thead>
        <tr>
          {DAYS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(first).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date} class={classOf(date, first, today)}>
                <span class="small">{Number(date.slice(8))}</span>
                {tasks
                  .filter(({ due_date }) => due_date === date)
                  .map((task) => (
                    <button key={task.id} type="button" class={`due ${task.status}`} onClick={() => onOpen(task)}>
                      {task.title}
                    </button>
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function classOf(date: string, first: Date, today: string): string | undefined {
  if (date === today) return 'today';
  return date.slice(0, 7) === first.toISOString().slice(0, 7) ? undefined : 'other';
}

/** Whole weeks from Monday on that hold the month. */
function weeksOf(first: Date): readonly (readonly string[])[] {
  const offset = (first.getUTCDay() + 6) % 7;
  const begin = first.getTime() - offset * DAY_MS;
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const weeks = Math.ceil((offset + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => new Date(begin + (week * 7 + at) * DAY_MS).toISOString().slice(0, 10)),
  );
}
