import { openAccounts } from '../compose.ts';
import { type Config, type Flags, readConfig } from '../config.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import type { KeyRecord, KeyStore } from '../ports/accounts.ts';
import { operations } from '../operations/index.ts';
import { version } from '../version.ts';
import { stoppable } from './stop-signal.ts';
import { columns, processTerminal, styled } from './terminal.ts';

export interface KeyFlags extends Flags {
  readonly domain?: readonly string[];
  readonly scope?: readonly string[];
  readonly project?: string;
  readonly expires?: number;
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;

export async function createKey(name: string, flags: KeyFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  requireKnownScopes(flags.scope ?? []);
  const { secret, ...record } = await withKeys(config, (keys) =>
    keys.create({
      name,
      allowed_domains: flags.domain ?? [],
      scopes: flags.scope ?? [],
      project_id: flags.project,
      expires_at: flags.expires === undefined ? undefined : new Date(Date.now() + flags.expires * DAY_MS),
      secret: undefined,
    }),
  );
  if (flags.json === true) {
    terminal.out(JSON.stringify({ ...publicRecord(record), key: secret }));
    return;
  }
  terminal.err(`Key ${record.id} (${record.name}). It is shown this once, and not stored:`);
  terminal.out(styled(terminal, 'green', secret));
}

export async function listKeys(flags: KeyFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const records = await withKeys(config, (keys) => keys.list());
  if (flags.json === true) {
    terminal.out(JSON.stringify(records.map(publicRecord)));
    return;
  }
  if (records.length === 0) terminal.out('There are no keys. Make one with: seamark keys create NAME');
  else terminal.out(columns([['ID', 'NAME', 'KEY', 'STATE', 'RESTRICTED TO'], ...records.map(row)]));
}

export async function revokeKey(id: string, flags: KeyFlags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  if (!(await withKeys(config, (keys) => keys.revoke(id)))) {
    throw new AppError('not_found', `There is no living key ${id}.`, {
      fix: '`seamark keys list` shows the keys and their ids.',
    });
  }
  terminal.out(`Revoked ${id}.`);
}

function withKeys<Result>(config: Config, work: (keys: KeyStore) => Promise<Result>): Promise<Result> {
  return stoppable((signal) =>
    closingAfter(async (closing) => {
      const { keys } = closing.add(await openAccounts(config));
      signal.throwIfAborted();
      return work(keys);
    }),
  );
}

function requireKnownScopes(scopes: readonly string[]): void {
  const known: readonly string[] = operations.map((operation) => operation.id);
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length === 0) return;
  throw new AppError('invalid_input', `${unknown.join(', ')} is no operation.`, {
    fix: `The operations are ${known.join(', ')}.`,
  });
}

function publicRecord(record: KeyRecord): Record<string, unknown> {
  const { project_id, last_used_at, expires_at, revoked_at, ...known } = record;
  return {
    ...known,
    project_id: project_id ?? null,
    last_used_at: last_used_at ?? null,
    expires_at: expires_at ?? null,
    revoked_at: revoked_at ?? null,
  };
}

function row(record: KeyRecord): string[] {
  const restricted = [
    ...record.allowed_domains,
    ...record.scopes,
    ...(record.project_id === undefined ? [] : [`project ${record.project_id}`]),
  ];
  return [record.id, record.name, record.display, stateOf(record), restricted.join(', ') || '–'];
}

function stateOf(record: KeyRecord): string {
  if (record.revoked_at !== undefined) return 'revoked';
  if (record.expires_at === undefined) return 'active';
  const day = record.expires_at.toISOString().slice(0, 10);
  return record.expires_at.getTime() < Date.now() ? `expired ${day}` : `active until ${day}`;
}
