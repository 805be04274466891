import { z } from 'zod';

import {
  actionPlan,
  actionPlanGuidance,
  ActionPlanReport,
  actionPlanSummary,
  GOALS,
  readDependencies,
} from './action-plan.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { pageAddress } from '../../../web/url.ts';

const DAY_MS = 86_400_000;
/** Rows that a follow-up call repeats; more would make the answer twice as long. */
const NEXT_ITEMS_MAX = 50;

const PlanItem = z.looseObject({
  title: z.string().trim().min(1).max(1000).describe('What is to be done.'),
  keyword: z.string().max(1000).optional(),
  url: z.string().max(2048).optional().describe('Page that is changed.'),
  priority: z
    .union([z.string().max(100), z.number().min(0).max(100)])
    .optional()
    .describe('critical, high, medium, low; P0 to P3 or 1 to 4 with 1 the first; or a score above 4, up to 100.'),
  impact_score: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe('0-100. Where one is above 100, all are scaled to 0-100.'),
  effort: z
    .union([z.string().max(100), z.number().positive().max(100_000)])
    .optional()
    .describe('Effort points, or low (1), medium (2), high (4). Not given: 2, marked as assumed.'),
  status: z
    .string()
    .max(100)
    .optional()
    .describe('done, cancelled and blocked items are not planned; in progress comes first among equals.'),
  dependencies: z
    .union([z.string().max(1000), z.int(), z.array(z.union([z.string().max(1000), z.int()])).max(100)])
    .optional()
    .describe('Titles of the items that have to be done before, or their places in the list, counted from 0.'),
});

export default defineOperation({
  id: 'content.action-plan',
  method: 'POST',
  path: '/content/action-plan',
  group: 'Content and page quality',
  title: 'Plan the work week by week',
  description:
    'Turns opportunities, refresh candidates, technical fixes and link tasks into a calendar: weeks within capacity, nothing ' +
    'before what it depends on, owners in turn and never double-booked, critical and high priorities first and then the most valuable work for the goal; with a ' +
    'risk register and the critical path. Computes from the request alone.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    items: z.array(PlanItem).min(1).max(500).describe('The work to plan. Fields of other answers are passed over.'),
    target: z.string().trim().max(2048).optional().describe('Site or project the plan is for; shown, not read.'),
    goal: z.enum(GOALS).optional().describe('Raises the score of work of the kinds that serve it.'),
    horizon_days: z
      .int()
      .min(7)
      .max(90)
      .default(30)
      .describe('Days from today; work is planned from Monday to Friday.'),
    weekly_capacity: z.int().min(1).max(1000).default(5).describe('Effort points per week of the whole team.'),
    team: z
      .array(z.string().trim().min(1).max(200))
      .max(50)
      .optional()
      .describe('Names of the owners, who take turns.'),
  }),
  result: ActionPlanReport,
  rules: (input) => [...readDependencies(input.items).issues],

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    goal: 'traffic_growth',
    horizon_days: 14,
    team: ['Ana', 'Ben'],
    items: [
      {
        title: 'Fix canonical tags of the shop',
        effort: 2,
        impact_score: 70,
        url: 'https://harbour-bikes.example/shop',
      },
      { title: 'Refresh the guide to wheel truing', effort: 3, impact_score: 60, dependencies: [0] },
      { title: 'Outreach to cycling clubs', effort: 8, priority: 'medium' },
    ],
  },

  async run(input, context) {
    const report = await context.compute(actionPlan, {
      items: input.items,
      goal: input.goal,
      weekly_capacity: input.weekly_capacity,
      team: input.team ?? [],
      days: daysFrom(context.now, input.horizon_days),
    });
    return {
      result: report,
      guidance: { ...actionPlanGuidance(report), next_calls: nextCalls(input, report) },
      markdown_summary: actionPlanSummary(report),
    };
  },
});

function daysFrom(now: Date, count: number): { date: string; weekday: number }[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: count }, (_day, at) => {
    const day = new Date(today + at * DAY_MS);
    return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() };
  });
}

interface Asked {
  readonly items: readonly z.output<typeof PlanItem>[];
  readonly goal?: string | undefined;
  readonly horizon_days: number;
  readonly weekly_capacity: number;
  readonly team?: readonly string[] | undefined;
}

function nextCalls(asked: Asked, report: ActionPlanReport): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const page = report.scheduled
    .map(({ url }) => (url === null ? undefined : pageAddress(url)))
    .find((found) => found !== undefined);
  if (page !== undefined) {
    calls.push({
      operation: 'content.technical-qa',
      body: { url: page.url },
      reason: 'Shows what else is wrong with the first page of the plan before work on it begins.',
    });
  }
  const left = remainderOf(asked, report);
  if (left.length > 0 && left.length <= NEXT_ITEMS_MAX) calls.push(remainder(asked, report, left));
  return calls;
}

type Left = ActionPlanReport['unscheduled'][number];

/**
 * What did not fit, and what waits for that: with everything that either waits for and that is not done, blocked and
 * cancelled items too, so that no dependency is lost.
 */
function remainderOf(asked: Asked, report: ActionPlanReport): number[] {
  const rows = new Map(report.unscheduled.map((row) => [row.index, row]));
  const isOut = ({ reason }: Pick<Left, 'reason'>): boolean => reason === 'capacity' || reason === 'horizon';
  const kept = new Set(
    report.unscheduled.filter((row) => isOut(row) || row.root_causes.some(isOut)).map(({ index }) => index),
  );
  const dependencies = readDependencies(asked.items).of;
  // A set is walked on as it grows.
  for (const index of kept) {
    for (const dep of dependencies[index] ?? []) {
      const row = rows.get(dep);
      if (row !== undefined && row.reason !== 'finished') kept.add(dep);
    }
  }
  return [...kept].sort((one, other) => one - other);
}

const HORIZON_MAX = 90;

/** Long enough for all of it, as far as a horizon may go. */
function horizonFor(asked: Asked, rows: readonly Left[]): number {
  const points = rows.reduce((sum, { effort_points }) => sum + effort_points, 0);
  const weeks = Math.ceil(points / asked.weekly_capacity) + 1;
  return Math.min(HORIZON_MAX, Math.max(asked.horizon_days, weeks * 7));
}

/** The rest of the list as a plan of its own, with the dependencies that are still open. */
function remainder(asked: Asked, report: ActionPlanReport, kept: readonly number[]): PlannedCall {
  const dependencies = readDependencies(asked.items).of;
  const places = new Map(kept.map((index, at) => [index, at]));
  const items = kept.map((index) => ({
    ...asked.items[index],
    dependencies: (dependencies[index] ?? []).flatMap((dep) => places.get(dep) ?? []).slice(0, 100),
  }));
  const { goal, weekly_capacity, team } = asked;
  const rows = report.unscheduled.filter(({ index }) => places.has(index));
  return {
    operation: 'content.action-plan',
    body: { items, goal, horizon_days: horizonFor(asked, rows), weekly_capacity, team },
    reason: 'Plans what did not fit, with what it waits for; send it when this plan is done.',
  };
}
