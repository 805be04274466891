import { newSecret } from '../../kernel/api-key.ts';
import { displayOf, looksLikeKey, looksLikeToken } from '../../kernel/key-form.ts';
import { AppError, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { checkedKeySettings } from '../../kernel/key-settings.ts';
import type { Caller, CreatedKey, KeyChanges, KeyRecord, KeyStore, NewKey } from '../../ports/accounts.ts';
import type { Database } from './database.ts';
import { type KeyAnswer, KeyMemory } from './key-store-memory.ts';
import * as statements from './key-store-statements.ts';
import {
  callerOf,
  type CallerRow,
  type ChangedRow,
  FIND,
  hashOf,
  type KeyRow,
  recordOf,
} from './key-store-statements.ts';
import type { Subscription } from './listener.ts';
import type { Log } from '../../kernel/log.ts';

const WRITE_USES_EVERY_MS = 10_000;
const DOMAINS_FRESH_MS = 2000;
const GRACE_MS_MAX = 86_400_000;

export interface PostgresKeyStore extends KeyStore {
  /** Writes when keys were last used, and stops listening. */
  close(): Promise<void>;
}

export interface KeyStoreOptions {
  /** The scopes that a key can be given; all when undefined. */
  readonly operation_ids: readonly string[] | undefined;
}

/** Resolves once revocations in other processes are heard. */
export async function openKeyStore(
  database: Database,
  log: Log,
  options: KeyStoreOptions = { operation_ids: undefined },
): Promise<PostgresKeyStore> {
  const store = new Store(database, log, options);
  await store.listen();
  return store;
}

/**
 * Keys in PostgreSQL, with answers kept in memory for seconds.
 *
 * The database holds hashes only. Whatever changes a key announces it on a channel, and every process forgets the key
 * at once; a process that cannot hear the channel asks the database again after a second.
 */
class Store implements PostgresKeyStore {
  readonly #database: Database;
  readonly #log: Log;
  readonly #options: KeyStoreOptions;
  readonly #memory: KeyMemory;
  readonly #used = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;
  #subscription: Subscription | undefined;
  #domains: { readonly asked_at: number; readonly answer: Promise<readonly string[]> } | undefined;

  constructor(database: Database, log: Log, options: KeyStoreOptions) {
    this.#database = database;
    this.#log = log;
    this.#options = options;
    const reader = new KeyReader(database);
    this.#memory = new KeyMemory(
      (hash) => reader.read(hash),
      () => this.#subscription?.live === true,
    );
    this.#timer = setInterval(() => void this.#writeUses(), WRITE_USES_EVERY_MS).unref();
  }

  async listen(): Promise<void> {
    this.#subscription = await this.#database.listen(statements.CHANNEL, (hash) =>
      this.#memory.forget(hash === statements.EVERY_KEY ? undefined : hash),
    );
  }

  async find(key: string): Promise<Caller | undefined> {
    return looksLikeKey(key) ? this.#callerOf(key) : undefined;
  }

  async findToken(token: string): Promise<Caller | undefined> {
    return looksLikeToken(token) ? this.#callerOf(token) : undefined;
  }

  async create(request: NewKey, workspaceId?: string): Promise<CreatedKey> {
    const secret = request.secret ?? newSecret();
    if (!looksLikeKey(secret)) throw malformed();
    const { name, allowed_domains, scopes, project_id } = checkedKeySettings(request, this.#options.operation_ids);
    const restrictions = [allowed_domains, scopes, project_id, request.expires_at];
    const values = [newId('key'), name, hashOf(secret), displayOf(secret), ...restrictions, workspaceId];
    const rows = await this.#database.query<KeyRow>(statements.INSERT, values);
    const row = rows[0] ?? (await this.#existing(secret, workspaceId));
    this.#memory.forget(hashOf(secret).toString('hex'));
    return { ...recordOf(row), secret };
  }

  async list(workspaceId?: string): Promise<readonly KeyRecord[]> {
    return (await this.#database.query<KeyRow>(statements.LIST, [workspaceId])).map(recordOf);
  }

  async rotate(id: string, grace_ms: number, workspaceId?: string): Promise<CreatedKey | undefined> {
    if (!(grace_ms >= 0 && grace_ms <= GRACE_MS_MAX)) throw graceless();
    const secret = newSecret();
    const row = await this.#database.transaction(async (transaction) => {
      const locked = await transaction.query(statements.ROTATE.lock, [id, workspaceId]);
      if (locked.length === 0) return undefined;
      await transaction.query(statements.ROTATE.retire, [id, grace_ms]);
      const replacement = [id, workspaceId, hashOf(secret), displayOf(secret)];
      const [changed] = await transaction.query<ChangedRow>(statements.ROTATE.replace, replacement);
      return changed;
    });
    if (row === undefined) return undefined;
    this.#forget(row);
    return { ...recordOf(row), secret };
  }

  async change(id: string, changes: KeyChanges, workspaceId?: string): Promise<KeyRecord | undefined> {
    const { name, allowed_domains, scopes, project_id, expires_at } = checkedKeySettings(
      changes,
      this.#options.operation_ids,
    );
    const [row] = await this.#database.query<ChangedRow>(statements.CHANGE, [
      id,
      workspaceId,
      name,
      allowed_domains,
      scopes,
      project_id !== undefined,
      project_id,
      expires_at !== undefined,
      expires_at,
    ]);
    if (row === undefined) return undefined;
    this.#forget(row);
    return recordOf(row);
  }

  async revoke(id: string, workspaceId?: string): Promise<boolean> {
    const [row] = await this.#database.query<ChangedRow>(statements.REVOKE, [id, workspaceId]);
    if (row === undefined) return false;
    this.#forget(row);
    return true;
  }

  allowedDomains(): Promise<readonly string[]> {
    const now = performance.now();
    if (this.#domains === undefined || now - this.#domains.asked_at >= DOMAINS_FRESH_MS) {
      const rows = this.#database.query<{ domain: string }>(statements.ALLOWED_DOMAINS);
      const answer = rows.then((found) => found.map(({ domain }) => domain));
      this.#domains = { asked_at: now, answer };
      // The next request asks again; those that wait are told.
      answer.catch(() => (this.#domains = undefined));
    }
    return this.#domains.answer;
  }

  async operator(): Promise<Caller> {
    const [row] = await this.#database.query<{ id: string; plan: string }>(statements.OPERATOR);
    if (row === undefined) throw new Error('There is no workspace; the migration makes one.');
    return {
      workspace_id: row.id,
      key_id: undefined,
      key_name: 'operator',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
      plan: row.plan,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#subscription?.stop();
    await this.#writeUses();
  }

  async #callerOf(secret: string): Promise<Caller | undefined> {
    const caller = await this.#memory.find(hashOf(secret).toString('hex'));
    if (caller?.key_id !== undefined) this.#used.set(caller.key_id, new Date());
    return caller;
  }

  #forget(changed: ChangedRow): void {
    for (const hash of changed.hashes) this.#memory.forget(hash);
  }

  async #existing(secret: string, workspaceId: string | undefined): Promise<KeyRow> {
    const [row] = await this.#database.query<KeyRow & { is_former: boolean }>(statements.EXISTING, [hashOf(secret)]);
    const isElsewhere = row !== undefined && workspaceId !== undefined && row.workspace_id !== workspaceId;
    if (row === undefined) throw noWorkspace(workspaceId);
    if (row.revoked_at === null && !row.is_former && !isElsewhere) return row;
    const why = row.is_former
      ? 'was replaced by a rotation'
      : row.revoked_at === null
        ? 'already exists'
        : 'was revoked';
    throw new AppError('conflict', `The key ${displayOf(secret)} ${why} and cannot be created again.`, {
      fix: 'Choose another key, or create one with `seamark keys create`.',
    });
  }

  async #writeUses(): Promise<void> {
    if (this.#used.size === 0) return;
    const uses = [...this.#used];
    this.#used.clear();
    try {
      await this.#database.query(statements.WRITE_USES, [uses.map(([id]) => id), uses.map(([, at]) => at)]);
    } catch (thrown) {
      // Only information for the list of keys: the next use writes it again.
      this.#log.warn({ error: messageOf(thrown) }, 'The last use of keys could not be saved.');
    }
  }
}

