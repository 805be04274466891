import { z } from 'zod';

import { ERRORS } from '../../kernel/errors.ts';
import type { Transport } from '../../ports/accounts.ts';
import type { Job, JobFailure, JobStatus } from '../../ports/jobs.ts';

/** A row of jobs as the statements select it. */
export interface JobRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly key_id: string | null;
  readonly project_id: string | null;
  readonly workflow_id: string | null;
  readonly request_id: string;
  readonly transport: Transport;
  readonly operation: string;
  readonly input: string;
  readonly status: JobStatus;
  readonly credits: number;
  readonly charged: number;
  readonly reservation_id: string | null;
  readonly attempts_made: number;
  readonly attempts_max: number;
  readonly max_age_s: number | null;
  readonly last_error: string | null;
  readonly progress_percent: number;
  readonly progress_stage: string;
  readonly progress_message: string | null;
  readonly progress_findings: string | null;
  readonly result: string | null;
  readonly error: string | null;
  readonly cancel_requested_at: Date | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly expired_at: Date | null;
}

const NAMES = [
  'id',
  'workspace_id',
  'key_id',
  'project_id',
  'workflow_id',
  'request_id',
  'transport',
  'operation',
  'input',
  'status',
  'credits',
  'charged',
  'reservation_id',
  'attempts_made',
  'attempts_max',
  'max_age_s',
  'last_error',
  'progress_percent',
  'progress_stage',
  'progress_message',
  'progress_findings',
  'result',
  'error',
  'cancel_requested_at',
  'created_at',
  'started_at',
  'finished_at',
  'expired_at',
] as const satisfies readonly (keyof JobRow)[];

/** The columns of a `JobRow`. */
export const JOB_COLUMNS = NAMES.map((name) => `jobs.${name}`).join(', ');

/** The same without what can be large. */
export const LIGHT_JOB_COLUMNS = NAMES.map((name) => {
  if (name === 'input') return "'{}' as input";
  return name === 'result' ? 'null as result' : `jobs.${name}`;
}).join(', ');

const Findings = z.array(z.object({ rule: z.string(), count: z.int(), example: z.string() }));

export function jobOf(row: JobRow): Job {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    key_id: row.key_id ?? undefined,
    project_id: row.project_id ?? undefined,
    workflow_id: row.workflow_id ?? undefined,
    request_id: row.request_id,
    transport: row.transport,
    operation: row.operation,
    input: recordOf(row.input),
    credits: row.credits,
    attempts_max: row.attempts_max,
    max_age_s: row.max_age_s ?? undefined,
    status: row.status,
    progress: {
      percent: row.progress_percent,
      stage: row.progress_stage,
      message: row.progress_message,
      ...(row.progress_findings === null ? {} : { findings: Findings.parse(JSON.parse(row.progress_findings)) }),
    },
    attempts_made: row.attempts_made,
    last_error: failureOf(row.last_error),
    result: row.result === null ? undefined : recordOf(row.result),
    error: failureOf(row.error),
    charged: row.charged,
    created_at: row.created_at,
    started_at: row.started_at ?? undefined,
    finished_at: row.finished_at ?? undefined,
    expired_at: row.expired_at ?? undefined,
  };
}

/** The guarantee: these columns are written here alone, from objects. */
export function recordOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const Failure = z.object({
  // A later version may have had codes that this one has not.
  code: z.enum(codesOf(ERRORS)).catch('internal'),
  message: z.string(),
  fix: z.string().nullable(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});

function failureOf(text: string | null): JobFailure | undefined {
  return text === null ? undefined : Failure.parse(JSON.parse(text));
}

/** The names of a table of codes, which `Object.keys` has as mere text. */
function codesOf<Code extends string>(table: Readonly<Record<Code, unknown>>): Code[] {
  const isCode = (name: string): name is Code => name in table;
  return Object.keys(table).filter(isCode);
}
