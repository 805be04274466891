import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  type McpRequestContext,
  PerRequestHTTPServerTransport,
  SdkError,
  SdkErrorCode,
  type Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';

import type { Engine } from '../engine/engine.ts';
import type { Log } from '../kernel/log.ts';
import { AppError, secondsToRetry, toAppError } from '../kernel/errors.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';
import { authenticateAgent, challengeFor, requireKnownHost } from './admission.ts';
import { type ExchangeFacts, protocolServer } from './protocol.ts';
import type { Asked } from './selection.ts';
import type { Surface } from './surface.ts';
import { Surfaces } from './surfaces.ts';

export interface McpParts extends Omit<EndpointParts, 'surface' | 'log'> {
  readonly engine: Engine;
}

/** Client libraries commonly give up on a request after 60 s and drop the call with it: we answer before that. */
const WAIT_MS_MAX = 50_000;

/** The operations for agents: `/mcp`, and `/mcp/x/{toolset}` for a part of them. */
export async function serveMcp(app: FastifyInstance, { engine, ...parts }: McpParts): Promise<void> {
  const patient = { ...engine, inline_timeout_ms: Math.min(engine.inline_timeout_ms, WAIT_MS_MAX) };
  const surfaces = new Surfaces(patient);
  await serveEndpoint(app, {
    ...parts,
    log: engine.log,
    surface: (asked, caller) => surfaces.of(asked, caller),
  });
}

export interface EndpointParts {
  readonly keys: KeyStore;
  readonly log: Log;
  readonly version: string;
  /** What every request of a caller is held against, such as the requests a minute of its plan. */
  readonly admit: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Project and workflow that the caller books the request on, from its headers. */
  readonly attribution: (
    headers: FastifyRequest['headers'],
    caller: Caller,
  ) => Pick<ExchangeFacts, 'project_id' | 'workflow_id'>;
  /** Names under which clients reach the service, beside those of this machine. */
  readonly allowed_hosts: readonly string[] | undefined;
  /** Where a client without a key finds out how to log in; undefined where it cannot. */
  readonly metadata_url?: (request: FastifyRequest) => string | undefined;
  /** @throws AppError invalid_input for a choice that names what is not known */
  readonly surface: (asked: Asked, caller: Caller) => Surface;
}

interface Admitted {
  readonly facts: ExchangeFacts;
  readonly surface: Surface;
}

/** Streams of one service that wait for changes; nothing here changes, so they only cost. */
const SUBSCRIPTIONS_MAX = 100;

/**
 * `POST /mcp`, stateless: both eras of the protocol on one route. Who calls, from where and how often is settled before
 * a body is read.
 */
export async function serveEndpoint(app: FastifyInstance, parts: EndpointParts): Promise<void> {
  const served = new WeakMap<Request, Admitted>();
  const serverOf = (context: McpRequestContext): Server => {
    const admitted = context.requestInfo === undefined ? undefined : served.get(context.requestInfo);
    if (admitted === undefined) throw new Error('A request reached the protocol without being admitted.');
    return protocolServer({ ...admitted, log: parts.log, version: parts.version }, context.era);
  };
  const options = {
    legacy: 'reject',
    maxSubscriptions: SUBSCRIPTIONS_MAX,
    onerror: (error: Error) => parts.log.info({ err: error }, 'an MCP request was refused'),
  } as const;
  // Closing one cuts off what it serves: streams end as soon as the service stops, calls come to their answer.
  const calls = createMcpHandler(serverOf, options);
  const streams = createMcpHandler(serverOf, options);
  await app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError, request, reply) => refuse(parts, error, request, reply));
    const admitted = new WeakMap<FastifyRequest, Admitted>();
    for (const url of ['/mcp', '/mcp/x/:toolset']) {
      scope.post(url, {
        onRequest: async (request, reply) => void admitted.set(request, await admit(parts, request, reply)),
        handler: async (request, reply) => {
          const found = admitted.get(request);
          if (found === undefined) throw new AppError('unauthenticated', 'No API key was sent.');
          return exchange(request, reply, async (web, body) => {
            if (await isLegacyRequest(web, body)) {
              return answerLegacy(web, body, () =>
                protocolServer({ ...found, log: parts.log, version: parts.version }, 'legacy'),
              );
            }
            served.set(web, found);
            const handler = fieldsOf(body)['method'] === 'subscriptions/listen' ? streams : calls;
            return handler.fetch(web, { parsedBody: body });
          });
        },
      });
      scope.route({ method: ['GET', 'DELETE', 'PUT', 'PATCH'], url, exposeHeadRoute: false, handler: onlyPost });
    }
  });
  app.addHook('preClose', async () => streams.close());
  app.addHook('onClose', async () => calls.close());
}

