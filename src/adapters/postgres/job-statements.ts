import { JOB_COLUMNS, LIGHT_JOB_COLUMNS } from './job-rows.ts';

/** The SQL of jobs. Whoever writes an event of a job holds its row, so that its events are in order. */

/** Not waited for on disk: what a crash of the machine takes back is done again. */
const SOON_DURABLE = `(select set_config('synchronous_commit', 'off', true)) as soon_durable`;

/** What a `job.status` event says, from the row after the change. */
const STATUS = `
  json_build_object(
    'id', id, 'operation', operation, 'status', status,
    'progress', jsonb_build_object('percent', progress_percent, 'stage', progress_stage, 'message', progress_message)
      || case when progress_findings is null then '{}' else jsonb_build_object('findings', progress_findings::jsonb) end,
    'attempts', json_build_object('made', attempts_made, 'max', attempts_max, 'last_error', last_error::json)
  )::text`;

const tellStatus = (changed: string): string =>
  `insert into job_events (job_id, type, data) select id, 'job.status', ${STATUS} from ${changed}`;

// A microsecond apart, so that the jobs of a batch keep their order.
export const ENQUEUE = `
  with added as (
    insert into jobs (id, workspace_id, key_id, project_id, workflow_id, request_id, transport, operation, input, credits,
      reservation_id, attempts_max, max_age_s, run_after, created_at)
    select id, workspace_id, key_id, project_id, workflow_id, request_id, transport, operation, input, credits,
      reservation_id, attempts_max, max_age_s, now() + place * interval '1 microsecond', now() + place * interval '1 microsecond'
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::bigint[], $11::uuid[], $12::int[], $13::int[]) with ordinality
      as new (id, workspace_id, key_id, project_id, workflow_id, request_id, transport, operation, input, credits,
        reservation_id, attempts_max, max_age_s, place)
    order by place
    returning id, created_at
  ), told as (
    insert into job_events (job_id, type, data) select id, 'job.open', '{}' from added
  )
  select id, created_at from added`;

export const ADOPT = `
  with added as (
    insert into jobs (id, workspace_id, key_id, project_id, workflow_id, request_id, transport, operation, input, credits,
      reservation_id, attempts_max, max_age_s, attempts_made, status, progress_stage, lease_owner, lease_until, started_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 1, 'running', 'running', $14,
      now() + make_interval(secs => $15::double precision / 1000), now())
    returning ${JOB_COLUMNS}
  ), told as (
    insert into job_events (job_id, type, data) select id, 'job.open', '{}' from added
  )
  select * from added`;

/** From now on the job's end closes the reservation, and its age does not. */
export const KEEP_RESERVATION = `
  update credit_reservations set job_id = $2 where id = $1 and state = 'open' returning id`;

/** Walks from workspace to workspace by one step in the index each, and stops as soon as enough is found. */
const claim = (room: string): string => `
  with recursive spaces as (
    (
      select workspace_id from jobs
      where status = 'queued' and workspace_id > $1 and ($2::text is null or workspace_id <= $2)
      order by workspace_id limit 1
    )
    union all
    select (
      select next.workspace_id from jobs as next
      where next.status = 'queued' and next.workspace_id > spaces.workspace_id
        and ($2::text is null or next.workspace_id <= $2)
      order by next.workspace_id limit 1
    )
    from spaces where spaces.workspace_id is not null
  ), picked as (
    select entry.place
    from spaces, lateral (
      select ctid as place from jobs
      where workspace_id = spaces.workspace_id and status = 'queued' and run_after <= now()
      order by run_after limit ${room}
      for update skip locked
    ) as entry
    where spaces.workspace_id is not null
    limit $3
  ), claimed as (
    update jobs set
      status = 'running',
      attempts_made = attempts_made + 1,
      lease_owner = $5,
      lease_until = now() + make_interval(secs => $6::double precision / 1000),
      started_at = coalesce(started_at, now()),
      progress_stage = 'running',
      progress_message = null
    from picked where jobs.ctid = picked.place
    returning ${JOB_COLUMNS}
  ), told as (
    ${tellStatus('claimed')}
  )
  select claimed.*, ${SOON_DURABLE} from claimed`;

export const CLAIM = claim('$4');

/** Whether any plan limits anybody: where none does, claims need no lock. */
export const ANY_LIMIT = 'select exists (select from plans where concurrent_jobs is not null) as is_limited';

// A plan that nobody knows gives the least that any plan gives: it must not become an unlimited one. The caller holds
// CLAIM_LOCK: two claims at once would both count the same room.
export const CLAIM_LIMITED = claim(`
        least($4, greatest(0, coalesce((
          select case when plans.name is null then (select min(concurrent_jobs) from plans) else plans.concurrent_jobs end
          from workspaces left join plans on plans.name = workspaces.plan
          where workspaces.id = spaces.workspace_id
        ) - (
          select count(*) from jobs as running
          where running.workspace_id = spaces.workspace_id and running.status = 'running'
        ), $4)))`);

/** Any number that nothing else locks. */
export const CLAIM_LOCK = 7_326_278;

