import { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresWorkspaces } from '../adapters/postgres/workspaces.ts';
import type { Accounts } from '../compose/accounts.ts';
import type { Config } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { withAccounts } from './accounts.ts';

/** The id of the workspace that `--workspace` names, or of the first. */
export async function chosenWorkspace(
  config: Config,
  { database, keys, ledger }: Accounts,
  asked: string | undefined,
): Promise<string> {
  if (asked === undefined) return (await keys.operator()).workspace_id;
  const workspaces = new PostgresWorkspaces(database, { plans: config.plans, ledger });
  if ((await workspaces.find(asked)) !== undefined) return asked;
  throw new AppError('not_found', `There is no workspace ${asked}.`, {
    fix: 'Run `seamark workspaces list` to see the workspaces and their ids.',
  });
}

/**
 * The index that commands read and write: that of the workspace that `--workspace` names, else the one that workspaces share.
 * Answers the workspace's id where it has an index of its own, and '' otherwise.
 */
export async function chosenIndex(config: Config, asked: string | undefined): Promise<string> {
  if (asked === undefined) return '';
  return withAccounts(config, async (accounts) => {
    const owners = new PostgresIndexOwners(accounts.database);
    return owners.indexOf(await chosenWorkspace(config, accounts, asked));
  });
}
