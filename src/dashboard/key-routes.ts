import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { checkedKeySettings } from '../kernel/key-settings.ts';
import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { CreatedKeyView, KeyView } from './views.ts';
import { wire } from './wire.ts';

/** What each of them may be is for the key settings to say; here only how much of it is read. */
const KeyForm = z.strictObject({
  name: z.string().max(1000),
  allowed_domains: z.array(z.string().max(1000)).max(1000),
  scopes: z.array(z.string().max(1000)).max(1000),
  project_id: z.string().max(1000).nullable(),
  expires_at: z.iso.datetime({ offset: true, message: 'must be a time such as 2027-01-31T00:00:00Z' }).nullable(),
});

/** How long a former secret keeps working, so that programs can be given the new one first. */
const Rotation = z.strictObject({ grace_hours: z.int().min(0).max(24).default(0) });
const HOUR_MS = 3_600_000;

type KeySettings = Omit<z.output<typeof KeyForm>, 'expires_at'> & { readonly expires_at: Date | null };

export function serveKeys({ app, parts, userOf }: DashboardScope): void {
  const { keys } = parts;
  const operationIds = parts.operations.map((operation) => operation.id);
  const formOf = (raw: unknown): KeySettings => {
    const { expires_at, ...form } = check(KeyForm, raw, 'The key');
    const settings = checkedKeySettings(form, operationIds);
    return { ...settings, expires_at: expires_at === null ? null : new Date(expires_at) };
  };

  app.get('/keys', async (request): Promise<{ keys: readonly KeyView[] }> => ({
    keys: wire(await keys.list(userOf(request).workspace_id)),
  }));

  app.post('/keys', async (request, reply) => {
    const { project_id, expires_at, ...form } = formOf(request.body);
    requireFuture(expires_at);
    const optional = { project_id: project_id ?? undefined, expires_at: expires_at ?? undefined };
    const made = await keys.create({ ...form, ...optional, secret: undefined }, userOf(request).workspace_id);
    const key: CreatedKeyView = wire(made);
    return reply.code(201).send({ key });
  });

  app.patch('/keys/:id', async (request): Promise<{ key: KeyView }> => {
    const id = idOf(request);
    const changed = await keys.change(id, formOf(request.body), userOf(request).workspace_id);
    return { key: wire(found(changed, 'active key', id)) };
  });

  app.post('/keys/:id/rotate', async (request): Promise<{ key: CreatedKeyView }> => {
    const id = idOf(request);
    const { grace_hours } = check(Rotation, request.body);
    const rotated = await keys.rotate(id, grace_hours * HOUR_MS, userOf(request).workspace_id);
    return { key: wire(found(rotated, 'active key', id)) };
  });

  app.post('/keys/:id/revoke', async (request) => {
    const id = idOf(request);
    const isRevoked = await keys.revoke(id, userOf(request).workspace_id);
    found(isRevoked || undefined, 'active key', id);
    return { revoked: true };
  });
}

function requireFuture(end: Date | null): void {
  if (end === null || end.getTime() > Date.now()) return;
  throw new AppError('invalid_input', 'The expiration date is in the past.', {
    fix: 'Choose a future date, or leave it empty.',
    issues: [{ path: 'expires_at', message: 'must be in the future' }],
  });
}
