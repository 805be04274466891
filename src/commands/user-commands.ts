import { type Command, Option } from 'commander';

import { ROLES } from '../ports/members.ts';
import { DATA, flagsOf, JSON_FLAG } from './options.ts';
import type { InviteFlags, UserFlags } from './users.ts';

const WORKSPACE = ['--workspace <id>', 'a workspace other than the first'] as const;

/** `seamark users …`. */
export function addUsers(root: Command): void {
  const users = root.command('users').description('list, invite and remove the dashboard users of a workspace');
  users
    .command('list')
    .description('list the users with their roles, and the open invitations')
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./users.ts')).listUsers(flagsOf<UserFlags>(command)),
    );
  users
    .command('invite')
    .description('print a link that lets somebody join, once and within seven days')
    .argument('<email>', 'who may accept it')
    .addOption(new Option('--role <role>', 'what the user may do').choices(ROLES).default('member'))
    .option(...DATA)
    .option(...WORKSPACE)
    .option('--host <address>', 'address the service listens on (default: 127.0.0.1)')
    .option('--port <number>', 'port the service listens on (default: 8787)')
    .option(...JSON_FLAG)
    .action(async (email: string, _flags: unknown, command: Command) =>
      (await import('./users.ts')).inviteUser(email, flagsOf<InviteFlags>(command)),
    );
  users
    .command('remove')
    .description('take a user out of the workspace and end all sessions of the user')
    .argument('<email>', 'email of the user')
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (email: string, _flags: unknown, command: Command) =>
      (await import('./users.ts')).removeUser(email, flagsOf<UserFlags>(command)),
    );
}
