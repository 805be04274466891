import { isUtf8 } from 'node:buffer';

import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';

import type { ReadableMetrics } from '../engine/metrics.ts';
import { planNamed } from '../engine/plans.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { newId } from '../kernel/ids.ts';
import { originMatches } from '../kernel/origin.ts';
import { withinRequest } from '../kernel/request-scope.ts';
import { nearest } from '../kernel/similarity.ts';
import type { KeyStore } from '../ports/accounts.ts';
import { logRequests, logUndecodable, noteKey } from './access-log.ts';
import { serveDocuments } from './documents.ts';
import { serveJobEvents } from './job-events.ts';
import { giveBackRefused, limitFailedKeys, limitRequest } from './limits.ts';
import { type MetricsAccess, serveMetrics } from './metrics.ts';
import { trackOpen } from './open-requests.ts';
import { routeOf, type RouteParts, serveOperation } from './operation-route.ts';
import { sendProblem } from './problem.ts';
import { answerUnreadable, refusalOf } from './unreadable.ts';

export interface ServerParts extends RouteParts {
  readonly metrics: ReadableMetrics;
  readonly metrics_access: MetricsAccess;
  /** Largest request body in bytes. */
  readonly body_bytes_max: number;
  /** Resolves when the databases answer; rejects with what is wrong. */
  readonly ready: () => Promise<void>;
  readonly version: string;
  /** Tells this start of the service from every other, so that nobody takes another one at its address for it. */
  readonly instance: string;
  /** Networks of proxies whose word on a caller's address counts. */
  readonly trust_proxy?: readonly string[];
  /** Adds what is no part of the interface, such as the dashboard. */
  readonly extend: (app: FastifyInstance) => Promise<void>;
}

/** REST over the registry: every operation is a route, and every failure a problem document. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: parts.body_bytes_max,
    genReqId: () => newId('req'),
    trustProxy: parts.trust_proxy === undefined || parts.trust_proxy.length === 0 ? false : [...parts.trust_proxy],
    logger: false,
    // A slow client may not hold a connection open for ever while it sends its headers or its body.
    requestTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: answerUnreadable,
    // A path that cannot even be decoded never comes to a route or to the handlers below.
    frameworkErrors: (error, request, reply) => {
      logUndecodable(parts.engine.log, request, reply);
      void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
      void sendProblem(reply, transportError(error, parts, request.id), request.id);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(decode(Buffer.from(body))));
    } catch (thrown) {
      done(toAppError(thrown), undefined);
    }
  });
  app.addHook('onRequest', (request, _reply, done) => withinRequest(request.id, done));
  // A body arrives in the scope of its connection, and what follows would stay there.
  app.addHook('preValidation', (request, _reply, done) => withinRequest(request.id, done));
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
    // Answers are paid for and private; what may be kept says so itself.
    void reply.header('cache-control', 'no-store');
    refuseSecondHost(request);
    refuseUndecodableQuery(request);
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const told = await limitFailedKeys(parts.limits, transportError(error, parts, request.id), request, reply);
    return sendProblem(reply, told, request.id);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(reply, noRoute(parts, request), request.id));

  trackOpen(app);
  logRequests(app, parts.engine.log);
  serveMetrics(app, parts.metrics, parts.metrics_access);
  giveBackRefused(app, parts.limits);
  allowCrossOrigin(app, parts.keys);
  serveHealth(app, parts);
  serveDocuments(app, { operations: parts.engine.operations.values(), version: parts.version });
  for (const operation of parts.engine.operations.values()) serveOperation(app, parts, operation);
  serveJobEvents(app, {
    keys: parts.keys,
    jobs: parts.engine.account.jobs,
    log: parts.engine.log,
    admit: async (caller, request, reply) => {
      noteKey(request, caller.key_id);
      await limitRequest(parts.limits, caller, request, reply);
    },
    streams_max: (caller) => planNamed(parts.limits.plans, caller.plan).event_streams,
  });
  refuseOtherMethods(app, parts);
  await parts.extend(app);
  return app;
}

/** Beyond any input of ours, and far below what would fill the stack of whoever walks through it. */
const DEPTH_MAX = 100;

function isDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH && isText) at += 1;
    else if (code === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}

const [BACKSLASH, QUOTE, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5c, 0x22, 0x5b, 0x5d, 0x7b, 0x7d];

