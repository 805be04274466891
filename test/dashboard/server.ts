import { randomBytes, scryptSync } from 'node:crypto';

import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';

import { PostgresDashboardUsers } from '../../src/adapters/postgres/dashboard-users.ts';
import { openKeyStore } from '../../src/adapters/postgres/key-store.ts';
import { PostgresJobs } from '../../src/adapters/postgres/jobs.ts';
import { PostgresReports } from '../../src/adapters/postgres/reports.ts';
import { PostgresMembers } from '../../src/adapters/postgres/members.ts';
import { PostgresProjects } from '../../src/adapters/postgres/projects.ts';
import { PostgresUsageReports } from '../../src/adapters/postgres/usage-reports.ts';
import { PostgresWebhooks } from '../../src/adapters/postgres/webhooks.ts';
import { PostgresWorkspaceLooks } from '../../src/adapters/postgres/workspace-looks.ts';
import { PostgresWorkspaces } from '../../src/adapters/postgres/workspaces.ts';
import { openVault } from '../../src/adapters/secrets.ts';
import { openMemberDesk } from '../../src/compose/members.ts';
import { jobNews } from '../../src/contract/job-view.ts';
import { serveDashboard } from '../../src/dashboard/serve.ts';
import { hashOf, newToken } from '../../src/dashboard/tokens.ts';
import { MemoryRateLimiter } from '../../src/engine/limits.ts';
import { SELF_HOSTED } from '../../src/engine/plans.ts';
import { sendProblem } from '../../src/http/problem.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { toAppError } from '../../src/kernel/errors.ts';
import { operations } from '../../src/operations/index.ts';
import type { PagePrinter } from '../../src/ports/browser.ts';
import type { DashboardUser } from '../../src/ports/dashboard.ts';
import type { Role } from '../../src/ports/members.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../postgres.ts';

export const EMAIL = 'ops@example.com';
export const PASSWORD = 'correct horse battery';
export const HOST = 'seamark.example';
export const OWN_PAGE = { host: HOST, origin: `http://${HOST}`, 'x-seamark-dashboard': '1' };

/** The dashboard's server side on a real database, without the rest of a service. */
export interface TestDashboard {
  readonly app: FastifyInstance;
  readonly users: PostgresDashboardUsers;
  readonly jobs: PostgresJobs;
  readonly database: TestDatabase['database'];
  /** Every route below /dashboard/api, without that. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
  /** As a page of the dashboard asks. The body makes it a POST unless a method is named. */
  ask(path: string, options?: Asked): Promise<LightMyRequestResponse>;
  /** Lets everybody try to log in again. */
  forgetAttempts(): void;
  close(): Promise<void>;
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: Record<string, unknown>;
  readonly cookie?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly address?: string;
}

