import type { FastifyRequest } from 'fastify';

import { AppError } from '../kernel/errors.ts';

/** A page of another site cannot send this header without asking first, and nobody answers that question. */
const GUARD_HEADER = 'x-seamark-dashboard';

/**
 * Refuses requests that another site made the browser send.
 *
 * Browsers say where a request comes from in Sec-Fetch-Site (on https and localhost) and in Origin (with each
 * POST). A request that changes something must have one of them, and our own header as well.
 *
 * @throws AppError origin_not_allowed
 */
export function requireOwnPage({ method, headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign('another site');
  if (method === 'GET' || method === 'HEAD') return;
  const { origin } = headers;
  if (origin !== undefined && !isOwnHost(origin, headers.host, headers['x-forwarded-host'])) throw foreign(origin);
  if (site === undefined && origin === undefined)
    throw foreign('outside the dashboard: it has neither Origin nor Sec-Fetch-Site');
  if (headers[GUARD_HEADER] === undefined)
    throw foreign(`outside the dashboard: the header ${GUARD_HEADER} is missing`);
}

function isOwnHost(origin: string, ...hosts: readonly (string | string[] | undefined)[]): boolean {
  const from = URL.parse(origin)?.host;
  return from !== undefined && from !== '' && hosts.flat().includes(from);
}

function foreign(from: string): AppError {
  return new AppError('origin_not_allowed', `The request comes from ${from.slice(0, 200)}.`, {
    fix: 'Use the dashboard at its own URL. If it is behind a proxy, forward the Host header. Programs use /api/v1 and a key.',
  });
}
