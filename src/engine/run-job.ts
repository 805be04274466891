import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Job, JobProgress } from '../ports/jobs.ts';
import type { Answer, Engine } from './engine.ts';
import { run } from './run.ts';
import type { AttemptEnd } from './worker.ts';

/**
 * Runs a stored job; answers how its result is made from the balance after the charge.
 *
 * @throws AppError whatever the call itself would have been answered with
 */
export async function runJob(
  engine: Engine,
  job: Job,
  signal: AbortSignal,
  report: (progress: JobProgress) => void,
): Promise<(balance: number | null) => Answer> {
  const operation = engine.operations.get(job.operation);
  if (operation === undefined) {
    throw new AppError('not_found', `This version has no operation ${job.operation}.`, {
      fix: 'Queue the call again with an operation that `seamark operations` lists.',
    });
  }
  const prepared = operation.prepare(job.input);
  const { request_id, project_id, workflow_id } = job;
  const call = { request_id, project_id, workflow_id, caller: callerOf(job), signal, report };
  const finish = await run(engine, operation, prepared, call);
  return (balance) => finish({ charged: job.credits, balance });
}

/** Counts what an attempt of a job came to; its usage was written with its end. */
export function noteEnd({ metrics }: Engine, job: Job, { outcome, duration_ms }: AttemptEnd): void {
  metrics.countJob(job.operation, outcome);
  if (duration_ms !== undefined) metrics.observeJobRun(job.operation, duration_ms);
}

/** The caller as far as a run may know it: the key itself was checked when the job was accepted. */
function callerOf(job: Job): Caller {
  const { workspace_id, key_id, project_id } = job;
  return { workspace_id, key_id, key_name: 'job', allowed_domains: [], scopes: [], project_id, plan: '' };
}
