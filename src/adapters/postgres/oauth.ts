import { randomBytes } from 'node:crypto';

import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type {
  CodeExchange,
  ConnectedApp,
  NewOAuthClient,
  OAuthClient,
  OAuthConsent,
  OAuthStore,
  TokenPair,
} from '../../ports/oauth.ts';
import type { Database, Queryable } from './database.ts';
import { REVOKE } from './key-store-statements.ts';
import { storable } from './storable.ts';

const ID_MAX = 2000;
const REGISTERED_AN_HOUR_MAX = 10;
const UNUSED_MAX = 5000;

/** Clients, consents and tokens in PostgreSQL. */
export class PostgresOAuth implements OAuthStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findClient(id: string): Promise<OAuthClient | undefined> {
    const [row] = await this.#database.query<OAuthClient>(FIND_CLIENT, [storable(id, ID_MAX)]);
    return row;
  }

  registerClient({ name, redirect_uris }: NewOAuthClient, address: string): Promise<OAuthClient> {
    return this.#database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [REGISTRATION_LOCK]);
      const [counts] = await transaction.query<{ unused: number; lately: number }>(COUNT_CLIENTS, [address]);
      if ((counts?.lately ?? 0) >= REGISTERED_AN_HOUR_MAX || (counts?.unused ?? 0) >= UNUSED_MAX) throw tooMany();
      const client: OAuthClient = { id: newId('app'), kind: 'registered', name, redirect_uris };
      await transaction.query(ADD_CLIENT, [client.id, 'registered', name, redirect_uris, address]);
      return client;
    });
  }

  async keepDocument({ id, name, redirect_uris }: OAuthClient): Promise<void> {
    await this.#database.query(KEEP_DOCUMENT, [id, name, redirect_uris]);
  }

  async addCode(codeHash: Uint8Array, consent: OAuthConsent): Promise<void> {
    const { client_id, client_name, user_id, workspace_id, redirect_uri, challenge } = consent;
    const { resource, scope, operations, project_id } = consent;
    await this.#database.query(ADD_CODE, [
      codeHash,
      user_id,
      workspace_id,
      client_id,
      client_name,
      redirect_uri,
      challenge,
      resource,
      scope,
      operations,
      project_id ?? null,
    ]);
    await this.#database.query('update oauth_clients set used_at = now() where id = $1', [client_id]);
  }

  redeemCode(exchange: CodeExchange, tokens: TokenPair): Promise<{ readonly scope: string } | undefined> {
    return this.#database.transaction(async (transaction) => {
      const [code] = await transaction.query<CodeRow>(LOCK_CODE, [exchange.code_hash]);
      if (code === undefined) return undefined;
      if (code.key_id !== null) {
        await transaction.query(REVOKE, [code.key_id, code.workspace_id]);
        return undefined;
      }
      if (!fits(code, exchange)) return undefined;
      const keyId = newId('key');
      const { workspace_id, client_name, operations, project_id } = code;
      const key = [keyId, workspace_id, client_name, randomBytes(32), operations, project_id];
      await transaction.query(ADD_KEY, key);
      const { user_id, client_id, redirect_uri, resource, scope } = code;
      await transaction.query(ADD_GRANT, [keyId, user_id, client_id, redirect_uri, resource, scope]);
      await addTokens(transaction, keyId, tokens);
      await transaction.query('update oauth_codes set key_id = $2 where hash = $1', [exchange.code_hash, keyId]);
      return { scope };
    });
  }

  refresh(
    refreshHash: Uint8Array,
    clientId: string,
    tokens: TokenPair,
  ): Promise<{ readonly scope: string } | undefined> {
    return this.#database.transaction(async (transaction) => {
      const [token] = await transaction.query<RefreshRow>(LOCK_REFRESH, [refreshHash, storable(clientId, ID_MAX)]);
      if (token === undefined) return undefined;
      if (token.is_stolen) {
        await transaction.query(REVOKE, [token.key_id, null]);
        return undefined;
      }
      await transaction.query('update oauth_tokens set replaced_at = coalesce(replaced_at, now()) where hash = $1', [
        refreshHash,
      ]);
      await addTokens(transaction, token.key_id, tokens);
      return { scope: token.scope };
    });
  }

  async revokeToken(tokenHash: Uint8Array, clientId: string): Promise<void> {
    const [found] = await this.#database.query<{ key_id: string }>(KEY_OF_TOKEN, [
      tokenHash,
      storable(clientId, ID_MAX),
    ]);
    if (found !== undefined) await this.#database.query(REVOKE, [found.key_id, null]);
  }

  async listApps(workspaceId: string): Promise<readonly ConnectedApp[]> {
    const rows = await this.#database.query<AppRow>(LIST_APPS, [workspaceId]);
    return rows.map(({ redirect_uri, project_id, last_used_at, ...app }) => ({
      ...app,
      redirect_host: URL.parse(redirect_uri)?.host ?? '',
      project_id: project_id ?? undefined,
      last_used_at: last_used_at ?? undefined,
    }));
  }

  async disconnect(workspaceId: string, id: string): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const [app] = await transaction.query('select key_id from oauth_grants where key_id = $1', [
        storable(id, ID_MAX),
      ]);
      if (app === undefined) return false;
      return (await transaction.query(REVOKE, [storable(id, ID_MAX), workspaceId])).length > 0;
    });
  }

  async sweep(): Promise<void> {
    for (const statement of SWEEP) await this.#database.query(statement);
  }
}

