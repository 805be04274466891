/** Who gets the answers of schedules. */
export const scheduleReports = {
  version: 43,
  name: 'schedule reports',
  sql: `
    alter table schedules
      add column report_unchanged text not null default 'brief' check (report_unchanged in ('brief', 'nothing')),
      add column report_link text not null default 'shared' check (report_link in ('shared', 'dashboard')),
      -- The run whose answer was the last to be told, or found to be as before.
      add column reported_job_id text,
      add column reported_at timestamptz,
      add column report_was_sent boolean not null default false;
    -- A job that ends looks for the schedule that made it.
    create index schedules_last_job on schedules (last_job_id) where last_job_id is not null;

    create table schedule_recipients (
      workspace_id text not null,
      schedule_id text not null,
      endpoint_id text not null,
      -- In the order that they were named in.
      position int not null,
      -- Whoever has it can stop these reports and do nothing else, so it is kept as it is.
      stop_token text not null unique,
      stopped_at timestamptz,
      primary key (workspace_id, schedule_id, endpoint_id),
      foreign key (workspace_id, schedule_id) references schedules on delete cascade
    );
    create index schedule_recipients_endpoint on schedule_recipients (endpoint_id);

    alter table webhook_deliveries add column schedule_id text;
    create index webhook_deliveries_schedule on webhook_deliveries (workspace_id, schedule_id, endpoint_id, created_at desc)
      where schedule_id is not null;
  `,
} as const;
