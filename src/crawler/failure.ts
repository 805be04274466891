import { AppError } from '../kernel/errors.ts';
import type { ProblemKind } from './problems.ts';

/** What to make of a request that got no answer. */
export interface Failure {
  readonly kind: ProblemKind;
  /** Worth trying again a little later. */
  readonly transient: boolean;
  /** Nobody answered at all, so that the other scheme may be worth a try. */
  readonly noConnection: boolean;
  /** The name of the host is none. */
  readonly noHost: boolean;
}

const BROKEN_BODY = /^(?:Z_|ZSTD_|ERR_BROTLI|ERR_ZSTD|HPE_|UND_ERR_RES_CONTENT|UND_ERR_HEADERS_OVERFLOW)/;
const NO_HOST = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);
const DROPPED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export function failureOf(error: unknown): Failure {
  if (error instanceof AppError && error.code === 'source_timeout') {
    return { kind: 'timeout', transient: true, noConnection: true, noHost: false };
  }
  const code = codeOf(error instanceof AppError ? error.cause : error);
  if (error instanceof AppError && error.cause === undefined) {
    return { kind: 'address_refused', transient: false, noConnection: false, noHost: false };
  }
  if (BROKEN_BODY.test(code))
    return { kind: 'body_broken', transient: DROPPED.has(code), noConnection: code.startsWith('HPE_'), noHost: false };
  const noHost = NO_HOST.has(code);
  return { kind: 'connection_failed', transient: !noHost, noConnection: !noHost, noHost };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Retry-After as a duration: seconds or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
