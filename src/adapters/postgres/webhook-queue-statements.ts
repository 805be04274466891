/** The statements behind the queue of webhook deliveries. */

const milliseconds = (place: string): string => `make_interval(secs => ${place}::double precision / 1000)`;

/**
 * Every endpoint with pending deliveries, found by jumping from one to the next in the index: a hundred thousand
 * deliveries that wait for a dead endpoint cost no more than one.
 */
const WAITING = `
  recursive waiting (endpoint_id) as (
    (select endpoint_id from webhook_deliveries where status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select endpoint_id from webhook_deliveries
      where status = 'pending' and endpoint_id > waiting.endpoint_id
      order by endpoint_id limit 1
    ) from waiting where waiting.endpoint_id is not null
  )`;

// Workspaces take turns: one that has less under way goes first. Locks are taken within the room of each endpoint, so
// that two workers never wait for each other.
export const CLAIM = `
  with ${WAITING}, open_endpoints as (
    select id, workspace_id, failing_since is not null as is_failing, (
      select count(*) from webhook_deliveries
      where endpoint_id = webhook_endpoints.id and lease_owner is not null and status = 'pending' and due_at > now()
    ) as under_way
    from waiting join webhook_endpoints on id = endpoint_id
    where is_active and deleted_at is null and (hold_until is null or hold_until <= now())
  ), rooms as (
    select id, workspace_id, case when is_failing then 1 else $4::int end - under_way as room,
      sum(under_way) over (partition by workspace_id) as workspace_under_way
    from open_endpoints
  ), due as materialized (
    select delivery.id, delivery.due_at,
      workspace_under_way + row_number() over (partition by workspace_id order by delivery.due_at) as turn
    from rooms, lateral (
      select webhook_deliveries.id, due_at from webhook_deliveries
      where endpoint_id = rooms.id and status = 'pending' and due_at <= now()
      order by due_at limit greatest(least(room, $3::int), 0)
      for update skip locked
    ) delivery
  ), chosen as materialized (
    select id from due where turn <= $5::int order by turn, due_at limit $3::int
  )
  update webhook_deliveries set lease_owner = $1, due_at = now() + ${milliseconds('$2')}
  from chosen, webhook_endpoints
  where webhook_deliveries.id = chosen.id and webhook_endpoints.id = endpoint_id
  returning webhook_deliveries.id, webhook_deliveries.workspace_id, endpoint_id, message_id, url, format, payload,
    attempts_made - attempts_before as attempts_made, attempts_max, secret, array(
      select old.secret from webhook_old_secrets old
      where old.endpoint_id = webhook_endpoints.id and valid_until > now()
      order by valid_until desc
    ) as old_secrets, (
      select stop_token from schedule_recipients recipient
      where recipient.workspace_id = webhook_deliveries.workspace_id
        and recipient.schedule_id = webhook_deliveries.schedule_id and recipient.endpoint_id = webhook_endpoints.id
    ) as stop_token`;

// After two days without a failure the next one is the first again: the longest pause of the retry schedule is shorter.
const SINCE = `
  case when failing_since is null or last_failure_at < now() - interval '48 hours' then now() else failing_since end`;

const FAILED_TOO_LONG = `now() - (${SINCE}) >= ${milliseconds('$11')}`;

export const RECORD = `
  with settled as (
    update webhook_deliveries set
      attempts_made = attempts_made + 1,
      status = case
        when $3::boolean then 'delivered'
        when $7::double precision is null or deleted_at is not null then 'failed'
        else 'pending' end,
      due_at = now() + coalesce(${milliseconds('$7')}, interval '0'),
      finished_at = case
        when $3 or $7::double precision is null or deleted_at is not null then now() end,
      lease_owner = null,
      response_status = $5::int,
      failure_reason = $6
    from webhook_endpoints
    where webhook_deliveries.id = $1 and lease_owner = $2 and status = 'pending' and webhook_endpoints.id = endpoint_id
    returning webhook_deliveries.id, endpoint_id, status, attempts_made
  ), attempt as (
    insert into webhook_attempts (delivery_id, number, attempted_at, duration_ms, response_status, failure_reason)
    select id, attempts_made, now() - ${milliseconds('$4')}, $4::double precision, $5::int, $6 from settled
  ), recovered as (
    update webhook_endpoints set failing_since = null, hold_until = null
    from settled
    where $3 and webhook_endpoints.id = endpoint_id and (failing_since is not null or hold_until is not null)
  ), blamed as (
    update webhook_endpoints set
      failing_since = ${SINCE},
      last_failure_at = now(),
      hold_until = case
        when $10::double precision is null then hold_until
        else greatest(hold_until, now() + ${milliseconds('$10')}) end,
      is_active = is_active and $9::text is null and not (${FAILED_TOO_LONG}),
      paused_reason = case
        when not is_active then paused_reason
        when $9::text is not null then $9
        when ${FAILED_TOO_LONG}
          then 'Nothing could be delivered since ' || to_char((${SINCE}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC.'
        else paused_reason end
    from settled
    where $8::boolean and not $3 and webhook_endpoints.id = endpoint_id and deleted_at is null
    returning webhook_endpoints.id, is_active
  )
  select status, attempts_made, exists (select from blamed where not is_active) as endpoint_paused from settled`;

export const PUT_BACK = `
  with back as (
    update webhook_deliveries set due_at = now(), lease_owner = null
    where id = any($2::text[]) and lease_owner = $1 and status = 'pending'
    returning id
  )
  select pg_notify($3, '') from back limit 1`;

export const DROP_OLD_SECRETS = 'delete from webhook_old_secrets where valid_until <= now()';

// What waits for an endpoint that was deleted, or that has been paused for too long. What is being sent is left to
// whoever sends it.
export const FAIL_UNDELIVERABLE = `
  with ${WAITING}, closed as (
    select id, deleted_at from waiting join webhook_endpoints on id = endpoint_id
    where not is_active or deleted_at is not null
  ), hopeless as materialized (
    select delivery.id, deleted_at from closed, lateral (
      select webhook_deliveries.id from webhook_deliveries
      where endpoint_id = closed.id and status = 'pending' and (lease_owner is null or due_at <= now())
        and (deleted_at is not null or queued_at <= now() - ${milliseconds('$1')})
      limit $2::int
      for update skip locked
    ) delivery
    limit $2::int
  ), failed as (
    update webhook_deliveries set
      status = 'failed', finished_at = now(), lease_owner = null,
      failure_reason = case
        when deleted_at is not null then 'The endpoint was deleted before the event was delivered.'
        else 'The endpoint was paused for too long.' end
    from hopeless where webhook_deliveries.id = hopeless.id
    returning webhook_deliveries.id
  )
  select count(*) as count from failed`;

export const DROP_OLD_DELIVERIES = `
  with old as (
    select id from webhook_deliveries
    where finished_at <= now() - ${milliseconds('$1')}
    order by finished_at limit $2::int
    for update skip locked
  ), attempts as (
    delete from webhook_attempts using old where delivery_id = old.id
  ), dropped as (
    delete from webhook_deliveries using old where webhook_deliveries.id = old.id
    returning webhook_deliveries.id
  )
  select count(*) as count from dropped`;
