import { z } from 'zod';

import { AppError } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/grammar.ts';
import { cleanText } from '../../../text/normalize.ts';
import { calendarOf, type Day } from './calendar.ts';
import { readDependencies } from './dependencies.ts';
import { type GivenItem, type Item, readItems } from './items.ts';
import type { Goal } from './kinds.ts';
import { layOut, type Stay } from './layout.ts';
import { type Planned, pointsOf } from './planned.ts';
import { Points, ScheduledItem, scheduledItems } from './scheduled.ts';
import { Risk, risksOf } from './risks.ts';
import { rankOf } from './precedence.ts';
import type { Problem } from './schedule.ts';
import { bestSchedule } from './search.ts';
import { criticalPath } from './critical-path.ts';
import { leftOut, UnscheduledItem } from './unscheduled.ts';

export interface ActionPlanInput {
  readonly items: readonly GivenItem[];
  readonly goal: Goal | undefined;
  readonly weekly_capacity: number;
  readonly team: readonly string[];
  /** Every day of the horizon, from today on. */
  readonly days: readonly Day[];
}

const PlannedWeek = z.object({
  week: z.int(),
  start_date: z.string(),
  end_date: z.string(),
  capacity: Points,
  used: Points,
  items: z.array(z.object({ item: z.string(), index: z.int(), effort_points: Points, owner: z.string().nullable() })),
});

export const ActionPlanReport = z.object({
  goal: z.string().nullable(),
  horizon: z.object({ start_date: z.string(), end_date: z.string(), days: z.int(), working_days: z.int() }),
  scheduled: z.array(ScheduledItem).describe('In the order of their start.'),
  weeks: z.array(PlannedWeek),
  unscheduled: z.array(UnscheduledItem),
  risk_register: z.array(Risk),
  critical_path: z
    .array(z.object({ item: z.string(), index: z.int(), effort_points: Points, due_date: z.string() }))
    .describe(
      'The chain of dependencies with the most effort and no idle day: a delay in it delays its end. Empty where every chain has room to slip.',
    ),
  totals: z.object({
    items: z.int(),
    scheduled: z.int(),
    unscheduled: z.int(),
    capacity_points: Points,
    scheduled_points: Points,
    open_points: Points.describe('Effort of everything that is neither finished nor cancelled.'),
    scheduled_score: z.int().describe('Sum of the scores of the scheduled items.'),
    scheduled_value: z
      .number()
      .describe('Sum of score × effort points of the scheduled items: what is maximised within each precedence.'),
  }),
  method: z.string(),
  warnings: z.array(z.string()),
});
export type ActionPlanReport = z.infer<typeof ActionPlanReport>;

const METHOD =
  'Each item that fits into a week stays within one; larger ones take what is left of each week. An item begins after ' +
  'the last day of everything it waits for, and an owner has one item a day. Critical work is placed first, with all that ' +
  'it waits for, then high, medium and low; nothing takes room from an earlier level. Within a level the plan with the ' +
  'highest sum of score × effort points is sought, with higher scores earlier.';

export function actionPlanOf(input: ActionPlanInput): ActionPlanReport {
  const { items, warnings } = readItems(input.items, input.goal);
  const dependencies = readDependencies(input.items);
  if (dependencies.issues.length > 0) {
    throw new AppError('invalid_input', 'The dependencies of the items do not make a plan.', {
      fix: 'Correct every dependency listed in errors.',
      issues: dependencies.issues,
    });
  }
  const planned = planFor(input, items, dependencies.of);
  const scheduled = scheduledItems(planned);
  const unscheduled = leftOut(planned);
  const { calendar } = planned;
  const open = items.filter(({ state }) => state !== 'finished' && state !== 'cancelled');
  return {
    goal: input.goal ?? null,
    horizon: {
      start_date: input.days[0]?.date ?? '',
      end_date: input.days.at(-1)?.date ?? '',
      days: input.days.length,
      working_days: calendar.dates.length,
    },
    scheduled,
    weeks: weeksOf(planned),
    unscheduled,
    risk_register: risksOf(planned, scheduled, unscheduled),
    critical_path: criticalPath(planned),
    totals: {
      items: items.length,
      scheduled: scheduled.length,
      unscheduled: unscheduled.length,
      capacity_points: pointsOf(calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0)),
      scheduled_points: pointsOf(
        planned.open.reduce((sum, at) => sum + (planned.stays.has(at) ? effortAt(items, at) : 0), 0),
      ),
      open_points: pointsOf(open.reduce((sum, { effort }) => sum + effort, 0)),
      scheduled_score: scheduled.reduce((sum, { score }) => sum + score, 0),
      scheduled_value: pointsOf(scheduled.reduce((sum, { score, index }) => sum + score * effortAt(items, index), 0)),
    },
    method: METHOD,
    warnings: warnings.length > WARNINGS_MAX ? [...warnings.slice(0, WARNINGS_MAX), andMore(warnings)] : [...warnings],
  };
}

