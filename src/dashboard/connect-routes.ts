import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import { check } from './check.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { AppListView, ConnectingView } from './views.ts';
import { wire } from './wire.ts';

const CREDITS_MAX = 1_000_000_000;

const Decision = z.strictObject({
  query: z.record(z.string(), z.string()),
  is_allowed: z.boolean(),
  may_write: z.boolean().default(false),
  project_id: z.string().max(128).nullable().default(null),
  credits_a_month: z.int().min(0).max(CREDITS_MAX).nullable().default(null),
});

/** Programs that ask to be let in, and those that were. */
export function serveConnect({ app, parts, userOf }: DashboardScope): void {
  app.get('/connect', async (request): Promise<ConnectingView> => {
    const connecting = await parts.connect.ask(issuerFor(request), request.query);
    const { workspace_id } = userOf(request);
    const projects = await parts.account.projects.list(workspace_id);
    return { app: wire(connecting), projects: projects.map(({ id, name }) => ({ id, name })) };
  });

  app.post('/connect', async (request) => {
    const decision = check(Decision, request.body);
    const { id: user_id, workspace_id } = userOf(request);
    const redirect_to = await parts.connect.decide(issuerFor(request), { ...decision, user_id, workspace_id });
    parts.log.info({ request_id: request.id, user: user_id, allowed: decision.is_allowed }, 'an app asked to connect');
    return { redirect_to };
  });

  app.get('/apps', async (request): Promise<AppListView> => ({
    apps: wire(await parts.connect.list(userOf(request).workspace_id)),
  }));

  app.post('/apps/:id/disconnect', async (request) => {
    const id = idOf(request);
    const { id: user, workspace_id } = userOf(request);
    found((await parts.connect.disconnect(workspace_id, id)) || undefined, 'connected app', id);
    parts.log.info({ request_id: request.id, user, app: id }, 'an app was disconnected');
    return { disconnected: true };
  });

  function issuerFor(request: FastifyRequest): string {
    const issuer = parts.issuer(request);
    if (issuer !== undefined) return issuer;
    throw new AppError('not_found', 'Apps cannot connect by OAuth at this address.', {
      fix: 'Set SEAMARK_PUBLIC_URL to the https address of the service, or connect the app with an API key.',
    });
  }
}
