import { createHash } from 'node:crypto';

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { newAccessToken } from '../kernel/api-key.ts';
import { AppError, toAppError } from '../kernel/errors.ts';
import { escapeHtml } from '../kernel/escape-html.ts';
import { logFailure } from '../kernel/failure-log.ts';
import { randomBase62 } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { RateLimiter, RateRule } from '../ports/limits.ts';
import type { TokenPair } from '../ports/oauth.ts';
import { readAuthorization, RefusedAtClient } from './authorize.ts';
import { issuerOf, resourceOf } from './base.ts';
import { type ClientParts, registerClient } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { SCOPES } from './scopes.ts';

/**
 * The authorization server for programs that connect to /mcp by themselves: public clients, the code flow with PKCE, and
 * rotating refresh tokens. Nothing else of OAuth or OpenID is here.
 */
export interface OAuthParts extends ClientParts {
  readonly public_url: string | undefined;
  readonly limiter: RateLimiter;
  readonly log: Log;
}

const BODY_BYTES_MAX = 16 * 1024;
const ACCESS_S = 3600;
/** Hosted programs send the calls of many people from few addresses. */
const BY_ADDRESS: RateRule = { per_minute: 300 };

export async function serveOAuth(app: FastifyInstance, parts: OAuthParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES_MAX },
      (_request, body, done) => done(null, formOf(String(body))),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) => answerFailure(parts, error, request, reply));
    serveMetadata(scope, parts);
    serveTokens(scope, parts);
    scope.get('/oauth/authorize', async (request, reply) => {
      const issuer = requireIssuer(parts, request);
      try {
        await readAuthorization(parts, issuer, request.query);
      } catch (thrown) {
        if (thrown instanceof RefusedAtClient) return reply.redirect(thrown.address, 302);
        if (thrown instanceof OAuthError) return sendPage(reply, thrown.message);
        throw thrown;
      }
      const query = request.url.slice(request.url.indexOf('?'));
      return reply.redirect(`/dashboard/connect${query}`, 302);
    });
    // Some programs listen at this very address for their answer, and cannot where Seamark runs on the same machine.
    scope.get('/callback', async (_request, reply) =>
      sendPage(
        reply,
        'An app asked to be called back at the port that Seamark itself uses, so its answer came here. Start Seamark on another port, or connect the app with an API key.',
      ),
    );
  });
}

