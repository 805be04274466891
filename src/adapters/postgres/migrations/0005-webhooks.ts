/** Webhook endpoints, what is to be delivered to them, and how each attempt went. */
export const webhooks = {
  version: 5,
  name: 'webhooks',
  sql: `
    create table webhook_endpoints (
      id text primary key,
      workspace_id text not null references workspaces,
      url text not null,
      description text,
      events text[] not null,
      is_active boolean not null default true,
      -- Encrypted with the service's own key; empty once the endpoint is deleted.
      secret bytea not null,
      -- Why deliveries were paused by the service itself.
      paused_reason text,
      -- The first of the failures that no delivery has interrupted, and the last one.
      failing_since timestamptz,
      last_failure_at timestamptz,
      -- Until then the receiver has asked to be left alone.
      hold_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    );
    create index webhook_endpoints_workspace on webhook_endpoints (workspace_id) where deleted_at is null;

    -- Secrets that were replaced and still sign for a while.
    create table webhook_old_secrets (
      endpoint_id text not null,
      secret bytea not null,
      valid_until timestamptz not null
    );
    create index webhook_old_secrets_endpoint on webhook_old_secrets (endpoint_id);

    create table webhook_deliveries (
      id text primary key,
      workspace_id text not null,
      endpoint_id text not null,
      -- Sent as webhook-id: the same for each attempt.
      message_id text not null,
      event_type text not null,
      project_id text,
      payload text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts_made int not null default 0,
      -- Attempts made before it was queued, or queued again by hand; the retry schedule begins anew there.
      attempts_before int not null default 0,
      -- Most attempts from then on; null is as many as the retry schedule has.
      attempts_max int,
      -- When to send it; while it is being sent, when whoever sends it counts as dead.
      due_at timestamptz not null default now(),
      lease_owner text,
      response_status int,
      failure_reason text,
      queued_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      finished_at timestamptz
    ) with (fillfactor = 80);
    create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where status = 'pending';
    create index webhook_deliveries_leased on webhook_deliveries (endpoint_id) where lease_owner is not null;
    create index webhook_deliveries_workspace on webhook_deliveries (workspace_id, created_at desc, id desc);
    create index webhook_deliveries_failed on webhook_deliveries (workspace_id, created_at desc, id desc)
      where status = 'failed';
    create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
    create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;

    create table webhook_attempts (
      delivery_id text not null,
      number int not null,
      attempted_at timestamptz not null default now(),
      duration_ms double precision not null,
      response_status int,
      failure_reason text,
      primary key (delivery_id, number)
    );
  `,
} as const;
