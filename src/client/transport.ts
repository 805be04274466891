import { ConnectionError, ProblemError, SeamarkError, TimeoutError, UnexpectedAnswerError } from './errors.ts';
import type { ErrorCode } from './types/shapes.ts';

export interface Sending {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
  /** The body is read as it comes, for as long as it takes. */
  readonly isStream?: boolean;
}

export interface Answered {
  readonly response: Response;
  /** Empty for a stream. */
  readonly text: string;
}

/** A wait this long is for the caller to decide. */
const RETRY_AFTER_MS_MAX = 60_000;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 8000;

/**
 * Sends a request, and again while that may help: the connection failed, or the service says after which time to try
 * again. A request that could do harm twice carries an idempotency key, so that it does not.
 *
 * @throws SeamarkError, or what the signal carries
 */
export async function send(sending: Sending): Promise<Answered> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(sending);
    if ('response' in outcome) return outcome;
    const { error, retry_after_ms } = outcome;
    if (attempt >= sending.retries || retry_after_ms === undefined || retry_after_ms > RETRY_AFTER_MS_MAX) throw error;
    await pause(Math.max(retry_after_ms, backoff(attempt)), sending.signal);
  }
}

interface Failed {
  readonly error: SeamarkError;
  /** Undefined when it would fail again. */
  readonly retry_after_ms: number | undefined;
}

async function attemptOnce(sending: Sending): Promise<Answered | Failed> {
  const { url, method, headers, body, signal, timeoutMs, isStream } = sending;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
    });
    if (!response.ok) return await failed(response, url);
    return { response, text: isStream === true ? '' : await response.text() };
  } catch (thrown) {
    signal?.throwIfAborted();
    if (!limit.signal.aborted) {
      const error = new ConnectionError(`${new URL(url).origin} does not respond.`, { cause: thrown });
      return { error, retry_after_ms: 0 };
    }
    // It may still be running there: sent again under the same key it would be refused.
    const error = new TimeoutError(`${url} did not answer within ${timeoutMs} ms.`, { cause: thrown });
    return { error, retry_after_ms: undefined };
  } finally {
    clearTimeout(timer);
  }
}

async function failed(response: Response, url: string): Promise<Failed> {
  const problem = record(await response.json().catch(() => undefined));
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const mayRetry = (response.status === 429 || response.status >= 500) && Number.isFinite(seconds);
  return { error: problemOf(problem, response, url), retry_after_ms: mayRetry ? 1000 * seconds : undefined };
}

function problemOf(problem: Readonly<Record<string, unknown>>, response: Response, url: string): SeamarkError {
  const { code, detail, fix, errors, request_id } = problem;
  if (typeof code !== 'string' || typeof detail !== 'string') return new UnexpectedAnswerError(response.status, url);
  return new ProblemError(
    { code: errorCode(code), message: detail, fix: textOrNull(fix), errors: issuesOf(errors) },
    { status: response.status, headers: response.headers, requestId: textOrNull(request_id) },
  );
}

/** Codes come from the table that the type is generated from; a newer service may have more. */
function errorCode(code: string): ErrorCode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return code as ErrorCode;
}

function issuesOf(errors: unknown): { path: string; message: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.map(record).map(({ path, message }) => ({ path: String(path), message: String(message) }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Doubled each time, and spread so that clients which failed together do not come back together. */
function backoff(attempt: number): number {
  return Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** attempt) * (0.75 + Math.random() / 2);
}

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new SeamarkError('The call was aborted.'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
