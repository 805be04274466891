/** Answers of assistants and discussions are kept as other observations are; the former belong to a workspace. */
export const observationKinds = {
  version: 14,
  name: 'observation kinds',
  sql: `
    alter table observation_inbox drop constraint if exists observation_inbox_kind_check;
    alter table observation_inbox add constraint observation_inbox_kind_check
      check (kind in ('serp', 'keyword', 'place', 'ranking', 'assistant', 'discussion'));
    -- Empty for what all workspaces share.
    alter table observation_inbox add column workspace_id text not null default '';
  `,
} as const;
