import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '../kernel/errors.ts';
import type { Caller, KeyStore } from '../ports/accounts.ts';

/**
 * Refuses requests that a web page sends through a host name of its own that resolves here (DNS rebinding).
 *
 * It accepts the names of this machine, the address the connection came to and the operator's own names. An IP address
 * is safe: nobody can point one here.
 *
 * @throws AppError origin_not_allowed
 */
export function requireKnownHost(request: FastifyRequest, allowedHosts: readonly string[]): void {
  const host = hostnameOf(`http://${request.headers.host ?? ''}`);
  const known = [...LOOPBACK, ...allowedHosts.map((allowed) => hostnameOf(`http://${allowed}`) ?? allowed)];
  const isKnown = (name: string): boolean => known.includes(name) || name === addressOf(request.socket.localAddress);
  if (host === undefined || !isKnown(host)) {
    throw new AppError(
      'origin_not_allowed',
      `The Host ${quoted(request.headers.host)} does not belong to this service.`,
      {
        fix: 'Use the address that the service listens on, or set SEAMARK_PUBLIC_URL to the address that clients use.',
      },
    );
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = hostnameOf(origin);
  if (from !== undefined && isKnown(from)) return;
  throw new AppError('origin_not_allowed', `The Origin ${quoted(origin)} does not belong to this service.`, {
    fix: 'Call from a program, which sends no Origin header, or from a page of this service.',
  });
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

function hostnameOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed === null || parsed.hostname === '' ? undefined : parsed.hostname;
}

/** As URLs write it. */
function addressOf(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const plain = address.replace(/^::ffff:/, '');
  return plain.includes(':') ? `[${plain}]` : plain;
}

function quoted(header: string | undefined): string {
  return `"${(header ?? '').slice(0, 100)}"`;
}

/**
 * The challenge for a client without a working key. It names no authorization server: there is none, and a client that
 * saw one would start a login.
 */
export const CHALLENGE =
  'Bearer realm="mcp", error="invalid_token", error_description="Send your sk_live_ key as Authorization: Bearer"';

const FIX_KEY =
  'Send Authorization: Bearer sk_live_… or x-api-key: sk_live_…. Make a key with `seamark keys create NAME`.';

/**
 * Who calls, from `Authorization: Bearer` or `x-api-key`.
 *
 * @throws AppError unauthenticated; origin_not_allowed for a key that is restricted to domains
 */
export async function authenticateAgent(keys: KeyStore, headers: IncomingHttpHeaders): Promise<Caller> {
  const key = keyOf(headers);
  const caller = await keys.find(key);
  if (caller === undefined) {
    throw new AppError('unauthenticated', 'The API key is unknown, expired or revoked.', { fix: FIX_KEY });
  }
  if (caller.allowed_domains.length > 0) {
    const domains = caller.allowed_domains.slice(0, 5).join(', ');
    throw new AppError(
      'origin_not_allowed',
      `The key "${caller.key_name}" is restricted to pages on ${domains}, and agents do not call from a web page.`,
      { fix: 'Use a key without allowed domains for MCP.' },
    );
  }
  return caller;
}

function keyOf(headers: IncomingHttpHeaders): string {
  const { authorization } = headers;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const given = bearer ?? [headers['x-api-key'] ?? ''].flat()[0];
  if (given !== undefined && given !== '') return given;
  const detail =
    authorization === undefined ? 'No API key was sent.' : 'The Authorization header contains no Bearer key.';
  throw new AppError('unauthenticated', detail, { fix: FIX_KEY });
}
