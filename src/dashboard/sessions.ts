import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/errors.ts';
import type { DashboardUser, DashboardUsers } from '../ports/dashboard.ts';
import { hashOf, newToken } from './tokens.ts';

const SESSION_MS = 14 * 86_400_000;
const PLAIN_NAME = 'seamark_session';
/** Browsers take a cookie of such a name only over https, from this very host. */
const SECURE_NAME = '__Host-seamark_session';
const TOKEN_FORM = /^[0-9A-Za-z]{40}$/;

/** Sessions of the dashboard: a random token in a cookie that scripts cannot read, its hash in the store. */
export class Sessions {
  readonly #users: DashboardUsers;

  constructor(users: DashboardUsers) {
    this.#users = users;
  }

  /** Always under a new token, so that nobody can plant one that they know. What the browser had before is ended. */
  async open(user: DashboardUser, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#closeOld(request);
    const token = newToken();
    await this.#users.openSession(user.id, hashOf(token), sessionEnd());
    setCookie(request, reply, token);
  }

  async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#closeOld(request);
    setCookie(request, reply, undefined);
  }

  /** Who sends the request. The browser keeps the cookie as long as the session slides. @throws AppError unauthenticated */
  async require(request: FastifyRequest, reply: FastifyReply): Promise<DashboardUser> {
    const token = tokenOf(request);
    const user = token === undefined ? undefined : await this.#users.useSession(hashOf(token), sessionEnd());
    if (user === undefined || token === undefined) {
      throw new AppError('unauthenticated', 'You are not logged in, or your session has expired.', {
        title: 'You are not logged in.',
        fix: 'Log in at /dashboard/login.',
      });
    }
    if (request.url.endsWith('/me')) setCookie(request, reply, token);
    return user;
  }

  /** The session looks into that workspace from its next request on; undefined for its user's own. */
  async lookInto(request: FastifyRequest, workspaceId: string | undefined): Promise<void> {
    const token = tokenOf(request);
    if (token !== undefined) await this.#users.lookInto(hashOf(token), workspaceId);
  }

  /** False for a workspace that is none of the user's. */
  async switchTo(request: FastifyRequest, workspaceId: string): Promise<boolean> {
    const token = tokenOf(request);
    return token !== undefined && this.#users.switchTo(hashOf(token), workspaceId);
  }

  /** Who sends the request; undefined for somebody who is not logged in. */
  async find(request: FastifyRequest): Promise<DashboardUser | undefined> {
    const token = tokenOf(request);
    return token === undefined ? undefined : this.#users.useSession(hashOf(token), sessionEnd());
  }

  /** Whether the session of a request that is still being answered goes on. */
  async isOpen(request: FastifyRequest): Promise<boolean> {
    return (await this.find(request)) !== undefined;
  }

  async #closeOld(request: FastifyRequest): Promise<void> {
    const token = tokenOf(request);
    if (token !== undefined) await this.#users.closeSession(hashOf(token));
  }
}

function sessionEnd(): Date {
  return new Date(Date.now() + SESSION_MS);
}

/** The secure cookie wins; where the browser surely came over https, no other one is looked at. */
function tokenOf(request: FastifyRequest): string | undefined {
  const secure = cookieNamed(request, SECURE_NAME);
  const token = secure ?? (isSecure(request) ? undefined : cookieNamed(request, PLAIN_NAME));
  return token !== undefined && TOKEN_FORM.test(token) ? token : undefined;
}

function cookieNamed({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function setCookie(request: FastifyRequest, reply: FastifyReply, token: string | undefined): void {
  const secure = isSecure(request);
  const age_s = token === undefined ? 0 : SESSION_MS / 1000;
  const parts = [
    `${secure ? SECURE_NAME : PLAIN_NAME}=${token ?? ''}`,
    // A name with the prefix is refused with any other path.
    `Path=${secure ? '/' : '/dashboard'}`,
    `Max-Age=${age_s}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', parts.join('; '));
}

/**
 * Whether the browser came over https, where a proxy may have ended it before us.
 *
 * Origin names the scheme, and browsers send Sec-Fetch-Site only over https and to the machine itself. Whoever
 * makes these headers up does so for a cookie of their own.
 */
function isSecure({ headers, protocol, hostname }: FastifyRequest): boolean {
  if (protocol === 'https' || headers['x-forwarded-proto'] === 'https') return true;
  if (headers.origin !== undefined) return headers.origin.startsWith('https:');
  const isOwnMachine = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[?::1\]?)(?::\d+)?$/i.test(hostname);
  return headers['sec-fetch-site'] !== undefined && !isOwnMachine;
}
