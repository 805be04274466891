import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import { type Invitation, type Member, type Role, ROLES } from '../ports/members.ts';
import { printable } from './fields.ts';

export const userId = () => printable(100).describe('Id of the user, from GET /users.');

export const userRole = () =>
  z
    .enum(ROLES)
    .describe(
      'viewer reads; member also asks, crawls, schedules and shares; owner also manages users, keys, webhooks and budgets.',
    );

export const userEmail = () =>
  z
    .string()
    .trim()
    .max(320)
    .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'must be an email address such as you@example.com');

/** Somebody who may use the dashboard of the workspace. */
export const UserView = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    joined_at: z.string(),
    last_login_at: z.string().nullable(),
  })
  .meta({ id: 'User', description: 'Somebody who may use the dashboard of the workspace.' });

export const InvitationView = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    invited_by: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: 'Invitation', description: 'An invitation that can still be accepted.' });

export function userView({ id, email, role, joined_at, last_login_at }: Member): z.input<typeof UserView> {
  return { id, email, role, joined_at: joined_at.toISOString(), last_login_at: last_login_at?.toISOString() ?? null };
}

export function invitationView({ created_at, expires_at, ...said }: Invitation): z.input<typeof InvitationView> {
  return { ...said, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() };
}

export function noUser(id: string): AppError {
  return new AppError('not_found', `There is no user ${id.slice(0, 80)} in this workspace.`, {
    fix: 'GET /users lists the users.',
  });
}

/**
 * Whoever holds a key could otherwise make an owner of themselves, and stay when the key is revoked.
 *
 * @throws AppError key_not_allowed_here for a key
 */
export function requirePerson({ key_id }: Caller, what: string): void {
  if (key_id === undefined) return;
  throw new AppError('key_not_allowed_here', `A key cannot ${what}.`, {
    fix: 'Let an owner do it in the dashboard, or run `seamark users` on the machine of the service.',
  });
}

/** @throws AppError key_not_allowed_here for a key that would make or touch an owner */
export async function requireMayTouch(
  caller: Caller,
  find: () => Promise<readonly Member[]>,
  { id, role }: { readonly id: string; readonly role: Role | undefined },
): Promise<void> {
  if (caller.key_id === undefined) return;
  if (role === 'owner') requirePerson(caller, 'make somebody an owner');
  const user = (await find()).find((member) => member.id === id);
  if (user?.role === 'owner') requirePerson(caller, 'change or remove an owner');
}
