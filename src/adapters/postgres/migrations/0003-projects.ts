import { LEDGER_FUNCTIONS } from './0003-ledger-functions.ts';

/** Projects with monthly budgets, plans' monthly credits, and rate limits that replicas share. */
export const projects = {
  version: 3,
  name: 'projects',
  sql: `
    create table projects (
      workspace_id text not null references workspaces,
      id text not null,
      name text not null,
      -- A null budget is metered without a limit.
      budget_credits bigint check (budget_credits >= 0),
      warning_share double precision not null default 0.8 check (warning_share > 0 and warning_share <= 1),
      -- A hard budget refuses what would exceed it; a soft one only tells.
      is_hard boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    );

    create table project_periods (
      workspace_id text not null,
      project_id text not null,
      -- First day of the month, in UTC.
      period date not null,
      -- The project's settings, copied so that one row decides about a call.
      budget_credits bigint,
      warning_credits bigint,
      is_hard boolean not null,
      -- Reserved and spent credits together: settling a call changes nothing here, so calls do not wait for each
      -- other's commit. What is reserved is the sum of the open reservations.
      booked bigint not null default 0 check (booked >= 0),
      warned_at timestamptz,
      exceeded_at timestamptz,
      primary key (workspace_id, project_id, period)
    ) with (fillfactor = 50);
    alter table credit_accounts set (fillfactor = 50);

    -- Made by who reserves; see reserve_credits.
    alter table credit_reservations alter column id drop identity;
    alter table credit_reservations alter column id type uuid using lpad(to_hex(id), 32, '0')::uuid;
    alter table credit_entries
      alter column reservation_id type uuid using lpad(to_hex(reservation_id), 32, '0')::uuid;
    alter table credit_reservations
      add column project_id text,
      -- The period whose row counts the credits; null where the project was not known.
      add column period date,
      -- Of a queued call: it is given back by the job's end, never by age.
      add column job_id text,
      -- Who reserves says how long its call can take; after that its process is gone, and anybody may give it back.
      add column expires_at timestamptz;
    update credit_reservations set expires_at = created_at + interval '90 seconds' where state = 'open';
    drop index credit_reservations_open;
    create index credit_reservations_expired on credit_reservations (expires_at)
      where state = 'open' and job_id is null;
    create index credit_reservations_held on credit_reservations (workspace_id, project_id) include (credits)
      where state = 'open';
    create index credit_reservations_spent on credit_reservations (workspace_id, closed_at) include (credits)
      where state = 'settled';

    -- What the settings of the service say of its plans, for processes that are started without these settings.
    create table plans (
      name text primary key,
      -- Null is without a limit.
      concurrent_jobs bigint check (concurrent_jobs >= 0),
      -- Null is none: the workspace is only metered.
      credits_per_month bigint check (credits_per_month >= 0)
    );

    -- The monthly credits of a plan are granted once a month.
    create table credit_grants (
      workspace_id text not null,
      period date not null,
      -- Credits that lapse when they are not used by the next grant. Calls use these first.
      lapsing bigint not null,
      -- Where the ledger stood right after the grant.
      balance_after bigint not null,
      entry_id bigint not null,
      granted_at timestamptz not null default now(),
      primary key (workspace_id, period)
    );
    create index credit_entries_grants on credit_entries (workspace_id, id) where kind in ('grant', 'adjust');

    -- The usage by day, written along with its rows: a year of calls is summed from a few thousand of these.
    create table usage_days (
      workspace_id text not null,
      -- In UTC.
      day date not null,
      operation text not null,
      project_id text,
      key_id text,
      calls bigint not null,
      failed_calls bigint not null,
      credits bigint not null,
      unique nulls not distinct (workspace_id, day, operation, project_id, key_id)
    ) with (fillfactor = 70);
    insert into usage_days
      select workspace_id, (created_at at time zone 'UTC')::date, operation, project_id, key_id,
        count(*), count(*) filter (where status >= 400), sum(credits)
      from usage_rows group by 1, 2, 3, 4, 5;

    -- Ids of projects that nobody has made and that have sums of their own on a day. Only so many do: anybody can send
    -- a new id with every call.
    create table usage_projects (
      workspace_id text not null,
      day date not null,
      project_id text not null,
      primary key (workspace_id, day, project_id)
    );
    create index usage_projects_age on usage_projects (day);

    -- Batches of usage rows that are written: one that is sent again after a lost connection is not counted twice.
    create table usage_batches (
      id text primary key,
      written_at timestamptz not null default now()
    );
    create index usage_batches_age on usage_batches (written_at);

    -- Nothing of worth: after a crash everybody starts with a full bucket.
    create unlogged table rate_limits (
      key text primary key,
      -- Theoretical arrival time of the generic cell rate algorithm, in seconds.
      arrival double precision not null,
      -- How much the last statement was given of what it asked for.
      granted int not null
    );

    ${LEDGER_FUNCTIONS}
  `,
} as const;
