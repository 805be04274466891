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
  budget_credits: z.int().nullable().describe('Credits per month; null means metered without a limit.'),
  is_hard: z.boolean().describe('true: refuses calls that would exceed the budget. false: only sends events.'),
  warning_share: z.number().describe('Sends project.budget_warning once a month when this share is used.'),
  spent: z.int(),
  reserved: z.int().describe('Held by calls in progress.'),
  left: z
    .int()
    .nullable()
    .describe('What remains of the budget after spent and reserved credits; null without a budget.'),
});

const Entry = z.object({
  id: z.int(),
  kind: z
    .enum(['grant', 'reserve', 'settle', 'release', 'adjust'])
    .describe(
      'reserve holds the price of a call, settle makes it final and returns what was not charged, release returns all of ' +
        'it. grant and adjust come from the operator or the plan.',
    ),
  amount: z.int().describe('Change to the balance.'),
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
    'Shows the credits left, held by calls in progress, and spent since the first of the month (UTC). ' +
    'Also shows the limits of the plan, the budgets of projects, and the latest transactions. ' +
    'A key that belongs to a project sees only the budget and the spending of that project, and no transactions. Free.',

  input: z.object({
    limit: whole(1, ENTRIES_MAX).default(25).describe('Maximum number of transactions to return.'),
    before: whole(1, ENTRY_ID_MAX)
      .optional()
      .describe('Only transactions before this id: pass next_before of the previous page.'),
  }),
  result: z.object({
    plan: z.string(),
    balance: z.int().nullable().describe('Credits left; null if the workspace is metered but not limited.'),
    reserved: z.int(),
    spent_this_month: z.int(),
    limits: z.object({
      requests_per_minute: z.int(),
      concurrent_jobs: z.int().nullable().describe('null: no limit.'),
      credits_per_month: z.int().nullable().describe('null: no monthly credits.'),
    }),
    projects: z.array(Budget),
    entries: z.array(Entry).describe('Newest first.'),
    next_before: z
      .int()
      .nullable()
      .describe('Pass it as before to get the next page of entries; null on the last page.'),
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
      ...(project_id === undefined ? {} : readOwnSpend(seen)),
      projects: seen.slice(0, PROJECTS_MAX).map(formatBudget),
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

/** What the projects have spent and hold themselves: a key of a project is told of nobody else's. */
function readOwnSpend(projects: readonly Project[]): { reserved: number; spent_this_month: number } {
  return {
    reserved: projects.reduce((sum, { month }) => sum + month.reserved, 0),
    spent_this_month: projects.reduce((sum, { month }) => sum + month.spent, 0),
  };
}

function formatBudget({ id, name, budget_credits, is_hard, warning_share, month }: Project): z.input<typeof Budget> {
  const { period, spent, reserved } = month;
  const left = budget_credits === undefined ? null : Math.max(0, budget_credits - spent - reserved);
  const budget = { budget_credits: budget_credits ?? null, is_hard, warning_share };
  return { project_id: id, name, period, ...budget, spent, reserved, left };
}