const WARNINGS_MAX = 20;

function andMore(warnings: readonly string[]): string {
  return `${counted(warnings.length - WARNINGS_MAX, 'further value')} could not be read.`;
}

function effortAt(items: readonly Item[], at: number): number {
  return items[at]?.effort ?? 0;
}

function planFor(
  input: ActionPlanInput,
  items: readonly Item[],
  dependencies: readonly (readonly number[])[],
): Planned {
  const calendar = calendarOf(input.days, input.weekly_capacity);
  const team = [...new Set(input.team.map((name) => cleanText(name, 80)).filter((name) => name !== ''))];
  const open = openItems(items, dependencies);
  const places = new Map(open.map((index, at) => [index, at]));
  const jobs = open.map((index) => ({
    effort: effortAt(items, index),
    score: items[index]?.score ?? 0,
    rank: rankOf(items[index]?.precedence ?? 'low'),
    deps: (dependencies[index] ?? []).flatMap((dep) => places.get(dep) ?? []),
  }));
  const problem: Problem = { calendar, jobs, owners: team.length === 0 ? undefined : team.length };
  const schedule = bestSchedule(problem);
  const laid = layOut(problem, schedule);
  const stays = new Map(
    open.flatMap((index, at): [number, Stay][] => (laid[at] === undefined ? [] : [[index, laid[at]]])),
  );
  return { items, dependencies, calendar, team, open, problem, schedule, stays };
}

/** What can be planned: open items that wait for nothing cancelled or blocked, directly or through others. */
function openItems(items: readonly Item[], dependencies: readonly (readonly number[])[]): number[] {
  const stopped = new Set(
    items.filter(({ state }) => state === 'cancelled' || state === 'blocked').map(({ index }) => index),
  );
  for (let before = -1; before !== stopped.size;) {
    before = stopped.size;
    for (const { index, state } of items) {
      if (state !== 'finished' && dependencies[index]?.some((dep) => stopped.has(dep)) === true) stopped.add(index);
    }
  }
  return items.filter(({ index, state }) => state !== 'finished' && !stopped.has(index)).map(({ index }) => index);
}

function weeksOf({ calendar, open, items, schedule, stays, team }: Planned): z.infer<typeof PlannedWeek>[] {
  const parts = calendar.weeks.map((): { index: number; effort: number }[] => []);
  for (const [job, index] of open.entries()) {
    for (const { week, effort } of schedule.placements[job]?.allocations ?? []) parts[week]?.push({ index, effort });
  }
  return calendar.weeks.map(({ number, start_date, end_date, capacity }, at) => {
    const planned = (parts[at] ?? []).sort(
      (one, other) =>
        (stays.get(one.index)?.start ?? 0) - (stays.get(other.index)?.start ?? 0) || one.index - other.index,
    );
    return {
      week: number,
      start_date,
      end_date,
      capacity: pointsOf(capacity),
      used: pointsOf(planned.reduce((sum, { effort }) => sum + effort, 0)),
      items: planned.map(({ index, effort }) => {
        const owner = stays.get(index)?.owner;
        return {
          item: items[index]?.title ?? '',
          index,
          effort_points: pointsOf(effort),
          owner: owner === undefined ? null : (team[owner] ?? null),
        };
      }),
    };
  });
}
