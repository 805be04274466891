import { type Command, Option } from 'commander';

import type { Flags } from '../config.ts';
import type { ChangeFlags, KeyFlags, RotateFlags } from './keys.ts';
import { collected, DATA, flagsOf, hours, JSON_FLAG } from './options.ts';
import type { WorkspaceFlags } from './workspaces.ts';

/** `seamark keys …`, `seamark workspaces …` and `seamark doctor`. */

const WORKSPACE = [
  '--workspace <id>',
  'a workspace other than the first; keys of other workspaces are not found',
] as const;
const ID = ['<id>', 'key id, as `keys list` shows it'] as const;

export function addKeys(root: Command): void {
  const keys = root.command('keys').description('create, list, change, rotate and revoke API keys');
  restricting(
    keys
      .command('create')
      .description('create a key and print it once')
      .argument('[name]', 'what the key is for', 'default'),
  ).action(async (name: string, _flags: unknown, command: Command) =>
    (await import('./keys.ts')).createKey(name, flagsOf<KeyFlags>(command)),
  );
  keys
    .command('list')
    .description('list the keys')
    .option(...DATA)
    .option('--workspace <id>', 'only the keys of this workspace')
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./keys.ts')).listKeys(flagsOf<KeyFlags>(command)),
    );
  addKeyChanges(keys);
}

function addKeyChanges(keys: Command): void {
  restricting(
    keys
      .command('change')
      .description("change what a key may do; an empty text ('') removes a restriction")
      .argument(...ID)
      .option('--name <name>', 'what the key is for'),
  ).action(async (id: string, _flags: unknown, command: Command) =>
    (await import('./keys.ts')).changeKey(id, flagsOf<ChangeFlags>(command)),
  );
  keys
    .command('rotate')
    .description('give a key a new secret with the same restrictions, and print it once')
    .argument(...ID)
    .option(...DATA)
    .option(...WORKSPACE)
    .option('--grace <hours>', 'hours that the old secret keeps working, at most 24 (default: 0)', hours)
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./keys.ts')).rotateKey(id, flagsOf<RotateFlags>(command)),
    );
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument(...ID)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./keys.ts')).revokeKey(id, flagsOf<KeyFlags>(command)),
    );
}

function restricting(command: Command): Command {
  return command
    .option(...DATA)
    .option(...WORKSPACE)
    .option(
      '--domain, --domains <list>',
      'restrict to origins, such as app.example.com,*.example.org; can be repeated',
      collected,
    )
    .option('--scope, --scopes <list>', 'restrict to operations, such as search,extract; can be repeated', collected)
    .option('--project <id>', 'count every call of the key toward this project')
    .option('--expires <when>', 'when the key expires: days from now, a date, or never')
    .option(...JSON_FLAG);
}

export function addWorkspaces(root: Command): void {
  const workspaces = root.command('workspaces').description('create and list workspaces, and set their plans');
  workspaces
    .command('create')
    .description('create a workspace with its own keys, credits and projects')
    .argument('<name>', 'who it is for')
    .option(...DATA)
    .option('--id <id>', 'its id (default: random)')
    .option('--plan <name>', 'a plan of SEAMARK_PLANS (default: self_hosted)')
    .addOption(
      new Option(
        '--index <which>',
        'whether its crawls and imports go into the shared index, or into one that nobody else reads; cannot be changed later',
      )
        .choices(['shared', 'own'])
        .default('shared'),
    )
    .option(...JSON_FLAG)
    .action(async (name: string, _flags: unknown, command: Command) =>
      (await import('./workspaces.ts')).createWorkspace(name, flagsOf<WorkspaceFlags>(command)),
    );
  workspaces
    .command('list')
    .description('list the workspaces')
    .option(...DATA)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./workspaces.ts')).listWorkspaces(flagsOf<WorkspaceFlags>(command)),
    );
  workspaces
    .command('set')
    .description('change the plan or the name of a workspace')
    .argument('<id>', 'workspace id, as `workspaces list` shows it')
    .option(...DATA)
    .option('--plan <name>', 'a plan of SEAMARK_PLANS')
    .option('--name <name>', 'who it is for')
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./workspaces.ts')).setWorkspace(id, flagsOf<WorkspaceFlags>(command)),
    );
}

export function addDoctor(root: Command): void {
  root
    .command('doctor')
    .description('check the data folder, databases, clock, sources, disk and port, and say how to fix what is wrong')
    .option(...DATA)
    .option('--host <address>', 'address the service would listen on')
    .option('--port <number>', 'port the service would listen on')
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./doctor.ts')).doctor(flagsOf<Flags & { readonly json?: boolean }>(command)),
    );
}
