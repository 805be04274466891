import type { FastifyInstance } from 'fastify';

import { originMatches } from '../kernel/origin.ts';
import type { KeyStore } from '../ports/accounts.ts';

const ALLOWED_HEADERS = 'content-type, x-api-key, x-project-id, x-workflow-id, idempotency-key, prefer, last-event-id';
const EXPOSED_HEADERS =
  'x-request-id, retry-after, location, ratelimit, ratelimit-policy, x-credits-charged, x-credits-remaining, idempotent-replayed';

/**
 * Cross-origin requests, for the origins that some key allows and no others.
 *
 * A preflight carries no key, so it is answered for every origin on the list of a living key; the request
 * that follows is then held against the list of its own key.
 */
export function allowCrossOrigin(app: FastifyInstance, keys: KeyStore): void {
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
