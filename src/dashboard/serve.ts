import { join } from 'node:path';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { AppError } from '../kernel/errors.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import { serveAccountOperations } from './account-routes.ts';
import { serveBoard } from './board-routes.ts';
import { serveBrand } from './brand-routes.ts';
import { serveBuiltApp, setPageHeaders } from './built-app.ts';
import { serveConnect } from './connect-routes.ts';
import { serveDemo } from './demo-routes.ts';
import { requireOwnPage } from './guard.ts';
import { serveJobs } from './job-routes.ts';
import { JobStreams } from './job-streams.ts';
import { serveKeys } from './key-routes.ts';
import { RateLimited, serveAccount, serveEntrance } from './login-routes.ts';
import { serveInvitation } from './invitation-routes.ts';
import { servePrints } from './print-routes.ts';
import { serveRanks } from './rank-routes.ts';
import { serveReports } from './report-routes.ts';
import { serveReportLinks, serveSharedReport } from './link-routes.ts';
import { requireRole } from './roles.ts';
import type { DashboardParts, DashboardScope } from './routes.ts';
import { serveReportStop, serveStopByMailClient } from './stop-routes.ts';
import { serveSiteAudits } from './site-routes.ts';
import { serveWorkspaces } from './workspace-routes.ts';
import { Sessions } from './sessions.ts';

/** Where the app is built to: beside this file in a build, below the repository's dist/ when run from source. */
export const BUILT_APP: string = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../../dist/dashboard/site')
  : join(import.meta.dirname, 'site');

/** The dashboard at /dashboard, and the internal interface that it speaks at /dashboard/api. */
export async function serveDashboard(app: FastifyInstance, parts: DashboardParts): Promise<void> {
  const sessions = new Sessions(parts.users);
  const streams = new JobStreams({
    jobs: parts.account.jobs,
    log: parts.log,
    isOpen: (request) => sessions.isOpen(request),
  });
  app.addHook('preClose', async () => streams.closeAll());
  await app.register(
    async (pages) => {
      pages.addHook('onRequest', async (_request, reply) => setPageHeaders(reply));
      serveBuiltApp(pages, parts.folder);
      await pages.register((page) => serveStopByMailClient({ app: page, parts }));
      await pages.register((api) => serveInternal(api, { parts, sessions, streams }), { prefix: '/api' });
    },
    { prefix: '/dashboard' },
  );
}

interface Internal {
  readonly parts: DashboardParts;
  readonly sessions: Sessions;
  readonly streams: JobStreams;
}

const INTERNAL = '/dashboard/api';
/** Of the workspace that a page was loaded for. */
const WORKSPACE_HEADER = 'x-seamark-workspace';

/** A tab that was left open must not act in the workspace that another tab has switched to. @throws AppError conflict */
function requireSameWorkspace(user: DashboardUser, { headers }: FastifyRequest): void {
  const meant = headers[WORKSPACE_HEADER];
  if (meant === undefined || meant === user.workspace_id) return;
  throw new AppError('conflict', 'You have switched to another workspace in another tab.', {
    title: 'This tab shows another workspace.',
    fix: 'Reload the page.',
  });
}

async function serveInternal(api: FastifyInstance, { parts, sessions, streams }: Internal): Promise<void> {
  api.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    requireOwnPage(request);
  });
  api.addHook('onError', async (_request, reply, error: Error) => {
    if (error instanceof RateLimited) void reply.header('retry-after', String(error.wait_s));
  });
  api.all('/*', async (request) => {
    throw new AppError('not_found', `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`, {
      fix: 'Reload the dashboard: it may be older than the service.',
    });
  });
  serveEntrance({ app: api, parts, sessions });
  serveInvitation({ app: api, parts, sessions });
  serveSharedReport({ app: api, parts });
  serveReportStop({ app: api, parts });
  await api.register(async (inside) => {
    const { members } = parts.account;
    const users = new WeakMap<FastifyRequest, DashboardUser>();
    // Before the body is read: nobody without a session makes us read two megabytes.
    inside.addHook('onRequest', async (request, reply) => {
      const user = await sessions.require(request, reply);
      requireSameWorkspace(user, request);
      const path = (request.routeOptions.url ?? '').slice(INTERNAL.length);
      await requireRole(user, { method: request.method, path }, () => members.list(user.home_workspace_id));
      users.set(request, user);
    });
    const scope: DashboardScope = { app: inside, parts, userOf: (request) => userOf(users, request) };
    serveAccount(scope, sessions);
    serveWorkspaces(scope, sessions);
    serveBrand(scope);
    serveBoard(scope);
    serveKeys(scope);
    serveConnect(scope);
    serveJobs(scope, streams);
    serveAccountOperations(scope);
    serveRanks(scope);
    serveSiteAudits(scope);
    serveReports(scope);
    serveReportLinks(scope);
    servePrints(scope);
    serveDemo(scope, sessions);
  });
}

function userOf(users: WeakMap<FastifyRequest, DashboardUser>, request: FastifyRequest): DashboardUser {
  const user = users.get(request);
  if (user === undefined)
    throw new AppError('unauthenticated', 'You are not logged in.', {
      title: 'You are not logged in.',
      fix: 'Log in.',
    });
  return user;
}
