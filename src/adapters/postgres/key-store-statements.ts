import { createHash } from 'node:crypto';

import type { Caller, KeyRecord } from '../../ports/accounts.ts';

/** The statements of the key store, and what their rows are. */

/** Carries the hash of a key that is no longer what it was, in hexadecimal, or `EVERY_KEY`. */
export const CHANNEL = 'seamark_keys';
export const EVERY_KEY = '*';

export interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly display: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

export interface CallerRow {
  readonly hash: string;
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | null;
  readonly plan: string;
  /** Null for a key without an end. */
  readonly ends_in_ms: number | null;
}

/** A key that changed; every hash that finds it has to be forgotten. */
export interface ChangedRow extends KeyRow {
  readonly hashes: readonly string[];
}

const COLUMNS = `id, workspace_id, name, display, allowed_domains, scopes, project_id, created_at, last_used_at,
  expires_at, revoked_at`;

// How long the key lives is told by the database's clock alone, so that no other has to agree with it.
export const FIND = `
  select encode(found.hash, 'hex') as hash, key.id, key.workspace_id, key.name, key.allowed_domains, key.scopes, key.project_id, workspace.plan,
    (extract(epoch from least(key.expires_at, found.valid_until) - now()) * 1000)::double precision as ends_in_ms
  from (
    select id, hash, null::timestamptz as valid_until from api_keys where hash = any($1)
    union all
    select key_id, hash, valid_until from former_keys where hash = any($1) and valid_until > now()
    union all
    select key_id, hash, expires_at from oauth_tokens where hash = any($1) and kind = 'access'
  ) as found
  join api_keys as key on key.id = found.id
  join workspaces as workspace on workspace.id = key.workspace_id
  where key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
    and (found.valid_until is null or found.valid_until > now())`;

export const INSERT = `
  with made as (
    insert into api_keys (id, workspace_id, name, hash, display, allowed_domains, scopes, project_id, expires_at)
    select $1, workspace.id, $2, $3, $4, $5, $6, $7, $8
    from (
      select id from workspaces where $9::text is null or id = $9 order by created_at, id limit 1
    ) as workspace
    where not exists (select from former_keys where hash = $3)
    on conflict (hash) do nothing
    returning ${COLUMNS}, hash
  )
  select ${COLUMNS}, pg_notify('${CHANNEL}', encode(hash, 'hex')) from made`;

export const EXISTING = `
  select ${COLUMNS}, false as is_former from api_keys where hash = $1
  union all
  select ${COLUMNS}, true from api_keys where id = (select key_id from former_keys where hash = $1)`;

export const LIST = `
  select ${COLUMNS} from api_keys where ($1::text is null or workspace_id = $1) and not is_app order by created_at desc, id`;

export const ALLOWED_DOMAINS = `
  select distinct unnest(allowed_domains) as domain from api_keys
  where allowed_domains <> '{}' and revoked_at is null and (expires_at is null or expires_at > now())
  limit 10000`;

export const OPERATOR = 'select id, plan from workspaces order by created_at, id limit 1';

const LIVING = `id = $1 and ($2::text is null or workspace_id = $2) and revoked_at is null`;
/** A connected program has no secret to replace, and what it may do was settled when it was let in. */
const HELD = `${LIVING} and not is_app`;

const CHANGED = `
  , hashes as (
    select changed.hash from changed
    union all select former_keys.hash from former_keys join changed on key_id = id
    union all select oauth_tokens.hash from oauth_tokens join changed on key_id = id where kind = 'access'
  ), told as (
    select coalesce(array_agg(encode(hash, 'hex')), '{}') as hashes,
      count(pg_notify('${CHANNEL}', encode(hash, 'hex'))) as announcements
    from hashes
  )
  select ${COLUMNS}, told.hashes, told.announcements from changed, told`;

export const REVOKE = `
  with changed as (
    update api_keys set revoked_at = now() where ${LIVING} returning ${COLUMNS}, hash
  ) ${CHANGED}`;

export const CHANGE = `
  with changed as (
    update api_keys set
      name = coalesce($3, name),
      allowed_domains = coalesce($4, allowed_domains),
      scopes = coalesce($5, scopes),
      project_id = case when $6 then $7 else project_id end,
      expires_at = case when $8 then $9 else expires_at end
    where ${HELD} returning ${COLUMNS}, hash
  ) ${CHANGED}`;

/** Run in one transaction, the first one locks the key. */
export const ROTATE = {
  lock: `select encode(hash, 'hex') as hash from api_keys where ${HELD} for update`,
  retire: `
    with shortened as (
      update former_keys set valid_until = least(valid_until, now() + $2 * interval '1 millisecond') where key_id = $1
    )
    insert into former_keys (hash, key_id, valid_until)
    select hash, id, now() + $2 * interval '1 millisecond' from api_keys where id = $1`,
  replace: `
    with changed as (
      update api_keys set hash = $3, display = $4 where ${LIVING} returning ${COLUMNS}, hash
    ) ${CHANGED}`,
} as const;

export const WRITE_USES = `
  update api_keys set last_used_at = used.at
  from unnest($1::text[], $2::timestamptz[]) as used (id, at)
  where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`;

export function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export function callerOf(row: CallerRow): Caller {
  return {
    workspace_id: row.workspace_id,
    key_id: row.id,
    key_name: row.name,
    allowed_domains: row.allowed_domains,
    scopes: row.scopes,
    project_id: row.project_id ?? undefined,
    plan: row.plan,
  };
}

export function recordOf(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    workspace_id: row.workspace_id,
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