// Asked every second for the sake of cancels; the lease itself is written when a third of it is over.
export const RENEW = `
  with held as (
    select jobs.id, jobs.attempts_made, cancel_requested_at is not null as is_to_stop
    from jobs join unnest($1::text[], $4::int[]) as run (id, attempts_made)
      on run.id = jobs.id and run.attempts_made = jobs.attempts_made
    where lease_owner = $2 and status = 'running'
  ), renewed as (
    update jobs set lease_until = now() + make_interval(secs => $3::double precision / 1000)
    from held
    where jobs.id = held.id and jobs.attempts_made = held.attempts_made and lease_owner = $2 and status = 'running'
      and lease_until < now() + make_interval(secs => $3::double precision / 1500)
  )
  select id, attempts_made, is_to_stop, ${SOON_DURABLE} from held`;

export const REPORT = `
  with changed as (
    update jobs set
      progress_percent = greatest(progress_percent, $4),
      progress_stage = case when cancel_requested_at is null then $5 else progress_stage end,
      progress_message = $6,
      progress_findings = coalesce($7, progress_findings)
    where id = $1 and lease_owner = $2 and attempts_made = $3 and status = 'running'
    returning *
  ), told as (
    ${tellStatus('changed')}
  )
  select id, ${SOON_DURABLE} from changed`;

/** Without input and result, which no end needs and which can be megabytes. */
export const HELD = `
  select ${LIGHT_JOB_COLUMNS} from jobs
  where id = $1 and lease_owner = $2 and attempts_made = $3 and status = 'running' for update`;

/** Of one workspace, whoever runs it. */
export const OWNED = `select ${LIGHT_JOB_COLUMNS} from jobs where id = $1 and workspace_id = $2 for update`;

export const ABANDONED = `
  select ${LIGHT_JOB_COLUMNS} from jobs where id = $1 and status = 'running' and lease_until < now() for update skip locked`;

export const ABANDONED_IDS = `
  select id from jobs where status = 'running' and lease_until < now() order by lease_until limit $1`;

export const END = `
  with ended as (
    update jobs set
      status = $2,
      result = $3,
      error = $4,
      last_error = coalesce($4, last_error),
      charged = $5,
      progress_percent = case when $2 = 'completed' then 100 else progress_percent end,
      progress_stage = $2,
      progress_message = null,
      lease_owner = null,
      lease_until = null,
      finished_at = clock_timestamp()
    where id = $1
    returning *
  ), told as (
    insert into job_events (job_id, type, data) select id, $6, '{}' from ended
  ), used as (
    insert into job_usage (request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, status,
      error_code, credits, duration_ms, created_at)
    select request_id, workspace_id, key_id, project_id, workflow_id, operation, transport, $7, $8, charged,
      round(1000 * extract(epoch from finished_at - coalesce(started_at, finished_at))), finished_at
    from ended where $7::int is not null
  )
  select finished_at from ended`;

export const AGAIN = `
  with changed as (
    update jobs set
      status = 'queued',
      attempts_made = attempts_made - $4,
      last_error = coalesce($3, last_error),
      progress_stage = 'queued',
      progress_message = null,
      run_after = $2,
      lease_owner = null,
      lease_until = null
    where id = $1
    returning *
  ), told as (
    ${tellStatus('changed')}
  )
  select id from changed`;

export const STOP = `
  with changed as (
    update jobs set cancel_requested_at = coalesce(cancel_requested_at, now()), progress_stage = 'cancelling'
    where id = $1
    returning *
  ), told as (
    ${tellStatus('changed')}
  )
  select cancel_requested_at from changed`;

export const FIND = `select ${JOB_COLUMNS} from jobs where id = $1 and workspace_id = $2`;

// One statement, so one moment: the job shows what its events up to this one have told, and no more.
export const SNAPSHOT = `
  select ${JOB_COLUMNS}, (select coalesce(max(job_events.id), 0) from job_events where job_id = jobs.id) as event_id
  from jobs where id = $1 and workspace_id = $2`;

const LISTED = `
  from jobs
  where workspace_id = $1 and ($2::text is null or status = $2) and ($3::text[] is null or operation = any($3))
    and ($4::text is null or project_id = $4) and ($5::text is null or workflow_id = $5)
    and (not $6::boolean or exists (select from report_links where job_id = jobs.id and expires_at > now()))`;

export const LIST = `select ${LIGHT_JOB_COLUMNS} ${LISTED} order by created_at desc, id desc limit $7 offset $8`;

export const INPUTS = `
  select id, input from jobs where workspace_id = $1 and id = any($2) and octet_length(input) <= 20000`;

export const COUNT = `select count(*) as total ${LISTED}`;

export const EVENTS = `
  select job_events.id, job_events.type, job_events.data, job_events.created_at
  from job_events join jobs on jobs.id = job_events.job_id
  where job_id = $1 and jobs.workspace_id = $2 and job_events.id > $3
  order by job_events.id limit $4`;

/** The record stays, with what the job cost and how it ended. What a link shows stays as long as the link. */
/** A workspace may keep its answers for longer or shorter than the service does. */
export const EXPIRE = `
  with kept as (
    select id, keep_days from workspaces where keep_days is not null
  ), old as (
    select jobs.id from jobs
    where finished_at < now() - make_interval(days => least($1, (select min(keep_days) from kept))) and expired_at is null
      and finished_at < now() - make_interval(days => coalesce((select keep_days from kept where kept.id = workspace_id), $1))
      and not exists (select from report_links where job_id = jobs.id and expires_at > now())
    order by finished_at limit $2
    for update skip locked
  ), gone as (
    delete from job_events where job_id in (select id from old)
  ), expired as (
    update jobs set result = null, input = '{}', expired_at = now() from old where jobs.id = old.id
    returning 1
  )
  select count(*) as done from expired`;
