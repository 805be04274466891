import type { Command } from 'commander';

import { DATA, flagsOf, JSON_FLAG } from './options.ts';
import type { SourceFlags } from './sources.ts';

/** `seamark sources …`. */
export function addSources(root: Command, reaching: (command: Command) => Command): void {
  const sources = reaching(
    root
      .command('sources')
      .description('list which sources serve each kind of data, what they see and what was spent on them today')
      .option(...DATA)
      .option(...JSON_FLAG),
  ).action(async (_flags: unknown, command: Command) =>
    (await import('./sources.ts')).listSources(flagsOf<SourceFlags>(command)),
  );
  reaching(
    sources
      .command('test')
      .description('ask every connected source one cheap question, and show what came back')
      .argument('[source]', 'only this source')
      .option(...DATA)
      .option(...JSON_FLAG),
  ).action(async (name: string | undefined, _flags: unknown, command: Command) =>
    (await import('./sources.ts')).testSources(name, flagsOf<SourceFlags>(command)),
  );
}
