import { PostgresUsageReports } from '../adapters/postgres/usage-reports.ts';
import type { Accounts } from '../compose/accounts.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { planNamed } from '../engine/plans.ts';
import { AppError } from '../kernel/errors.ts';
import { counted } from '../kernel/grammar.ts';
import type { CreditEntry, CreditState } from '../ports/usage.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { chosenWorkspace } from './chosen-workspace.ts';
import { columns, processTerminal } from './terminal.ts';

export interface CreditFlags extends Flags {
  readonly workspace?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

const ENTRIES_SHOWN = 10;
const REASON_CHARACTERS_MAX = 200;

export async function showCredits(flags: CreditFlags): Promise<void> {
  const { workspace, state, entries } = await withWorkspace(flags, async ({ accounts, config, workspaceId }) => {
    const reports = new PostgresUsageReports(accounts.database, { plan: (name) => planNamed(config.plans, name) });
    const movements = await reports.entries(workspaceId, ENTRIES_SHOWN, undefined);
    return { workspace: workspaceId, state: await reports.credits(workspaceId), entries: movements };
  });
  const value = { workspace_id: workspace, ...state, entries: entries.map(publicEntry) };
  print(flags, value, [stateText(workspace, state), ...entriesText(entries)].join('\n'));
}

export async function grantCredits(credits: number, flags: CreditFlags): Promise<void> {
  const reason = reasonOf(flags, 'granted by the operator');
  const done = await withWorkspace(flags, async ({ accounts: { ledger }, workspaceId }) => {
    if ((await ledger.balance(workspaceId)) === null) throw unlimited(workspaceId);
    return { workspace_id: workspaceId, balance: await ledger.grant(workspaceId, credits, reason) };
  });
  const text = `Granted ${counted(credits, 'credit')}. ${balanceText(done.workspace_id, done.balance)}`;
  print(flags, done, text);
}

export async function setCredits(credits: number | 'unlimited', flags: CreditFlags): Promise<void> {
  const reason = reasonOf(flags, 'set by the operator');
  const balance = credits === 'unlimited' ? null : credits;
  const workspace_id = await withWorkspace(flags, async ({ accounts: { ledger }, workspaceId }) => {
    await ledger.setBalance(workspaceId, balance, reason);
    return workspaceId;
  });
  print(flags, { workspace_id, balance }, balanceText(workspace_id, balance));
}

interface Chosen {
  readonly accounts: Accounts;
  readonly config: Config;
  readonly workspaceId: string;
}

function withWorkspace<Result>(flags: CreditFlags, work: (chosen: Chosen) => Promise<Result>): Promise<Result> {
  const config = readConfig(version, flags);
  return withAccounts(config, async (accounts) =>
    work({ accounts, config, workspaceId: await chosenWorkspace(config, accounts, flags.workspace) }),
  );
}

function reasonOf({ reason }: CreditFlags, preset: string): string {
  return reason === undefined || reason.trim() === '' ? preset : reason.trim().slice(0, REASON_CHARACTERS_MAX);
}

function unlimited(workspaceId: string): AppError {
  return new AppError('conflict', `The workspace ${workspaceId} has no credit limit, so there is nothing to add to.`, {
    fix: `Give it a limit first: seamark credits set CREDITS --workspace ${workspaceId}`,
  });
}

function balanceText(workspaceId: string, balance: number | null): string {
  if (balance === null) return `The workspace ${workspaceId} is metered but not limited.`;
  return `The workspace ${workspaceId} has ${counted(balance, 'credit')}.`;
}

function stateText(workspaceId: string, { plan, balance, reserved, spent_this_month, limits }: CreditState): string {
  const monthly = limits.credits_per_month;
  return columns([
    ['Workspace', workspaceId],
    ['Plan', monthly === null ? plan : `${plan}, ${counted(monthly, 'credit')} a month`],
    ['Left', balance === null ? 'not limited' : balance.toLocaleString('en-US')],
    ['Reserved by running calls', reserved.toLocaleString('en-US')],
    ['Spent this month', spent_this_month.toLocaleString('en-US')],
  ]);
}

function entriesText(entries: readonly CreditEntry[]): string[] {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => [
    entry.created_at.toISOString().slice(0, 19).replace('T', ' '),
    entry.kind,
    entry.amount.toLocaleString('en-US'),
    entry.reason ?? entry.operation ?? '–',
  ]);
  return ['', columns([['WHEN (UTC)', 'WHAT', 'CREDITS', 'FOR'], ...rows])];
}

function publicEntry({ operation, request_id, reason, ...entry }: CreditEntry): Record<string, unknown> {
  return { ...entry, operation: operation ?? null, request_id: request_id ?? null, reason: reason ?? null };
}

function print(flags: CreditFlags, value: unknown, text: string): void {
  const { color } = readConfig(version, flags);
  processTerminal(color).out(flags.json === true ? JSON.stringify(value) : text);
}
