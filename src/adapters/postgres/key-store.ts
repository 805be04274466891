import { createHash } from 'node:crypto';

import { displayOf, looksLikeKey, newSecret } from '../../kernel/api-key.ts';
import { AppError, messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Caller, CreatedKey, KeyRecord, KeyStore, NewKey } from '../../ports/accounts.ts';
import type { Database, Subscription } from './database.ts';
import type { Log } from './log.ts';

const CHANNEL = 'seamark_keys';
const ENTRIES_MAX = 10_000;
const FRESH_MS = 30_000;
/** How long an answer is used while revocations cannot be heard. */
const FRESH_UNHEARD_MS = 1000;
const WRITE_USES_EVERY_MS = 10_000;

export interface PostgresKeyStore extends KeyStore {
  /** Writes when keys were last used, and stops listening. */
  close(): Promise<void>;
}

/** Resolves once revocations in other processes are heard. */
export async function openKeyStore(database: Database, log: Log): Promise<PostgresKeyStore> {
  const store = new Store(database, log);
  await store.listen();
  return store;
}

interface Entry {
  readonly caller: Caller | undefined;
  readonly expires_at: Date | undefined;
  readonly read_at: number;
}

/**
 * Keys in PostgreSQL, with answers kept in memory for seconds.
 *
 * The database holds hashes only. A revocation is announced on a channel, and every process forgets the key
 * at once; a process that cannot hear the channel asks the database again after a second.
 */
class Store implements PostgresKeyStore {
  readonly #database: Database;
  readonly #log: Log;
  /** Apart, so that made-up keys cannot push known ones out. */
  readonly #known = new Map<string, Entry>();
  readonly #unknown = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<Entry>>();
  readonly #used = new Map<string, Date>();
  readonly #timer: NodeJS.Timeout;
  #subscription: Subscription | undefined;
  /** Grows with each announcement: an answer that was read before one may be old news. */
  #announcements = 0;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.#writeUses(), WRITE_USES_EVERY_MS).unref();
  }

  async listen(): Promise<void> {
    this.#subscription = await this.#database.listen(CHANNEL, (hash) => this.#forget(hash));
  }

  async find(key: string): Promise<Caller | undefined> {
    if (!looksLikeKey(key)) return undefined;
    const hash = hashOf(key).toString('hex');
    const entry = this.#remembered(hash) ?? (await this.#ask(hash));
    if (entry.expires_at !== undefined && entry.expires_at.getTime() <= Date.now()) return undefined;
    if (entry.caller?.key_id !== undefined) this.#used.set(entry.caller.key_id, new Date());
    return entry.caller;
  }

  async create(request: NewKey): Promise<CreatedKey> {
    const secret = request.secret ?? newSecret();
    if (!looksLikeKey(secret)) throw malformed();
    const rows = await this.#database.query<KeyRow>(INSERT, [
      newId('key'),
      request.name,
      hashOf(secret),
      displayOf(secret),
      request.allowed_domains,
      request.scopes,
      request.project_id,
      request.expires_at,
    ]);
    const row = rows[0] ?? (await this.#existing(secret));
    this.#forget(hashOf(secret).toString('hex'));
    return { ...recordOf(row), secret };
  }

  async list(): Promise<readonly KeyRecord[]> {
    const rows = await this.#database.query<KeyRow>(`select ${COLUMNS} from api_keys order by created_at desc, id`);
    return rows.map(recordOf);
  }

  async revoke(id: string): Promise<boolean> {
    const [row] = await this.#database.query<{ hash: string }>(REVOKE, [id, CHANNEL]);
    if (row === undefined) return false;
    this.#forget(row.hash);
    return true;
  }

  async operator(): Promise<Caller> {
    const [row] = await this.#database.query<{ id: string }>(`select id from (${FIRST_WORKSPACE}) as first_workspace`);
    if (row === undefined) throw new Error('There is no workspace; the migration makes one.');
    return {
      workspace_id: row.id,
      key_id: undefined,
      key_name: 'operator',
      allowed_domains: [],
      scopes: [],
      project_id: undefined,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#subscription?.stop();
    await this.#writeUses();
  }

  #remembered(hash: string): Entry | undefined {
    const entry = this.#known.get(hash) ?? this.#unknown.get(hash);
    if (entry === undefined) return undefined;
    const fresh = this.#subscription?.live === true ? FRESH_MS : FRESH_UNHEARD_MS;
    return performance.now() - entry.read_at < fresh ? entry : undefined;
  }

  /** One question at a time for a key, however many requests wait for it. */
  #ask(hash: string): Promise<Entry> {
    const asking = this.#asking.get(hash);
    if (asking !== undefined) return asking;
    const answer = this.#read(hash).finally(() => {
      if (this.#asking.get(hash) === answer) this.#asking.delete(hash);
    });
    this.#asking.set(hash, answer);
    return answer;
  }

  async #read(hash: string): Promise<Entry> {
    const announcements = this.#announcements;
    const readAt = performance.now();
    const [row] = await this.#database.query<CallerRow>(FIND, [Buffer.from(hash, 'hex')]);
    const entry: Entry = { caller: callerOf(row), expires_at: row?.expires_at ?? undefined, read_at: readAt };
    if (announcements === this.#announcements) this.#remember(hash, entry);
    return entry;
  }

  #remember(hash: string, entry: Entry): void {
    this.#known.delete(hash);
    this.#unknown.delete(hash);
    const entries = entry.caller === undefined ? this.#unknown : this.#known;
    if (entries.size >= ENTRIES_MAX) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    entries.set(hash, entry);
  }

  #forget(hash: string | undefined): void {
    this.#announcements += 1;
    if (hash === undefined) {
      this.#known.clear();
      this.#unknown.clear();
      this.#asking.clear();
      return;
    }
    this.#known.delete(hash);
    this.#unknown.delete(hash);
    this.#asking.delete(hash);
  }

  async #existing(secret: string): Promise<KeyRow> {
    const [row] = await this.#database.query<KeyRow>(`select ${COLUMNS} from api_keys where hash = $1`, [
      hashOf(secret),
    ]);
    if (row === undefined) throw new Error('The key was neither inserted nor found.');
    if (row.revoked_at === null) return row;
    throw new AppError('conflict', `The key ${row.display} was revoked and cannot be used again.`, {
      fix: 'Choose another key: "seamark keys create" makes one.',
    });
  }

  async #writeUses(): Promise<void> {
    if (this.#used.size === 0) return;
    const uses = [...this.#used];
    this.#used.clear();
    try {
      await this.#database.query(WRITE_USES, [uses.map(([id]) => id), uses.map(([, at]) => at)]);
    } catch (thrown) {
      // Only information for the list of keys: the next use writes it again.
      this.#log.warn({ error: messageOf(thrown) }, 'The last use of keys could not be written.');
    }
  }
}

