export const TASK_KINDS = ['task', 'outreach'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** How far each kind can be. The last one takes it off the list. */
export const TASK_STATUSES = {
  task: ['todo', 'doing', 'done', 'dropped'],
  outreach: ['todo', 'written', 'answered', 'won', 'refused', 'dropped'],
} as const satisfies Readonly<Record<TaskKind, readonly string[]>>;
export type TaskStatus = (typeof TASK_STATUSES)[TaskKind][number];

export const ALL_TASK_STATUSES: readonly [TaskStatus, ...TaskStatus[]] = [
  'todo',
  'doing',
  'done',
  'written',
  'answered',
  'won',
  'refused',
  'dropped',
];

/** Something to do for a site, or somebody to write to. */
export interface Task {
  readonly id: string;
  readonly site_id: string;
  readonly kind: TaskKind;
  readonly title: string;
  readonly why: string | undefined;
  /** What it is about. */
  readonly url: string | undefined;
  readonly owner: string | undefined;
  /** `yyyy-mm-dd` */
  readonly due_date: string | undefined;
  readonly status: TaskStatus;
  /** The job whose answer proposed it. */
  readonly job_id: string | undefined;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type NewTask = Omit<Task, 'id' | 'site_id' | 'created_at' | 'updated_at'>;
/** Undefined leaves a field as it is, null empties it. */
export interface TaskChange {
  readonly title: string | undefined;
  readonly why: string | null | undefined;
  readonly owner: string | null | undefined;
  readonly due_date: string | null | undefined;
  readonly status: TaskStatus | undefined;
}

export interface TaskQuery {
  readonly kind: TaskKind | undefined;
  readonly status: TaskStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly total_count: number;
}

/** What is planned for the sites of a workspace; those of others are unknown. */
export interface TaskStore {
  /** Open ones first, then by due date. Dropped ones only where they are asked for. */
  list(workspaceId: string, siteId: string, query: TaskQuery): Promise<TaskPage>;
  /**
   * A title that the site has already, in the same kind and not dropped, is not added twice.
   *
   * @throws AppError conflict beyond what one site may have
   */
  add(workspaceId: string, siteId: string, tasks: readonly NewTask[]): Promise<readonly Task[]>;
  find(workspaceId: string, id: string): Promise<Task | undefined>;
  change(workspaceId: string, id: string, change: TaskChange): Promise<Task | undefined>;
}
