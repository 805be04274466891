import { PostgresProvenHosts } from '../adapters/postgres/proven-hosts.ts';
import { provableHost } from '../compose/hosts.ts';
import { type Flags, readConfig } from '../config.ts';
import { hostView } from '../contract/host-view.ts';
import { AppError } from '../kernel/errors.ts';
import { type HostStore, isProven } from '../ports/hosts.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { columns, processTerminal } from './terminal.ts';

export interface HostFlags extends Flags {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** The operator vouches for the workspace; nothing is looked up. */
export async function proveHost(name: string, flags: HostFlags): Promise<void> {
  const host = provableHost(name);
  const proof = await withHosts(flags, async (store, workspace) => {
    const known = await store.add(workspace, host);
    return (await store.setProven(workspace, host, 'operator')) ?? known;
  });
  const said = `${host} and its subdomains are proven: crawls may ignore robots.txt there and send another user agent.`;
  print(flags, hostView(proof, new Date()), said);
}

export async function removeHost(name: string, flags: HostFlags): Promise<void> {
  const host = provableHost(name);
  if (!(await withHosts(flags, (store, workspace) => store.remove(workspace, host)))) {
    throw new AppError('not_found', `There is no host ${host}.`, {
      fix: 'Run `seamark hosts list` to see the hosts of the workspace.',
    });
  }
  print(flags, { host, removed: true }, `Removed ${host}. Crawls that relied on its proof are refused.`);
}

export async function listHosts(flags: HostFlags): Promise<void> {
  const proofs = await withHosts(flags, (store, workspace) => store.list(workspace));
  const now = new Date();
  const rows = proofs.map((proof) => [
    proof.host,
    isProven(proof, now) ? 'proven' : 'not proven',
    proof.proven?.method ?? '–',
    proof.proven?.at.toISOString().slice(0, 10) ?? '–',
  ]);
  const none = 'No hosts are proven. Vouch for one with: seamark hosts prove example.com';
  const text = proofs.length === 0 ? none : columns([['HOST', 'STATUS', 'BY', 'SINCE'], ...rows]);
  print(
    flags,
    proofs.map((proof) => hostView(proof, now)),
    text,
  );
}

function withHosts<Result>(
  flags: HostFlags,
  work: (store: HostStore, workspaceId: string) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(version, flags);
  return withAccounts(config, async (accounts) =>
    work(new PostgresProvenHosts(accounts.database), await chosenWorkspace(config, accounts, flags.workspace)),
  );
}

function print(flags: HostFlags, value: unknown, text: string): void {
  processTerminal(flags.color !== false).out(flags.json === true ? JSON.stringify(value) : text);
}