function serveMetadata(app: FastifyInstance, parts: OAuthParts): void {
  const resource = async (request: FastifyRequest, reply: FastifyReply) => {
    const issuer = requireIssuer(parts, request);
    openToPages(reply);
    return {
      resource: resourceOf(issuer),
      resource_name: 'Seamark',
      authorization_servers: [issuer],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
    };
  };
  for (const path of ['', '/mcp', '/mcp/x/:toolset']) {
    app.get(`/.well-known/oauth-protected-resource${path}`, resource);
  }
  app.get('/.well-known/oauth-authorization-server', async (request, reply) => {
    const issuer = requireIssuer(parts, request);
    openToPages(reply);
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      ...(parts.registration === 'open' ? { registration_endpoint: `${issuer}/oauth/register` } : {}),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: SCOPES,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${issuer}/docs/mcp`,
    };
  });
}

const CodeForm = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string().max(200),
  redirect_uri: z.string().max(2000),
  client_id: z.string().max(2000),
  code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
  resource: z.string().max(2000).optional(),
});
const RefreshForm = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string().max(200),
  client_id: z.string().max(2000),
});
const RevokeForm = z.object({ token: z.string().max(200), client_id: z.string().max(2000) });

function serveTokens(app: FastifyInstance, parts: OAuthParts): void {
  const options = { bodyLimit: BODY_BYTES_MAX };
  app.post('/oauth/register', options, async (request, reply) => {
    requireIssuer(parts, request);
    if (parts.registration !== 'open') {
      throw new AppError('not_found', 'Apps cannot register here.', {
        fix: 'Connect an app that has a document at its own URL, or use an API key.',
      });
    }
    openToPages(reply);
    await requireTurn(parts, request);
    const { id, name, redirect_uris } = await registerClient(parts, request.body, request.ip);
    return reply.code(201).send({
      client_id: id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: name,
      redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: SCOPES.join(' '),
    });
  });

  app.post('/oauth/token', options, async (request, reply) => {
    const issuer = requireIssuer(parts, request);
    openToPages(reply);
    await requireTurn(parts, request);
    const tokens = { access_token: newAccessToken(), refresh_token: randomBase62(40) };
    const hashes = { access_hash: hashOf(tokens.access_token), refresh_hash: hashOf(tokens.refresh_token) };
    const { scope } = await grantedBy(parts, issuer, request.body, hashes);
    void reply.header('pragma', 'no-cache');
    return { ...tokens, token_type: 'Bearer', expires_in: ACCESS_S, scope };
  });

  app.post('/oauth/revoke', options, async (request, reply) => {
    requireIssuer(parts, request);
    openToPages(reply);
    await requireTurn(parts, request);
    const { token, client_id } = read(RevokeForm, request.body);
    await parts.store.revokeToken(hashOf(token), client_id);
    return {};
  });

  for (const path of ['register', 'token', 'revoke']) {
    app.options(`/oauth/${path}`, async (_request, reply) => {
      openToPages(reply);
      return reply
        .header('access-control-allow-methods', 'POST')
        .header('access-control-allow-headers', 'content-type, mcp-protocol-version')
        .code(204)
        .send();
    });
  }
}

async function grantedBy(
  { store }: OAuthParts,
  issuer: string,
  body: unknown,
  tokens: TokenPair,
): Promise<{ readonly scope: string }> {
  const { grant_type } = z.object({ grant_type: z.string() }).safeParse(body).data ?? {};
  const clientId = z.object({ client_id: z.string().max(2000) }).safeParse(body).data?.client_id;
  // A client that is gone registers again when it reads this, and would ask for ever otherwise.
  const isKnown =
    clientId !== undefined && (clientId.startsWith('https://') || (await store.findClient(clientId)) !== undefined);
  if (!isKnown) throw new OAuthError('invalid_client', 'The client is not known.');
  if (grant_type === 'refresh_token') {
    const { refresh_token, client_id } = read(RefreshForm, body);
    return granted(await store.refresh(hashOf(refresh_token), client_id, tokens));
  }
  if (grant_type !== 'authorization_code') {
    throw new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are supported.');
  }
  const { code, redirect_uri, client_id, code_verifier, resource } = read(CodeForm, body);
  const exchange = {
    code_hash: hashOf(code),
    client_id,
    redirect_uri,
    challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    resource: resource?.startsWith(resourceOf(issuer)) === true ? resourceOf(issuer) : resource,
  };
  return granted(await store.redeemCode(exchange, tokens));
}

function granted<Scope>(answer: Scope | undefined): Scope {
  if (answer !== undefined) return answer;
  throw new OAuthError('invalid_grant', 'The code or token is unknown, expired, used or revoked.');
}

function read<Form extends z.ZodType>(form: Form, body: unknown): z.output<Form> {
  const parsed = form.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new OAuthError('invalid_request', `The parameter ${String(parsed.error.issues[0]?.path[0])} is not valid.`);
}

/** A parameter that is sent twice is refused with the form, as it must be: it has no single value. */
function formOf(body: string): Record<string, string | readonly string[]> {
  const fields = new Map<string, string | readonly string[]>();
  for (const [name, value] of new URLSearchParams(body)) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(fields);
}

function requireIssuer({ public_url }: OAuthParts, request: FastifyRequest): string {
  const issuer = issuerOf(public_url, request);
  if (issuer !== undefined) return issuer;
  throw new AppError('not_found', 'Apps cannot connect by OAuth at this address.', {
    fix: 'Set SEAMARK_PUBLIC_URL to the https address of the service, or connect with an API key.',
  });
}

async function requireTurn({ limiter }: OAuthParts, request: FastifyRequest): Promise<void> {
  const { allowed, retry_after_s } = await limiter.take(`oauth:${request.ip}`, BY_ADDRESS);
  if (allowed) return;
  throw new AppError('rate_limited', 'Too many requests came from this address.', {
    title: 'Too many requests.',
    fix: `Wait ${retry_after_s} s.`,
  });
}

function openToPages(reply: FastifyReply): void {
  // Inspectors in a browser read these; no cookie is taken here.
  void reply.header('access-control-allow-origin', '*');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

async function answerFailure(
  { log }: OAuthParts,
  error: FastifyError | OAuthError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof OAuthError) {
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  }
  const told = unreadable(error) ?? toAppError(error);
  logFailure(log, told, { request_id: request.id }, 'a request for OAuth failed');
  const code = told.status >= 500 ? 'temporarily_unavailable' : 'invalid_request';
  return reply.code(told.status).send({ error: code, error_description: `${told.message} ${told.fix ?? ''}`.trim() });
}

function unreadable({ code, statusCode, message }: FastifyError): AppError | undefined {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload_too_large', 'The body is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('unsupported_media_type', 'The body has to be a form, or JSON for a registration.');
  }
  return statusCode !== undefined && statusCode < 500
    ? new AppError('invalid_request', message.slice(0, 200))
    : undefined;
}

function sendPage(reply: FastifyReply, message: string): FastifyReply {
  return reply
    .code(400)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Seamark: the app cannot be connected</title><h1>The app cannot be connected</h1><p>${escapeHtml(message)}</p></html>`,
    );
}
