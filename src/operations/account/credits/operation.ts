import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import type { Project } from '../../../ports/projects.ts';

const ENTRIES_MAX = 100;
const PROJECTS_MAX = 1000;
/** Far beyond any ledger, and well within what numbers hold exactly. */
const ENTRY_ID_MAX = 1_000_000_000_000_000;

/** A whole number as JSON or as a query string has it. */
const whole = (least: number, most: number) =>
  z.coerce.number<number>({ error: 'must be a whole number' }).int('must be a whole number').min(least).max(most);

const Budget = z.object({
  project_id: z.string(),
  name: z.string(),
  period: z.string().describe('The month, in UTC.'),
  budget_credits: z.int().nullable().describe('Credits a month; null is metered without a limit.'),
  is_hard: z.boolean().describe('true: calls that would exceed the budget are refused. false: events tell of it.'),
  warning_share: z.number().describe('project.budget_warning is sent when this share is used, once a month.'),
  spent: z.int(),
  reserved: z.int().describe('Held by calls that are under way.'),
  left: z.int().nullable().describe('Of the budget, after what is spent and reserved; null without a budget.'),
});

const Entry = z.object({
  id: z.int(),
  kind: z
    .enum(['grant', 'reserve', 'settle', 'release', 'adjust'])
    .describe(
      'reserve takes the price of a call, settle makes it final, release gives it back. grant and adjust are of the operator ' +
        'or the plan.',
    ),
  amount: z.int().describe('What it did to the balance.'),
  operation: z.string().nullable(),
  request_id: z.string().nullable(),
  reason: z.string().nullable(),
  created_at: z.string(),
});

export default defineAccountOperation({
  id: 'credits',
  method: 'GET',
  path: '/credits',
  group: 'Usage and credits',
  title: 'Show credits and budgets',
  description:
    'What the workspace has left, what calls under way hold, what was spent since the first of the month (UTC), the limits ' +
    'of its plan, the budgets of its projects, and the latest movements. A key that belongs to a project sees the budget of ' +
    'that project alone, and no movements. Free.',

  input: z.object({
    limit: whole(1, ENTRIES_MAX).default(25).describe('Most movements to answer.'),
    before: whole(1, ENTRY_ID_MAX)
      .optional()
      .describe('Only movements before this id, for the next page: next_before of the answer before.'),
  }),
  result: z.object({
    plan: z.string(),
    balance: z.int().nullable().describe('Credits left; null where the workspace is metered but not limited.'),
    reserved: z.int(),
    spent_this_month: z.int(),
    limits: z.object({
      requests_per_minute: z.int(),
      concurrent_jobs: z.int().nullable().describe('null: no limit.'),
      credits_per_month: z.int().nullable().describe('null: no monthly credits.'),
    }),
    projects: z.array(Budget),
    entries: z.array(Entry).describe('Newest first.'),
    next_before: z.int().nullable().describe('For the next page of entries; null on the last.'),
  }),
  example: { limit: 10 },

  async run({ limit, before }, { caller, account }) {
    const { workspace_id, project_id } = caller;
    const [state, projects, entries] = await Promise.all([
      account.usage.credits(workspace_id),
      account.projects.list(workspace_id),
      project_id === undefined ? account.usage.entries(workspace_id, limit + 1, before) : [],
    ]);
    const page = entries.slice(0, limit);
    const seen = projects.filter((project) => project_id === undefined || project.id === project_id);
    return {
      ...state,
      projects: seen.slice(0, PROJECTS_MAX).map(budgetOf),
      entries: page.map((entry) => ({
        ...entry,
        operation: entry.operation ?? null,
        request_id: entry.request_id ?? null,
        reason: entry.reason ?? null,
        created_at: entry.created_at.toISOString(),
      })),
      next_before: entries.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },
});

function budgetOf({ id, name, budget_credits, is_hard, warning_share, month }: Project): z.input<typeof Budget> {
  const { period, spent, reserved } = month;
  const left = budget_credits === undefined ? null : Math.max(0, budget_credits - spent - reserved);
  const budget = { budget_credits: budget_credits ?? null, is_hard, warning_share };
  return { project_id: id, name, period, ...budget, spent, reserved, left };
}
