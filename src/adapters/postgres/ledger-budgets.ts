import { AppError } from '../../kernel/errors.ts';
import { counted } from '../../kernel/grammar.ts';
import type { Database, Queryable } from './database.ts';
import { announce } from './outbox.ts';

/** The thresholds of projects' budgets: who is notified, and what a refused caller gets. */

export interface BudgetedProject {
  readonly workspace_id: string;
  readonly project_id: string;
}

/** Thresholds that were crossed by what this transaction has booked. */
export interface Crossed {
  readonly warns: boolean;
  readonly exceeds: boolean;
}

/** A hard budget refused a call. Subscribers of the project are notified once, after the refused transaction has rolled back. */
export class BudgetExceeded extends AppError {
  readonly project: BudgetedProject;

  constructor(project: BudgetedProject, message: string, fix: string) {
    super('budget_exceeded', message, { fix });
    this.project = project;
  }
}

/** Writes the deliveries of thresholds that this transaction has marked as crossed. */
export async function announceCrossed(
  transaction: Queryable,
  project: BudgetedProject,
  { warns, exceeds }: Crossed,
): Promise<void> {
  if (!warns && !exceeds) return;
  const month = await readMonth(transaction, project);
  if (month === undefined) return;
  const data = payloadOf(project, month);
  if (warns) await announce(transaction, { ...project, type: 'project.budget_warning', data });
  if (exceeds) await announce(transaction, { ...project, type: 'project.budget_exceeded', data });
}

/** Marks and announces that a hard budget has refused a call, unless the month's event is out already. */
export async function announceRefusal(database: Database, project: BudgetedProject): Promise<void> {
  await database.transaction(async (transaction) => {
    const marked = await transaction.query(MARK_REFUSAL, [project.workspace_id, project.project_id]);
    await announceCrossed(transaction, project, { warns: false, exceeds: marked.length > 0 });
  });
}

export async function refusalOf(queryable: Queryable, project: BudgetedProject, credits: number): Promise<AppError> {
  const month = await readMonth(queryable, project);
  const budget = month?.budget_credits ?? 0;
  const left = Math.max(0, budget - (month?.spent ?? 0) - (month?.reserved ?? 0));
  const name = month === undefined || month.name === project.project_id ? '' : ` (${month.name})`;
  const message =
    `The call costs ${counted(credits, 'credit')}; project ${project.project_id}${name} has ` +
    `${left.toLocaleString('en-US')} left of its ${counted(budget, 'credit')} for ${month?.period ?? 'this month'}.`;
  const fix =
    'Raise the budget or make it soft (`seamark projects set ID --budget N` or `--soft`), send a different ' +
    'x-project-id, or wait for the first of the next month (UTC).';
  return new BudgetExceeded(project, message, fix);
}

interface Month {
  readonly name: string;
  readonly period: string;
  readonly budget_credits: number | null;
  readonly is_hard: boolean;
  readonly spent: number;
  readonly reserved: number;
}

async function readMonth(queryable: Queryable, project: BudgetedProject): Promise<Month | undefined> {
  const [month] = await queryable.query<Month>(MONTH, [project.workspace_id, project.project_id]);
  return month;
}

function payloadOf({ project_id }: BudgetedProject, month: Month): Readonly<Record<string, unknown>> {
  const { name, period, budget_credits, is_hard, spent, reserved } = month;
  const used = spent + reserved;
  // Of a budget of nothing, everything is used from the start.
  const share = (budget_credits ?? 0) === 0 ? 1 : Math.round((used / (budget_credits ?? 1)) * 10_000) / 10_000;
  return { project_id, name, period, budget_credits, is_hard, spent, reserved, share };
}

const MONTH = `
  select coalesce(projects.name, months.project_id) as name, to_char(months.period, 'YYYY-MM') as period,
    months.budget_credits, months.is_hard, months.booked - held.credits as spent, held.credits as reserved
  from project_periods as months
  left join projects on projects.workspace_id = months.workspace_id and projects.id = months.project_id
  cross join lateral (
    select coalesce(sum(credits), 0)::bigint as credits from credit_reservations
    where state = 'open' and workspace_id = $1 and project_id = $2 and period = months.period
  ) as held
  where months.workspace_id = $1 and months.project_id = $2 and months.period = credit_period()`;

const MARK_REFUSAL = `
  update project_periods set exceeded_at = now()
  where workspace_id = $1 and project_id = $2 and period = credit_period() and exceeded_at is null
  returning period`;
