import { z } from 'zod';

import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '../ports/webhooks.ts';
import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { CreatedEndpointView, DeliveryView, EndpointView } from './views.ts';
import { wire } from './wire.ts';

const url = z.string().trim().min(1).max(2048);
const description = z.string().trim().max(200);
const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length);

const EndpointForm = z.strictObject({ url, description: description.nullable().default(null), events });
const EndpointChange = z.strictObject({
  url: url.optional(),
  description: description.nullable().optional(),
  events: events.optional(),
  is_active: z.boolean().optional(),
});
const filter = z.string().min(1).max(200).optional();
const DeliveryFilter = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  status: z.enum(DELIVERY_STATUSES).optional(),
  endpoint_id: filter,
  project_id: filter,
  event_type: filter,
});

export function serveEndpoints({ app, parts, userOf }: DashboardScope): void {
  const { webhooks } = parts.account;

  app.get('/webhooks', async (request): Promise<{ endpoints: readonly EndpointView[] }> => ({
    endpoints: wire(await webhooks.endpoints(userOf(request).workspace_id)),
  }));

  app.post('/webhooks', async (request, reply) => {
    const { description: text, ...form } = check(EndpointForm, request.body, 'The endpoint');
    const made = await webhooks.create(userOf(request).workspace_id, { ...form, description: text || undefined });
    const endpoint: CreatedEndpointView = wire(made);
    return reply.code(201).send({ endpoint });
  });

  app.patch('/webhooks/:id', async (request): Promise<{ endpoint: EndpointView }> => {
    const id = idOf(request);
    const change = check(EndpointChange, request.body, 'The endpoint');
    const changed = await webhooks.change(userOf(request).workspace_id, id, {
      url: change.url,
      description: change.description === '' ? null : change.description,
      events: change.events,
      is_active: change.is_active,
    });
    return { endpoint: wire(found(changed, 'endpoint', id)) };
  });

  app.delete('/webhooks/:id', async (request) => {
    const id = idOf(request);
    const isRemoved = await webhooks.remove(userOf(request).workspace_id, id);
    found(isRemoved || undefined, 'endpoint', id);
    return { removed: true };
  });

  app.post('/webhooks/:id/rotate', async (request): Promise<{ endpoint: CreatedEndpointView }> => {
    const id = idOf(request);
    return { endpoint: wire(found(await webhooks.rotate(userOf(request).workspace_id, id), 'endpoint', id)) };
  });

  app.post('/webhooks/:id/test', async (request): Promise<{ delivery: DeliveryView }> => {
    const id = idOf(request);
    return { delivery: wire(found(await webhooks.test(userOf(request).workspace_id, id), 'endpoint', id)) };
  });
}

export function serveDeliveries({ app, parts, userOf }: DashboardScope): void {
  const { webhooks } = parts.account;

  app.get('/deliveries', async (request): Promise<{ deliveries: readonly DeliveryView[] }> => {
    const { limit, status, endpoint_id, project_id, event_type } = check(DeliveryFilter, request.query, 'The filter');
    const query = { limit, status, endpoint_id, project_id, event_type };
    return { deliveries: wire(await webhooks.deliveries(userOf(request).workspace_id, query)) };
  });

  app.post('/deliveries/:id/retry', async (request): Promise<{ delivery: DeliveryView }> => {
    const id = idOf(request);
    return { delivery: wire(found(await webhooks.retry(userOf(request).workspace_id, id), 'delivery', id)) };
  });
}