async function admit(parts: EndpointParts, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> {
  requireKnownHost(request, parts.allowed_hosts ?? []);
  const caller = await authenticateAgent(parts.keys, request.headers);
  await parts.admit(caller, request, reply);
  const { toolset } = fieldsOf(request.params);
  const asked = {
    query: request.query,
    address: request.url,
    headers: request.headers,
    toolset: typeof toolset === 'string' ? toolset : undefined,
  };
  return {
    facts: { caller, request_id: request.id, ...parts.attribution(request.headers, caller) },
    surface: parts.surface(asked, caller),
  };
}

async function onlyPost(_request: FastifyRequest, reply: FastifyReply): Promise<never> {
  void reply.header('allow', 'POST');
  throw new AppError('method_not_allowed', 'The MCP endpoint keeps no sessions and opens no streams of its own.', {
    fix: 'Send every message with POST.',
  });
}

/** One message and its answer, between Fastify and the web's Request and Response that the protocol knows. */
async function exchange(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (web: Request, body: unknown) => Promise<Response>,
): Promise<FastifyReply> {
  const { body } = request;
  if (Array.isArray(body)) {
    throw new AppError('invalid_json', 'The protocol does not support message batches.', {
      fix: 'Send one message in each request.',
    });
  }
  const gone = new AbortController();
  let isAnswered = false;
  reply.raw.once('close', () => {
    if (!isAnswered) gone.abort();
  });
  const web = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: webHeaders(request),
    signal: gone.signal,
  });
  const response = await answer(web, body ?? null);
  for (const [name, value] of response.headers) if (name !== 'connection') void reply.header(name, value);
  void reply.code(response.status);
  if (response.body === null) {
    isAnswered = true;
    return reply.send();
  }
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    const answered = Buffer.from(await response.arrayBuffer());
    isAnswered = true;
    return reply.send(answered);
  }
  const stream = Readable.fromWeb(response.body);
  stream.once('end', () => (isAnswered = true));
  return reply.send(stream);
}

function webHeaders({ headers }: FastifyRequest): Headers {
  const web = new Headers();
  for (const name of PROTOCOL_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') web.set(name, value);
  }
  return web;
}

/** The headers that the protocol reads; it never sees keys. */
const PROTOCOL_HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
];

const CODES: Readonly<Record<string, number>> = { invalid_json: -32_700, internal: -32_603, invalid_input: -32_602 };
/** Any other refusal of the service: the range that JSON-RPC leaves to servers. */
const REFUSED = -32_000;

/** A refusal before the protocol began, in its form: a client shows the message, and a program reads the data. */
function refuse(
  { log, metadata_url }: EndpointParts,
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = refusalOf(thrown);
  logFailure(log, error, { request_id: request.id }, 'an MCP request failed');
  if (error.status === 401) {
    void reply.header('www-authenticate', challengeFor(request.headers, metadata_url?.(request)));
  }
  const wait_s = secondsToRetry(error);
  if (wait_s !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(wait_s));
  const { code, fix, issues, retryable } = error;
  const message = [error.message, ...issues.map((issue) => `${issue.path} ${issue.message}.`), fix ?? '']
    .filter((part) => part !== '')
    .join(' ');
  const data = { code, fix: fix ?? null, errors: issues, retryable, request_id: request.id };
  return reply
    .code(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: CODES[code] ?? REFUSED, message, data } }));
}

function refusalOf(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', 'The message is too large.', { fix: 'Send less data in one call.' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'The message is not marked as JSON.', {
        fix: 'Send Content-Type: application/json.',
      });
    default:
      break;
  }
  const isTheirs = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500;
  return isTheirs ? new AppError('invalid_json', error.message.slice(0, 200)) : toAppError(error);
}

const INVALID_REQUEST = -32_600;

/**
 * One message of a revision up to 2025-11-25, answered without a session.
 *
 * It uses the newer era's transport, which answers with JSON and streams only when there is progress to report. The older
 * revisions allow that too, and it costs half as much as a stream for each answer.
 */
async function answerLegacy(web: Request, body: unknown, serverOf: () => Server): Promise<Response> {
  // No state of earlier messages is kept, so there is nobody to notify.
  if (isJSONRPCNotification(body) || isJSONRPCResponse(body)) return new Response(null, { status: 202 });
  if (!isJSONRPCRequest(body)) return refusal(INVALID_REQUEST, 'The body is not a JSON-RPC 2.0 message.');
  const unknown = unknownVersion(web, body);
  if (unknown !== undefined) return refusal(REFUSED, unknown, body.id);
  const streams = web.headers.get('accept')?.includes('text/event-stream') === true;
  const transport = new PerRequestHTTPServerTransport({
    classification: { era: 'legacy' },
    responseMode: streams ? 'auto' : 'json',
  });
  await serverOf().connect(transport);
  try {
    const response = await transport.handleMessage(body, { request: web });
    // Clients of this era read 404 as a lost session, so a protocol error is an answer like any other.
    return response.status < 400 ? response : new Response(response.body, { status: 200, headers: response.headers });
  } catch (thrown) {
    if (thrown instanceof SdkError && thrown.code === SdkErrorCode.ConnectionClosed)
      return new Response(null, { status: 499 });
    throw thrown;
  }
}

/** A client that initializes names its version in the message. */
function unknownVersion({ headers }: Request, body: unknown): string | undefined {
  const version = headers.get('mcp-protocol-version');
  if (version === null || isInitializeRequest(body) || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined;
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  return `The protocol version ${version.slice(0, 40)} is not supported. Supported versions: ${known}.`;
}

function refusal(code: number, message: string, id: string | number | null = null): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status: 400 });
}
