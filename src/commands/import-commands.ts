import type { Command } from 'commander';

import type { ImportFlags } from './import.ts';
import { DATA, flagsOf, JSON_FLAG, wholeNumber } from './options.ts';
import type { ImportKind } from '../ports/imports.ts';

/** `seamark import …`. */

const FILES = ['<file...>', 'paths, or http(s) addresses; packed by gzip or not'] as const;

export function addImport(root: Command, reaching: (command: Command) => Command): void {
  const parent = root
    .command('import')
    .description('read files of others into the index: web archives, Common Crawl, exports of link tools')
    .addHelpText(
      'after',
      `
Examples:
  seamark import wat CC-MAIN-2026-12/*.warc.wat.gz
  seamark import ranks cc-main-2026-apr-may-jun-domain-ranks.txt.gz --limit 1000000
  seamark import links backlinks-export.csv

An import that was stopped goes on when the same command is given again. See docs/importing.md.`,
    );
  const kind = (name: ImportKind, description: string): Command => {
    const command = reaching(
      parent
        .command(name)
        .description(description)
        .argument(...FILES)
        .option(...DATA)
        .option('--again', 'read files again that were imported whole and have not changed')
        .option(
          '--no-rebuild',
          'leave authority as it is, for several imports in a row; `seamark index rebuild` does it',
        )
        .option(...JSON_FLAG),
    );
    return command.action(async (files: string[], _flags: unknown, chosen: Command) =>
      (await import('./import.ts')).importFiles(name, files, flagsOf<ImportFlags>(chosen)),
    );
  };
  const limit = ['--limit <number>', 'only so many records or rows from the start', wholeNumber] as const;
  kind('warc', 'pages of web archives (WARC), as a crawl would have read them').option(...limit);
  kind('wat', 'links and headings that Common Crawl has extracted (WAT)').option(...limit);
  kind('ranks', 'ranks of domains as Common Crawl publishes them')
    .option(...limit)
    .option('--release <name>', 'the release that they are of, where the name of the file does not tell');
  kind('links', 'tables of links (CSV) of Ahrefs, Semrush, Moz, Majestic, Search Console, Screaming Frog and others')
    .option(...limit)
    .option('--target <url>', 'where the links lead, for tables that do not say');
  parent
    .command('list')
    .description('list what was imported, and how far')
    .option(...DATA)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./import.ts')).listImports(flagsOf<ImportFlags>(command)),
    );
}
