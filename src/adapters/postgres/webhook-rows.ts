import type {
  DeliveryStatus,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEventType,
  WebhookFormat,
} from '../../ports/webhooks.ts';

/** Rows of the webhook tables as the statements name them, and the records that they become. */

export const ENDPOINT_COLUMNS = `
  id, url, format, description, events, is_active, paused_reason, failing_since, created_at, updated_at`;

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly description: string | null;
  readonly events: readonly WebhookEventType[];
  readonly is_active: boolean;
  readonly paused_reason: string | null;
  readonly failing_since: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function endpointOf(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    format: row.format,
    description: row.description ?? undefined,
    events: row.events,
    is_active: row.is_active,
    paused_reason: row.paused_reason ?? undefined,
    failing_since: row.failing_since ?? undefined,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** While a delivery is being sent, its due time is not when it is tried next. */
export const DELIVERY_COLUMNS = `
  id, endpoint_id, message_id, project_id, event_type, status, attempts_made,
  case when status = 'pending' and (lease_owner is null or due_at <= now()) then due_at end as next_attempt_at,
  response_status, failure_reason, created_at, finished_at`;

export interface DeliveryRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly project_id: string | null;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempts_made: number;
  readonly next_attempt_at: Date | null;
  readonly response_status: number | null;
  readonly failure_reason: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export function deliveryOf(row: DeliveryRow, attempts: readonly AttemptRow[]): WebhookDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    message_id: row.message_id,
    project_id: row.project_id ?? undefined,
    event_type: row.event_type,
    status: row.status,
    attempts_made: row.attempts_made,
    next_attempt_at: row.next_attempt_at ?? undefined,
    response_status: row.response_status ?? undefined,
    failure_reason: row.failure_reason ?? undefined,
    created_at: row.created_at,
    finished_at: row.finished_at ?? undefined,
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(attemptOf),
  };
}

export interface AttemptRow {
  readonly delivery_id: string;
  readonly number: number;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly failure_reason: string | null;
}

function attemptOf(row: AttemptRow): WebhookAttempt {
  return {
    number: row.number,
    attempted_at: row.attempted_at,
    duration_ms: row.duration_ms,
    response_status: row.response_status ?? undefined,
    failure_reason: row.failure_reason ?? undefined,
  };
}
