import { type AppError, messageOf } from './errors.ts';
import type { Log } from './log.ts';

/** An error passes several who could write it down on its way to the caller. */
const written = new WeakSet<AppError>();

/**
 * Writes down, once, what the caller of a failed request is not told: the bug behind an internal error, and why a part of
 * the service is away.
 *
 * Of the latter only messages and codes are written, for fields of a database's error can hold what a caller sent.
 */
export function logFailure(log: Log, error: AppError, facts: object, message: string): void {
  if (written.has(error)) return;
  const isInternal = error.code === 'internal';
  if (!isInternal && (error.status !== 503 || error.cause === undefined)) return;
  written.add(error);
  if (isInternal) log.error({ ...facts, err: error.cause ?? error }, message);
  else log.warn({ ...facts, code: error.code, error: error.message, cause: causeOf(error) }, message);
}

const CAUSES_MAX = 5;

/** `53100: could not extend file … < …`, the nearest cause first. */
function causeOf(error: AppError): string {
  const told: string[] = [];
  for (let cause: unknown = error.cause; cause !== undefined && told.length < CAUSES_MAX;) {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    told.push(typeof code === 'string' ? `${code}: ${messageOf(cause)}` : messageOf(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return told.join(' < ').slice(0, CAUSE_CHARACTERS_MAX);
}

const CAUSE_CHARACTERS_MAX = 2000;
