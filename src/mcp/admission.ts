import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';

import { AppError } from '../kernel/errors.ts';
import { isMeantAsToken } from '../kernel/key-form.ts';
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
 * The challenge for a client whose key does not work. It names no authorization server: whoever mistyped a key is not to
 * be sent into a login.
 */
const CHALLENGE =
  'Bearer realm="mcp", error="invalid_token", error_description="Send your sk_live_ key as Authorization: Bearer"';

/** What 401 tells a client to do; `metadataUrl` is where it finds out how to log in, if it can. */
export function challengeFor(headers: IncomingHttpHeaders, metadataUrl: string | undefined): string {
  if (metadataUrl === undefined) return CHALLENGE;
  const given = givenKey(headers);
  if (given === undefined && headers.authorization === undefined) {
    return `Bearer resource_metadata="${metadataUrl}", scope="read"`;
  }
  if (given === undefined || !isMeantAsToken(given)) return CHALLENGE;
  return `Bearer error="invalid_token", error_description="The access token has expired or was revoked", resource_metadata="${metadataUrl}"`;
}

const FIX_KEY =
  'Send Authorization: Bearer sk_live_… or x-api-key: sk_live_…. Make a key with `seamark keys create NAME`.';

/**
 * Who calls, from `Authorization: Bearer` or `x-api-key`: a key, or the access token of a connected program.
 *
 * @throws AppError unauthenticated; origin_not_allowed for a key that is restricted to domains
 */
export async function authenticateAgent(keys: KeyStore, headers: IncomingHttpHeaders): Promise<Caller> {
  const key = keyOf(headers);
  const isToken = isMeantAsToken(key);
  const caller = await (isToken ? keys.findToken(key) : keys.find(key));
  if (caller === undefined) {
    const what = isToken ? 'access token' : 'API key';
    throw new AppError('unauthenticated', `The ${what} is unknown, expired or revoked.`, { fix: FIX_KEY });
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
  const given = givenKey(headers);
  if (given !== undefined) return given;
  const detail =
    headers.authorization === undefined ? 'No API key was sent.' : 'The Authorization header contains no Bearer key.';
  throw new AppError('unauthenticated', detail, { fix: FIX_KEY });
}

function givenKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ?? ([headers['x-api-key'] ?? ''].flat()[0] || undefined);
}
