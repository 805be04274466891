/** How often in a row a schedule has come to nothing. */
export const staleSchedules = {
  version: 18,
  name: 'stale schedules',
  sql: 'alter table schedules add column failed_runs int not null default 0;',
} as const;
