import { PostgresProjects } from '../adapters/postgres/projects.ts';
import { type Flags, readConfig } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import type { Brand, Project, ProjectStore } from '../ports/projects.ts';
import { parseTarget } from '../web/target.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { columns, processTerminal } from './terminal.ts';

export interface ProjectFlags extends Flags {
  readonly workspace?: string;
  readonly name?: string;
  readonly brand?: string;
  readonly alias?: readonly string[];
  readonly domain?: readonly string[];
  readonly budget?: number | 'none';
  readonly warn?: number;
  readonly hard?: boolean;
  readonly soft?: boolean;
  readonly json?: boolean;
}

export async function listProjects(flags: ProjectFlags): Promise<void> {
  const projects = await withProjects(flags, (store, workspace) => store.list(workspace));
  const none = 'There are no projects. Create one with: seamark projects set ID --budget CREDITS';
  print(flags, projects.map(publicProject), projects.length === 0 ? none : columns([HEAD, ...projects.map(row)]));
}

export async function setProject(id: string, flags: ProjectFlags): Promise<void> {
  const { name, budget, warn } = flags;
  const settings = {
    name,
    brand: brandOf(flags),
    budget_credits: budget === 'none' ? null : budget,
    warning_share: warn,
    is_hard: flags.hard === true ? true : flags.soft === true ? false : undefined,
  };
  const project = await withProjects(flags, (store, workspace) => store.set(workspace, id, settings));
  print(flags, publicProject(project), columns([HEAD, row(project)]));
}

/** Undefined leaves what is set. @throws AppError invalid_input */
function brandOf({ brand, alias = [], domain = [] }: ProjectFlags): Brand | null | undefined {
  if (brand === 'none') return null;
  if (brand !== undefined)
    return { name: brand, aliases: alias, domains: domain.map((text) => parseTarget(text).host) };
  if (alias.length === 0 && domain.length === 0) return undefined;
  throw new AppError('invalid_input', '--alias and --domain need --brand.', {
    fix: 'Add --brand with the name of the brand.',
  });
}

export async function removeProject(id: string, flags: ProjectFlags): Promise<void> {
  if (!(await withProjects(flags, (store, workspace) => store.remove(workspace, id)))) {
    throw new AppError('not_found', `There is no project ${id}.`, {
      fix: 'Run `seamark projects list` to see the projects and their ids.',
    });
  }
  print(flags, { id, removed: true }, `Removed ${id}. Its spending stays in the usage report.`);
}

function withProjects<Result>(
  flags: ProjectFlags,
  work: (projects: ProjectStore, workspaceId: string) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(version, flags);
  return withAccounts(config, async (accounts) =>
    work(new PostgresProjects(accounts.database), await chosenWorkspace(config, accounts, flags.workspace)),
  );
}

function print(flags: ProjectFlags, value: unknown, text: string): void {
  const { color } = readConfig(version, flags);
  processTerminal(color).out(flags.json === true ? JSON.stringify(value) : text);
}

function publicProject({ month, ...project }: Project): Record<string, unknown> {
  return {
    ...project,
    brand: project.brand ?? null,
    budget_credits: project.budget_credits ?? null,
    month: { ...month, warned_at: month.warned_at ?? null, exceeded_at: month.exceeded_at ?? null },
  };
}

const HEAD = ['ID', 'NAME', 'BUDGET', 'SPENT', 'RESERVED', 'LEFT', 'WHEN USED UP', 'WARNS AT'];

function row({ id, name, budget_credits, warning_share, is_hard, month }: Project): string[] {
  const used = [figure(month.spent), figure(month.reserved)];
  if (budget_credits === undefined) return [id, name, 'none', ...used, '–', '–', '–'];
  const left = Math.max(0, budget_credits - month.spent - month.reserved);
  const end = is_hard ? 'blocks calls' : 'only notifies';
  return [id, name, figure(budget_credits), ...used, figure(left), end, `${Math.round(warning_share * 100)} %`];
}

function figure(credits: number): string {
  return credits.toLocaleString('en-US');
}
