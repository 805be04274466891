/** Workspaces, keys, credits and usage. */
export const accounts = {
  version: 1,
  name: 'accounts',
  sql: `
    create table workspaces (
      id text primary key,
      name text not null,
      plan text not null,
      created_at timestamptz not null default now()
    );

    create table api_keys (
      id text primary key,
      workspace_id text not null references workspaces,
      name text not null,
      -- SHA-256 of the key. It has 190 random bits, so a slow hash would add nothing.
      hash bytea not null unique,
      display text not null,
      allowed_domains text[] not null default '{}',
      scopes text[] not null default '{}',
      project_id text,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz
    );

    -- A null balance is metered without a limit.
    create table credit_accounts (
      workspace_id text primary key references workspaces,
      balance bigint check (balance >= 0),
      updated_at timestamptz not null default now()
    );

    -- The tables below have no foreign keys: each call writes to them, and the check would lock the
    -- workspace's row for every writer. The statements read the account they write for.
    create table credit_reservations (
      id bigint generated always as identity primary key,
      workspace_id text not null,
      operation text not null,
      request_id text not null,
      credits bigint not null check (credits > 0),
      state text not null default 'open' check (state in ('open', 'settled', 'released')),
      created_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create index credit_reservations_open on credit_reservations (created_at) where state = 'open';

    -- Only ever added to. For a limited account the amounts sum to the balance.
    create table credit_entries (
      id bigint generated always as identity primary key,
      workspace_id text not null,
      kind text not null check (kind in ('grant', 'reserve', 'settle', 'release', 'adjust')),
      amount bigint not null,
      reservation_id bigint,
      reason text,
      created_at timestamptz not null default now()
    );
    create index credit_entries_workspace on credit_entries (workspace_id, id);

    create table usage_rows (
      id bigint generated always as identity primary key,
      request_id text not null,
      workspace_id text not null,
      key_id text,
      project_id text,
      workflow_id text,
      operation text not null,
      transport text not null,
      status int not null,
      error_code text,
      credits bigint not null,
      duration_ms double precision not null,
      created_at timestamptz not null
    );
    create index usage_rows_workspace on usage_rows (workspace_id, created_at);

    insert into workspaces (id, name, plan) values ('ws_default', 'Default', 'self_hosted');
    insert into credit_accounts (workspace_id, balance) values ('ws_default', null);
  `,
} as const;
