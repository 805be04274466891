import { createHash } from 'node:crypto';

import Fastify, { type FastifyInstance } from 'fastify';

import type { Operation } from '../contract/operation.ts';
import { once } from '../kernel/once.ts';
import { serveGuides } from './guide-routes.ts';
import { openApiOf } from './openapi.ts';

export interface Documented {
  readonly operations: Iterable<Operation>;
  readonly version: string;
}

/** The viewer draws its styles at run time; everything else comes from this service and nowhere else. */
const VIEWER_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The contract for machines (/openapi.yaml, /openapi.json) and for people (/docs/api), and the guides (/docs), without a key.
 *
 * Most services stop before anybody reads it, and writing it takes a third of the time of a start, as loading the
 * viewer takes a seventh. The first request for each of them pays for that.
 */
export function serveDocuments(app: FastifyInstance, { operations, version }: Documented): void {
  const document = once(() => openApiOf({ operations, version }));
  serveText(app, '/openapi.json', 'application/json; charset=utf-8', async () => JSON.stringify(document()));
  serveText(app, '/openapi.yaml', 'application/yaml; charset=utf-8', async () => {
    const { stringify } = await import('yaml');
    return stringify(document(), { aliasDuplicateObjects: false, lineWidth: 0 });
  });
  app.get('/', async (_request, reply) => reply.redirect('/dashboard', 302));
  serveGuides(app);
  const viewer = once(openViewer);
  for (const path of ['/docs/api/', '/docs/api/js/scalar.js']) {
    app.get(path, async (request, reply) => {
      const { statusCode, headers, rawPayload } = await (await viewer()).inject(request.url);
      if (headers.location !== undefined) void reply.header('location', headers.location);
      return reply
        .code(statusCode)
        .header('content-type', headers['content-type'])
        .header('content-security-policy', VIEWER_POLICY)
        .header('referrer-policy', 'no-referrer')
        .send(rawPayload);
    });
  }
}

/** A viewer that is asked inside this process: routes cannot be added to a server that listens already. */
async function openViewer(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const viewer = Fastify({ logger: false });
  await viewer.register(reference, {
    routePrefix: '/docs/api',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Seamark API',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      defaultOpenFirstTag: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return viewer;
}

function serveText(app: FastifyInstance, path: string, type: string, write: () => Promise<string>): void {
  const written = once(async () => {
    const text = await write();
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
  });
  app.get(path, async (request, reply) => {
    const { text, etag } = await written();
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', type).send(text);
  });
}
