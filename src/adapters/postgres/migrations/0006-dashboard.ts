/** Who may use the dashboard. */
export const dashboard = {
  version: 6,
  name: 'dashboard',
  sql: `
    create table dashboard_users (
      id text primary key,
      workspace_id text not null references workspaces,
      email text not null,
      -- scrypt with its parameters and salt.
      password text not null,
      created_at timestamptz not null default now(),
      last_login_at timestamptz
    );
    create unique index dashboard_users_email on dashboard_users (lower(email));

    create table dashboard_sessions (
      -- SHA-256 of the cookie.
      hash bytea primary key,
      user_id text not null references dashboard_users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index dashboard_sessions_user on dashboard_sessions (user_id);

    -- A token makes the first user and no other, so the first user is the end of them all.
    create table dashboard_setups (
      -- SHA-256 of the token in the one-time URL.
      hash bytea primary key,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
  `,
} as const;
