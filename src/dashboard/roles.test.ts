import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  addMember,
  addUser,
  addWorkspace,
  openTestDashboard,
  signIn,
  type TestDashboard,
} from '../../test/dashboard/server.ts';
import type { Role } from '../ports/members.ts';
import { hasRule, roleFor } from './roles.ts';

let test: TestDashboard;
const cookies = new Map<Role | 'other owner', string>();
beforeAll(async () => {
  test = await openTestDashboard();
  await addWorkspace(test, 'ws_other');
  cookies.set('owner', await signIn(test, await addUser(test)));
  cookies.set('other owner', await signIn(test, await addUser(test, 'other@example.com', 'ws_other')));
  cookies.set('member', await signIn(test, await addMember(test, 'member')));
  cookies.set('viewer', await signIn(test, await addMember(test, 'viewer')));
});
afterAll(() => test.close());

/** Whoever asks these is not logged in, or ends the session that the walk needs. */
const OUTSIDE = [
  'GET /entry',
  'POST /login',
  'POST /logout',
  'POST /setup',
  'POST /setup/check',
  'POST /shared',
  'POST /shared/pdf',
  'POST /stop-report',
  'POST /invitation',
  'POST /invitation/check',
];

interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

const isMethod = (method: string): method is Route['method'] => ['GET', 'POST', 'PATCH', 'DELETE'].includes(method);
const inside = (): readonly Route[] =>
  test.routes.flatMap(({ method, path }) =>
    isMethod(method) && !path.includes('*') && !OUTSIDE.includes(`${method} ${path}`) ? [{ method, path }] : [],
  );

/** A thing that nobody has, and a body that no route takes: a request that gets past the role changes nothing. */
function ask({ method, path }: Route, who: Role | 'other owner' | 'nobody'): Promise<LightMyRequestResponse> {
  const url = path.replaceAll(/:\w+/g, 'none');
  const cookie = cookies.get(who === 'nobody' ? 'owner' : who);
  const body = method === 'GET' ? {} : { body: { surely_unknown: true } };
  return test.ask(url, { method, ...body, ...(who === 'nobody' || cookie === undefined ? {} : { cookie }) });
}

const isRefused = ({ statusCode, body }: LightMyRequestResponse): boolean =>
  statusCode === 403 && body.includes('Your role does not allow this.');

/** Leaving would take the session of the walk. */
const asked = (): readonly Route[] => inside().filter(({ path }) => !/\/(?:leave|live)$/.test(path));

describe('every route of the dashboard', () => {
  it('has a rule that says which role may use it', () => {
    expect(inside().length).toBeGreaterThan(70);
    expect(inside().filter(({ method, path }) => !hasRule(method, path))).toEqual([]);
  });

  it('is closed to whoever has no session', async () => {
    for (const route of inside()) {
      const { statusCode } = await ask(route, 'nobody');
      expect([route.method, route.path, statusCode]).toEqual([route.method, route.path, 401]);
    }
  });

  it.each(['viewer', 'member', 'owner'] as const)(
    'is open to a %s where the rule says so, and nowhere else',
    async (role) => {
      const order: readonly Role[] = ['viewer', 'member', 'owner'];
      for (const route of asked()) {
        const may = order.indexOf(role) >= order.indexOf(roleFor(route.method, route.path));
        expect([route.method, route.path, isRefused(await ask(route, role))]).toEqual([route.method, route.path, !may]);
      }
    },
  );
});

describe('what belongs to a workspace', () => {
  it('is as unknown to an owner of another one as what never was, and is found by its own', async () => {
    const own = { cookie: cookies.get('owner') ?? '' };
    const other = { cookie: cookies.get('other owner') ?? '' };
    const key = await test.ask('/keys', {
      body: { name: 'Own', allowed_domains: [], scopes: [], project_id: null, expires_at: null },
      ...own,
    });
    const member = await test.users.findByEmail('member@example.com');
    const invited = await test.ask('/invitations', { body: { email: 'sam@example.com', role: 'viewer' }, ...own });
    const ids = {
      '/keys/:id/revoke': key.json<{ key: { id: string } }>().key.id,
      '/users/:id': member?.id ?? '',
      '/invitations/:id': invited.json<{ invitation: { id: string } }>().invitation.id,
    };
    const touch = (path: keyof typeof ids, id: string, who: { cookie: string }) =>
      path.endsWith('revoke')
        ? test.ask(path.replace(':id', id), { body: {}, ...who })
        : test.ask(path.replace(':id', id), { method: 'DELETE', ...who });
    for (const path of ['/keys/:id/revoke', '/invitations/:id', '/users/:id'] as const) {
      const [foreign, none] = [await touch(path, ids[path], other), await touch(path, 'none', other)];
      expect([path, foreign.statusCode]).toEqual([path, 404]);
      expect(foreign.body.replaceAll(ids[path], 'none').replace(/req-\w+/, '')).toBe(none.body.replace(/req-\w+/, ''));
    }
    await test.ask(`/invitations/${ids['/invitations/:id']}`, { method: 'DELETE', ...own });
  });

  it('is refused to a viewer with whom to ask', async () => {
    const answer = await test.ask('/crawls', {
      body: { urls: ['https://example.com/'] },
      cookie: cookies.get('viewer') ?? '',
    });
    expect(answer.json()).toMatchObject({ status: 403, detail: 'Viewers cannot start crawls. Ask ops@example.com.' });
  });
});
