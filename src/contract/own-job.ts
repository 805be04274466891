import { AppError } from '../kernel/errors.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { Caller } from '../ports/accounts.ts';
import type { Job } from '../ports/jobs.ts';
import { printable } from './fields.ts';

export const jobId = () => printable(100).describe('Id of the job, from a 202 answer.');

/** A key that belongs to a project sees the jobs of that project; those of others are unknown to it. */
export function isOwnJob({ project_id }: Caller, job: Job): boolean {
  return project_id === undefined || job.project_id === project_id;
}

export async function ownJob(account: AccountPorts, caller: Caller, id: string): Promise<Job | undefined> {
  const job = await account.jobs.find(caller.workspace_id, id);
  return job !== undefined && isOwnJob(caller, job) ? job : undefined;
}

export function unknownJob(id: string): AppError {
  return new AppError('not_found', `There is no job ${id.slice(0, 60)}.`, {
    fix: 'Use the job_id of a 202 answer, or list your jobs with GET /jobs.',
  });
}
