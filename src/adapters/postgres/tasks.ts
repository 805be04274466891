import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { NewTask, Task, TaskChange, TaskPage, TaskQuery, TaskStore } from '../../ports/tasks.ts';
import type { Database, Value } from './database.ts';
import { storable } from './storable.ts';

/** More than people keep up with; a plan is not an archive. */
const TASKS_MAX = 2000;
const ID_MAX = 100;
const TEXT_MAX = 2000;

/** Tasks of sites, in PostgreSQL. */
export class PostgresTasks implements TaskStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, siteId: string, { kind, status, limit, offset }: TaskQuery): Promise<TaskPage> {
    const of = [workspaceId, siteId, kind ?? null, status ?? null];
    const [rows, [count]] = await Promise.all([
      this.#database.query<TaskRow>(LIST, [...of, limit, offset]),
      this.#database.query<{ tasks: number }>(COUNT, of),
    ]);
    return { tasks: rows.map(taskOf), total_count: count?.tasks ?? 0 };
  }

  async add(workspaceId: string, siteId: string, tasks: readonly NewTask[]): Promise<readonly Task[]> {
    return this.#database.transaction(async (transaction) => {
      // Two calls at once would both add what each of them does not see.
      await transaction.query('select id from sites where workspace_id = $1 and id = $2 for no key update', [
        workspaceId,
        siteId,
      ]);
      const added: Task[] = [];
      for (const task of tasks) {
        const rows = await transaction.query<TaskRow>(ADD, valuesOf(workspaceId, siteId, task));
        added.push(...rows.map(taskOf));
      }
      const [count] = await transaction.query<{ tasks: number }>(COUNT, [workspaceId, siteId, null, null]);
      if ((count?.tasks ?? 0) > TASKS_MAX) {
        throw new AppError('conflict', `A site can have at most ${TASKS_MAX} tasks.`, {
          fix: 'Drop tasks that nobody will do, then add these again.',
        });
      }
      return added;
    });
  }

  async find(workspaceId: string, id: string): Promise<Task | undefined> {
    const [row] = await this.#database.query<TaskRow>(FIND, [workspaceId, storable(id, ID_MAX)]);
    return row === undefined ? undefined : taskOf(row);
  }

  async change(workspaceId: string, id: string, change: TaskChange): Promise<Task | undefined> {
    const { title, why, owner, due_date, status } = change;
    const values = [
      workspaceId,
      storable(id, ID_MAX),
      textOf(title),
      why === undefined,
      textOf(why),
      owner === undefined,
      textOf(owner),
      due_date === undefined,
      due_date ?? null,
      status ?? null,
    ];
    const [row] = await this.#database.query<TaskRow>(CHANGE, values);
    return row === undefined ? undefined : taskOf(row);
  }
}

function textOf(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : storable(text, TEXT_MAX);
}

function valuesOf(workspaceId: string, siteId: string, task: NewTask): readonly Value[] {
  const { kind, title, why, url, owner, due_date, status, job_id } = task;
  const texts = [storable(title, TEXT_MAX), textOf(why), textOf(url), textOf(owner)];
  return [workspaceId, newId('task'), siteId, kind, ...texts, due_date ?? null, status, textOf(job_id)];
}

interface TaskRow {
  readonly id: string;
  readonly site_id: string;
  readonly kind: Task['kind'];
  readonly title: string;
  readonly why: string | null;
  readonly url: string | null;
  readonly owner: string | null;
  readonly due_date: string | null;
  readonly status: Task['status'];
  readonly job_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

function taskOf({ why, url, owner, due_date, job_id, ...row }: TaskRow): Task {
  return {
    ...row,
    why: why ?? undefined,
    url: url ?? undefined,
    owner: owner ?? undefined,
    due_date: due_date ?? undefined,
    job_id: job_id ?? undefined,
  };
}

const COLUMNS = `id, site_id, kind, title, why, url, owner, to_char(due_date, 'YYYY-MM-DD') as due_date, status, job_id,
  created_at, updated_at`;

const WHERE = `
  workspace_id = $1 and site_id = $2 and ($3::text is null or kind = $3)
  and (case when $4::text is null then status <> 'dropped' else status = $4 end)`;

const LIST = `
  select ${COLUMNS} from tasks where ${WHERE}
  order by status in ('done', 'won', 'refused'), due_date nulls last, created_at, id limit $5 offset $6`;

const COUNT = `select count(*)::int as tasks from tasks where ${WHERE}`;

const FIND = `select ${COLUMNS} from tasks where workspace_id = $1 and id = $2`;

const ADD = `
  insert into tasks (workspace_id, id, site_id, kind, title, why, url, owner, due_date, status, job_id)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9::date, $10, $11
  where not exists (
    select from tasks where workspace_id = $1 and site_id = $3 and kind = $4 and title = $5 and status <> 'dropped'
  )
  returning ${COLUMNS}`;

const CHANGE = `
  update tasks set
    title = coalesce($3, title),
    why = case when $4 then why else $5 end,
    owner = case when $6 then owner else $7 end,
    due_date = case when $8 then due_date else $9::date end,
    status = coalesce($10, status),
    updated_at = now()
  where workspace_id = $1 and id = $2
  returning ${COLUMNS}`;