export async function openTestDashboard(folder = '/nonexistent', printer?: PagePrinter): Promise<TestDashboard> {
  const test = await openTestDatabase();
  const { database } = test;
  const users = new PostgresDashboardUsers(database);
  const keys = await openKeyStore(database, silentLog);
  const jobs = new PostgresJobs(database, silentLog, { describe: jobNews });
  const vault = await openVault({ secret: 'a secret of at least 32 characters', data_dir: '/nonexistent' });
  let limiter = new MemoryRateLimiter();
  const app = Fastify({ logger: false });
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toAppError(error), request.id));
  const routes: { method: string; path: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/dashboard/api/')) return;
    routes.push(...[method].flat().map((one) => ({ method: one, path: url.slice('/dashboard/api'.length) })));
  });
  await serveDashboard(app, {
    users,
    reports: new PostgresReports(database),
    looks: new PostgresWorkspaceLooks(database),
    keep_days: 30,
    sending: { can_mail: false, is_public: false },
    printer,
    workspaces: new PostgresWorkspaces(database, {
      plans: new Map([['self_hosted', SELF_HOSTED]]),
      ledger: { setBalance: () => Promise.resolve() },
    }),
    keys,
    demo: {
      state: () => Promise.resolve('absent'),
      progress: () => undefined,
      load: () => Promise.reject(new Error('The dashboard loads no demo here.')),
      remove: () => Promise.resolve(false),
    },
    get connect(): never {
      throw new Error('The dashboard asks for no connected apps.');
    },
    issuer: () => undefined,
    account: {
      jobs,
      members: openMemberDesk({
        store: new PostgresMembers(database),
        limiter: { take: (key, rule) => limiter.take(key, rule) },
        mail: undefined,
        base: 'http://127.0.0.1:8787',
        is_public: false,
        clock: () => new Date(),
        log: silentLog,
      }),
      webhooks: new PostgresWebhooks({ database, vault, checkUrl: () => undefined }),
      projects: new PostgresProjects(database),
      usage: new PostgresUsageReports(database, { plan: () => SELF_HOSTED }),
      get answers(): never {
        throw new Error('The dashboard asks for no kept answers.');
      },
      get imports(): never {
        throw new Error('The dashboard asks for no imports.');
      },
      get crawls(): never {
        throw new Error('The dashboard asks for no crawls.');
      },
      get hosts(): never {
        throw new Error('The dashboard asks for no hosts.');
      },
      get targets(): never {
        throw new Error('The dashboard asks for no tracked keywords.');
      },
      get schedules(): never {
        throw new Error('The dashboard asks for no schedules.');
      },
      get tasks(): never {
        throw new Error('The dashboard asks for no tasks.');
      },
      get sites(): never {
        throw new Error('The dashboard asks for no sites.');
      },
      get sources(): never {
        throw new Error('The dashboard asks for no sources.');
      },
    },
    limiter: {
      take: (key, rule) => limiter.take(key, rule),
      giveBack: (key, rule, share) => limiter.giveBack(key, rule, share),
    },
    operations,
    execute: () => Promise.reject(new Error('The dashboard runs no analyses here.')),
    log: silentLog,
    version: '0.0.0-test',
    folder,
  });
  const ask: TestDashboard['ask'] = (path, { method, body, cookie, headers = {}, address = '192.0.2.1' } = {}) => {
    const sent = Object.entries({ ...OWN_PAGE, cookie, ...headers }).filter(([, value]) => value !== undefined);
    return app.inject({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url: path.startsWith('/dashboard') ? path : `/dashboard/api${path}`,
      headers: Object.fromEntries(sent),
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
    });
  };
  return {
    app,
    users,
    jobs,
    database,
    routes,
    ask,
    forgetAttempts: () => {
      limiter = new MemoryRateLimiter();
    },
    close: () =>
      closingAfter(async (closing) => {
        closing.add(test);
        closing.add(keys);
        closing.add(jobs);
        closing.defer(async () => app.close());
      }),
  };
}

/** A hash of PASSWORD that takes no quarter of a second to make or to check: a stored hash says what it cost. */
function cheapHash(): string {
  const salt = randomBytes(16);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
  return ['scrypt', 1024, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** A user with PASSWORD. */
export async function addUser(test: TestDashboard, email = EMAIL, workspaceId?: string): Promise<DashboardUser> {
  return test.users.create({ email, password: cheapHash() }, workspaceId);
}

/** A user with PASSWORD and `role@example.com`, of the first workspace. */
export async function addMember(test: TestDashboard, role: Role, workspaceId = 'ws_default'): Promise<DashboardUser> {
  const user = await addUser(test, `${role}@example.com`, workspaceId);
  await test.database.query('update workspace_members set role = $2 where user_id = $1', [user.id, role]);
  return { ...user, role };
}

/** The cookie of a new session of the user, without a login. */
export async function signIn(test: TestDashboard, user: DashboardUser): Promise<string> {
  const token = newToken();
  await test.users.openSession(user.id, hashOf(token), new Date(Date.now() + 14 * 86_400_000));
  return `seamark_session=${token}`;
}

export async function addWorkspace(test: TestDashboard, id: string): Promise<void> {
  await test.database.query("insert into workspaces (id, name, plan) values ($1, $1, 'self_hosted')", [id]);
  await test.database.query('insert into credit_accounts (workspace_id, balance) values ($1, null)', [id]);
}

/** `name=value` of the cookie that an answer sets; empty when it sets none. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return String(answer.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}
