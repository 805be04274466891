import { type Command, InvalidArgumentError, Option } from 'commander';

import type { CreditFlags } from './credits.ts';
import { collected, DATA, flagsOf, JSON_FLAG, wholeNumber } from './options.ts';
import type { ProjectFlags } from './projects.ts';

/** `seamark projects …` and `seamark credits …`. */

const WORKSPACE = ['--workspace <id>', 'a workspace other than the first'] as const;
const ID = ['<id>', 'the id that calls send in x-project-id'] as const;
const REASON = ['--reason <text>', 'reason to show in the list of transactions'] as const;

export function addProjects(root: Command): void {
  const projects = root.command('projects').description('give projects names and monthly budgets');
  projects
    .command('list')
    .description("list the projects and this month's spending")
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./projects.ts')).listProjects(flagsOf<ProjectFlags>(command)),
    );
  projects
    .command('set')
    .description('create a project, or change the settings you name')
    .argument(...ID)
    .option(...DATA)
    .option(...WORKSPACE)
    .option('--name <name>', 'display name (default: its id)')
    .option('--brand <name>', 'your brand as it is usually written, or none')
    .option('--alias <name>', 'another spelling of the brand; repeat it for more', collected)
    .option('--domain <domain>', 'a domain of the brand; repeat it for more', collected)
    .option('--budget <credits>', 'monthly credits, or none (default: none)', budget)
    .option('--warn <share>', 'share of the budget at which project.budget_warning is sent (default: 0.8)', share)
    .addOption(new Option('--hard', 'refuse calls that would exceed the budget (default)').conflicts('soft'))
    .addOption(new Option('--soft', 'let calls exceed the budget, and only notify'))
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./projects.ts')).setProject(id, flagsOf<ProjectFlags>(command)),
    );
  projects
    .command('remove')
    .description('remove a project and its budget; its calls stay in the usage report')
    .argument(...ID)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (id: string, _flags: unknown, command: Command) =>
      (await import('./projects.ts')).removeProject(id, flagsOf<ProjectFlags>(command)),
    );
}

export function addCredits(root: Command): void {
  const credits = root.command('credits').description('show, grant and set the credits of a workspace');
  credits
    .command('show')
    .description('show what is left, reserved and spent, and the latest transactions')
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...JSON_FLAG)
    .action(async (_flags: unknown, command: Command) =>
      (await import('./credits.ts')).showCredits(flagsOf<CreditFlags>(command)),
    );
  credits
    .command('grant')
    .description("add credits to the workspace's balance")
    .argument('<credits>', 'number of credits', wholeNumber)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...REASON)
    .option(...JSON_FLAG)
    .action(async (count: number, _flags: unknown, command: Command) =>
      (await import('./credits.ts')).grantCredits(count, flagsOf<CreditFlags>(command)),
    );
  credits
    .command('set')
    .description("set the workspace's balance, or remove its limit")
    .argument('<credits>', 'number of credits, or unlimited', balance)
    .option(...DATA)
    .option(...WORKSPACE)
    .option(...REASON)
    .option(...JSON_FLAG)
    .action(async (count: number | 'unlimited', _flags: unknown, command: Command) =>
      (await import('./credits.ts')).setCredits(count, flagsOf<CreditFlags>(command)),
    );
}

function budget(value: string): number | 'none' {
  return value === 'none' ? value : creditsFrom0(value, 'none');
}

function balance(value: string): number | 'unlimited' {
  return value === 'unlimited' ? value : creditsFrom0(value, 'unlimited');
}

function creditsFrom0(value: string, otherwise: string): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new InvalidArgumentError(`It must be a whole number of credits, or ${otherwise}.`);
}

function share(value: string): number {
  const number = Number(value);
  if (number > 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be more than 0 and at most 1, such as 0.8.');
}
