/** The SQL of imports. */

/** The space of advisory locks that tell whether anybody reads a file. */
export const READERS = 7_326_281;

const COLUMNS = `
  number, id, workspace_id, kind, location, options, bytes, version, changed_at, status, job_id, position_offset,
  position_inner, bytes_read, rows_read, rows_taken, rows_skipped, links, problems, notes, error, begun_at, finished_at`;

export const MAKE = `
  insert into imports (id, workspace_id, kind, location, options, fingerprint, bytes, version, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (fingerprint) do nothing
  returning ${COLUMNS}`;

export const PLAN = `
  insert into imports (id, workspace_id, kind, location, options, fingerprint) values ($1, $2, $3, $4, $5, $6)
  on conflict (fingerprint) do update set fingerprint = excluded.fingerprint
  returning id`;

export const SET_JOB = `update imports set job_id = $2 where id = $1`;

/** Of a file that could not even be looked at; what was read of it before stays. */
export const REFUSE = `
  update imports set status = 'failed', error = $2, finished_at = now()
  where fingerprint = $1 and status <> 'running'`;

export const LOCK_ROW = `select ${COLUMNS} from imports where fingerprint = $1 for update`;

/** Whoever reads a file holds its lock, so when the lock is free, nobody does. */
export const IS_FREE = 'select pg_try_advisory_xact_lock($1, $2) as is_free';

export const RESUME = `
  update imports set status = 'running', owner = $2, error = null, finished_at = null where id = $1
  returning ${COLUMNS}`;

export const RESTART = `
  update imports set
    status = 'running', owner = $2, bytes = $3, version = $4, changed_at = $5, position_offset = 0, position_inner = 0,
    bytes_read = 0, rows_read = 0, rows_taken = 0, rows_skipped = 0, links = 0, problems = '[]', notes = '[]', error = null,
    begun_at = now(), finished_at = null
  where id = $1
  returning ${COLUMNS}`;

const STATE = `
    position_offset = $3, position_inner = $4, bytes_read = $5, rows_read = $6, rows_taken = $7, rows_skipped = $8,
    links = $9, problems = $10, notes = $11`;

export const CHECKPOINT = `update imports set ${STATE} where id = $1 and owner = $2 returning id`;

export const END = `
  update imports set ${STATE}, status = $12, error = $13, owner = null, finished_at = now()
  where id = $1 and owner = $2
  returning ${COLUMNS}`;

/** A reader that was killed could not write that it stopped; its lock is gone. Nor could a job that was cancelled before it began. */
const SEEN = `(
  select number, id, workspace_id, kind, location, options, bytes, version, changed_at,
    case
      when status = 'running' and not exists (
        select from pg_locks
        where locktype = 'advisory' and classid = ${READERS} and objid = number::oid and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())
      ) then 'stopped'
      when status = 'waiting' and job_id is not null and not exists (
        select from jobs where jobs.id = imports.job_id and jobs.status in ('queued', 'running')
      ) then 'stopped'
      else status
    end as status,
    job_id, position_offset, position_inner, bytes_read, rows_read, rows_taken, rows_skipped, links, problems, notes, error,
    begun_at, finished_at
  from imports where workspace_id = $1
) as seen`;

export const FIND = `select ${COLUMNS} from ${SEEN} where id = $2`;

const LISTED = `from ${SEEN} where ($2::text is null or kind = $2) and ($3::text is null or status = $3)`;

export const LIST = `select ${COLUMNS} ${LISTED} order by begun_at desc, number desc limit $4 offset $5`;

export const COUNT = `select count(*) as total ${LISTED}`;
