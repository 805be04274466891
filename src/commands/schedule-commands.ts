import { type Command, Option } from 'commander';

import { CADENCES, REPORT_LINKS, UNCHANGED_REPORTS } from '../ports/schedules.ts';
import { DATA, flagsOf, JSON_FLAG } from './options.ts';
import type { ScheduleFlags } from './schedules.ts';

const ID = ['<id>', 'the id of the schedule, which you choose'] as const;

/** `seamark schedules …`. */
export function addSchedules(root: Command): void {
  const schedules = root.command('schedules').description('run calls and imports on a schedule');
  schedules
    .command('list')
    .description('list the schedules, their next run and how the last one went')
    .option(...DATA)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./schedules.ts')).listSchedules(flagsOf<ScheduleFlags>(command)),
    );
  schedules
    .command('set')
    .description('create a schedule, or change the settings you name')
    .argument(...ID)
    .option('--operation <name>', 'the operation to call, such as backlinks.summary or imports.create')
    .option('--input <json>', 'the request body of the call')
    .addOption(new Option('--cadence <cadence>', 'how often').choices([...CADENCES]))
    .option('--cron <pattern>', 'your own times as five cron fields, such as "0 6 * * 1"')
    .option('--time-zone <name>', 'such as Europe/Berlin (default: UTC)')
    .option('--project <id>', 'the project that the runs count toward, or none')
    .addOption(new Option('--pause', 'pause it').conflicts('resume'))
    .addOption(new Option('--resume', 'resume it'))
    .option(
      '--report-to <address...>',
      'who gets each answer: e-mail addresses, Slack URLs, URLs of your webhook endpoints; or none',
    )
    .addOption(
      new Option('--when-unchanged <what>', 'what they get of a run that found nothing new (default: brief)').choices([
        ...UNCHANGED_REPORTS,
      ]),
    )
    .addOption(
      new Option(
        '--report-link <where>',
        'where the report opens: for anyone with the link, or after a login (default: shared)',
      ).choices([...REPORT_LINKS]),
    )
    .option(...DATA)
    .option(...JSON_FLAG)
    .addHelpText(
      'after',
      `
Examples:
  seamark schedules set links --operation backlinks.summary --input '{"target":"example.com"}' --cadence weekly
  seamark schedules set links --report-to seo@example.com https://hooks.slack.com/services/T000/B000/XXXX`,
    )
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./schedules.ts')).setSchedule(id, flagsOf<ScheduleFlags>(command)),
    );
  schedules
    .command('remove')
    .description('remove a schedule; jobs that it has queued still run')
    .argument(...ID)
    .option(...DATA)
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./schedules.ts')).removeSchedule(id, flagsOf<ScheduleFlags>(command)),
    );
}
