import type { FastifyInstance, FastifyReply } from 'fastify';

import { AppError } from '../kernel/errors.ts';

const openOf = new WeakMap<FastifyInstance, Set<FastifyReply>>();

/** Keeps the requests of a server that are not answered yet. */
export function trackOpen(app: FastifyInstance): void {
  const open = new Set<FastifyReply>();
  openOf.set(app, open);
  app.addHook('onRequest', (_request, reply, done) => {
    open.add(reply);
    reply.raw.once('close', () => open.delete(reply));
    done();
  });
}

/** Answers every open request with 503, each in the form of its transport, and ends streams: the process ends before them. */
export function refuseOpen(app: FastifyInstance): void {
  for (const reply of openOf.get(app) ?? []) {
    if (reply.raw.headersSent) reply.raw.end();
    else if (!reply.sent) void reply.header('connection', 'close').send(stopping());
  }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The service is stopping.', { fix: 'Send the request again in a moment.' });
}
