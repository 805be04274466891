import type { Command } from 'commander';

import type { Flags } from '../config.ts';
import { DATA, flagsOf } from './options.ts';

/** `seamark backup …` and `seamark restore …`. */
export function addBackup(root: Command): void {
  root
    .command('backup')
    .description('write everything into a new folder, also while the service runs')
    .argument('<folder>', 'folder to make, such as backups/2026-11-23')
    .option(...DATA)
    .action(async (folder: string, _flags: unknown, command: Command) =>
      (await import('./backup.ts')).writeBackup(folder, flagsOf<Flags>(command)),
    );
  root
    .command('restore')
    .description('fill an empty data folder, or an empty database, with a backup')
    .argument('<folder>', 'folder that `seamark backup` wrote')
    .option(...DATA)
    .action(async (folder: string, _flags: unknown, command: Command) =>
      (await import('./backup.ts')).readBackup(folder, flagsOf<Flags>(command)),
    );
}
