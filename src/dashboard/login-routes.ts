import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import type { RateRule } from '../ports/limits.ts';
import { Email, Password } from './access.ts';
import { DEMO_WORKSPACE } from '../ports/demo.ts';
import { check } from './check.ts';
import { mayUseDemo } from './demo-routes.ts';
import { hashPassword, PASSWORD_CHARACTERS_MAX, verifyPassword } from './password.ts';
import type { DashboardParts, DashboardScope } from './routes.ts';
import type { Sessions } from './sessions.ts';
import { hashOf } from './tokens.ts';
import type { EntryView, MeView } from './views.ts';
import { wire } from './wire.ts';

/** A whole office may log in from one address. */
const BY_ADDRESS: RateRule = { per_minute: 30 };
/** Guesses at one password from one address: a stranger's wrong ones leave its owner's address free. */
const BY_ACCOUNT_AND_ADDRESS: RateRule = { per_minute: 5 };
/** Guesses at one password, from however many addresses. */
const BY_ACCOUNT: RateRule = { per_minute: 60 };

const Login = z.strictObject({ email: z.string().max(320), password: z.string().max(PASSWORD_CHARACTERS_MAX) });
const Setup = z.strictObject({ token: z.string().max(100), email: Email, password: Password });
const Token = z.strictObject({ token: z.string().max(100) });
const PasswordChange = z.strictObject({
  current_password: z.string().max(PASSWORD_CHARACTERS_MAX),
  password: Password,
});

interface Entrance {
  readonly app: FastifyInstance;
  readonly parts: DashboardParts;
  readonly sessions: Sessions;
}

/** What can be asked by somebody who is not logged in yet. */
export function serveEntrance({ app, parts, sessions }: Entrance): void {
  const { users } = parts;
  app.get('/entry', async (): Promise<EntryView> => ({
    needs_setup: !(await users.hasUsers()),
    version: parts.version,
  }));

  app.post('/login', async (request, reply) => {
    const { email, password } = check(Login, request.body);
    await requireAttempts(parts, request, email);
    const login = await users.findByEmail(email.trim());
    const isRight = await verifyPassword(password, login?.password);
    if (login === undefined || !isRight) {
      parts.log.warn({ request_id: request.id, address: request.ip }, 'a login to the dashboard failed');
      throw wrongLogin();
    }
    await sessions.open(login, request, reply);
    parts.log.info({ request_id: request.id, user: login.id }, 'somebody logged in to the dashboard');
    return { user: publicUser(login) };
  });

  app.post('/setup/check', async (request) => {
    const { token } = check(Token, request.body);
    await requireAttempts(parts, request, undefined);
    if (!(await users.isSetup(hashOf(token)))) throw setupOver();
    return { valid: true };
  });

  app.post('/setup', async (request, reply) => {
    const { token, email, password } = check(Setup, request.body);
    await requireAttempts(parts, request, undefined);
    const hash = hashOf(token);
    // Nobody without a token may make us hash.
    const user = (await users.isSetup(hash))
      ? await users.createBySetup(hash, { email, password: await hashPassword(password) })
      : undefined;
    if (user === undefined) throw setupOver();
    await sessions.open(user, request, reply);
    parts.log.info({ request_id: request.id, user: user.id }, 'the first user of the dashboard was made');
    return reply.code(201).send({ user: publicUser(user) });
  });

  app.post('/logout', async (request, reply) => {
    await sessions.close(request, reply);
    return { logged_out: true };
  });
}