interface CallerRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | null;
  readonly expires_at: Date | null;
}

interface KeyRow extends CallerRow {
  readonly display: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const CALLER_COLUMNS = 'id, workspace_id, name, allowed_domains, scopes, project_id, expires_at';
const COLUMNS = `${CALLER_COLUMNS}, display, created_at, last_used_at, revoked_at`;
const FIRST_WORKSPACE = 'select id from workspaces order by created_at, id limit 1';

const FIND = `
  select ${CALLER_COLUMNS} from api_keys
  where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`;

const INSERT = `
  with made as (
    insert into api_keys (id, workspace_id, name, hash, display, allowed_domains, scopes, project_id, expires_at)
    values ($1, (${FIRST_WORKSPACE}), $2, $3, $4, $5, $6, $7, $8)
    on conflict (hash) do nothing
    returning ${COLUMNS}, hash
  )
  select ${COLUMNS}, pg_notify('${CHANNEL}', encode(hash, 'hex')) from made`;

const REVOKE = `
  with gone as (
    update api_keys set revoked_at = now() where id = $1 and revoked_at is null returning hash
  )
  select encode(hash, 'hex') as hash, pg_notify($2, encode(hash, 'hex')) from gone`;

const WRITE_USES = `
  update api_keys set last_used_at = used.at
  from unnest($1::text[], $2::timestamptz[]) as used (id, at)
  where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`;

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function callerOf(row: CallerRow | undefined): Caller | undefined {
  if (row === undefined) return undefined;
  return {
    workspace_id: row.workspace_id,
    key_id: row.id,
    key_name: row.name,
    allowed_domains: row.allowed_domains,
    scopes: row.scopes,
    project_id: row.project_id ?? undefined,
  };
}

function recordOf(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    display: row.display,
    allowed_domains: row.allowed_domains,
    scopes: row.scopes,
    project_id: row.project_id ?? undefined,
    created_at: row.created_at,
    last_used_at: row.last_used_at ?? undefined,
    expires_at: row.expires_at ?? undefined,
    revoked_at: row.revoked_at ?? undefined,
  };
}

function malformed(): AppError {
  const example = 'sk_live_, 32 letters or digits, and a checksum of 6';
  return new AppError('invalid_input', `The chosen API key is not a valid one: it has to be ${example}.`, {
    fix: 'Let "seamark keys create" make a key, and use that one.',
    issues: [{ path: 'secret', message: `Has to be ${example}.` }],
  });
}
