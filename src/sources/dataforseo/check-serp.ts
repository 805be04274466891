import type { Answered } from '../../ports/define-source.ts';
import type { Serp, SerpQuery } from '../../ports/serp.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { failureOfTask, onlyTask, requestTasks, requireStatus, type VendorTask } from './request.ts';
import { readSerpResult } from './serp-result.ts';
import { type SerpMode, serpTask } from './serp-task.ts';
import { type DataForSeoContext, TITLE } from './settings.ts';

const OK = 20_000;
const CREATED = 20_100;
const NO_RESULTS = 40_102;
/** Handed to a worker, and in the queue. */
const WAITING: readonly number[] = [40_601, 40_602];
const PATH = '/v3/serp/google/organic';
/** Of one request. */
export const POSTED_TASKS_MAX = 100;

/** Fetches a result page while the caller waits. @throws SourceFailure */
export async function checkSerp(query: SerpQuery, context: DataForSeoContext): Promise<Answered<Serp>> {
  const tasks = await requestTasks(context, `${PATH}/live/advanced`, [serpTask(query, 'live')]);
  return readTask(onlyTask(tasks), query, 'live', context);
}

/** A task that was accepted and is charged from now on. */
export interface PostedSerpTask {
  /** To be stored before it is asked for: whoever forgets it has paid for nothing. */
  readonly task_id: string;
  readonly usd: number;
}

/**
 * Puts up to `POSTED_TASKS_MAX` checks into the vendor's queue: cheaper than live ones and done within minutes.
 *
 * @returns in the order of the queries, what was accepted or why one was not
 * @throws SourceFailure when the whole request failed
 */
export async function postSerpTasks(
  queries: readonly SerpQuery[],
  context: DataForSeoContext,
): Promise<(PostedSerpTask | SourceFailure)[]> {
  if (queries.length > POSTED_TASKS_MAX) throw new RangeError(`At most ${POSTED_TASKS_MAX} tasks are posted at once.`);
  const bodies = queries.map((query) => serpTask(query, 'queued'));
  const tasks = await requestTasks(context, `${PATH}/task_post`, bodies);
  return queries.map((_query, at) => {
    const task = tasks[at];
    if (task === undefined) return new SourceFailure('incomplete', `${TITLE} returned nothing for one of the tasks.`);
    return task.status === CREATED && task.id !== null ? { task_id: task.id, usd: task.usd } : failureOfTask(task);
  });
}

/**
 * The result of a task that was posted for this query, which was charged then; `unfinished` while it waits in the queue,
 * which is no failure and no empty result.
 *
 * @throws SourceFailure when the task failed or is not known
 */
export async function collectSerpTask(
  task_id: string,
  query: SerpQuery,
  context: DataForSeoContext,
): Promise<Answered<Serp> | 'unfinished'> {
  const task = onlyTask(await requestTasks(context, `${PATH}/task_get/advanced/${encodeURIComponent(task_id)}`));
  if (WAITING.includes(task.status)) return 'unfinished';
  return { ...readTask(task, query, 'queued', context), usd: 0 };
}

function readTask(task: VendorTask, query: SerpQuery, mode: SerpMode, { now }: DataForSeoContext): Answered<Serp> {
  requireStatus(task, OK, NO_RESULTS);
  const [result] = task.result;
  if (task.status === OK && result === undefined) {
    throw new SourceFailure('broken', `${TITLE} sent a finished task without a result.`, { usd: task.usd });
  }
  return readSerpResult(result ?? undefined, { query, mode, now: now(), usd: task.usd });
}
