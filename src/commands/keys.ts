import { type Config, type Flags, readConfig } from '../config.ts';
import { AppError } from '../kernel/errors.ts';
import { checkedKeySettings } from '../kernel/key-settings.ts';
import { operations } from '../operations/index.ts';
import type { CreatedKey, KeyChanges, KeyRecord, KeyStore } from '../ports/accounts.ts';
import { version } from '../version.ts';
import { withAccounts } from './accounts.ts';
import { columns, processTerminal, styled, type Terminal } from './terminal.ts';

export interface KeyFlags extends Flags {
  readonly workspace?: string;
  readonly domains?: readonly string[];
  readonly scopes?: readonly string[];
  readonly project?: string;
  readonly expires?: string;
  readonly json?: boolean;
}

export interface ChangeFlags extends KeyFlags {
  readonly name?: string;
}

export interface RotateFlags extends KeyFlags {
  readonly grace?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_MAX = 36_500;
const OPERATION_IDS = operations.map((operation) => operation.id);

export async function createKey(name: string, flags: KeyFlags): Promise<void> {
  const { config, terminal } = opened(flags);
  const expiresAt = flags.expires === undefined ? null : expiryOf(flags.expires);
  const settings = {
    name,
    allowed_domains: listed(flags.domains) ?? [],
    scopes: listed(flags.scopes) ?? [],
    project_id: flags.project === '' ? undefined : flags.project,
  };
  const request = { ...checkedKeySettings(settings, OPERATION_IDS), expires_at: expiresAt ?? undefined };
  const made = await withKeys(config, (keys) => keys.create({ ...request, secret: undefined }, flags.workspace));
  show(terminal, made, flags);
}

export async function listKeys(flags: KeyFlags): Promise<void> {
  const { config, terminal } = opened(flags);
  const records = await withKeys(config, (keys) => keys.list(flags.workspace));
  if (flags.json === true) {
    terminal.out(JSON.stringify(records.map(publicRecord)));
    return;
  }
  if (records.length === 0) terminal.out('There are no keys. Create one with: seamark keys create NAME');
  else terminal.out(columns([HEAD, ...records.map(row)]));
}

export async function rotateKey(id: string, flags: RotateFlags): Promise<void> {
  const { config, terminal } = opened(flags);
  const grace_ms = (flags.grace ?? 0) * HOUR_MS;
  const rotated = await withKeys(config, (keys) => keys.rotate(id, grace_ms, flags.workspace));
  if (rotated === undefined) throw noKey(id);
  show(terminal, rotated, flags);
  const end = grace_ms === 0 ? 'no longer works' : `works until ${stamp(new Date(Date.now() + grace_ms))}`;
  terminal.err(`The old key ${end}.`);
}

export async function changeKey(id: string, flags: ChangeFlags): Promise<void> {
  const { config, terminal } = opened(flags);
  const changes: KeyChanges = checkedKeySettings(
    {
      name: flags.name,
      allowed_domains: listed(flags.domains),
      scopes: listed(flags.scopes),
      project_id: flags.project === '' ? null : flags.project,
      expires_at: flags.expires === undefined ? undefined : expiryOf(flags.expires),
    },
    OPERATION_IDS,
  );
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new AppError('invalid_input', 'No changes given.', {
      fix: 'Pass --name, --domains, --scopes, --project or --expires; an empty value removes a restriction.',
    });
  }
  const changed = await withKeys(config, (keys) => keys.change(id, changes, flags.workspace));
  if (changed === undefined) throw noKey(id);
  terminal.out(flags.json === true ? JSON.stringify(publicRecord(changed)) : columns([HEAD, row(changed)]));
}

export async function revokeKey(id: string, flags: KeyFlags): Promise<void> {
  const { config, terminal } = opened(flags);
  if (!(await withKeys(config, (keys) => keys.revoke(id, flags.workspace)))) throw noKey(id);
  terminal.out(flags.json === true ? JSON.stringify({ id, revoked: true }) : `Revoked ${id}.`);
}

function opened(flags: Flags): { config: Config; terminal: Terminal } {
  const config = readConfig(version, flags);
  return { config, terminal: processTerminal(config.color) };
}

function withKeys<Result>(config: Config, work: (keys: KeyStore) => Promise<Result>): Promise<Result> {
  return withAccounts(config, ({ keys }) => work(keys));
}

function show(terminal: Terminal, { secret, ...record }: CreatedKey, flags: KeyFlags): void {
  if (flags.json === true) {
    terminal.out(JSON.stringify({ ...publicRecord(record), key: secret }));
    return;
  }
  terminal.err(`Key ${record.id} (${record.name}). It is shown only once and is not stored:`);
  terminal.out(styled(terminal, 'green', secret));
}

/** `--domains a,b --domains c` is three; `--domains ''` is none. */
function listed(parts: readonly string[] | undefined): string[] | undefined {
  return parts?.flatMap((part) => part.split(',')).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** Null is never. */
function expiryOf(text: string): Date | null {
  const wanted = text.trim();
  if (wanted === '' || wanted === 'never') return null;
  const days = /^\d{1,5}$/.test(wanted) ? Number(wanted) : undefined;
  const at = days === undefined ? dateOf(wanted) : new Date(Date.now() + days * DAY_MS);
  if (at !== undefined && at.getTime() > Date.now() && at.getTime() < Date.now() + (DAYS_MAX + 1) * DAY_MS) return at;
  throw new AppError('invalid_input', `--expires is not valid: "${wanted.slice(0, 60)}".`, {
    fix: 'Pass days from now, such as 30, a future date, such as 2030-01-31, or never.',
  });
}

/** A day ends when it is over, in UTC. */
function dateOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text)) return undefined;
  const at = new Date(text.includes('T') ? text : `${text}T23:59:59.999Z`);
  // February 31 would be taken for a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10)) ? at : undefined;
}

function noKey(id: string): AppError {
  return new AppError('not_found', `There is no active key ${id}.`, {
    fix: 'Run `seamark keys list` to see the keys and their ids.',
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

const HEAD = ['ID', 'WORKSPACE', 'NAME', 'KEY', 'STATE', 'LAST USED', 'RESTRICTED TO'];

function row(record: KeyRecord): string[] {
  const restricted = [
    ...record.allowed_domains,
    ...record.scopes,
    ...(record.project_id === undefined ? [] : [`project ${record.project_id}`]),
  ];
  const { id, workspace_id, name, display, last_used_at } = record;
  const used = last_used_at === undefined ? 'never' : stamp(last_used_at);
  return [id, workspace_id, name, display, stateOf(record), used, restricted.join(', ') || '–'];
}

function stateOf(record: KeyRecord): string {
  if (record.revoked_at !== undefined) return 'revoked';
  if (record.expires_at === undefined) return 'active';
  const day = record.expires_at.toISOString().slice(0, 10);
  return record.expires_at.getTime() < Date.now() ? `expired ${day}` : `active until ${day}`;
}

function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
