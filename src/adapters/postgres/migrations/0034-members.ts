/** Users of the dashboard belong to workspaces, each in a role. Everybody who could log in before was an owner. */
export const members = {
  version: 34,
  name: 'members',
  sql: `
    create table workspace_members (
      workspace_id text not null references workspaces on delete cascade,
      user_id text not null references dashboard_users on delete cascade,
      role text not null check (role in ('viewer', 'member', 'owner')),
      joined_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    );
    create index workspace_members_user on workspace_members (user_id);
    insert into workspace_members (workspace_id, user_id, role, joined_at)
      select workspace_id, id, 'owner', created_at from dashboard_users;

    create table workspace_invitations (
      -- SHA-256 of the token in the one-time link.
      hash bytea primary key,
      id text not null unique,
      workspace_id text not null references workspaces on delete cascade,
      email text not null,
      role text not null check (role in ('viewer', 'member', 'owner')),
      invited_by text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create unique index workspace_invitations_email on workspace_invitations (workspace_id, lower(email));
  `,
} as const;
