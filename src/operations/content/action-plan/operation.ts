import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { readDependencies } from './dependencies.ts';
import { PlanItem } from './items.ts';
import { GOALS } from './kinds.ts';
import { planActionPlan, summarizeActionPlan } from './plan.ts';
import { actionPlan, ActionPlanReport } from './report.ts';
import { listDays } from './schedule.ts';

export default defineOperation({
  id: 'content.action-plan',
  method: 'POST',
  path: '/content/action-plan',
  group: 'Content and page quality',
  title: 'Plan the work week by week',
  description:
    'Turns opportunities, refreshes, fixes and link tasks into a week-by-week calendar. ' +
    'It stays within capacity, starts nothing before what it depends on, shares the capacity equally among owners, and leaves nobody idle ' +
    'while work of the same priority could start. ' +
    'Critical and high priorities come first, then the most valuable work for the goal. Includes a risk register and the critical path. ' +
    'Uses only the request.',
  runs: 'inline',
  guidance: 'workflow',
  needs: {},

  input: z.object({
    items: z.array(PlanItem).min(1).max(500).describe('The work to plan. Extra fields from other answers are ignored.'),
    target: z.string().trim().max(2048).optional().describe('Site or project that the plan is for. A label only.'),
    goal: z.enum(GOALS).optional().describe('Raises the score of work that serves it.'),
    horizon_days: z.int().min(7).max(90).default(30).describe('Days from today. Work is planned Monday to Friday.'),
    weekly_capacity: z.int().min(1).max(1000).default(5).describe('Effort points per week for the whole team.'),
    team: z
      .array(z.string().trim().min(1).max(200))
      .max(50)
      .optional()
      .describe('Names of the owners, who take turns and have equal shares of the capacity.'),
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
      days: listDays(context.now, input.horizon_days),
    });
    return {
      result: report,
      guidance: planActionPlan(report, input),
      markdown_summary: summarizeActionPlan(report),
    };
  },
});
