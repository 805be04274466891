import { AppError, type InputIssue } from '../../kernel/errors.ts';
import type { Brand, Project, ProjectSettings, ProjectStore } from '../../ports/projects.ts';
import type { Database, Queryable } from './database.ts';
import { announceCrossed, type BudgetedProject, type Crossed } from './ledger-budgets.ts';

/**
 * Projects in PostgreSQL.
 *
 * A project that nobody has made is attribution only: its calls are found in the usage, and no month counts them. The
 * moment it is made, the month counts what was reserved and spent on its id before.
 */
export class PostgresProjects implements ProjectStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string): Promise<readonly Project[]> {
    return (await this.#database.query<ProjectRow>(LIST, [workspaceId])).map(projectOf);
  }

  async find(workspaceId: string, id: string): Promise<Project | undefined> {
    return read(this.#database, { workspace_id: workspaceId, project_id: id });
  }

  async set(workspaceId: string, id: string, settings: ProjectSettings): Promise<Project> {
    requireValid(id, settings);
    const project = { workspace_id: workspaceId, project_id: id };
    return this.#database.transaction(async (transaction) => {
      const key = [workspaceId, id];
      const known = await transaction.query(
        'select id from projects where workspace_id = $1 and id = $2 for update',
        key,
      );
      if (known.length === 0) await make(transaction, key);
      const { name, budget_credits, warning_share, is_hard, brand } = settings;
      const takesBudgetAway = budget_credits === null;
      const brandJson = brand ? JSON.stringify(brand) : null;
      const values = [
        ...key,
        name,
        budget_credits,
        takesBudgetAway,
        warning_share,
        is_hard,
        brand === undefined,
        brandJson,
      ];
      await transaction.query(CHANGE, values);
      await transaction.query(COPY_TO_MONTHS, key);
      await announceCrossed(transaction, project, await markCrossed(transaction, project));
      const changed = await read(transaction, project);
      if (changed === undefined) throw new Error(`The project ${id} is gone within its own transaction.`);
      return changed;
    });
  }

  async remove(workspaceId: string, id: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const removed = await transaction.query(REMOVE, [workspaceId, id]);
      // Its month keeps counting, so that a project made again finds it, with the events that are out.
      await transaction.query(TAKE_BUDGET_FROM_MONTHS, [workspaceId, id]);
      return removed.length > 0;
    });
  }
}

/** With what this month has booked on its id so far. */
async function make(transaction: Queryable, key: readonly string[]): Promise<void> {
  // Calls that do not know the project yet are over, and those to come will: none is missed between.
  await transaction.query('lock table credit_reservations in share row exclusive mode');
  await transaction.query(
    'insert into projects (workspace_id, id, name) values ($1, $2, $2) on conflict (workspace_id, id) do update set id = excluded.id',
    key,
  );
  const opened = await transaction.query(OPEN_MONTH, key);
  if (opened.length > 0) await transaction.query(ADOPT_OPEN, key);
}

/** Of the settings as they are now; each threshold at most once a month. */
async function markCrossed(transaction: Queryable, project: BudgetedProject): Promise<Crossed> {
  const key = [project.workspace_id, project.project_id];
  const [crossed] = await transaction.query<Crossed>(CROSSED, key);
  if (crossed === undefined) return { warns: false, exceeds: false };
  await transaction.query(MARK, [...key, crossed.warns, crossed.exceeds]);
  return crossed;
}

async function read(queryable: Queryable, { workspace_id, project_id }: BudgetedProject): Promise<Project | undefined> {
  const [row] = await queryable.query<ProjectRow>(`${SELECT} and projects.id = $2`, [workspace_id, project_id]);
  return row === undefined ? undefined : projectOf(row);
}

interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly brand: Brand | null;
  readonly budget_credits: number | null;
  readonly warning_share: number;
  readonly is_hard: boolean;
  readonly created_at: Date;
  readonly period: string;
  readonly spent: number;
  readonly reserved: number;
  readonly warned_at: Date | null;
  readonly exceeded_at: Date | null;
}

function projectOf(row: ProjectRow): Project {
  const { id, name, warning_share, is_hard, created_at, period, spent, reserved } = row;
  return {
    id,
    name,
    brand: row.brand ?? undefined,
    budget_credits: row.budget_credits ?? undefined,
    warning_share,
    is_hard,
    created_at,
    month: {
      period,
      spent,
      reserved,
      warned_at: row.warned_at ?? undefined,
      exceeded_at: row.exceeded_at ?? undefined,
    },
  };
}

/** As the header x-project-id carries them. */
const ID = /^[\x21-\x7E](?:[\x20-\x7E]{0,126}[\x21-\x7E])?$/;
const NAME_CHARACTERS_MAX = 200;

