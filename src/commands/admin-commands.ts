import type { Command } from 'commander';

import type { Flags } from '../config.ts';
import type { AdminFlags } from './admin.ts';
import { DATA, flagsOf } from './options.ts';

const EMAIL = ['--email <address>', 'email that the user logs in with'] as const;
const PASSWORD = [
  '--password-stdin',
  'read the password from standard input; without it one is made and printed',
] as const;

/** `seamark admin …`. */
export function addAdmin(root: Command): void {
  const admin = root.command('admin').description('who may use the dashboard');
  admin
    .command('create')
    .description('create a user of the dashboard')
    .requiredOption(...EMAIL)
    .option(...PASSWORD)
    .option('--workspace <id>', 'a workspace other than the first')
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).createAdmin(flagsOf<AdminFlags>(command)),
    );
  admin
    .command('reset-password')
    .description('set a new password and end every session of the user')
    .requiredOption(...EMAIL)
    .option(...PASSWORD)
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).resetAdminPassword(flagsOf<AdminFlags>(command)),
    );
  admin
    .command('setup-url')
    .description('print a new link that makes the first user')
    .option('--host <address>', 'address that the service listens on (default: 127.0.0.1)')
    .option('--port <number>', 'port that the service listens on (default: 8787)')
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./admin.ts')).printSetupUrl(flagsOf<Flags>(command)),
    );
}
