/** Hosts whose owner has shown that a workspace may decide how they are read, and what crawls sign in with. */
export const provenHosts = {
  version: 24,
  name: 'proven hosts',
  sql: `
    create table proven_hosts (
      workspace_id text not null references workspaces,
      host text not null,
      -- Published by the owner, so no secret.
      token text not null,
      method text,
      proven_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (workspace_id, host),
      check ((method is null) = (proven_at is null))
    );
    -- Sealed: headers, cookies and passwords for staging.
    alter table crawls add column secrets bytea;
    alter table sites add column secrets bytea;
  `,
} as const;
