/** What is planned for a site, and whom to write to about links. It goes with its site. */
export const tasks = {
  version: 36,
  name: 'tasks',
  sql: `
    create table tasks (
      workspace_id text not null,
      id text not null,
      site_id text not null,
      kind text not null,
      title text not null,
      why text,
      url text,
      owner text,
      due_date date,
      status text not null,
      job_id text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, site_id) references sites on delete cascade
    );
    create index tasks_site on tasks (workspace_id, site_id, kind);
  `,
} as const;
