import type { VNode } from 'preact';

import { day } from '../../model/format.ts';
import type { CalendarSpec, CalendarTask } from '../../model/chart-spec.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const DAY_MS = 86_400_000;
const WEEKS_MAX = 14;

/** Tasks on the days on which they are worked on, due on the last of them. */
export function Calendar({ title, spec }: { readonly title: string; readonly spec: CalendarSpec }): VNode {
  const weeks = weeksOf(spec);
  return (
    <figure class="figure">
      <div class="matrix-box" tabIndex={0} role="group" aria-label={title}>
        <table class="calendar">
          <caption class="unseen">
            {title}, {day(spec.from)} to {day(spec.to)}: {spec.tasks.length} tasks
          </caption>
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
            {weeks.map((days) => (
              <tr key={days[0]}>
                {days.map((date) => (
                  <Day key={date} date={date} spec={spec} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="figure-note">A task is named on its first day, and marked ● on the day it is due.</p>
    </figure>
  );
}

function Day({ date, spec: { from, to, tasks } }: { readonly date: string; readonly spec: CalendarSpec }): VNode {
  const isInside = date >= from && date <= to;
  const open = tasks.filter((task) => task.from <= date && task.to >= date);
  return (
    <td class={isInside ? undefined : 'outside'}>
      <time dateTime={date}>{day(date)}</time>
      {open.map((task) => (
        <TaskMark key={task.name} task={task} date={date} />
      ))}
    </td>
  );
}

function TaskMark({
  task: { name, from, to, level, who },
  date,
}: {
  readonly task: CalendarTask;
  readonly date: string;
}): VNode {
  const isNamed = date === from || new Date(date).getUTCDay() === 1;
  return (
    <span class={`task is-${level}`} title={`${name}, due ${day(to)}${who === undefined ? '' : `, ${who}`}`}>
      {isNamed ? name : '…'}
      {date === to ? ' ●' : ''}
    </span>
  );
}

/** From the Monday before the first day to the Sunday after the last. */
function weeksOf({ from, to }: CalendarSpec): readonly (readonly string[])[] {
  const first = Date.parse(from);
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const count = Math.min(WEEKS_MAX, Math.floor((Date.parse(to) - monday) / (7 * DAY_MS)) + 1);
  return Array.from({ length: count }, (_, week) =>
    DAYS.map((_name, at) => new Date(monday + (week * 7 + at) * DAY_MS).toISOString().slice(0, 10)),
  );
}
