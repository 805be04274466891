import { z } from 'zod';

import { AppError } from '../../../kernel/errors.ts';
import { counted } from '../../../kernel/grammar.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readDependencies } from './dependencies.ts';
import { type GivenItem, type Item, rankPrecedence, readItems } from './items.ts';
import type { Goal } from './kinds.ts';
import { layOut, type Stay } from './layout.ts';
import { findCriticalPath, type Planned, toPoints } from './planned.ts';
import { findRisks, Risk } from './risks.ts';
import { listScheduled, listUnscheduled, Points, ScheduledItem, UnscheduledItem } from './rows.ts';
import { buildCalendar, type Day, type Problem } from './schedule.ts';
import { findBestSchedule } from './search.ts';

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
    .array(z.object({ item: z.string(), index: z.int(), effort_points: Points, due_date: z.string() }))
    .describe(
      'The chain of dependencies with the most effort and no idle day: a delay anywhere in it delays its end. Empty if every chain has room to slip.',
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
      .describe('Sum of score × effort points of the scheduled items, which is maximised within each precedence.'),
  }),
  method: z.string(),
  warnings: z.array(z.string()),
});
export type ActionPlanReport = z.infer<typeof ActionPlanReport>;

const METHOD =
  'An item that fits into a week stays within it; a larger one takes what is left of each week. An item starts after ' +
  'the last day of everything it waits for, and an owner works on one item a day. Critical work is placed first, with all that ' +
  'it waits for, then high, medium and low; no level takes room from an earlier one. Within a level, the search looks for the ' +
  'highest sum of score × effort points, with higher scores earlier.';

/**
 * Turns a list of work into a calendar that can be kept: weeks within capacity, nothing before what it depends on,
 * nobody with two things on a day, and the most valuable work first.
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
    critical_path: findCriticalPath(planned),
    totals: {
      items: items.length,
      scheduled: scheduled.length,
      unscheduled: unscheduled.length,
      capacity_points: toPoints(calendar.weeks.reduce((sum, { capacity }) => sum + capacity, 0)),
      scheduled_points: toPoints(
        planned.open.reduce((sum, at) => sum + (planned.stays.has(at) ? getEffort(items, at) : 0), 0),
      ),
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
  }));
  const problem: Problem = { calendar, jobs, owners: team.length === 0 ? undefined : team.length };
  const schedule = findBestSchedule(problem);
  const laid = layOut(problem, schedule);
  const stays = new Map(
    open.flatMap((index, at): [number, Stay][] => (laid[at] === undefined ? [] : [[index, laid[at]]])),
  );
  return { items, dependencies, calendar, team, open, problem, schedule, stays };
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

function listWeeks({ calendar, open, items, schedule, stays, team }: Planned): z.infer<typeof PlannedWeek>[] {
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
      capacity: toPoints(capacity),
      used: toPoints(planned.reduce((sum, { effort }) => sum + effort, 0)),
      items: planned.map(({ index, effort }) => {
        const owner = stays.get(index)?.owner;
        return {
          item: items[index]?.title ?? '',
          index,
          effort_points: toPoints(effort),
          owner: owner === undefined ? null : (team[owner] ?? null),
        };
      }),
    };
  });
}
