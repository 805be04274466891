/** Jobs, what happened to them, and the answers of calls that carried an idempotency key. */
export const jobs = {
  version: 4,
  name: 'jobs',
  sql: `
    create table jobs (
      id text primary key,
      workspace_id text not null,
      key_id text,
      project_id text,
      workflow_id text,
      request_id text not null,
      transport text not null,
      operation text not null,
      -- JSON as text: answers quote pages, and jsonb refuses characters that pages have.
      input text not null,
      status text not null default 'queued'
        check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
      credits bigint not null,
      charged bigint not null default 0,
      reservation_id uuid,
      attempts_made int not null default 0,
      attempts_max int not null,
      last_error text,
      progress_percent int not null default 0,
      progress_stage text not null default 'queued',
      progress_message text,
      result text,
      error text,
      run_after timestamptz not null default now(),
      lease_owner text,
      lease_until timestamptz,
      cancel_requested_at timestamptz,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      -- When the result was dropped because it was old.
      expired_at timestamptz
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    -- By workspace, because claims go from workspace to workspace and take the oldest of each.
    create index jobs_queued on jobs (workspace_id, run_after) where status = 'queued';
    create index jobs_running on jobs (workspace_id, lease_until) where status = 'running';
    create index jobs_workspace on jobs (workspace_id, created_at desc, id desc);
    create index jobs_results on jobs (finished_at) where finished_at is not null and expired_at is null;

    create table job_events (
      -- Increasing within a job: each writer holds the job's row.
      id bigint generated always as identity primary key,
      job_id text not null,
      type text not null,
      data text not null,
      created_at timestamptz not null default now()
    );
    create index job_events_job on job_events (job_id, id);

    -- What ended jobs came to, written with their end. Moved on into the usage a moment later, for many at once: if
    -- each end changed the sums of its day, ends would wait for each other's commit.
    create table job_usage (
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

    create table idempotent_calls (
      workspace_id text not null,
      key text not null,
      route text not null,
      fingerprint bytea not null,
      -- The request that holds the key; one that died lets go when its lease is over.
      request_id text not null,
      lease_until timestamptz not null,
      -- Null while the call is under way.
      status int,
      body text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, key, route)
    );
    create index idempotent_calls_age on idempotent_calls (created_at);
  `,
} as const;
