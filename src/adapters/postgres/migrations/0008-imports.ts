/** Files that are read into the index, how far they have come, and whether the index is to be rebuilt for them. */
export const imports = {
  version: 8,
  name: 'imports',
  sql: `
    create table imports (
      number int generated always as identity primary key,
      id text not null unique,
      workspace_id text not null,
      kind text not null check (kind in ('warc', 'wat', 'ranks', 'links')),
      location text not null,
      options text not null,
      -- Of workspace, kind, location and options: an equal order goes on with the file, or finds that it is done.
      fingerprint text not null unique,
      bytes bigint,
      version text,
      changed_at timestamptz,
      status text not null default 'waiting'
        check (status in ('waiting', 'running', 'stopped', 'completed', 'failed')),
      -- The job that was queued for it last.
      job_id text,
      -- Who reads it now; one that was taken over may not write any more.
      owner text,
      position_offset bigint not null default 0,
      position_inner bigint not null default 0,
      bytes_read bigint not null default 0,
      rows_read bigint not null default 0,
      rows_taken bigint not null default 0,
      rows_skipped bigint not null default 0,
      links bigint not null default 0,
      -- JSON as text: they quote files, and jsonb refuses characters that files have.
      problems text not null default '[]',
      notes text not null default '[]',
      error text,
      begun_at timestamptz not null default now(),
      finished_at timestamptz
    );
    create index imports_workspace on imports (workspace_id, begun_at desc, number desc);

    -- Facts came that derived figures do not know yet: one row for each kind of work that brings them up to date.
    create table index_upkeep (
      name text primary key,
      -- Null while nothing is to be done.
      first_wanted_at timestamptz,
      last_wanted_at timestamptz,
      taken_at timestamptz,
      lease_owner text,
      lease_until timestamptz
    );
  `,
} as const;
