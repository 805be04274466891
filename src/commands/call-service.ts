import { setTimeout as sleep } from 'node:timers/promises';

import type { Flags } from '../config.ts';
import { AppError, type ErrorCode, ERRORS, type InputIssue } from '../kernel/errors.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { version } from '../version.ts';
import { parsedJson, type Received, sendRequest } from './service/http-request.ts';
import { type KnownOperation, operationNamed } from './known-operations.ts';

/** Calls of operations that a running service answers over HTTP. */

export type Answer = Readonly<Record<string, unknown>>;

/** Makes one call. */
export type AnswerCall = (operation: KnownOperation, body: unknown) => Promise<Answer>;

/** Where a call is made, and how. */
export interface AnswerFlags extends Flags {
  readonly url?: string;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly maxAge?: number;
  /** False prints the job of a call that takes long, in place of its answer. */
  readonly wait?: boolean;
}

export interface CalledService {
  readonly url: string;
  readonly key: string;
  /** Whether nothing stands between that would end a request after a minute. */
  readonly is_local: boolean;
}

export interface ServiceCall {
  readonly operation: KnownOperation;
  readonly body: unknown;
  readonly dry_run: boolean;
  readonly max_age_s: number | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (text: string) => void;
  /** Whether to wait for the end of a call that became a job. */
  readonly waits: boolean;
  /** Passes the time between two looks at a job. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A service on this machine keeps a request open until its own limit, ten minutes at most. */
const PATIENCE_MS = 120_000;
const LOCAL_PATIENCE_MS = 660_000;

/** @throws AppError as the service tells it, or where it is none of ours */
export async function callService(service: CalledService, call: ServiceCall): Promise<Answer> {
  const received = await ask(service, call);
  // The table that some operations answer with `format=csv`.
  if (received.status === 200 && received.type.startsWith('text/csv')) return { csv: received.body };
  const answer = await answerOrVersions(service, call, received);
  const { job_id: id } = answer;
  const isJob = received.status === 202 && typeof id === 'string' && !call.operation.is_batch;
  return isJob && call.waits ? followed(service, call, id) : answer;
}

async function ask(service: CalledService, call: ServiceCall): Promise<Received> {
  const { url, method, body } = requestOf(service, call);
  const patience = AbortSignal.timeout(keepsOpen(service, call) ? LOCAL_PATIENCE_MS : PATIENCE_MS);
  try {
    return await sendRequest(url, {
      method,
      headers: {
        'x-api-key': service.key,
        'content-type': 'application/json',
        ...(call.waits ? {} : { prefer: 'respond-async' }),
      },
      body,
      signal: AbortSignal.any([call.signal, patience]),
    });
  } catch (thrown) {
    throw new AppError('source_failed', `${url.origin} does not respond.`, {
      fix: 'Start the service with `seamark serve`, or correct --url.',
      cause: thrown,
    });
  }
}

/** Elsewhere the answer of a long call is fetched from its job: a request in between would be cut off. */
function keepsOpen({ is_local }: CalledService, { waits }: ServiceCall): boolean {
  return is_local && waits;
}

interface CallRequest {
  readonly url: URL;
  readonly method: string;
  readonly body: string | undefined;
}

/** @throws AppError invalid_input for what is no URL */
function requestOf(service: CalledService, call: ServiceCall): CallRequest {
  const { operation, body, dry_run, max_age_s } = call;
  const { method, path } = operation;
  const base = service.url.endsWith('/') ? service.url : `${service.url}/`;
  const fields = new Map<string, unknown>(Object.entries(fieldsOf(body)));
  const url = URL.parse(`api/v1${filled(path, fields)}`, base);
  if (url === null || !/^https?:$/.test(url.protocol)) throw noUrl(service.url);
  if (dry_run) url.searchParams.set('dry_run', 'true');
  if (max_age_s !== undefined) url.searchParams.set('max_age', String(max_age_s));
  if (keepsOpen(service, call)) url.searchParams.set('sync', 'true');
  if (method === 'GET') {
    for (const [name, value] of fields) url.searchParams.set(name, String(value));
    return { url, method, body: undefined };
  }
  // What is no object is refused by the service, which says so best.
  return { url, method, body: JSON.stringify(isObject(body) ? Object.fromEntries(fields) : body) };
}

/** Takes the fields that the path names out of the input. */
function filled(path: string, fields: Map<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(typeof value === 'string' ? value : '');
  });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every answer of an operation says `success`; a page of some other program does not. */
function readAnswer(base: string, received: Received): Answer {
  const answer = fieldsOf(parsedJson(received));
  if (received.status < 300 && answer['success'] === true) return answer;
  const { detail, code, fix, errors } = answer;
  if (received.status < 400 || typeof detail !== 'string') throw notSeamark(base, received.status);
  throw new AppError(codeOf(code, received.status), detail, {
    issues: issuesOf(errors),
    ...(typeof fix === 'string' && { fix }),
  });
}

