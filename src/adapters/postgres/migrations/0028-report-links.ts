/** Links that show one kept answer to whoever has them. */
export const reportLinks = {
  version: 28,
  name: 'report_links',
  sql: `
    create table report_links (
      -- SHA-256 of the token in the address.
      hash bytea primary key,
      id text not null unique,
      workspace_id text not null references workspaces,
      job_id text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index report_links_job on report_links (job_id);
  `,
} as const;
