import type { FastifyRequest } from 'fastify';

import { AppError } from '../kernel/errors.ts';

/**
 * Refuses requests that a page has sent through a name of its own that leads here (DNS rebinding).
 *
 * Names of this machine, the address that the connection came to, and the operator's own names are right; an IP address
 * is no name that somebody could have pointed here.
 *
 * @throws AppError origin_not_allowed
 */
export function requireKnownHost(request: FastifyRequest, allowedHosts: readonly string[]): void {
  const host = hostnameOf(`http://${request.headers.host ?? ''}`);
  const known = [...LOOPBACK, ...allowedHosts.map((allowed) => hostnameOf(`http://${allowed}`) ?? allowed)];
  const isKnown = (name: string): boolean => known.includes(name) || name === addressOf(request.socket.localAddress);
  if (host === undefined || !isKnown(host)) {
    throw new AppError('origin_not_allowed', `The Host ${quoted(request.headers.host)} is not one of this service.`, {
      fix: 'Use the address that the service listens on, or set SEAMARK_PUBLIC_URL to the address that clients use.',
    });
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = hostnameOf(origin);
  if (from !== undefined && isKnown(from)) return;
  throw new AppError('origin_not_allowed', `The Origin ${quoted(origin)} is not one of this service.`, {
    fix: 'Call from a program, which sends no Origin, or from a page of this service.',
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
