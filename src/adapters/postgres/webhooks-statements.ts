import { DELIVERY_COLUMNS, ENDPOINT_COLUMNS } from './webhook-rows.ts';

/** The statements behind webhook endpoints and the list of their deliveries. */

export const ENDPOINTS = `
  select ${ENDPOINT_COLUMNS} from webhook_endpoints
  where workspace_id = $1 and deleted_at is null
  order by created_at, id`;

export const LOCK_WORKSPACE = 'select id from workspaces where id = $1 for no key update';

/** Those that schedules added for their reports are bounded by the schedules. */
export const COUNT_ENDPOINTS = `
  select count(*) as endpoints from webhook_endpoints
  where workspace_id = $1 and deleted_at is null and events <> '{}'`;

export const CREATE_ENDPOINT = `
  insert into webhook_endpoints (id, workspace_id, url, description, events, secret, format)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning ${ENDPOINT_COLUMNS}`;

// A new URL is a new receiver, and whoever switches an endpoint on again says that it is well: the failures of before
// count no more. Held deliveries go out at once then.
export const CHANGE_ENDPOINT = `
  with changed as (
    update webhook_endpoints set
      url = coalesce($3, url),
      format = coalesce($9, format),
      description = case when $4 then $5 else description end,
      events = coalesce($6::text[], events),
      is_active = coalesce($7, is_active),
      paused_reason = case when $7 then null else paused_reason end,
      failing_since = case when $7 or $3 <> url then null else failing_since end,
      hold_until = case when $7 or $3 <> url then null else hold_until end,
      updated_at = now()
    where workspace_id = $1 and id = $2 and deleted_at is null
    returning *
  )
  select ${ENDPOINT_COLUMNS}, case when is_active then pg_notify($8, '') end from changed`;

export const REMOVE_ENDPOINT = `
  with removed as (
    update webhook_endpoints set deleted_at = now(), updated_at = now(), is_active = false, secret = ''
    where workspace_id = $1 and id = $2 and deleted_at is null
    returning id
  ), secrets as (
    delete from webhook_old_secrets using removed where endpoint_id = removed.id
  ), recipients as (
    delete from schedule_recipients using removed where endpoint_id = removed.id
  )
  select id from removed`;

/** Of one endpoint that is deleted. What is just being sent is left to whoever sends it. */
export const FAIL_UNDELIVERABLE = `
  update webhook_deliveries set
    status = 'failed', finished_at = now(), lease_owner = null,
    failure_reason = 'The endpoint was deleted before the event was delivered.'
  from webhook_endpoints
  where endpoint_id = $1 and status = 'pending' and (lease_owner is null or due_at <= now())
    and webhook_endpoints.id = endpoint_id and webhook_endpoints.deleted_at is not null`;

export const LOCK_ENDPOINT = `
  select id, is_active, now() as now, (
    select count(*) from webhook_old_secrets where endpoint_id = webhook_endpoints.id and valid_until > now()
  ) as old
  from webhook_endpoints
  where workspace_id = $1 and id = $2 and deleted_at is null
  for update`;

export const ROTATE_SECRET = `
  with old as (
    insert into webhook_old_secrets (endpoint_id, secret, valid_until)
    select id, secret, now() + make_interval(hours => $3) from webhook_endpoints where id = $1
  )
  update webhook_endpoints set secret = $2, updated_at = now() where id = $1
  returning ${ENDPOINT_COLUMNS}`;

// Whoever tests wants to know now, whatever the receiver has asked for before.
export const QUEUE_TEST = `
  with endpoint as (
    update webhook_endpoints set hold_until = null where id = $2 returning id, workspace_id
  ), queued as (
    insert into webhook_deliveries (id, workspace_id, endpoint_id, message_id, event_type, payload, attempts_max)
    select $1, workspace_id, id, $3, 'webhook.test', $4, $5 from endpoint
    returning *
  )
  select ${DELIVERY_COLUMNS}, pg_notify($6, '') from queued`;

export const FIND_DELIVERY = `
  select endpoint_id, status from webhook_deliveries where workspace_id = $1 and id = $2`;

export const RETRY_DELIVERY = `
  with queued as (
    update webhook_deliveries set
      status = 'pending', due_at = now(), queued_at = now(), finished_at = null,
      attempts_before = attempts_made, attempts_max = $3
    where workspace_id = $1 and id = $2 and status = 'failed'
    returning *
  ), endpoint as (
    update webhook_endpoints set hold_until = null from queued
    where webhook_endpoints.id = queued.endpoint_id and hold_until is not null
  )
  select ${DELIVERY_COLUMNS}, pg_notify($4, '') from queued`;

const FILTERS = ['status', 'endpoint_id', 'project_id', 'event_type'];

export function deliveriesWhere(values: readonly (string | null)[]): string {
  return `
    select ${DELIVERY_COLUMNS} from webhook_deliveries where ${conditionsOf(values)}
    order by created_at desc, id desc limit $6 offset $7`;
}

export function countWhere(values: readonly (string | null)[]): string {
  return `select count(*) as total from webhook_deliveries where ${conditionsOf(values)}`;
}

/** Only the conditions that are asked for, so that each combination finds its index. */
function conditionsOf(values: readonly (string | null)[]): string {
  const conditions = FILTERS.map((column, at) => {
    const place = `$${at + 2}`;
    return values[at] === null ? `${place}::text is null` : `${column} = ${place}`;
  });
  return ['workspace_id = $1', ...conditions].join(' and ');
}

/** The last 20 of each, oldest first: retries by hand have no end. */
export const ATTEMPTS = `
  select attempt.* from unnest($1::text[]) as asked (id), lateral (
    select delivery_id, number, attempted_at, duration_ms, response_status, failure_reason
    from webhook_attempts where delivery_id = asked.id
    order by number desc limit 20
  ) attempt
  order by attempt.number`;
