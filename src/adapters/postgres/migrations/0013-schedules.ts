/** Calls that are made again and again. */
export const schedules = {
  version: 13,
  name: 'schedules',
  sql: `
    create table schedules (
      workspace_id text not null references workspaces,
      id text not null,
      key_id text,
      project_id text,
      operation text not null,
      -- JSON as text, as that of jobs.
      input text not null,
      cadence text not null,
      -- Five fields of cron, from which every due time is computed anew, so that none drifts.
      pattern text not null,
      time_zone text not null,
      is_paused boolean not null default false,
      -- Null for a pattern that has no further time.
      next_due timestamptz,
      -- The run before: when it was due, when it was queued or refused, what it stands for.
      last_due timestamptz,
      last_at timestamptz,
      last_job_id text,
      last_missed int not null default 0,
      last_error text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );
    create index schedules_due on schedules (next_due) where next_due is not null and not is_paused;
  `,
};
