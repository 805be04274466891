import { z } from 'zod';

import { ERRORS } from '../kernel/errors.ts';
import { type Job, JOB_STATUSES, type JobFailure } from '../ports/jobs.ts';

const JobError = z
  .object({
    code: z.enum(Object.keys(ERRORS)),
    message: z.string(),
    fix: z.string().nullable(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'JobError', description: 'Why the job failed: the error the call itself would have returned.' });

/** A job as its owner sees it, in answers, events and webhooks. */
export const JobView = z
  .object({
    id: z.string(),
    operation: z.string(),
    status: z.enum(JOB_STATUSES),
    progress: z.object({
      percent: z.int().describe('0-100; never decreases.'),
      stage: z.string(),
      message: z.string().nullable(),
      findings: z
        .array(
          z.object({
            rule: z.string().describe('Of `site.audit`.'),
            count: z.int().describe('Pages that break it.'),
            example: z.string().describe('One of them.'),
          }),
        )
        .optional()
        .describe('What a crawl has found so far, the worst first.'),
    }),
    attempts: z.object({ made: z.int(), max: z.int(), last_error: JobError.nullable() }),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("The operation's answer; null until the job is completed, after it expires, and in lists."),
    error: JobError.nullable(),
    expired: z.boolean().describe('The result was deleted because it was old.'),
    attribution: z.object({
      project_id: z.string().nullable(),
      workflow_id: z.string().nullable(),
      key_id: z.string().nullable(),
    }),
    credits: z.object({ reserved: z.int(), charged: z.int() }),
    created_at: z.string(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .meta({
    id: 'Job',
    description: 'A call that runs in the background: poll it, watch its events, or wait for its webhook.',
  });
export type JobView = z.infer<typeof JobView>;

export function jobView(job: Job): JobView {
  return {
    id: job.id,
    operation: job.operation,
    status: job.status,
    progress: progressView(job.progress),
    attempts: { made: job.attempts_made, max: job.attempts_max, last_error: errorView(job.last_error) },
    result: job.result ?? null,
    error: errorView(job.error),
    expired: job.expired_at !== undefined,
    attribution: {
      project_id: job.project_id ?? null,
      workflow_id: job.workflow_id ?? null,
      key_id: job.key_id ?? null,
    },
    credits: { reserved: job.credits, charged: job.charged },
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

function progressView({ findings, ...progress }: Job['progress']): JobView['progress'] {
  return findings === undefined ? progress : { ...progress, findings: findings.map((each) => ({ ...each })) };
}

/** What events and webhooks say of a job. A result that is too large for them is where `result_url` says. */
export interface JobNews {
  readonly job: JobView;
  readonly result_url: string | null;
}

/** Receivers of webhooks and event streams commonly refuse or cut more. */
const RESULT_CHARACTERS_MAX = 256_000;

export function jobNews(job: Job): JobNews & Readonly<Record<string, unknown>> {
  const view = jobView(job);
  const isLarge = job.result !== undefined && JSON.stringify(job.result).length > RESULT_CHARACTERS_MAX;
  if (!isLarge) return { job: view, result_url: null };
  return { job: { ...view, result: null }, result_url: `/api/v1/jobs/${job.id}` };
}

function errorView(failure: JobFailure | undefined): JobView['error'] {
  if (failure === undefined) return null;
  return { ...failure, errors: failure.errors.map((issue) => ({ ...issue })) };
}
