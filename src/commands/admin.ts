import { PostgresDashboardUsers } from '../adapters/postgres/dashboard-users.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { createUser, localBase, newSetupToken, resetPassword, setupUrl } from '../dashboard/access.ts';
import { AppError } from '../kernel/errors.ts';
import { randomBase62 } from '../kernel/ids.ts';
import type { DashboardUsers } from '../ports/dashboard.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { processTerminal, styled, type Terminal } from './terminal.ts';

export interface AdminFlags extends Flags {
  readonly email: string;
  readonly passwordStdin?: boolean;
  readonly workspace?: string;
}

/** Far more than any password; only so that a wrong pipe does not fill the memory. */
const INPUT_CHARACTERS_MAX = 10_000;
/** 119 random bits. */
const MADE_PASSWORD_CHARACTERS = 20;

export async function createAdmin(flags: AdminFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const password = await passwordOf(flags);
  const credentials = { email: flags.email, password: password.text };
  const user = await withUsers(config, (users) => createUser(users, credentials, flags.workspace));
  terminal.err(`User ${user.email} of workspace ${user.workspace_id} can log in to the dashboard.`);
  showMade(terminal, password);
}

export async function resetAdminPassword(flags: AdminFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const password = await passwordOf(flags);
  await withUsers(config, (users) => resetPassword(users, flags.email, password.text));
  terminal.err(`The password of ${flags.email.trim()} was changed, and all sessions were logged out.`);
  showMade(terminal, password);
}

export async function printSetupUrl(flags: Flags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const token = await withUsers(config, newSetupToken);
  terminal.err('Open this link within 30 minutes to create the first dashboard user. It works once:');
  terminal.out(setupUrl(localBase(config), token));
}

function withUsers<Result>(config: Config, work: (users: DashboardUsers) => Promise<Result>): Promise<Result> {
  return withAccounts(config, ({ database }) => work(new PostgresDashboardUsers(database)));
}

interface ChosenPassword {
  readonly text: string;
  /** Made here, so nobody knows it yet. */
  readonly is_made: boolean;
}

async function passwordOf(flags: AdminFlags): Promise<ChosenPassword> {
  if (flags.passwordStdin !== true) return { text: randomBase62(MADE_PASSWORD_CHARACTERS), is_made: true };
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > INPUT_CHARACTERS_MAX) throw noPassword();
  }
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line === '') throw noPassword();
  return { text: line, is_made: false };
}

function noPassword(): AppError {
  return new AppError('invalid_input', 'The first line of standard input contains no password.', {
    fix: 'Pipe it in, such as: printf %s "$PASSWORD" | seamark admin create --email you@example.com --password-stdin',
  });
}

function showMade(terminal: Terminal, password: ChosenPassword): void {
  if (!password.is_made) return;
  terminal.err('The password is shown only once and is not stored:');
  terminal.out(styled(terminal, 'green', password.text));
}
