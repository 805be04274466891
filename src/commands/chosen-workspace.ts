import { PostgresWorkspaces } from '../adapters/postgres/workspaces.ts';
import type { Accounts } from '../compose/accounts.ts';
import type { Config } from '../config.ts';
import { AppError } from '../kernel/errors.ts';

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
