import type { Engine } from '../engine/engine.ts';
import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Job, JobStore } from '../ports/jobs.ts';
import { type AnswerStyle, answerResult, endedResult } from './answer.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Exchange, Tasks } from './surface.ts';

/** Answers of jobs are kept for thirty days. */
const TASK_TTL_MS = 30 * 24 * 60 * 60 * 1000;
const POLL_EVERY_MS = 2000;
const INTERNAL_ERROR = -32_603;

/** Our jobs as tasks of the extension: the same id, the same life, the same owner. */
export function jobTasks(engine: Engine, style: AnswerStyle): Tasks {
  const { jobs } = engine.account;
  return {
    get: async (id, exchange) => {
      const job = await ownJob(jobs, exchange.caller, id);
      return job === undefined ? undefined : { ...taskOf(job), ...outcomeOf(engine, job, exchange, style) };
    },
    cancel: async (id, { caller }) => {
      if ((await ownJob(jobs, caller, id)) === undefined) return undefined;
      await jobs.cancel(caller.workspace_id, id).catch((thrown: unknown) => {
        // A task that has already ended is acknowledged like any other.
        if (!(thrown instanceof AppError && thrown.code === 'conflict')) throw thrown;
      });
      return true;
    },
  };
}

export function taskOf(job: Job): Readonly<Record<string, unknown>> {
  const { stage, message } = job.progress;
  return {
    taskId: job.id,
    status: STATUS[statusOf(job)],
    statusMessage: message ?? stage,
    createdAt: job.created_at.toISOString(),
    lastUpdatedAt: (job.finished_at ?? job.started_at ?? job.created_at).toISOString(),
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_EVERY_MS,
  };
}

const STATUS = {
  queued: 'working',
  running: 'working',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** A tool that returned an error has completed; only a failure on our side is a failed task. */
function statusOf(job: Job): Job['status'] {
  return job.status === 'failed' && job.error?.code !== 'internal' ? 'completed' : job.status;
}

function outcomeOf(
  engine: Engine,
  job: Job,
  exchange: Exchange,
  style: AnswerStyle,
): Readonly<Record<string, unknown>> {
  if (job.status === 'failed' && job.error?.code === 'internal') {
    return { error: { code: INTERNAL_ERROR, message: job.error.message } };
  }
  if (job.status === 'failed') return { result: endedResult(job, exchange.request_id) };
  if (job.status !== 'completed') return {};
  const operation = engine.operations.get(job.operation);
  if (operation === undefined || job.result === undefined) {
    const text = 'The answer has expired and is no longer available.';
    return { result: { content: [{ type: 'text', text }], isError: true } };
  }
  const form = { detail: 'brief', fields: undefined } as const;
  const facts = { operation, input: fieldsOf(job.input), form, job_id: job.id, kept_as: job.id, ...style };
  return { result: answerResult(job.result, facts) };
}

/** A key that belongs to a project has the jobs of that project, and a key with scopes those of what it may call. */
async function ownJob(jobs: JobStore, caller: Caller, id: string): Promise<Job | undefined> {
  const job = await jobs.find(caller.workspace_id, id);
  if (job === undefined) return undefined;
  if (caller.project_id !== undefined && job.project_id !== caller.project_id) return undefined;
  return caller.scopes.length === 0 || caller.scopes.includes(job.operation) ? job : undefined;
}
