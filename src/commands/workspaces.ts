import { PostgresWorkspaces } from '../adapters/postgres/workspaces.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import type { Workspace, WorkspaceStore } from '../ports/workspaces.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { columns, processTerminal } from './terminal.ts';

export interface WorkspaceFlags extends Flags {
  readonly id?: string;
  readonly name?: string;
  readonly plan?: string;
  readonly index?: 'own' | 'shared';
  readonly json?: boolean;
}

export async function createWorkspace(name: string, flags: WorkspaceFlags): Promise<void> {
  const config = readConfig(version, flags);
  const plan = flags.plan ?? 'self_hosted';
  const made = await withWorkspaces(config, (workspaces) =>
    workspaces.create({ id: flags.id, name, plan, has_own_index: flags.index === 'own' }),
  );
  const index = made.has_own_index ? ', with an index of its own' : '';
  const more = `Create a key for it with: seamark keys create NAME --workspace ${made.id}`;
  print(config, flags, made, [`Workspace ${made.id} (${made.name}), plan ${made.plan}${index}.`, more].join('\n'));
}

export async function listWorkspaces(flags: WorkspaceFlags): Promise<void> {
  const config = readConfig(version, flags);
  const workspaces = await withWorkspaces(config, (store) => store.list());
  print(
    config,
    flags,
    workspaces,
    columns([['ID', 'NAME', 'PLAN', 'INDEX', 'CREDITS', 'KEYS', 'MADE'], ...workspaces.map(row)]),
  );
}

export async function setWorkspace(id: string, flags: WorkspaceFlags): Promise<void> {
  const config = readConfig(version, flags);
  const { name, plan } = flags;
  if (name === undefined && plan === undefined) {
    throw new AppError('invalid_input', 'No changes given.', { fix: 'Pass --name or --plan.' });
  }
  const changed = await withWorkspaces(config, (workspaces) => workspaces.set(id, { name, plan }));
  if (changed === undefined) {
    throw new AppError('not_found', `There is no workspace ${id}.`, {
      fix: 'Run `seamark workspaces list` to see the workspaces and their ids.',
    });
  }
  print(config, flags, changed, `Workspace ${changed.id} (${changed.name}) is on plan ${changed.plan}.`);
}

function withWorkspaces<Result>(
  config: Config,
  work: (workspaces: WorkspaceStore) => Promise<Result>,
): Promise<Result> {
  return withAccounts(config, ({ database, ledger }) =>
    work(new PostgresWorkspaces(database, { plans: config.plans, ledger })),
  );
}

function print(config: Config, flags: WorkspaceFlags, value: unknown, text: string): void {
  processTerminal(config.color).out(flags.json === true ? JSON.stringify(value) : text);
}

function row({ id, name, plan, has_own_index, balance, living_keys, created_at }: Workspace): string[] {
  const credits = balance === null ? 'not limited' : balance.toLocaleString('en-US');
  const index = has_own_index ? 'own' : 'shared';
  return [id, name, plan, index, credits, counted(living_keys, 'key'), created_at.toISOString().slice(0, 10)];
}
