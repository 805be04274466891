import type { Database } from './database.ts';
import { SUMMED_ROWS, TO_DAYS } from './usage-days.ts';

/**
 * Writes the usage rows of calls that were charged and whose process was killed before it wrote them, from their settled
 * reservations. What is shown is then what was billed. Answers how many there were.
 *
 * None is written twice: the rows of a process that lives are found, or left out when it comes to write them.
 */
export async function rebuildUsage(database: Database, settled_before_ms: number): Promise<number> {
  const [found] = await database.query<{ missing: number }>(FIND, [settled_before_ms]);
  const rebuilt = (found?.missing ?? 0) === 0 ? 0 : await rebuild(database, settled_before_ms);
  await database.query(NOTE_CHECK);
  await database.query(FORGET);
  return rebuilt;
}

function rebuild(database: Database, settled_before_ms: number): Promise<number> {
  return database.transaction(async (transaction) => {
    // Rows that are being written now are there before we look again; those that come later see what was rebuilt.
    await transaction.query('lock table usage_rows in share row exclusive mode');
    const [row] = await transaction.query<{ rebuilt: number }>(REBUILD, [settled_before_ms]);
    return row?.rebuilt ?? 0;
  });
}

// A charge can be committed a while after the time that it carries, so each check looks at the minutes before the last one
// again.
const SINCE = `
  since as materialized (
    select checked_at, usage_id from usage_checks, (select max(checked_at) as last from usage_checks) as latest
    order by case when checked_at <= last - interval '2 minutes' then checked_at end desc nulls last, checked_at
    limit 1
  )`;

/** What jobs come to is written with their end. */
const MISSING = `
  ${SINCE}, recorded as (
    select usage_rows.request_id from since join usage_rows on usage_rows.id > since.usage_id where credits > 0
  ), missing as materialized (
    select held.* from since cross join credit_accounts as account join credit_reservations as held
      on held.workspace_id = account.workspace_id and held.state = 'settled' and held.closed_at > since.checked_at
    where held.closed_at <= now() - make_interval(secs => $1::double precision / 1000) and held.job_id is null
      and not exists (select from recorded where recorded.request_id = held.request_id)
  )`;

const FIND = `with ${MISSING} select count(*) as missing from missing`;

// Only versions that did not know of it have left the transport out.
const REBUILD = `
  with ${MISSING}, rows as materialized (
    select request_id, workspace_id, key_id, left(project_id, 128) as project_id, workflow_id, operation, coalesce(transport, 'rest') as transport,
      200 as status, null::text as error_code, credits,
      extract(epoch from closed_at - created_at)::double precision * 1000 as duration_ms, closed_at as created_at
    from missing
  ), ${SUMMED_ROWS}, written as (
    insert into usage_rows (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status,
      error_code, credits, duration_ms, created_at)
    select * from rows
  ), noted as (
    insert into usage_rebuilt (workspace_id, request_id) select workspace_id, request_id from rows on conflict do nothing
  ), summed as (
    ${TO_DAYS}
  )
  select count(*) as rebuilt from rows`;

// Every id that is there was given out before this time: a call that settles later gets a higher one.
const NOTE_CHECK = `
  insert into usage_checks (checked_at, usage_id) select clock_timestamp(), coalesce(max(id), 0) from usage_rows`;

// No process keeps rows that it could not write for a month.
const FORGET = `
  with ${SINCE}, rebuilt as (
    delete from usage_rebuilt where rebuilt_at < now() - interval '30 days'
  )
  delete from usage_checks using since where usage_checks.checked_at < since.checked_at`;
