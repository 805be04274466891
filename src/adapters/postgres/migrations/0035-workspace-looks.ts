/** Own logo and colour of reports, and how long a workspace keeps them. */
export const workspaceLooks = {
  version: 35,
  name: 'workspace_looks',
  sql: `
    create table workspace_looks (
      workspace_id text primary key references workspaces on delete cascade,
      logo bytea,
      logo_type text,
      accent text
    );
    -- Null is what the service is set to.
    alter table workspaces add column keep_days int check (keep_days between 1 and 3650);
  `,
} as const;
