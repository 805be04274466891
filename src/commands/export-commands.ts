import { type Command, Option } from 'commander';

import type { ExportFlags } from './export.ts';
import { DATA, flagsOf } from './options.ts';

/** `seamark export …`. */
export function addExport(root: Command): void {
  const parent = root.command('export').description('write links or pages of the index into a file');
  for (const [what, description] of [
    ['links', 'all links that the index knows, or those to a target'],
    ['pages', 'all pages that were read, or those of a target, without their texts'],
  ] as const) {
    parent
      .command(what)
      .description(description)
      .argument('[file]', 'the file to write; standard output when it is left out')
      .addOption(
        new Option('--format <format>', 'of the file (default: by its name, else csv)').choices(['parquet', 'csv']),
      )
      .option('--target <domain>', 'only of this domain with its subdomains, this host, or this URL')
      .option('--force', 'write over a file that is there')
      .option(...DATA)
      .action(async (file: string | undefined, _flags: unknown, command: Command) =>
        (await import('./export.ts')).exportIndex(what, file, flagsOf<ExportFlags>(command)),
      );
  }
}
