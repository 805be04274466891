/** What crawls have still to fetch. */
export const crawls = {
  version: 2,
  name: 'crawls',
  sql: `
    create table crawls (
      number int generated always as identity primary key,
      id text not null unique,
      -- Of seeds and limits: equal ones continue the crawl instead of starting another.
      fingerprint text not null,
      seeds text[] not null,
      pages_max int not null,
      depth_max int not null,
      status text not null default 'running' check (status in ('running', 'stopped', 'finished')),
      -- Counting a million entries takes half a second, so every statement that changes them counts along.
      known bigint not null default 0,
      fetched bigint not null default 0,
      failed bigint not null default 0,
      refused bigint not null default 0,
      created_at timestamptz not null default now(),
      closed_at timestamptz
    );
    create unique index crawls_unfinished on crawls (fingerprint) where status <> 'finished';

    create table crawl_entries (
      crawl int not null,
      key text collate "C" not null,
      url text not null,
      host text collate "C" not null,
      depth smallint not null,
      state text not null default 'open' check (state in ('open', 'fetched', 'failed', 'refused')),
      -- Taken until then; in the past for everything that may be taken.
      lease_until timestamptz not null default '-infinity',
      takes smallint not null default 0,
      retries smallint not null default 0,
      note text,
      primary key (crawl, key)
    -- Room in the pages lets a take, which changes no indexed column, write beside the old version.
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);

    -- Equal index keys are in the order of insertion, so this is breadth first within a host.
    create index crawl_entries_open on crawl_entries (crawl, host, depth) where state = 'open';
  `,
} as const;
