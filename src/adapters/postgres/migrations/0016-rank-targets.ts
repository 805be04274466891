/** Searches that somebody follows a page or a domain on. */
export const rankTargets = {
  version: 16,
  name: 'rank targets',
  sql: `
    create table rank_targets (
      workspace_id text not null references workspaces,
      id text not null,
      -- The order in which they came.
      number bigint generated always as identity,
      project_id text,
      keyword text not null,
      url text not null,
      engine text,
      location_code int,
      location text,
      language text not null,
      device text,
      depth int not null,
      tags text[] not null default '{}',
      is_paused boolean not null default false,
      created_at timestamptz not null default now(),
      -- SHA-256 of what makes it one of its kind: a keyword and a URL together can be longer than a b-tree takes.
      identity bytea not null,
      primary key (workspace_id, id),
      unique (workspace_id, identity)
    );
    create index rank_targets_order on rank_targets (workspace_id, number);
    create index rank_targets_tags on rank_targets using gin (tags);
  `,
} as const;
