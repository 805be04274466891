import { z } from 'zod';

import { AppError } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/grammar.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readDependencies } from './dependencies.ts';
import { type GivenItem, type Item, rankPrecedence, readItems } from './items.ts';
import type { Goal } from './kinds.ts';
import { findCriticalPath, type Planned, toPoints } from './planned.ts';
import { findRisks, Risk } from './risks.ts';
import { findSuited } from './roles.ts';
import { listScheduled, listUnscheduled, Points, ScheduledItem, UnscheduledItem } from './rows.ts';
import { buildCalendar, type Day, type Placement, scheduleJobs } from './schedule.ts';

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
  scheduled: z.array(ScheduledItem).describe('In order of their start.'),
  weeks: z.array(PlannedWeek),
  unscheduled: z.array(UnscheduledItem),
  risk_register: z.array(Risk),
  critical_path: z
    .array(
      z.object({
        item: z.string(),
        index: z.int(),
        effort_points: Points,
        week: z.int().describe('Week in which it starts, counted from 1.'),
        start_date: z.string(),
        due_date: z.string(),
        owner: z.string().nullable(),
        idle_days_before: z.int().describe('Working days by which the item before it may slip without a delay here.'),
      }),
    )
    .describe('The chain of dependencies with the most effort in the plan. Empty if no item in it waits for another.'),
  totals: z.object({
    items: z.int(),
    scheduled: z.int(),
    unscheduled: z.int(),
    capacity_points: Points,
    scheduled_points: Points,
    open_points: Points.describe('Effort of everything that is neither finished nor cancelled.'),
    scheduled_score: z.int().describe('Sum of the scores of the scheduled items.'),
    scheduled_value: z.number().describe('Sum of score × effort points of the scheduled items.'),
  }),
  method: z.string(),
  warnings: z.array(z.string()),
});
export type ActionPlanReport = z.infer<typeof ActionPlanReport>;

const METHOD =
  'Work is placed in the order of its priority: critical, high, medium, low, and by score within a level. Each item goes to ' +
  'the owner who is free first, and an item that others depend on takes on their priority. An item starts on the working day after ' +
  'the last item it depends on. Owners have equal shares of the capacity, and each finishes one item before starting the next, ' +
  'on the same day if there is time left. Without a team all work is one line. An item is shared ' +
  'only if no single owner has the time left to finish it, or what waits for it, within the horizon.';

/**
 * Turns a list of work into a calendar that can be kept: weeks within capacity, nothing before what it depends on,
 * nobody idle while something of the same priority could start, and the most valuable work first.
 */
function buildActionPlan(input: ActionPlanInput): ActionPlanReport {
  const { items, warnings } = readItems(input.items, input.goal);
  const dependencies = readDependencies(input.items);
  if (dependencies.issues.length > 0) {
    throw new AppError('invalid_input', 'The items cannot be planned with these dependencies.', {
      fix: 'Correct every dependency listed in errors.',
      issues: dependencies.issues,
    });
  }
  const planned = scheduleItems(input, items, dependencies.of);
  const scheduled = listScheduled(planned);
  const unscheduled = listUnscheduled(planned);
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
    weeks: listWeeks(planned),
    unscheduled,
    risk_register: findRisks({ planned, scheduled, unscheduled }),
    critical_path: listCriticalPath(planned, scheduled),
    totals: {
      items: items.length,
      scheduled: scheduled.length,
      unscheduled: unscheduled.length,
      capacity_points: toPoints(calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0)),
      scheduled_points: toPoints([...planned.stays.keys()].reduce((sum, at) => sum + getEffort(items, at), 0)),
      open_points: toPoints(open.reduce((sum, { effort }) => sum + effort, 0)),
      scheduled_score: scheduled.reduce((sum, { score }) => sum + score, 0),
      scheduled_value: toPoints(scheduled.reduce((sum, { score, index }) => sum + score * getEffort(items, index), 0)),
    },
    method: METHOD,
    warnings: warnings.length > WARNINGS_MAX ? [...warnings.slice(0, WARNINGS_MAX), noteMore(warnings)] : [...warnings],
  };
}

export const actionPlan: Task<ActionPlanInput, ActionPlanReport> = defineRowsTask(
  import.meta.url,
  'actionPlan',
  buildActionPlan,
);

const WARNINGS_MAX = 20;

function noteMore(warnings: readonly string[]): string {
  return `${counted(warnings.length - WARNINGS_MAX, 'more value')} could not be read.`;
}

function getEffort(items: readonly Item[], at: number): number {
  return items[at]?.effort ?? 0;
}

function scheduleItems(
  input: ActionPlanInput,
  items: readonly Item[],
  dependencies: readonly (readonly number[])[],
): Planned {
  const calendar = buildCalendar(input.days, input.weekly_capacity);
  const team = [...new Set(input.team.map((name) => cleanText(name, 80)).filter((name) => name !== ''))];
  const open = listOpenItems(items, dependencies);
  const places = new Map(open.map((index, at) => [index, at]));
  const jobs = open.map((index) => ({
    effort: getEffort(items, index),
    score: items[index]?.score ?? 0,
    rank: rankPrecedence(items[index]?.precedence ?? 'low'),
    deps: (dependencies[index] ?? []).flatMap((dep) => places.get(dep) ?? []),
    suited: findSuited(team, items[index]?.kind.value ?? 'other'),
  }));
  const placements = scheduleJobs({ calendar, jobs, owners: Math.max(1, team.length) });
  const stays = new Map(
    open.flatMap((index, at): [number, Placement][] => {
      const placement = placements[at];
      return placement === undefined ? [] : [[index, placement]];
    }),
  );
  return { items, dependencies, calendar, team, stays };
}

/** What can be planned: open items that wait for nothing cancelled or blocked, directly or through others. */
function listOpenItems(items: readonly Item[], dependencies: readonly (readonly number[])[]): number[] {
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

function listCriticalPath(planned: Planned, scheduled: readonly ScheduledItem[]): ActionPlanReport['critical_path'] {
  const rows = findCriticalPath(planned).flatMap((index) => scheduled.find((row) => row.index === index) ?? []);
  return rows.map(({ item, index, effort_points, week, start_date, due_date, owner }, at) => {
    const ended = planned.stays.get(rows[at - 1]?.index ?? -1)?.end;
    const begins = planned.stays.get(index)?.start ?? 0;
    return {
      item,
      index,
      effort_points,
      week,
      start_date,
      due_date,
      owner,
      idle_days_before: ended === undefined ? 0 : begins - ended - 1,
    };
  });
}

function listWeeks({ calendar, items, stays, team }: Planned): z.infer<typeof PlannedWeek>[] {
  const parts = [...stays].flatMap(([index, { start, allocations }]) =>
    allocations.map((allocation) => ({ index, start, ...allocation })),
  );
  return calendar.weeks.map(({ number, start_date, end_date, capacity }, at) => {
    const planned = parts
      .filter(({ week }) => week === at)
      .sort((one, other) => one.start - other.start || one.index - other.index || one.owner - other.owner);
    return {
      week: number,
      start_date,
      end_date,
      capacity: toPoints(capacity),
      used: toPoints(planned.reduce((sum, { effort }) => sum + effort, 0)),
      items: planned.map(({ index, effort, owner }) => ({
        item: items[index]?.title ?? '',
        index,
        effort_points: toPoints(effort),
        owner: team[owner] ?? null,
      })),
    };
  });
}
