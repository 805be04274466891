import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Operation } from '../contract/operation.ts';
import { type AnswerForm, answerIn, DETAIL_PROBLEM, readDetail, readFields } from '../contract/brief.ts';
import { readRequestInput } from '../contract/request-input.ts';
import type { Call, Engine, Reply } from '../engine/engine.ts';
import { execute } from '../engine/execute.ts';
import { MAX_AGE_PROBLEM, readMaxAge } from '../engine/max-age.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { AppError, type InputIssue } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';
import { noteKey } from './access-log.ts';
import { attribution, authenticate } from './authenticate.ts';
import { limitRequest, type Limits } from './limits.ts';

/** What a call needs on its way to the engine. */
export interface RouteParts {
  readonly engine: Engine;
  readonly keys: KeyStore;
  readonly limits: Limits;
}

const callers = new WeakMap<FastifyRequest, Caller>();

/** Query parameters that are about the call and not part of its input. */
const CALL_SWITCHES = ['sync', 'dry_run'];
const CALL_FLAGS = [...CALL_SWITCHES, 'max_age', 'detail', 'fields'];
const FLAG_VALUES = ['true', '1', '', 'false', '0'];

/** One operation as a route: who calls is known before a body is read. */
export function serveOperation(app: FastifyInstance, parts: RouteParts, operation: Operation): void {
  app.route({
    method: operation.method,
    url: routeOf(operation.path),
    ...(operation.body_bytes === undefined ? {} : { bodyLimit: operation.body_bytes }),
    // Before the body is read: nobody without a key makes us read two megabytes.
    onRequest: async (request, reply) => {
      const caller = await authenticate(parts.keys, request.headers);
      noteKey(request, caller.key_id);
      await limitRequest(parts.limits, caller, request, reply);
      refuseCompressed(request);
      callers.set(request, caller);
    },
    handler: (request, reply) => answerOperation(parts, operation, request, reply),
  });
}