function malformed(): AppError {
  const example = 'sk_live_, 32 letters or digits, and a checksum of 6';
  return new AppError('invalid_input', `The chosen API key is not valid: it must be ${example}.`, {
    fix: 'Use a key made by `seamark keys create`.',
    issues: [{ path: 'secret', message: `must be ${example}.` }],
  });
}

function graceless(): AppError {
  const message = 'must be from 0 to 24 hours';
  return new AppError('invalid_input', `The time for which the old key keeps working ${message}.`, {
    fix: 'Choose a shorter time, or none to end the old key immediately.',
    issues: [{ path: 'grace_ms', message }],
  });
}

function noWorkspace(workspaceId: string | undefined): AppError {
  return new AppError('not_found', `There is no workspace ${workspaceId ?? 'yet'}.`, {
    fix: 'Run `seamark workspaces list` to see the workspaces and their ids.',
  });
}

const STATEMENTS_MAX = 2;
const KEYS_A_STATEMENT_MAX = 500;

interface Asked {
  readonly hash: string;
  readonly answer: (answer: KeyAnswer) => void;
  readonly fail: (thrown: unknown) => void;
}

/**
 * Asks the database who calls, for many keys in one statement.
 *
 * Whoever sends made-up keys with right checksums makes us ask for each. However many there are, they take two
 * connections and no more: the rest of the pool stays with those whose keys are known.
 */
class KeyReader {
  readonly #database: Database;
  #asked: Asked[] = [];
  #under_way = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  read(hash: string): Promise<KeyAnswer> {
    return new Promise((answer, fail) => {
      this.#asked.push({ hash, answer, fail });
      if (this.#under_way < STATEMENTS_MAX) void this.#work();
    });
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    this.#under_way += 1;
    while (this.#asked.length > 0) await this.#ask(this.#asked.splice(0, KEYS_A_STATEMENT_MAX));
    this.#under_way -= 1;
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    const read_at = performance.now();
    try {
      const rows = await this.#database.query<CallerRow>(FIND, [asked.map(({ hash }) => Buffer.from(hash, 'hex'))]);
      const found = new Map(rows.map((row) => [row.hash, row]));
      for (const { hash, answer } of asked) answer(answerOf(found.get(hash), read_at));
    } catch (thrown) {
      for (const { fail } of asked) fail(thrown);
    }
  }
}

function answerOf(row: CallerRow | undefined, read_at: number): KeyAnswer {
  if (row === undefined) return { caller: undefined, ends_at: Infinity, read_at };
  return { caller: callerOf(row), ends_at: row.ends_in_ms === null ? Infinity : read_at + row.ends_in_ms, read_at };
}
