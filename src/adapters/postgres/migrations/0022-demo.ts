/** The workspace of the demo, and sessions that look into another workspace than that of their user. */
export const demo = {
  version: 22,
  name: 'demo',
  sql: `
    alter table workspaces
      -- Null for every workspace but the demo. Each load has an index of its own, so that no process mistakes one for another.
      add column demo_index text,
      add column demo_state text check (demo_state in ('loading', 'ready', 'removing')),
      add constraint workspaces_demo check ((demo_index is null) = (demo_state is null));
    -- Null for the workspace of the user.
    alter table dashboard_sessions add column workspace_id text references workspaces on delete set null;
  `,
} as const;
