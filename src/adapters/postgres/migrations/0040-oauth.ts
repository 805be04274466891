/** Programs that people connect by OAuth. */
export const oauth = {
  version: 40,
  name: 'oauth',
  sql: `
    -- The key of a connected program: nobody has its secret, and its tokens stand in for it.
    alter table api_keys add column is_app boolean not null default false;

    create table oauth_clients (
      id text primary key,
      kind text not null check (kind in ('registered', 'document')),
      name text not null,
      redirect_uris text[] not null,
      created_at timestamptz not null default now(),
      created_from text,
      -- Of a client that a document describes.
      fetched_at timestamptz,
      used_at timestamptz
    );
    create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;

    create table oauth_grants (
      key_id text primary key references api_keys on delete cascade,
      user_id text not null references dashboard_users on delete cascade,
      client_id text not null,
      redirect_uri text not null,
      resource text not null,
      scope text not null,
      created_at timestamptz not null default now()
    );

    -- SHA-256 of what the clients hold, which has 238 random bits.
    create table oauth_codes (
      hash bytea primary key,
      user_id text not null references dashboard_users on delete cascade,
      workspace_id text not null references workspaces on delete cascade,
      client_id text not null,
      client_name text not null,
      redirect_uri text not null,
      challenge text not null,
      resource text not null,
      scope text not null,
      operations text[] not null,
      project_id text,
      expires_at timestamptz not null,
      -- What it gave, once it was used: whoever sends it again ends that.
      key_id text
    );

    create table oauth_tokens (
      hash bytea primary key,
      key_id text not null references oauth_grants on delete cascade,
      kind text not null check (kind in ('access', 'refresh')),
      expires_at timestamptz not null,
      replaced_at timestamptz
    );
    create index oauth_tokens_key on oauth_tokens (key_id);
  `,
} as const;
