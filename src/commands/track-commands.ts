import { type Command, InvalidArgumentError, Option } from 'commander';

import { CADENCES } from '../ports/schedules.ts';
import { collected, DATA, flagsOf, JSON_FLAG, wholeNumber } from './options.ts';
import type { TrackFlags } from './track.ts';

type Reaching = (command: Command) => Command;

/** `seamark track …`. */
export function addTrack(root: Command, reaching: Reaching): void {
  const track = root.command('track').description('track where your pages rank');
  addKeywords(track);
  addLooks(track, reaching);
  addChanges(track);
  addSchedule(track);
}

function addKeywords(track: Command): void {
  searching(
    reachable(track.command('add'))
      .description('track keywords; adding one checks nothing')
      .argument('<keyword...>', 'the searches, each in quotes')
      .requiredOption('--site <domain or page>', 'the domain or page to track'),
  )
    .addHelpText(
      'after',
      `
Example:
  seamark track add "bike repair" "bike rental" --site example.com --location "United States" --tag services`,
    )
    .action(async (keywords: string[], _flags: unknown, command: Command) =>
      (await import('./track.ts')).addKeywords(keywords, flagsOf<TrackFlags>(command)),
    );
  searching(
    reachable(track.command('import'))
      .description('track the keywords of a CSV file')
      .argument(
        '<file>',
        'a CSV with the columns keyword, url, tags, location, …, or one keyword a line; - for standard input',
      )
      .option('--site <domain or page>', 'the domain or page to track, for lines without a url'),
  ).action(async (file: string, _flags: unknown, command: Command) =>
    (await import('./track.ts')).importKeywords(file, flagsOf<TrackFlags>(command)),
  );
  reachable(track.command('list'))
    .description('list the tracked keywords')
    .option('--tag <name>', 'only those with this tag')
    .option('--paused', 'only those that are paused')
    .action(async (_flags: unknown, command: Command) =>
      (await import('./track.ts')).listKeywords(flagsOf<TrackFlags>(command)),
    );
}

/** How they are looked up, and what has been found. */
function addLooks(track: Command, reaching: Reaching): void {
  reaching(
    reachable(track.command('check'))
      .description('look up the tracked keywords now')
      .option('--tag <name>', 'only those with this tag')
      .option('--max-searches <number>', 'most searches to make (default: as many as there are)', wholeNumber),
  ).action(async (_flags: unknown, command: Command) =>
    (await import('./track.ts')).checkKeywords(flagsOf<TrackFlags>(command)),
  );
  reachable(track.command('overview'))
    .description('show visibility, share of voice, top positions and movers')
    .option('--tag <name>', 'only keywords with this tag')
    .option('--days <number>', 'length of the period that movers are looked for in (default: 7)', wholeNumber)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./track.ts')).showOverview(flagsOf<TrackFlags>(command)),
    );
  reachable(track.command('history'))
    .description('show the rank history of one keyword, with its noise and gaps')
    .argument('<keyword>', 'the search, in quotes')
    .requiredOption('--site <domain or page>', 'the domain or page')
    .option('--engine <name>', 'search engine of the series, such as google')
    .option('--location-code <code>', 'Google location code of the series; 0 for checks without a place', locationCode)
    .option('--language <code>', 'language of the series')
    .addOption(new Option('--device <device>', 'device of the series').choices(['desktop', 'mobile', 'none']))
    .action(async (keyword: string, _flags: unknown, command: Command) =>
      (await import('./track.ts')).showHistory(keyword, flagsOf<TrackFlags>(command)),
    );
}

const IDS = ['[id...]', 'ids of tracked keywords, as `seamark track list` shows them'] as const;

function addChanges(track: Command): void {
  const changes = [
    ['pause', 'stop checking keywords; their history stays'],
    ['resume', 'check paused keywords again'],
    ['remove', 'stop tracking keywords; stored result pages stay'],
  ] as const;
  for (const [what, description] of changes) {
    reachable(track.command(what))
      .description(description)
      .argument(...IDS)
      .option('--tag <name>', 'all keywords with this tag')
      .action(async (ids: string[], _flags: unknown, command: Command) =>
        (await import('./track.ts')).changeKeywords(what, ids, flagsOf<TrackFlags>(command)),
      );
  }
}

function addSchedule(track: Command): void {
  reachable(track.command('schedule'))
    .description('check the tracked keywords again and again; needs a running service')
    .option('--tag <name>', 'only those with this tag, on a schedule of their own')
    .addOption(new Option('--cadence <cadence>', 'how often (default: daily)').choices([...CADENCES]))
    .option('--cron <pattern>', 'your own times as five cron fields, with --cadence cron')
    .option('--time-zone <name>', 'such as Europe/Berlin (default: UTC)')
    .option('--max-searches <number>', 'most searches of a run (default: twice as many as now)', wholeNumber)
    .addOption(new Option('--off', 'remove the schedule').conflicts(['cadence', 'cron', 'timeZone', 'maxSearches']))
    .action(async (_flags: unknown, command: Command) =>
      (await import('./track.ts')).scheduleChecks(flagsOf<TrackFlags>(command)),
    );
}

/** Where and how a keyword is searched. */
function searching(command: Command): Command {
  return command
    .option('--location <place>', 'where to search from, such as "Austin, Texas" (default: the source’s own location)')
    .option('--language <code>', 'such as en (default: en)')
    .addOption(new Option('--device <device>', 'device to search from').choices(['desktop', 'mobile']))
    .option('--engine <name>', 'search engine, such as google (default: the first that is connected)')
    .option('--depth <number>', 'organic results to read, 10 to 100 (default: 30)', wholeNumber)
    .option('--tag <name>', 'a tag for all of them; repeat it for more', collected);
}

function reachable(command: Command): Command {
  return command
    .option(...DATA)
    .option('--url <base>', 'use a running service, such as http://127.0.0.1:8787')
    .option('--key <key>', 'API key for --url (default: SEAMARK_API_KEY)')
    .option(...JSON_FLAG);
}

function locationCode(value: string): number {
  const code = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isInteger(code) || code < 0) throw new InvalidArgumentError('It must be a location code such as 2840.');
  return code;
}
