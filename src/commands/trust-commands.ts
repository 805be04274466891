import type { Command } from 'commander';

import { DATA, flagsOf, INDEX_OF, JSON_FLAG } from './options.ts';
import type { TrustFlags } from './trust.ts';

const DOMAINS = ['<domain...>', 'registrable domains, such as example.org'] as const;

/** `seamark trust …`. */
export function addTrust(root: Command): void {
  const trust = root.command('trust').description('choose the sites whose links ranks may rely on');
  trust
    .command('add')
    .description('trust sites that you know: what they link to counts in full')
    .argument(...DOMAINS)
    .option(...DATA)
    .option(...INDEX_OF)
    .option(...JSON_FLAG)
    .action(async (domains: string[], _flags: unknown, command: Command) =>
      (await import('./trust.ts')).addTrusted(domains, flagsOf<TrustFlags>(command)),
    );
  trust
    .command('remove')
    .description('take sites off your list')
    .argument(...DOMAINS)
    .option(...DATA)
    .option(...INDEX_OF)
    .option(...JSON_FLAG)
    .action(async (domains: string[], _flags: unknown, command: Command) =>
      (await import('./trust.ts')).removeTrusted(domains, flagsOf<TrustFlags>(command)),
    );
  trust
    .command('list')
    .description('list the sites that you marked')
    .option(...DATA)
    .option(...INDEX_OF)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./trust.ts')).listTrusted(flagsOf<TrustFlags>(command)),
    );
}
