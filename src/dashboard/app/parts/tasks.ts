import type { TaskListView, TaskView } from '../../views.ts';
import { announce } from './announcer.tsx';
import type { Fields } from '../model/fields.ts';
import { asProblem, get, send } from '../model/api.ts';
import { type Loaded, useLoad } from '../model/load.ts';
import { isAddress, isRows, shownText, valueAt } from '../model/values.ts';

export type TaskKind = TaskView['kind'];
export type TaskStatus = TaskView['status'];

/** What is added to a plan. */
export interface NewTask {
  readonly kind?: TaskKind;
  readonly title: string;
  readonly why?: string;
  readonly url?: string;
  readonly owner?: string;
  readonly due_date?: string;
  readonly job_id?: string;
}

type TaskChange = Partial<Pick<TaskView, 'title' | 'why' | 'owner' | 'due_date' | 'status'>>;

export interface Tasks {
  readonly loaded: Loaded<TaskListView>;
  readonly add: (tasks: readonly NewTask[]) => Promise<void>;
  /** Shown at once, and taken back where it is refused. */
  readonly change: (task: TaskView, change: TaskChange) => void;
}

const TITLE_MAX = 300;

export function useTasks(site: string, kind: TaskKind): Tasks {
  const loaded = useLoad(`${site} ${kind}`, (signal) =>
    get<TaskListView>('/tasks', { site, kind, limit: 500 }, signal),
  );
  const change: Tasks['change'] = (task, changes) => {
    const put = (newer: TaskView): void =>
      loaded.replace((list) => ({ ...list, tasks: list.tasks.map((each) => (each.id === task.id ? newer : each)) }));
    put({ ...task, ...changes });
    send('PATCH', `/tasks/${encodeURIComponent(task.id)}`, changes).catch((thrown: unknown) => {
      put(task);
      announce(asProblem(thrown).message);
    });
  };
  const add: Tasks['add'] = async (tasks) => {
    await addTasks(site, tasks);
    loaded.reload();
  };
  return { loaded, add, change };
}

export async function addTasks(site: string, tasks: readonly NewTask[]): Promise<number> {
  const body = { site, tasks: tasks.map((task) => ({ ...task, title: task.title.slice(0, TITLE_MAX) })) };
  const { tasks: added } = await send<{ tasks: readonly TaskView[] }>('POST', '/tasks', body);
  return added.length;
}

const STEPS_MAX = 20;

/** The steps of an answer's plan. */
export function stepsOf(answer: Fields, job_id: string): readonly NewTask[] {
  const steps = valueAt(answer, 'agent_workflow.steps');
  if (!isRows(steps)) return [];
  return steps.slice(0, STEPS_MAX).flatMap(({ action, why }) => {
    if (typeof action !== 'string') return [];
    return [{ title: action.replaceAll('`', ''), job_id, ...(typeof why === 'string' && why !== '' ? { why } : {}) }];
  });
}

interface Prospects {
  /** The list of the answer that names them. */
  readonly rows: string;
  /** Whether a row is one to write to without somebody choosing it. */
  readonly isPromising: (row: Fields) => boolean;
}

/** Sites and pages that could link, by the operation that answers them. Whoever links already is written to only by choice. */
const PROSPECTS: ReadonlyMap<string, Prospects> = new Map([
  ['backlinks.page-intersection', { rows: 'items', isPromising: () => true }],
  ['backlinks.opportunity-finder', { rows: 'opportunities', isPromising: () => true }],
  ['backlinks.list', { rows: 'items', isPromising: (row: Fields) => row['classification'] === 'lost_link_reclaim' }],
  ['backlinks.referring-domains', { rows: 'items', isPromising: () => false }],
]);

/** Those of an answer who can be asked for a link, the most promising first. */
export function prospectsOf(operation: string, answer: Fields, job_id: string): readonly NewTask[] {
  const prospects = PROSPECTS.get(operation);
  const rows = prospects === undefined ? undefined : valueAt(answer, prospects.rows);
  if (prospects === undefined || !isRows(rows)) return [];
  const wanted = rows.filter(prospects.isPromising);
  return wanted.slice(0, STEPS_MAX).flatMap((row) => prospectOf(operation, row, job_id) ?? []);
}

/** Whether the rows of its answers are sites or pages that could link. */
export function hasProspects(operation: string): boolean {
  return PROSPECTS.has(operation);
}

/** Whom to write to about one row; undefined where it names nobody. */
export function prospectOf(operation: string, row: Fields, job_id: string): NewTask | undefined {
  if (!hasProspects(operation)) return undefined;
  const title = firstText(row, ['prospect.domain', 'domain', 'domain_from', 'source_domain']);
  const url = firstText(row, ['prospect.url', 'url', 'url_from', 'source_url']);
  const why = firstText(row, ['pitch_angle', 'title', 'page_from_title', 'prospect.title', 'reason']);
  if (title === '') return undefined;
  return { kind: 'outreach', title, job_id, ...(url === '' ? {} : { url }), ...(why === '' ? {} : { why }) };
}

/** What one row of an answer asks for; undefined where it says neither what it is about nor what to do. */
export function taskOf(row: Fields, job_id: string): NewTask | undefined {
  const about = firstText(row, ['keyword', 'topic', 'question', 'title', 'url', 'domain', 'name']);
  const action = firstText(row, ['recommended_action', 'fix', 'action']);
  const url = firstText(row, ['url', 'url_to', 'page.url']);
  const why = firstText(row, ['reason', 'why', 'message']);
  if (about === '') return undefined;
  const title = action === '' || action === about ? about : `${about}: ${action}`;
  return { title, job_id, ...(isAddress(url) ? { url } : {}), ...(why === '' ? {} : { why }) };
}

function firstText(row: Fields, paths: readonly string[]): string {
  return paths.map((path) => shownText(valueAt(row, path))).find((value) => value !== '') ?? '';
}
