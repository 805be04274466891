import type { Job, JobEvent, NewJob } from '../../ports/jobs.ts';
import type { Value } from './database.ts';
import type { Describe } from './job-ends.ts';
import { recordOf } from './job-rows.ts';

/** What is written when a job is made, and what its events say. */

export interface JobEntry extends NewJob {
  readonly id: string;
  readonly reservation_id: string | undefined;
}

/** In the order of ADOPT. */
export function valuesOf(entry: JobEntry): readonly (string | number | undefined)[] {
  return [
    entry.id,
    entry.workspace_id,
    entry.key_id,
    entry.project_id,
    entry.workflow_id,
    entry.request_id,
    entry.transport,
    entry.operation,
    JSON.stringify(entry.input),
    entry.credits,
    entry.reservation_id,
    entry.attempts_max,
    entry.max_age_s,
  ];
}

/** The same for many, as ENQUEUE takes them. */
export function columnsOf(entries: readonly JobEntry[]): readonly Value[] {
  const rows = entries.map(valuesOf);
  return Array.from({ length: 13 }, (_, column) => rows.map((row) => row[column]));
}

/** A job that was just stored. */
export function queuedJob(entry: JobEntry, created_at: Date | undefined): Job {
  if (created_at === undefined) throw new Error(`The job ${entry.id} was not stored.`);
  return unstarted({ ...entry, created_at });
}

export interface EventRow {
  readonly id: number;
  readonly type: string;
  readonly data: string;
  readonly created_at: Date;
}

/** The opening shows the job as it was then, the end as it is: an ended job does not change. */
export function eventOf({ id, type, data, created_at }: EventRow, job: Job | undefined, describe: Describe): JobEvent {
  if (type === 'job.status' || job === undefined) return { id, type, data: recordOf(data), created_at };
  return { id, type, data: describe(type === 'job.open' ? unstarted(job) : job), created_at };
}

function unstarted(job: NewJob & Pick<Job, 'id' | 'created_at'>): Job {
  return {
    id: job.id,
    workspace_id: job.workspace_id,
    key_id: job.key_id,
    project_id: job.project_id,
    workflow_id: job.workflow_id,
    request_id: job.request_id,
    transport: job.transport,
    operation: job.operation,
    input: job.input,
    credits: job.credits,
    attempts_max: job.attempts_max,
    max_age_s: job.max_age_s,
    created_at: job.created_at,
    status: 'queued',
    progress: { percent: 0, stage: 'queued', message: null },
    attempts_made: 0,
    last_error: undefined,
    result: undefined,
    error: undefined,
    charged: 0,
    started_at: undefined,
    finished_at: undefined,
    expired_at: undefined,
  };
}
