import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import type { DashboardUser, DashboardUsers } from '../ports/dashboard.ts';
import { check } from './check.ts';
import { hashPassword, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from './password.ts';
import { hashOf, newToken } from './tokens.ts';

/** How the first user is created: with a link printed at startup, by settings, or on the command line. */

const SETUP_MS = 30 * 60_000;

export const Email = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address such as you@example.com');

export const Password = z.string().min(PASSWORD_CHARACTERS_MIN).max(PASSWORD_CHARACTERS_MAX);

const Credentials = z.strictObject({ email: Email, password: Password });

/** The token of a new setup link to print at startup; undefined where somebody can already log in. */
export async function prepareAccess(
  users: DashboardUsers,
  initial: { readonly email: string; readonly password: string } | undefined,
): Promise<string | undefined> {
  await users.sweep();
  if (await users.hasUsers()) return undefined;
  if (initial === undefined) return newSetupToken(users);
  await users.createFirst(await credentialsOf(initial));
  return undefined;
}

/** @throws AppError conflict when there are users: they can log in, and reset their password at the command line */
export async function newSetupToken(users: DashboardUsers): Promise<string> {
  if (await users.hasUsers()) {
    throw new AppError('conflict', 'The dashboard already has a user, so it needs no setup link.', {
      fix: 'Add a user with `seamark admin create`, or set a new password with `seamark admin reset-password`.',
    });
  }
  const token = newToken();
  await users.addSetup(hashOf(token), new Date(Date.now() + SETUP_MS));
  return token;
}

/** The token is in the fragment, which browsers send to nobody and servers log nowhere. */
export function setupUrl(base: string, token: string): string {
  return `${base}/dashboard/setup#token=${token}`;
}

/** The token is in the fragment here too. */
export function invitationUrl(base: string, token: string): string {
  return `${base}/dashboard/invitation#token=${token}`;
}

/** All schedules, for whoever is logged in. */
export function schedulesAddress(base: string): string {
  return `${base}/dashboard/settings/schedules`;
}

/** A kept answer, for whoever is logged in. */
export function reportAddress(base: string, jobId: string): string {
  return `${base}/dashboard/reports/${encodeURIComponent(jobId)}`;
}

/** The same for anyone with the link. */
export function sharedReportUrl(base: string, token: string): string {
  return `${base}/dashboard/shared#token=${token}`;
}

/** Where whoever reads a report by e-mail stops it: on a page, or by the POST of a mail client. */
export function stopAddresses(base: string, token: string): { readonly page: string; readonly url: string } {
  return { page: `${base}/dashboard/stop#token=${token}`, url: `${base}/dashboard/stop/${token}` };
}

/** Where this machine reaches the service that the settings describe. */
export function localBase({ host, port }: { readonly host: string; readonly port: number }): string {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`;
}

/** An owner; without a workspace, of the first one. @throws AppError invalid_input, conflict, not_found */
export async function createUser(
  users: DashboardUsers,
  given: { readonly email: string; readonly password: string },
  workspaceId?: string,
): Promise<DashboardUser> {
  return users.create(await credentialsOf(given), workspaceId);
}

/** Ends all sessions of the user. @throws AppError invalid_input, not_found */
export async function resetPassword(users: DashboardUsers, email: string, password: string): Promise<void> {
  const credentials = await credentialsOf({ email, password });
  const user = await users.findByEmail(credentials.email);
  if (user !== undefined && (await users.setPassword(user.id, credentials.password))) return;
  throw new AppError('not_found', `Dashboard user ${credentials.email} was not found.`, {
    fix: 'Create one with `seamark admin create --email …`.',
  });
}

async function credentialsOf(given: unknown): Promise<{ email: string; password: string }> {
  const { email, password } = check(Credentials, given, 'The dashboard user');
  return { email, password: await hashPassword(password) };
}