/** `/jobs/{id}` as Fastify writes it, below /api/v1. */
export function routeOf(path: string): string {
  return `/api/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

async function answerOperation(
  parts: RouteParts,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = callers.get(request);
  if (caller === undefined) throw new AppError('unauthenticated', 'No API key was sent.');
  requireReadable(operation, request);
  const gone = new AbortController();
  let isAnswered = false;
  reply.raw.once('close', () => {
    // Nobody hears of it once the answer is out, and an error costs its stack.
    if (!isAnswered) gone.abort(new AppError('unavailable', 'Nobody waits for the answer any more.'));
  });
  const call = callOf(request, caller, gone.signal);
  const answer = await execute(parts.engine, operation, inputOf(operation, request), call);
  isAnswered = true;
  const { form } = formOf(operation, request);
  sendHead(reply, answer);
  const { format } = fieldsOf(operation.method === 'GET' ? request.query : request.body);
  if (operation.csv !== undefined && format === 'csv' && answer.status === 200 && !call.dry_run) {
    return reply.header('content-type', 'text/csv; charset=utf-8').send(operation.csv(answer.body));
  }
  const body = answer.status === 202 ? answer.body : answerIn(answer.body, form);
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
}

function refuseCompressed(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('unsupported_media_type', `Compressed bodies (${encoding.slice(0, 40)}) are not supported.`, {
      fix: 'Send the body without Content-Encoding.',
    });
  }
}

/**
 * Refuses what would be passed over silently: a flag that is misspelt would run and charge what its caller only wanted
 * to try.
 */
function requireReadable(operation: Operation, request: FastifyRequest): void {
  const query = fieldsOf(request.query);
  const issues = CALL_SWITCHES.filter((name) => name in query && !FLAG_VALUES.includes(String(query[name]))).map(
    (path) => ({ path, message: 'must be true or false' }),
  );
  if ('max_age' in query && readMaxAge(query['max_age']) === undefined) {
    issues.push({ path: 'max_age', message: MAX_AGE_PROBLEM });
  }
  issues.push(...formOf(operation, request).issues);
  const unknown = operation.method === 'GET' ? [] : Object.keys(query).filter((name) => !CALL_FLAGS.includes(name));
  issues.push(
    ...unknown.slice(0, ISSUES_MAX).map((path) => ({ path: path.slice(0, 100), message: unknownFlag(path) })),
  );
  if (issues.length === 0) return;
  throw new AppError('invalid_input', `The query of ${operation.id} is not valid.`, {
    fix: 'Correct the query string, and send fields in the body. Nothing was charged.',
    issues,
  });
}

const ISSUES_MAX = 20;

function unknownFlag(name: string): string {
  const meant = nearest(name, CALL_FLAGS);
  return meant === undefined ? `is unknown; use ${CALL_FLAGS.join(', ')}` : `did you mean ${meant}?`;
}

function callOf(request: FastifyRequest, caller: Caller, signal: AbortSignal): Call {
  return {
    caller,
    request_id: request.id,
    // Only the operator at the command line has no key of the workspace.
    transport: caller.key_id === undefined ? 'cli' : 'rest',
    ...attribution(request.headers, caller),
    dry_run: flag(request, 'dry_run'),
    max_age_s: readMaxAge(fieldsOf(request.query)['max_age']),
    mode: modeOf(request),
    keeps_answer: fieldsOf(request.query)['detail'] === 'brief',
    idempotency_key: idempotencyKey(request),
    signal,
  };
}

/** The form that the query asks for, and what is wrong with it. */
function formOf(
  operation: Operation,
  request: FastifyRequest,
): { readonly form: AnswerForm; readonly issues: readonly InputIssue[] } {
  const query = fieldsOf(request.query);
  const detail = readDetail(query['detail'] ?? 'full');
  const { fields, problem } = readFields(query['fields'], operation);
  return {
    form: { detail: detail ?? 'full', fields },
    issues: [
      ...(detail === undefined ? [{ path: 'detail', message: DETAIL_PROBLEM }] : []),
      ...(problem === undefined ? [] : [problem]),
    ],
  };
}

function inputOf(operation: Operation, request: FastifyRequest): unknown {
  const query = Object.entries(fieldsOf(request.query)).filter(([name]) => !CALL_FLAGS.includes(name));
  return readRequestInput(operation, {
    path: fieldsOf(request.params),
    query: Object.fromEntries(query),
    body: request.body,
  });
}

function sendHead(reply: FastifyReply, { status, body, replayed }: Reply): void {
  if (replayed) void reply.header('idempotent-replayed', 'true');
  if (status === 202) {
    const url: unknown = body['status_url'];
    if (typeof url === 'string') void reply.header('location', url);
    void reply.header('retry-after', '2');
  }
  const { charged, balance } = fieldsOf(fieldsOf(body['meta'])['credits']);
  if (typeof charged === 'number') void reply.header('x-credits-charged', String(charged));
  if (typeof balance === 'number') void reply.header('x-credits-remaining', String(balance));
  void reply.code(status);
}

/** RFC 7240 `Prefer: respond-async` asks for a job, `sync=true` for the answer itself. */
function modeOf(request: FastifyRequest): Call['mode'] {
  const { prefer } = request.headers;
  const preferences = [prefer ?? ''].flat().flatMap((line) => line.split(','));
  if (preferences.some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))) return 'async';
  return flag(request, 'sync') ? 'sync' : 'default';
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  // The draft standard writes the key as a quoted string; most clients send it bare.
  const key = String(given)
    .trim()
    .replace(/^"(.*)"$/, '$1');
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key;
  const message = 'must be 1 to 255 printable ASCII characters';
  throw new AppError('invalid_input', 'The header Idempotency-Key is not valid.', {
    fix: 'Send a UUID or another value that is new for each intended call.',
    issues: [{ path: 'Idempotency-Key', message }],
  });
}

/** Query strings, path parameters and parts of answers as fields; Fastify gives plain objects. */
function flag(request: FastifyRequest, name: string): boolean {
  const value = fieldsOf(request.query)[name];
  return value === 'true' || value === '1' || value === '';
}
