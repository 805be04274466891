import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import type { OpenInvitation } from '../ports/members.ts';
import { Password } from './access.ts';
import { check } from './check.ts';
import { requireAttempts, wrongLogin } from './login-routes.ts';
import { hashPassword, PASSWORD_CHARACTERS_MAX, verifyPassword } from './password.ts';
import type { DashboardParts } from './routes.ts';
import type { Sessions } from './sessions.ts';
import { hashOf } from './tokens.ts';
import type { InvitationView } from './views.ts';

const Token = z.strictObject({ token: z.string().max(100) });
const Acceptance = z.strictObject({
  token: z.string().max(100),
  /** A new one, or that of the account; left out by whoever is logged in to it. */
  password: z.string().max(PASSWORD_CHARACTERS_MAX).optional(),
});
const NewPassword = z.object({ password: Password });

interface Entrance {
  readonly app: FastifyInstance;
  readonly parts: DashboardParts;
  readonly sessions: Sessions;
}

/**
 * What somebody can ask who was invited. The link proves that it reached whoever it is for, and no more: an account that
 * the email has already opens to its password or session alone.
 */
export function serveInvitation({ app, parts, sessions }: Entrance): void {
  const { users, log } = parts;

  app.post('/invitation/check', async (request): Promise<InvitationView> => {
    const { token } = check(Token, request.body);
    await requireAttempts(parts, request, undefined);
    const { workspace_name, email, role, invited_by } = open(await users.findInvitation(hashOf(token)));
    const [known, current] = await Promise.all([users.findByEmail(email), sessions.find(request)]);
    const is_logged_in = known !== undefined && known.id === current?.id;
    return { workspace_name, email, role, invited_by, has_account: known !== undefined, is_logged_in };
  });

  app.post('/invitation', async (request, reply) => {
    const { token, password } = check(Acceptance, request.body);
    await requireAttempts(parts, request, undefined);
    const hash = hashOf(token);
    const { email } = open(await users.findInvitation(hash));
    const known = await users.findByEmail(email);
    if (known !== undefined && (await sessions.find(request))?.id !== known.id) {
      await requireAttempts(parts, request, email);
      if (!(await verifyPassword(password ?? '', known.password))) throw wrongLogin();
    }
    const made =
      known === undefined
        ? { email, password: await hashPassword(check(NewPassword, { password }).password) }
        : undefined;
    const user = await users.accept(hash, made);
    if (user === undefined) throw over();
    await sessions.open(user, request, reply);
    log.info({ request_id: request.id, user: user.id, workspace: user.workspace_id }, 'an invitation was accepted');
    return reply.code(201).send({ accepted: true });
  });
}

function open(invitation: OpenInvitation | undefined): OpenInvitation {
  if (invitation === undefined) throw over();
  return invitation;
}

/** The same for a token that never was. */
function over(): AppError {
  return new AppError('not_found', 'The invitation is invalid, has expired or was already used.', {
    title: 'This invitation cannot be used.',
    fix: 'Ask whoever invited you for a new one.',
  });
}
