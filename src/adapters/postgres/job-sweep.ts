import type { AbandonedRun, JobFailure, TellFailed } from '../../ports/jobs.ts';
import { forgetOldCalls } from './call-memory.ts';
import type { Database } from './database.ts';
import { againIn, cancelIn, type Describe, failIn } from './job-ends.ts';
import { type JobRow, jobOf } from './job-rows.ts';
import { ABANDONED, ABANDONED_IDS, EXPIRE } from './job-statements.ts';

/** Jobs in one look. */
const ABANDONED_MAX = 200;
/** Rows in one statement, and statements in one sweep: what is left is for the next one. */
const PART = 1000;
const PARTS_MAX = 20;

/** Answers the runs that it ended. Several sweeps at once take different jobs. */
export async function sweepJobs(
  database: Database,
  describe: Describe,
  { keep_days, failedReport }: { readonly keep_days: number; readonly failedReport: TellFailed | undefined },
): Promise<readonly AbandonedRun[]> {
  const runs: AbandonedRun[] = [];
  const abandoned = await database.query<{ id: string }>(ABANDONED_IDS, [ABANDONED_MAX]);
  for (const { id } of abandoned) {
    const run = await takeFrom(database, id, { describe, failedReport });
    if (run !== undefined) runs.push(run);
  }
  await inParts(async () => {
    const [row] = await database.query<{ done: number }>(EXPIRE, [keep_days, PART]);
    return (row?.done ?? 0) === PART;
  });
  await inParts(async () => {
    const { done, part } = await forgetOldCalls(database);
    return done === part;
  });
  return runs;
}

/** Undefined when its owner came back, or another sweep has it. */
function takeFrom(
  database: Database,
  id: string,
  { describe, failedReport }: { readonly describe: Describe; readonly failedReport: TellFailed | undefined },
): Promise<AbandonedRun | undefined> {
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<JobRow>(ABANDONED, [id]);
    if (row === undefined) return undefined;
    const job = jobOf(row);
    if (row.cancel_requested_at !== null) {
      await cancelIn(transaction, row);
      return { job, outcome: 'cancelled' };
    }
    if (row.attempts_made >= row.attempts_max) {
      const failure = died(row);
      await failIn(transaction, row, { failure, report: await failedReport?.(job, failure) }, describe);
      return { job, outcome: 'failed' };
    }
    await againIn(transaction, row, { at: row.created_at, failure: died(row), attempts_back: 0 });
    return { job, outcome: 'lost' };
  });
}

async function inParts(part: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < PARTS_MAX; count += 1) if (!(await part())) return;
}

function died({ attempts_made, attempts_max }: JobRow): JobFailure {
  return {
    code: 'internal',
    message: `The process that ran the job ended before the job did (attempt ${attempts_made} of ${attempts_max}). Nothing was charged.`,
    fix: 'Queue the job again; if it stays, ask for less or report it with the request id.',
    errors: [],
  };
}
