import type { Command } from 'commander';

import type { DemoFlags } from './demo.ts';
import { DATA, flagsOf } from './options.ts';

/** `seamark demo`. */
export function addDemo(root: Command): void {
  root
    .command('demo')
    .description('load a made-up shop with links, audits, rankings and AI answers into a workspace of its own')
    .option('--remove', 'remove the demo with everything in it')
    .option(...DATA)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./demo.ts')).loadOrRemoveDemo(flagsOf<DemoFlags>(command)),
    );
}
