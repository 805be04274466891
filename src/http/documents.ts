import { createHash } from 'node:crypto';

import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { stringify } from 'yaml';

import { openApiOf } from './openapi.ts';
import type { ServerParts } from './server.ts';

/** The viewer draws its styles at run time; everything else comes from this service and nowhere else. */
const VIEWER_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The contract for machines (/openapi.yaml, /openapi.json) and for people (/docs), without a key. */
export async function serveDocuments(app: FastifyInstance, parts: ServerParts): Promise<void> {
  const document = openApiOf({ operations: parts.engine.operations.values(), version: parts.version });
  serveText(app, '/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document));
  serveText(
    app,
    '/openapi.yaml',
    'application/yaml; charset=utf-8',
    stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
  );
  app.get('/', async (_request, reply) => reply.redirect('/docs', 302));
  await app.register(reference, {
    routePrefix: '/docs',
    logLevel: 'silent',
    hooks: {
      onRequest: (_request, reply, done) => {
        void reply.header('content-security-policy', VIEWER_POLICY).header('referrer-policy', 'no-referrer');
        done();
      },
    },
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
}

function serveText(app: FastifyInstance, path: string, type: string, text: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  app.get(path, async (request, reply) => {
    void reply
      .header('etag', etag)
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.header('content-type', type).send(text);
  });
}
