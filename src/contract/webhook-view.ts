import { z } from 'zod';

import {
  type CreatedEndpoint,
  DELIVERY_STATUSES,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../ports/webhooks.ts';

/** A webhook endpoint as its owner sees it; the secret is only ever in the answer that made it. */
export const EndpointView = z
  .object({
    id: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS).describe('How deliveries are written: signed JSON, a Slack message or an e-mail.'),
    description: z.string().nullable(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    is_active: z.boolean().describe('False while the endpoint is paused.'),
    paused_reason: z.string().nullable().describe('Why the service paused it; null if it did not.'),
    failing_since: z
      .string()
      .nullable()
      .describe('Start of the current run of failed attempts; null if there is none.'),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'WebhookEndpoint' });
type EndpointView = z.infer<typeof EndpointView>;

export function endpointView(endpoint: WebhookEndpoint): EndpointView {
  return {
    id: endpoint.id,
    url: endpoint.url,
    format: endpoint.format,
    description: endpoint.description ?? null,
    events: [...endpoint.events],
    is_active: endpoint.is_active,
    paused_reason: endpoint.paused_reason ?? null,
    failing_since: timeView(endpoint.failing_since),
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
  };
}

/** The one answer that shows the secret. */
export const SignedEndpoint = z.object({
  endpoint: EndpointView,
  signing_secret: z
    .string()
    .nullable()
    .describe(
      '`whsec_` and base64, as in Standard Webhooks. Store it: it cannot be shown again, and answers replayed for an idempotency key have null here.',
    ),
});

export function signedEndpoint(endpoint: CreatedEndpoint): z.infer<typeof SignedEndpoint> {
  return { endpoint: endpointView(endpoint), signing_secret: endpoint.secret };
}

export const DeliveryView = z
  .object({
    id: z.string(),
    endpoint_id: z.string(),
    message_id: z.string().describe('Sent as `webhook-id`, the same for every attempt and every retry.'),
    project_id: z.string().nullable(),
    event_type: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    response_code: z.int().nullable().describe('Of the last attempt; null if there was no response.'),
    failure_reason: z.string().nullable().describe('Of the last attempt, in words.'),
    attempts_made: z.int(),
    next_attempt_at: z
      .string()
      .nullable()
      .describe('Null if none is planned or one is running. A paused endpoint gets no attempts until you resume it.'),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    attempts: z
      .array(
        z.object({
          number: z.int(),
          attempted_at: z.string(),
          duration_ms: z.number(),
          response_code: z.int().nullable(),
          failure_reason: z.string().nullable(),
        }),
      )
      .describe('The last 20, oldest first.'),
  })
  .meta({ id: 'WebhookDelivery' });
type DeliveryView = z.infer<typeof DeliveryView>;

export function deliveryView(delivery: WebhookDelivery): DeliveryView {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    message_id: delivery.message_id,
    project_id: delivery.project_id ?? null,
    event_type: delivery.event_type,
    status: delivery.status,
    response_code: delivery.response_status ?? null,
    failure_reason: delivery.failure_reason ?? null,
    attempts_made: delivery.attempts_made,
    next_attempt_at: timeView(delivery.next_attempt_at),
    created_at: delivery.created_at.toISOString(),
    finished_at: timeView(delivery.finished_at),
    attempts: delivery.attempts.map((attempt) => ({
      number: attempt.number,
      attempted_at: attempt.attempted_at.toISOString(),
      duration_ms: attempt.duration_ms,
      response_code: attempt.response_status ?? null,
      failure_reason: attempt.failure_reason ?? null,
    })),
  };
}

function timeView(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
