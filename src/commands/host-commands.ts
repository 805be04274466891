import type { Command } from 'commander';

import type { HostFlags } from './hosts.ts';
import { DATA, flagsOf, JSON_FLAG } from './options.ts';

const HOST = ['<host>', 'such as example.com'] as const;
const WORKSPACE = ['--workspace <id>', 'a workspace other than the first'] as const;

/** `seamark hosts …`. */
export function addHosts(root: Command): void {
  const hosts = root.command('hosts').description('vouch for hosts whose crawls may ignore robots.txt');
  hosts
    .command('prove')
    .description('vouch that a host and its subdomains belong to the workspace')
    .argument(...HOST)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (host: string, _flags: unknown, command: Command) =>
      (await import('./hosts.ts')).proveHost(host, flagsOf<HostFlags>(command)),
    );
  hosts
    .command('remove')
    .description('remove a host with its token and proof')
    .argument(...HOST)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (host: string, _flags: unknown, command: Command) =>
      (await import('./hosts.ts')).removeHost(host, flagsOf<HostFlags>(command)),
    );
  hosts
    .command('list')
    .description('list the hosts, and how each was proven')
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./hosts.ts')).listHosts(flagsOf<HostFlags>(command)),
    );
}