/** Any number, the same for all versions of this program. */
const REGISTRATION_LOCK = 7_326_277;

interface CodeRow {
  readonly user_id: string;
  readonly workspace_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scope: string;
  readonly operations: readonly string[];
  readonly project_id: string | null;
  readonly is_over: boolean;
  readonly key_id: string | null;
}

interface RefreshRow {
  readonly key_id: string;
  readonly scope: string;
  readonly is_stolen: boolean;
}

interface AppRow extends Omit<ConnectedApp, 'redirect_host' | 'project_id' | 'last_used_at'> {
  readonly redirect_uri: string;
  readonly project_id: string | null;
  readonly last_used_at: Date | null;
}

function fits(code: CodeRow, { client_id, redirect_uri, challenge, resource }: CodeExchange): boolean {
  return (
    !code.is_over &&
    code.client_id === client_id &&
    code.redirect_uri === redirect_uri &&
    code.challenge === challenge &&
    (resource === undefined || code.resource === resource)
  );
}

async function addTokens(transaction: Queryable, keyId: string, tokens: TokenPair): Promise<void> {
  await transaction.query(ADD_TOKENS, [keyId, tokens.access_hash, tokens.refresh_hash]);
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many clients were registered.', {
    title: 'Too many clients were registered.',
    fix: 'Try again in an hour, or use a client that is described by a document at its own URL.',
  });
}

const FIND_CLIENT = `
  select id, kind, name, redirect_uris from oauth_clients
  where id = $1 and (kind = 'registered' or fetched_at > now() - interval '1 hour')`;

const COUNT_CLIENTS = `
  select count(*) filter (where used_at is null)::int as unused,
    count(*) filter (where created_from = $1 and created_at > now() - interval '1 hour')::int as lately
  from oauth_clients where kind = 'registered'`;

const ADD_CLIENT = `
  insert into oauth_clients (id, kind, name, redirect_uris, created_from) values ($1, $2, $3, $4, $5)`;

const KEEP_DOCUMENT = `
  insert into oauth_clients (id, kind, name, redirect_uris, fetched_at) values ($1, 'document', $2, $3, now())
  on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, fetched_at = now()`;

const ADD_CODE = `
  insert into oauth_codes (hash, user_id, workspace_id, client_id, client_name, redirect_uri, challenge, resource, scope,
    operations, project_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + interval '1 minute')`;

const LOCK_CODE = 'select *, expires_at <= now() as is_over from oauth_codes where hash = $1 for update';

const ADD_KEY = `
  insert into api_keys (id, workspace_id, name, hash, display, scopes, project_id, is_app)
  values ($1, $2, $3, $4, 'OAuth', $5, $6, true)`;

const ADD_GRANT = `
  insert into oauth_grants (key_id, user_id, client_id, redirect_uri, resource, scope) values ($1, $2, $3, $4, $5, $6)`;

const ADD_TOKENS = `
  insert into oauth_tokens (hash, key_id, kind, expires_at) values
    ($2, $1, 'access', now() + interval '1 hour'), ($3, $1, 'refresh', now() + interval '30 days')`;

/** A client whose answer was lost sends the old token once more, within seconds. */
const LOCK_REFRESH = `
  select token.key_id, granted.scope, coalesce(token.replaced_at < now() - interval '10 seconds', false) as is_stolen
  from oauth_tokens token
  join oauth_grants granted on granted.key_id = token.key_id
  join api_keys key on key.id = token.key_id
  where token.hash = $1 and token.kind = 'refresh' and token.expires_at > now() and granted.client_id = $2
    and key.revoked_at is null
  for update of token`;

const KEY_OF_TOKEN = `
  select token.key_id from oauth_tokens token join oauth_grants granted on granted.key_id = token.key_id
  where token.hash = $1 and granted.client_id = $2`;

const LIST_APPS = `
  select key.id, key.name, granted.client_id, granted.redirect_uri, granted.scope, key.project_id,
    users.email as user_email, granted.created_at, key.last_used_at
  from oauth_grants granted
  join api_keys key on key.id = granted.key_id
  join dashboard_users users on users.id = granted.user_id
  where key.workspace_id = $1 and key.revoked_at is null
  order by granted.created_at desc, key.id`;

const SWEEP = [
  "delete from oauth_codes where expires_at < now() - interval '1 hour'",
  'delete from oauth_tokens where expires_at < now()',
  `delete from oauth_clients where kind = 'registered' and used_at is null and created_at < now() - interval '1 day'`,
  `delete from oauth_clients where kind = 'document' and fetched_at < now() - interval '1 day'`,
] as const;
