/** Sites that somebody looks after, with what is set for them. */
export const sites = {
  version: 23,
  name: 'sites',
  sql: `
    create table sites (
      workspace_id text not null references workspaces,
      id text not null,
      project_id text,
      target text not null,
      -- JSON as text: names may hold characters that jsonb refuses.
      settings text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      unique nulls not distinct (workspace_id, project_id, target)
    );
  `,
} as const;
