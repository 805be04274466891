import { AppError, messageOf, toAppError } from '../../kernel/errors.ts';
import type { FailedRun } from '../../ports/check-runs.ts';
import type { SourceDesk } from './desk.ts';
import type { Question } from './question.ts';

/** Whose question it is, as far as a failed check tells it. */
export interface CheckingCall extends Pick<FailedRun, 'workspace_id' | 'operation' | 'request_id'> {
  /** From 1; a job that failed is tried again. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Answers a question; where it belongs to a series and fails as a whole, the failure is written down before it is thrown. */
export async function recordChecks(
  desk: SourceDesk,
  call: CheckingCall,
  { capability, definition, query }: Question,
  failedSource: () => string | undefined,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const { workspace_id, operation, request_id, attempt, signal } = call;
  const series = definition.failureSeries?.(query);
  if (series === undefined) return answer();
  const check = { workspace_id, request_id, capability, series };
  try {
    const value = await answer();
    if (attempt > 1) await quietly(desk, () => desk.checkRuns.recover(check));
    return value;
  } catch (thrown) {
    if (isFailedCheck(thrown, signal)) {
      const { message: reason } = toAppError(thrown);
      const failed: FailedRun = { ...check, operation, reason, source: failedSource(), failed_at: desk.clock() };
      await quietly(desk, () => desk.checkRuns.fail(failed));
    }
    throw thrown;
  }
}

/** A call that was cancelled, or whose input was refused, checked nothing; one that ran out of time did. */
function isFailedCheck(thrown: unknown, signal: AbortSignal): boolean {
  if (signal.aborted) return signal.reason instanceof AppError && signal.reason.code === 'source_timeout';
  return !(thrown instanceof AppError) || thrown.status >= 500;
}

/** What a caller is told does not depend on whether it could be written down. */
async function quietly({ log }: SourceDesk, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (thrown) {
    log.warn({ error: messageOf(thrown) }, 'a failed check could not be written down');
  }
}
