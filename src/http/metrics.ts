import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { ReadableMetrics } from '../engine/metrics.ts';
import { AppError } from '../kernel/errors.ts';

export interface MetricsAccess {
  /** Whoever sends it may read; without one, this machine alone may. */
  readonly token: string | undefined;
}

/** GET /metrics, and every request counted by its route. Before other hooks, so that it sees how long they take. */
export function serveMetrics(app: FastifyInstance, metrics: ReadableMetrics, access: MetricsAccess): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest({
      method: request.method,
      route: routeTemplate(request),
      status: reply.statusCode,
      duration_ms: reply.elapsedTime,
    });
  });
  app.get('/metrics', async (request, reply) => {
    if (access.token === undefined) requireThisMachine(request);
    else requireToken(request, access.token, () => void reply.header('www-authenticate', 'Bearer realm="metrics"'));
    const { content_type, text } = await metrics.expose();
    return reply.header('content-type', content_type).header('cache-control', 'no-store').send(text);
  });
}

/** `/api/v1/jobs/:id`, or one word for everything that is no route: what strangers ask for makes no labels. */
export function routeTemplate(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

function requireToken(request: FastifyRequest, token: string, challenge: () => void): void {
  const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (sent !== undefined && timingSafeEqual(digest(sent), digest(token))) return;
  challenge();
  throw new AppError('unauthenticated', 'The metrics require the token in SEAMARK_METRICS_TOKEN.', {
    fix: 'Send Authorization: Bearer followed by that token.',
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A proxy on this machine is not this machine's operator, and neither is a page that a browser on it has open. */
function requireThisMachine(request: FastifyRequest): void {
  const isLocal = isLoopback(request.socket.remoteAddress ?? '') && isLoopbackHost(request.hostname);
  const isForwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
  if (isLocal && !isForwarded) return;
  throw new AppError('key_not_allowed_here', 'Without a token, only this machine can read the metrics.', {
    fix: 'Set SEAMARK_METRICS_TOKEN, and send it as Authorization: Bearer.',
  });
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\./.test(address) || address === '::1';
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}
