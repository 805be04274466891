/**
 * Checks that no source answered, by workspace and series. Those that were answered are observations in the index; nothing
 * here is ever a point of a series.
 */
export const checkRuns = {
  version: 15,
  name: 'check runs',
  sql: `
    create table check_runs (
      workspace_id text not null,
      capability text not null,
      -- SHA-256 of the series, whose JSON is beside it.
      series_hash bytea not null,
      series jsonb not null,
      keyword text not null default '',
      failed_at timestamptz not null,
      reason text not null,
      source text,
      operation text not null,
      request_id text not null,
      primary key (workspace_id, request_id, capability, series_hash)
    );
    create index check_runs_of_keyword on check_runs (workspace_id, capability, keyword, failed_at desc);
    create index check_runs_by_age on check_runs (failed_at);
  `,
} as const;