export function serveAccount({ app, parts, userOf }: DashboardScope, sessions: Sessions): void {
  app.get('/me', async (request): Promise<MeView> => ({
    user: publicUser(userOf(request)),
    ...(await placeOf(parts, userOf(request))),
    version: parts.version,
    can_print: parts.printer !== undefined,
    sending: parts.sending,
    demo: {
      is_inside:
        userOf(request).workspace_id === DEMO_WORKSPACE && userOf(request).home_workspace_id !== DEMO_WORKSPACE,
      may_use: await mayUseDemo(parts, userOf(request)),
    },
    operations: parts.operations.map(({ id, title, description, group, is_account, price_rule }) => ({
      id,
      title,
      summary: description.split('. ', 1)[0]?.replace(/\.?$/, '.') ?? '',
      group,
      is_account,
      price_rule,
    })),
  }));

  app.post('/password', async (request, reply) => {
    const { current_password, password } = check(PasswordChange, request.body);
    const user = userOf(request);
    await requireAttempts(parts, request, user.email);
    const login = await parts.users.findById(user.id);
    if (!(await verifyPassword(current_password, login?.password))) {
      throw new AppError('invalid_input', 'The current password is incorrect.', {
        fix: 'Enter the password you logged in with.',
        issues: [{ path: 'current_password', message: 'is incorrect' }],
      });
    }
    await parts.users.setPassword(user.id, await hashPassword(password));
    await sessions.open(user, request, reply);
    return { changed: true };
  });
}

/** Where the session is, where else it may go, and whom to ask for what the user may not do. */
async function placeOf(
  { users, account, keys }: DashboardParts,
  { id, workspace_id, home_workspace_id }: DashboardUser,
): Promise<Pick<MeView, 'workspaces' | 'owner' | 'may_make_workspaces'>> {
  const [workspaces, members, operator] = await Promise.all([
    users.workspaces(id),
    account.members.list(home_workspace_id),
    keys.operator(),
  ]);
  return {
    workspaces,
    owner: members.find(({ role }) => role === 'owner')?.email ?? null,
    may_make_workspaces: workspace_id === operator.workspace_id,
  };
}

/** @throws AppError rate_limited */
export async function requireAttempts(
  parts: DashboardParts,
  request: FastifyRequest,
  email: string | undefined,
): Promise<void> {
  await requireTurn(parts, `login:address:${networkOf(request.ip)}`, BY_ADDRESS);
  if (email === undefined) return;
  const account = accountKey(email);
  await requireTurn(parts, `${account}:${networkOf(request.ip)}`, BY_ACCOUNT_AND_ADDRESS);
  await requireTurn(parts, account, BY_ACCOUNT);
}

/** @throws AppError rate_limited, with the message, to whoever has asked too often */
export async function requireTurn(
  { limiter }: Pick<DashboardParts, 'limiter'>,
  who: string,
  rule: RateRule,
  message?: string,
): Promise<void> {
  const { allowed, retry_after_s } = await limiter.take(who, rule);
  if (!allowed) throw new RateLimited(retry_after_s, message);
}

/** Carries how long to wait, which the hook of the routes sends as a header. */
export class RateLimited extends AppError {
  readonly wait_s: number;

  constructor(wait_s: number, message = 'Too many login attempts.') {
    super('rate_limited', message, {
      title: message,
      fix: `Wait ${wait_s} ${wait_s === 1 ? 'second' : 'seconds'}, then try again.`,
    });
    this.wait_s = wait_s;
  }
}

function accountKey(email: string): string {
  return `login:account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`;
}

/** Whoever has one IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = tail.split(':').filter((group) => group !== '');
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}

/** The same for an unknown email and a wrong password. */
export function wrongLogin(): AppError {
  return new AppError('unauthenticated', 'The email or password is incorrect.', {
    title: 'The login failed.',
    fix: 'Check both, or set a new password with `seamark admin reset-password`.',
  });
}

function setupOver(): AppError {
  return new AppError('key_not_allowed_here', 'The setup link is invalid, has expired or was already used.', {
    title: 'The setup link is not valid.',
    fix: 'Create a new one with `seamark admin setup-url`, or log in if a user already exists.',
  });
}

function publicUser(user: DashboardUser): MeView['user'] {
  const { id, workspace_id, home_workspace_id, role, email, created_at, last_login_at } = user;
  return wire({ id, workspace_id, home_workspace_id, role, email, created_at, last_login_at });
}
