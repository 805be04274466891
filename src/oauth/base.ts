import type { FastifyRequest } from 'fastify';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address under which clients know the service, without a closing slash; undefined where nobody can connect by OAuth.
 *
 * It comes from the settings, never from what a request says about itself. Without the setting only programs on this machine
 * can connect, under whichever of its names they use.
 */
export function issuerOf(
  publicUrl: string | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  if (publicUrl !== undefined) return publicIssuer(publicUrl);
  const asked = URL.parse(`http://${headers.host ?? ''}`);
  return asked !== null && LOOPBACK.has(asked.hostname) && asked.username === '' ? asked.origin : undefined;
}

/** The same for the address in the settings; undefined where it is neither https nor of this machine. */
export function publicIssuer(publicUrl: string): string | undefined {
  const url = URL.parse(publicUrl);
  if (url === null || !(url.protocol === 'https:' || LOOPBACK.has(url.hostname))) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The one resource that tokens are for, whatever choice of tools a client asks for. */
export function resourceOf(issuer: string): string {
  return `${issuer}/mcp`;
}

/** Where a client finds out who gives tokens for the resource (RFC 9728). */
export function metadataUrlOf(issuer: string | undefined): string | undefined {
  return issuer === undefined ? undefined : `${issuer}/.well-known/oauth-protected-resource/mcp`;
}