/** What a service of another version does not know is no mistake of whoever called it. */
async function answerOrVersions(service: CalledService, call: ServiceCall, received: Received): Promise<Answer> {
  try {
    return readAnswer(service.url, received);
  } catch (thrown) {
    const theirs = mayBeUnknown(thrown, call.operation) ? await versionAt(service, call.signal) : version;
    if (!(thrown instanceof AppError) || theirs === undefined || theirs === version) throw thrown;
    throw new AppError(thrown.code, thrown.message, {
      issues: thrown.issues,
      fix: `The service at ${service.url} runs Seamark ${theirs}, and this command is ${version}, so one may not know what the other does. Restart the service with version ${version}, or use the command of version ${theirs}.`,
      cause: thrown,
    });
  }
}

/** An operation, or a field of one. An id in the path may be what was not found. */
function mayBeUnknown(thrown: unknown, { path }: KnownOperation): boolean {
  if (!(thrown instanceof AppError)) return false;
  const { code, message } = thrown;
  return (
    code === 'invalid_input' ||
    code === 'method_not_allowed' ||
    (code === 'not_found' && (!path.includes('{') || message.startsWith('There is nothing at ')))
  );
}

const HEALTH_PATIENCE_MS = 2000;

async function versionAt({ url }: CalledService, signal: AbortSignal): Promise<string | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(HEALTH_PATIENCE_MS)]);
  const address = new URL('healthz', url.endsWith('/') ? url : `${url}/`);
  try {
    const health = await sendRequest(address, { method: 'GET', headers: {}, signal: patience });
    const { version: theirs } = fieldsOf(parsedJson(health));
    return typeof theirs === 'string' ? theirs : undefined;
  } catch {
    return undefined;
  }
}

/** A newer service may have other codes. */
function codeOf(code: unknown, status: number): ErrorCode {
  if (typeof code === 'string' && isErrorCode(code)) return code;
  return status === 422 ? 'invalid_input' : 'source_failed';
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

function issuesOf(errors: unknown): InputIssue[] {
  const listed = Array.isArray(errors) ? errors : [];
  return listed.map(fieldsOf).map(({ path, message }) => ({ path: String(path), message: String(message) }));
}

function noUrl(base: string): AppError {
  return new AppError('invalid_input', `"${base}" is not a URL.`, {
    fix: 'Pass a URL such as --url http://127.0.0.1:8787.',
  });
}

function notSeamark(base: string, status: number): AppError {
  return new AppError('source_failed', `${base} answered ${status}, which is not a Seamark response.`, {
    fix: 'Check that the address is that of a Seamark service.',
  });
}

/** The first looks come soon after one another, since most jobs are short; a key may look 60 times a minute. */
const POLL_FIRST_MS = 1000;
const POLL_MAX_MS = 5000;
const POLL_GROWTH = 1.5;
/** A service that restarts, or a connection that breaks, ends no job: so many looks in a row may fail. */
const FAILED_LOOKS_MAX = 12;
const PASSING: ReadonlySet<string> = new Set(['source_failed', 'rate_limited', 'unavailable']);
const CANCEL_PATIENCE_MS = 1000;

/** The answer of a call that became a job. Whoever stops the command wanted the call to end, so the job is cancelled. */
async function followed(service: CalledService, call: ServiceCall, id: string): Promise<Answer> {
  const asking = { ...call, body: { id }, dry_run: false, max_age_s: undefined };
  const { pause = (ms, signal) => sleep(ms, undefined, { signal }) } = call;
  try {
    let failed = 0;
    for (let wait = POLL_FIRST_MS; ; wait = Math.min(POLL_MAX_MS, wait * POLL_GROWTH)) {
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      const job = await lookAt(service, asking, failed);
      failed = job === undefined ? failed + 1 : 0;
      const { status, progress, result, error } = job ?? {};
      if (status === 'completed') return fieldsOf(result);
      if (status === 'failed' || status === 'cancelled') throw failureOf(id, error);
      if (job !== undefined) call.onProgress(progressText(fieldsOf(progress)));
      // oxlint-disable-next-line no-await-in-loop -- the pause between two looks
      await pause(wait, call.signal);
    }
  } catch (thrown) {
    if (call.signal.aborted) {
      const signal = AbortSignal.timeout(CANCEL_PATIENCE_MS);
      await ask(service, { ...asking, operation: operationNamed('jobs.cancel'), signal }).catch(() => undefined);
    }
    throw thrown;
  }
}

/** Undefined for a look that failed and may be tried again. */
async function lookAt(service: CalledService, call: ServiceCall, failed: number): Promise<Answer | undefined> {
  try {
    const answer = await callService(service, { ...call, operation: operationNamed('jobs.get') });
    return fieldsOf(answer['job']);
  } catch (thrown) {
    const isPassing = thrown instanceof AppError && PASSING.has(thrown.code) && failed < FAILED_LOOKS_MAX;
    if (call.signal.aborted || !isPassing) throw thrown;
    return undefined;
  }
}

function progressText({ percent, stage, message }: Answer): string {
  const [told = ''] = [message, stage].filter((text) => typeof text === 'string' && text !== '');
  return typeof percent === 'number' ? `${percent} %  ${String(told)}` : String(told);
}

function failureOf(id: string, error: unknown): AppError {
  const { code, message, fix, errors } = fieldsOf(error);
  if (typeof message !== 'string') return new AppError('unavailable', `The job ${id} of the call was cancelled.`);
  return new AppError(codeOf(code, 0), message, { issues: issuesOf(errors), ...(typeof fix === 'string' && { fix }) });
}
