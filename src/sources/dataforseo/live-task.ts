import type { z } from 'zod';

import { SourceFailure } from '../../ports/source-failure.ts';
import { onlyTask, requestTasks, requireStatus } from './request.ts';
import { type DataForSeoContext, TITLE } from './settings.ts';

export interface LiveAnswer<Result> {
  /** Undefined when it has nothing on the question. */
  readonly result: Result | undefined;
  /** What it charged. */
  readonly usd: number;
}

const OK = 20_000;
/** «No Search Results»: an answer, and the only one among the codes of 4xxxx. */
const NOTHING_FOUND = 40_102;

/**
 * Runs one task of a live endpoint and answers the first of its results, which is all that the endpoints read here have.
 *
 * @throws SourceFailure, also for codes of failures inside an HTTP 200 and for results that have another shape
 */
export async function runLiveTask<Result>(
  context: DataForSeoContext,
  path: string,
  task: Readonly<Record<string, unknown>>,
  shape: z.ZodType<Result>,
): Promise<LiveAnswer<Result>> {
  const ran = onlyTask(await requestTasks(context, `/v3/${path}`, [task]));
  requireStatus(ran, OK, NOTHING_FOUND);
  const { usd } = ran;
  const [first] = ran.result;
  if (first === undefined || first === null) return { result: undefined, usd };
  const result = shape.safeParse(first);
  if (result.success) return { result: result.data, usd };
  const where = result.error.issues[0]?.path.join('.') || 'its root';
  throw new SourceFailure('broken', `${TITLE} sent an answer in an unexpected format to ${path}, at ${where}.`, {
    usd,
  });
}

/** Text of a keyword as it has to be sent: `%` escapes are undone at the other end, and `+` would become a space. */
export function escapeKeyword(keyword: string): string {
  return keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** `2026-10-12 04:00:00 +00:00` as ISO 8601; null when it is none. */
export function readTime(text: string | null | undefined): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2})[:-](\d{2})[:-](\d{2})/.exec(text ?? '');
  if (parts === null) return null;
  const [, day, hours, minutes, seconds] = parts;
  return `${day}T${hours}:${minutes}:${seconds}.000Z`;
}