/** Bytes that are no UTF-8 would be stored as replacement characters, and nobody would know. */
function decode(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8').replace(/^\uFEFF/, '');
  throw new AppError('invalid_json', 'The body is not valid UTF-8.', { fix: 'Encode the body as UTF-8.' });
}

/** Whoever stands in front may have read the other one (RFC 9112, 3.2). */
function refuseSecondHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length < 2) return;
  throw new AppError('invalid_request', 'The request has more than one Host header.', { fix: 'Send one Host header.' });
}

/** A percent-encoding that is no UTF-8 would be read as other text than was meant. */
function refuseUndecodableQuery({ url }: FastifyRequest): void {
  const at = url.indexOf('?');
  if (at === -1) return;
  for (const [bytes] of url.slice(at).matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (isUtf8(Buffer.from(bytes.replaceAll('%', ''), 'hex'))) continue;
    throw new AppError('invalid_request', 'The query string is not valid UTF-8.', {
      fix: 'Encode the query string as UTF-8, as encodeURIComponent does.',
    });
  }
}

function parseJson(text: string): unknown {
  try {
    if (isDeep(text)) throw new Error(`more than ${DEPTH_MAX} nested levels`);
    // A key named __proto__ stays plain data: nothing is merged by key anywhere behind this.
    return JSON.parse(text);
  } catch (thrown) {
    throw new AppError(
      'invalid_json',
      `The body is not valid JSON: ${thrown instanceof Error ? thrown.message.slice(0, 200) : 'it cannot be read'}.`,
      {
        fix: 'Send one JSON object with Content-Type: application/json.',
      },
    );
  }
}

function transportError(error: FastifyError, parts: ServerParts, request_id: string): AppError {
  const refusal = error instanceof AppError ? undefined : refusalOf(error, parts.body_bytes_max);
  if (refusal !== undefined) return refusal;
  const told = toAppError(error);
  logFailure(parts.engine.log, told, { request_id }, 'a request failed outside an operation');
  return told;
}

function noRoute(parts: ServerParts, request: FastifyRequest): AppError {
  const path = request.url.split('?', 1)[0]?.slice(0, 200) ?? '';
  const known = [...parts.engine.operations.values()].map((operation) => `/api/v1${operation.path}`);
  const meant = nearest(path, known);
  return new AppError('not_found', `There is nothing at ${path}.`, {
    fix: meant === undefined ? 'See /docs/api for all operations.' : `Did you mean ${meant}?`,
  });
}

/** Known paths asked with another method get 405 and what is allowed, not a 404 that hides them. */
function refuseOtherMethods(app: FastifyInstance, parts: ServerParts): void {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const byPath = Map.groupBy(parts.engine.operations.values(), (operation) => operation.path);
  for (const [path, operations] of byPath) {
    const allowed = operations.map((operation) => operation.method);
    app.route({
      method: methods.filter((method) => !allowed.some((known) => known === method)),
      url: routeOf(path),
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        void reply.header('allow', allowed.join(', '));
        throw new AppError('method_not_allowed', `${path} does not support ${request.method}.`, {
          fix: `Use ${allowed.join(' or ')}.`,
        });
      },
      handler: () => undefined,
    });
  }
}

function serveHealth(app: FastifyInstance, parts: ServerParts): void {
  app.get('/healthz', async () => ({ status: 'ok', version: parts.version, instance: parts.instance }));
  app.get('/readyz', async () => {
    await parts.ready();
    return { status: 'ready', version: parts.version };
  });
}

const ALLOWED_HEADERS = 'content-type, x-api-key, x-project-id, x-workflow-id, idempotency-key, prefer, last-event-id';
const EXPOSED_HEADERS =
  'x-request-id, retry-after, location, ratelimit, ratelimit-policy, x-credits-charged, x-credits-remaining, idempotent-replayed';

/**
 * Cross-origin requests, for the origins that some key allows and no others.
 *
 * A preflight carries no key, so it is answered for every origin on the list of a living key; the request
 * that follows is then held against the list of its own key.
 */
function allowCrossOrigin(app: FastifyInstance, keys: KeyStore): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !request.url.startsWith('/api/')) return;
    void reply.header('vary', 'origin');
    // Without the list the call goes on: its own key decides, and says so when the database is gone.
    const domains = await keys.allowedDomains().catch(() => []);
    if (!domains.some((allowed) => originMatches(origin, allowed))) return;
    void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', EXPOSED_HEADERS);
  });
  app.options('/api/*', async (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  );
}
