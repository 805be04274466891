import { CHARGE_FUNCTIONS } from './0009-charge-functions.ts';
import { SOURCE_FUNCTIONS } from './0009-source-functions.ts';

/** Requests to sources and what they cost, observations on their way into the index, and claims on questions. */
export const sources = {
  version: 9,
  name: 'sources',
  sql: `
    create table source_requests (
      id text primary key,
      source text not null,
      capability text not null,
      method text not null,
      -- SHA-256 of the question: questions hold what customers write.
      identity bytea not null,
      workspace_id text not null,
      key_id text,
      project_id text,
      operation text not null,
      request_id text not null,
      -- In UTC: the day under whose limits it was reserved, and in whose sums it is.
      day date not null,
      reserved_usd numeric(18, 9) not null check (reserved_usd >= 0),
      -- Null while it is open.
      charged_usd numeric(18, 9) check (charged_usd >= 0),
      -- cut_off: its process ended first. Nobody knows whether it was charged, so it counts with the reserved price.
      state text not null default 'open' check (state in ('open', 'answered', 'failed', 'cut_off')),
      reason text,
      -- The equal request that was cut off before this one.
      repeats text,
      -- The equal request after this one, so that only one says that it repeats it.
      repeated_by text,
      -- Renewed by its process while it is open.
      lease_until timestamptz not null,
      created_at timestamptz not null default now(),
      closed_at timestamptz
    ) with (fillfactor = 80);
    create index source_requests_open on source_requests (lease_until) where state = 'open';
    create index source_requests_equal on source_requests (source, identity) where state in ('open', 'cut_off');
    create index source_requests_call on source_requests (workspace_id, request_id);
    create index source_requests_age on source_requests (created_at);

    -- What each source has cost on a day, and, under the empty name, all of them together.
    create table source_days (
      -- In UTC.
      day date not null,
      source text not null,
      reserved_usd numeric(18, 9) not null default 0 check (reserved_usd >= 0),
      spent_usd numeric(18, 9) not null default 0 check (spent_usd >= 0),
      requests bigint not null default 0,
      failures bigint not null default 0,
      last_failure_at timestamptz,
      last_failure text,
      primary key (day, source)
    ) with (fillfactor = 50);

    -- The same by workspace and what its usage is grouped by: a year is summed from a few thousand of these.
    create table source_usage_days (
      workspace_id text not null,
      day date not null,
      source text not null,
      operation text not null,
      project_id text,
      key_id text,
      requests bigint not null,
      failures bigint not null,
      usd numeric(18, 9) not null,
      unique nulls not distinct (workspace_id, day, source, operation, project_id, key_id)
    ) with (fillfactor = 70);

    create table observation_inbox (
      id text primary key,
      -- The order in which they came.
      number bigint generated always as identity unique,
      kind text not null check (kind in ('serp', 'keyword', 'place')),
      series text not null,
      source text not null,
      observed_at timestamptz not null,
      delete_at timestamptz,
      -- JSON as text: it quotes pages, and jsonb refuses characters that pages have.
      body text not null
    );
    -- Hashed: a series has a keyword and a place in it, and can be longer than a b-tree takes.
    create index observation_inbox_series on observation_inbox using hash (series);

    create table source_claims (
      -- SHA-256 of what is claimed.
      identity bytea primary key,
      token text not null,
      -- Renewed by its process while it is held.
      lease_until timestamptz not null
    ) with (fillfactor = 50);

    ${SOURCE_FUNCTIONS}
    ${CHARGE_FUNCTIONS}
  `,
} as const;