function requireValid(id: string, settings: ProjectSettings): void {
  const issues = issuesOf(id, settings);
  if (issues.length === 0) return;
  const fields = issues.map((issue) => issue.path).join(', ');
  throw new AppError('invalid_input', `The project is not valid: ${fields}.`, {
    fix: 'Correct every field listed in errors. Nothing was changed.',
    issues,
  });
}

function issuesOf(id: string, { name, budget_credits, warning_share }: ProjectSettings): readonly InputIssue[] {
  const issues: InputIssue[] = [];
  const refuse = (path: string, message: string): void => void issues.push({ path, message });
  if (!ID.test(id)) refuse('id', 'must be 1 to 128 printable ASCII characters, without spaces at its ends');
  if (name !== undefined && (name.trim() === '' || name.length > NAME_CHARACTERS_MAX || /\p{Cc}/u.test(name))) {
    refuse('name', `must have 1 to ${NAME_CHARACTERS_MAX} characters, and no control characters`);
  }
  if (typeof budget_credits === 'number' && !(Number.isSafeInteger(budget_credits) && budget_credits >= 0)) {
    refuse('budget_credits', 'must be a whole number of credits from 0, or null for no budget');
  }
  if (warning_share !== undefined && !(warning_share > 0 && warning_share <= 1)) {
    refuse('warning_share', 'must be more than 0 and at most 1, such as 0.8 for 80 %');
  }
  return issues;
}

const SELECT = `
  select projects.id, projects.name, projects.brand, projects.budget_credits, projects.warning_share, projects.is_hard,
    projects.created_at, to_char(credit_period(), 'YYYY-MM') as period,
    coalesce(months.booked, 0) - held.credits as spent, held.credits as reserved, months.warned_at, months.exceeded_at
  from projects
  left join project_periods as months on months.workspace_id = projects.workspace_id
    and months.project_id = projects.id and months.period = credit_period()
  cross join lateral (
    select coalesce(sum(credits), 0)::bigint as credits from credit_reservations
    where state = 'open' and workspace_id = projects.workspace_id and project_id = projects.id
      and period = months.period
  ) as held
  where projects.workspace_id = $1`;

const LIST = `${SELECT} order by projects.name, projects.id`;

const CHANGE = `
  update projects set
    name = coalesce($3, name),
    budget_credits = case when $5 then null else coalesce($4, budget_credits) end,
    warning_share = coalesce($6, warning_share),
    is_hard = coalesce($7, is_hard),
    brand = case when $8 then brand else $9::jsonb end
  where workspace_id = $1 and id = $2`;

const COPY_TO_MONTHS = `
  update project_periods set budget_credits = projects.budget_credits, is_hard = projects.is_hard,
    warning_credits = warning_credits(projects.budget_credits, projects.warning_share)
  from projects
  where projects.workspace_id = $1 and projects.id = $2 and project_periods.workspace_id = $1
    and project_periods.project_id = $2 and period >= credit_period()`;

// What was reserved in an earlier month belongs to that month, whenever it is settled.
const OPEN_MONTH = `
  insert into project_periods (workspace_id, project_id, period, is_hard, booked)
  select $1, $2, credit_period(), true, (
    select coalesce(sum(credits), 0) from credit_reservations
    where workspace_id = $1 and project_id = $2 and created_at >= credit_period()::timestamp at time zone 'UTC'
      and (state = 'open' or state = 'settled' and closed_at >= credit_period()::timestamp at time zone 'UTC')
  )
  on conflict do nothing
  returning period`;

const ADOPT_OPEN = `
  update credit_reservations set period = credit_period()
  where workspace_id = $1 and project_id = $2 and state = 'open'
    and created_at >= credit_period()::timestamp at time zone 'UTC'`;

const CROSSED = `
  select coalesce(booked >= warning_credits and warned_at is null and booked > 0, false) as warns,
    coalesce(booked >= budget_credits and exceeded_at is null and booked > 0, false) as exceeds
  from project_periods
  where workspace_id = $1 and project_id = $2 and period = credit_period()
  for update`;

const MARK = `
  update project_periods set
    warned_at = case when $3 then now() else warned_at end,
    exceeded_at = case when $4 then now() else exceeded_at end
  where workspace_id = $1 and project_id = $2 and period = credit_period()`;

const REMOVE = 'delete from projects where workspace_id = $1 and id = $2 returning id';

const TAKE_BUDGET_FROM_MONTHS = `
  update project_periods set budget_credits = null, warning_credits = null
  where workspace_id = $1 and project_id = $2 and period >= credit_period()`;
