/** Crawls that callers order: whose they are, what was ordered, the job that runs them, and what came of it. */
export const crawlJobs = {
  version: 21,
  name: 'crawl jobs',
  sql: `
    alter table crawls
      -- Empty for those of earlier versions, which nobody is shown.
      add column workspace_id text not null default '',
      -- JSON as text: addresses may hold characters that jsonb refuses.
      add column settings text not null default '{}',
      add column job_id text,
      add column is_paused boolean not null default false,
      -- Pages that were charged when the crawl was paused.
      add column charged_pages bigint not null default 0,
      add column report text,
      add column error text;
    create index crawls_workspace on crawls (workspace_id, created_at desc, number desc);
  `,
} as const;
