/**
 * How a statement adds its `rows` of usage to the sums by day.
 *
 * Ids of projects are free text from a header. Those beyond the first thousand of a workspace's day that nobody has made
 * are summed up as one, `(other)`: a caller that sends a new id with every call makes no new sums.
 */

const UNKNOWN_PROJECTS_MAX = 1000;
const OTHER_PROJECTS = '(other)';

/** Parts of the statement's `with`, after its `rows`. */
export const SUMMED_ROWS = `
  unknown as (
    select distinct workspace_id, (created_at at time zone 'UTC')::date as day, project_id from rows
    where project_id is not null and not exists (
      select from projects where projects.workspace_id = rows.workspace_id and projects.id = rows.project_id
    )
  ), unseen as materialized (
    select workspace_id, day, project_id, row_number() over (partition by workspace_id, day order by project_id) + (
      select count(*) from usage_projects as seen
      where seen.workspace_id = unknown.workspace_id and seen.day = unknown.day
    ) as place
    from unknown
    where not exists (
      select from usage_projects as seen
      where seen.workspace_id = unknown.workspace_id and seen.day = unknown.day and seen.project_id = unknown.project_id
    )
  ), seen_now as (
    insert into usage_projects (workspace_id, day, project_id)
    select workspace_id, day, project_id from unseen where place <= ${UNKNOWN_PROJECTS_MAX}
    order by workspace_id, day, project_id
    on conflict do nothing
  ), summed_rows as (
    select rows.workspace_id, (rows.created_at at time zone 'UTC')::date as day, rows.operation,
      case when unseen.place > ${UNKNOWN_PROJECTS_MAX} then '${OTHER_PROJECTS}' else rows.project_id end as project_id,
      rows.key_id, rows.status, rows.credits
    from rows left join unseen on unseen.workspace_id = rows.workspace_id
      and unseen.day = (rows.created_at at time zone 'UTC')::date and unseen.project_id = rows.project_id
  )`;

/** Days are changed in one order by everybody, so that two batches never wait for each other. */
export const TO_DAYS = `
  insert into usage_days (workspace_id, day, operation, project_id, key_id, calls, failed_calls, credits)
  select workspace_id, day, operation, project_id, key_id,
    count(*), count(*) filter (where status >= 400), sum(credits)
  from summed_rows
  group by workspace_id, day, operation, project_id, key_id
  order by workspace_id, day, operation, project_id, key_id
  on conflict (workspace_id, day, operation, project_id, key_id) do update set
    calls = usage_days.calls + excluded.calls,
    failed_calls = usage_days.failed_calls + excluded.failed_calls,
    credits = usage_days.credits + excluded.credits`;
