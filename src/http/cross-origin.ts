import type { FastifyInstance } from 'fastify';

import type { KeyStore } from '../ports/accounts.ts';
import { originMatches } from './authenticate.ts';

const FRESH_MS = 2000;
const ALLOWED_HEADERS = 'content-type, x-api-key, x-project-id, x-workflow-id';

/**
 * Cross-origin requests, for the origins that some key allows and no others.
 *
 * A preflight carries no key, so it is answered for every origin on the list of a living key; the request
 * that follows is then held against the list of its own key.
 */
export function allowCrossOrigin(app: FastifyInstance, keys: KeyStore): void {
  let known: { readonly at: number; readonly domains: readonly string[] } = {
    at: Number.NEGATIVE_INFINITY,
    domains: [],
  };
  const allowedDomains = async (): Promise<readonly string[]> => {
    if (performance.now() - known.at < FRESH_MS) return known.domains;
    const living = (await keys.list()).filter((key) => key.revoked_at === undefined);
    known = { at: performance.now(), domains: [...new Set(living.flatMap((key) => key.allowed_domains))] };
    return known.domains;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !request.url.startsWith('/api/')) return;
    void reply.header('vary', 'origin');
    const domains = await allowedDomains();
    if (!domains.some((allowed) => originMatches(origin, allowed))) return;
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', 'x-request-id, retry-after, location');
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
