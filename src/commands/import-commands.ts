import { type Command, Option } from 'commander';

import type { ImportFlags } from './import.ts';
import type { PullFlags } from './import-pull.ts';
import { startLean } from './lean-process.ts';
import { DATA, flagsOf, JSON_FLAG, wholeNumber, INDEX_OF } from './options.ts';
import type { ImportKind } from '../ports/imports.ts';

/** `seamark import …`. */

const FILES = 'paths or http(s) addresses, gzipped or not';
const CONSOLE_FIGURES =
  'figures of your own sites: from the API with --property, or from Search Console exports (zip, folder or CSV) and the BigQuery bulk export (CSV or Parquet)';

export function addImport(root: Command, reaching: (command: Command) => Command): void {
  const parent = root
    .command('import')
    .description(
      'import files into the index: web archives, Common Crawl data, exports from Search Console, link and keyword tools',
    )
    .addHelpText(
      'after',
      `
Examples:
  seamark import wat CC-MAIN-2026-12/*.warc.wat.gz
  seamark import ranks cc-main-2026-apr-may-jun-domain-ranks.txt.gz --limit 1000000
  seamark import links backlinks-export.csv
  seamark import keywords "Keyword Stats.csv" --location Germany --language de
  seamark import console --property sc-domain:example.com --daily
  seamark import console example.com-Performance-on-Search-2026-11-20.zip

To resume a stopped import, run the same command again. See docs/importing.md.`,
    );
  const kind = (name: ImportKind, description: string): Command => {
    const command = reaching(
      parent
        .command(name)
        .description(description)
        .argument(name === 'console' ? '[file...]' : '<file...>', FILES)
        .option(...DATA)
        .option(...INDEX_OF)
        .option('--again', 'read files again even if they were fully imported and have not changed')
        .option(
          '--no-rebuild',
          'skip recomputing authority, for several imports in a row; run `seamark index rebuild` afterwards',
        )
        .option(...JSON_FLAG),
    );
    return command.action(async (files: string[], _flags: unknown, chosen: Command) => {
      startLean();
      if (files.length > 0) return (await import('./import.ts')).importFiles(name, files, flagsOf<ImportFlags>(chosen));
      return (await import('./import-pull.ts')).pullProperty(flagsOf<PullFlags>(chosen));
    });
  };
  const limit = ['--limit <number>', 'read only the first N records or rows', wholeNumber] as const;
  kind('warc', 'pages from web archives (WARC), read as a crawl would').option(...limit);
  kind('wat', 'links and head data extracted by Common Crawl (WAT)').option(...limit);
  kind('ranks', 'domain ranks published by Common Crawl')
    .option(...limit)
    .option('--release <name>', 'the release they belong to, if the file name does not say');
  kind('links', 'link exports (CSV) from Ahrefs, Semrush, Moz, Majestic, Search Console, Screaming Frog and others')
    .option(...limit)
    .option('--target <url>', 'the site the links point to, for exports without a target column')
    .option('--columns <map>', 'what the columns mean, by heading or number: "source=From page,target=To page"');
  kind('keywords', 'keyword exports (CSV) from Google Keyword Planner, Ahrefs, Semrush, Moz, Search Console and others')
    .option(...limit)
    .option('--location <place>', 'the place of the keywords, for exports that do not name it')
    .option('--language <language>', 'the language of the keywords, for exports that do not name it');
  addPullOptions(kind('console', CONSOLE_FIGURES))
    .option(
      '--period <days>',
      'the days of the figures, such as 2026-10-24..2026-11-20, for exports that do not name them',
    )
    .option('--columns <list>', 'the meaning of the columns in order, such as query,clicks,impressions,ctr,position');
  kind('locations', "Google's list of places (geotargets CSV)").option(...limit);
  parent
    .command('list')
    .description('list imports and their progress')
    .option(...DATA)
    .option(...INDEX_OF)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./import.ts')).listImports(flagsOf<ImportFlags>(command)),
    );
}

function addPullOptions(command: Command): Command {
  return command
    .option(
      '--property <property>',
      'the property to pull, such as sc-domain:example.com, or that of exports that do not name it',
    )
    .addOption(
      new Option(
        '--engine <engine>',
        'where to pull from: Search Console or Bing Webmaster Tools (default: google)',
      ).choices(['google', 'bing']),
    )
    .option('--since <day>', 'first day to pull, such as 2025-08-01 (default: all there is)')
    .option('--types <list>', 'types of search to pull: web, image, video, news, discover, google_news (default: web)')
    .option('--daily', 'pull now, and again every day while the service runs');
}
