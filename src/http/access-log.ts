import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Log } from '../kernel/log.ts';
import { routeTemplate } from './metrics.ts';

const keys = new WeakMap<FastifyRequest, string>();

/** Lets the line of a request name who made it, by the id of the key. */
export function noteKey(request: FastifyRequest, keyId: string | undefined): void {
  if (keyId !== undefined) keys.set(request, keyId);
}

/** Probes ask every few seconds; their lines would hide the others. */
const UNTOLD = ['/healthz', '/readyz', '/metrics'];

/**
 * One line for each request, when it has ended.
 *
 * It names the route and not the address: what callers put into paths and queries is theirs, and may be a secret.
 */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeTemplate(request);
    if (!UNTOLD.includes(route) || reply.statusCode >= 400) log.info(lineOf(request, reply), 'request');
  });
  app.addHook('onRequestAbort', async (request) => {
    const { id, method } = request;
    log.info({ request_id: id, method, route: routeTemplate(request) }, 'request aborted');
  });
}

/** The line of a request whose address cannot even be decoded: it comes to no route, and no hook sees it. */
export function logUndecodable(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => log.info(lineOf(request, reply), 'request'));
}

function lineOf(request: FastifyRequest, reply: FastifyReply): object {
  return {
    request_id: request.id,
    method: request.method,
    route: routeTemplate(request),
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    key: keys.get(request) ?? null,
    ip: request.ip,
  };
}
