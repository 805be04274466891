import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  addMember,
  addUser,
  addWorkspace,
  cookieOf,
  openTestDashboard,
  PASSWORD,
  signIn,
  type TestDashboard,
} from '../../test/dashboard/server.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import type { Role } from '../ports/members.ts';
import type { MeView, NewInvitationView, UserListView } from './views.ts';

let test: TestDashboard;
let owner: DashboardUser;
let cookie: string;
beforeAll(async () => {
  test = await openTestDashboard();
  await addWorkspace(test, 'ws_acme');
  owner = await addUser(test);
  cookie = await signIn(test, owner);
});
afterAll(() => test.close());

const NEW_PASSWORD = 'a password of my own';

async function invite(email: string, role: Role = 'viewer', who = cookie): Promise<string> {
  const answer = await test.ask('/invitations', { body: { email, role }, cookie: who });
  expect(answer.statusCode).toBe(201);
  return new URL(answer.json<NewInvitationView>().url ?? '').hash.replace('#token=', '');
}

const accept = (token: string, body: Record<string, unknown> = {}, session?: string) =>
  test.ask('/invitation', { body: { token, ...body }, ...(session === undefined ? {} : { cookie: session }) });
const me = async (session: string): Promise<MeView> => (await test.ask('/me', { cookie: session })).json<MeView>();
const users = async (): Promise<UserListView> => (await test.ask('/users', { cookie })).json<UserListView>();
const status = async (path: string, session: string): Promise<number> =>
  (await test.ask(path, { cookie: session })).statusCode;

describe('an invitation', () => {
  it('makes a user in its role, once', async () => {
    const token = await invite('new@example.com', 'member');
    const checked = await test.ask('/invitation/check', { body: { token } });
    expect(checked.json()).toEqual({
      workspace_name: 'Default',
      email: 'new@example.com',
      role: 'member',
      invited_by: 'ops@example.com',
      has_account: false,
      is_logged_in: false,
    });
    const weak = await accept(token, { password: 'short' });
    expect(weak.statusCode).toBe(422);
    const joined = await accept(token, { password: NEW_PASSWORD });
    expect(joined.statusCode).toBe(201);
    expect((await me(cookieOf(joined))).user).toMatchObject({ email: 'new@example.com', role: 'member' });
    const again = await accept(token, { password: NEW_PASSWORD });
    expect(again.statusCode).toBe(404);
    test.forgetAttempts();
  });

  it('lets nobody into an account that is there without its password or session', async () => {
    const known = await addUser(test, 'known@example.com', 'ws_acme');
    const token = await invite('known@example.com');
    expect((await accept(token)).statusCode).toBe(401);
    expect((await accept(token, { password: NEW_PASSWORD })).statusCode).toBe(401);
    expect((await accept(token, {}, cookie)).statusCode).toBe(401);
    const joined = await accept(token, {}, await signIn(test, known));
    expect(joined.statusCode).toBe(201);
    const { user, workspaces } = await me(cookieOf(joined));
    expect([user.workspace_id, user.role]).toEqual(['ws_default', 'viewer']);
    expect(workspaces.map(({ id, role }) => [id, role])).toEqual([
      ['ws_default', 'viewer'],
      ['ws_acme', 'owner'],
    ]);
    test.forgetAttempts();
  });

  it('opens with the password of the account too', async () => {
    await addUser(test, 'password@example.com', 'ws_acme');
    const joined = await accept(await invite('password@example.com'), { password: PASSWORD });
    expect(joined.statusCode).toBe(201);
    test.forgetAttempts();
  });

  it('ends when it is withdrawn, replaced or over, and is no use for anything else', async () => {
    const [first, second] = [await invite('twice@example.com'), await invite('twice@example.com')];
    expect((await accept(first, { password: NEW_PASSWORD })).statusCode).toBe(404);
    const open = (await users()).invitations.find(({ email }) => email === 'twice@example.com');
    await test.ask(`/invitations/${open?.id ?? ''}`, { method: 'DELETE', cookie });
    expect((await accept(second, { password: NEW_PASSWORD })).statusCode).toBe(404);
    const late = await invite('late@example.com');
    await test.database.query('update workspace_invitations set expires_at = now()');
    expect((await accept(late, { password: NEW_PASSWORD })).statusCode).toBe(404);
    const fresh = await invite('fresh@example.com');
    expect((await test.ask('/setup/check', { body: { token: fresh } })).statusCode).toBe(403);
    expect((await test.ask('/shared', { body: { token: fresh } })).statusCode).toBe(404);
    test.forgetAttempts();
  });

  it('is refused for who is a user already, with what to do', async () => {
    const answer = await test.ask('/invitations', { body: { email: 'OPS@example.com' }, cookie });
    expect(answer.json()).toMatchObject({ status: 409, fix: 'Change the role of the user instead.' });
  });
});

describe('a user', () => {
  it('is logged out when the role is lowered or the user is removed, and not when it is raised', async () => {
    const viewer = await addMember(test, 'viewer');
    const set = (role: Role) => test.ask(`/users/${viewer.id}`, { method: 'PATCH', body: { role }, cookie });
    const first = await signIn(test, viewer);
    await set('owner');
    expect(await status('/users', first)).toBe(200);
    await set('member');
    expect(await status('/me', first)).toBe(401);
    const second = await signIn(test, viewer);
    expect(await status('/users', second)).toBe(403);
    expect((await test.ask(`/users/${viewer.id}`, { method: 'DELETE', cookie })).statusCode).toBe(200);
    expect(await status('/me', second)).toBe(401);
    // Of no other workspace, so the email is free again.
    await expect(test.users.findByEmail('viewer@example.com')).resolves.toBeUndefined();
  });

  it('who is the last owner stays one, also when two leave at the same time', async () => {
    const body = { role: 'viewer' };
    const lowered = await test.ask(`/users/${owner.id}`, { method: 'PATCH', body, cookie });
    expect(lowered.json()).toMatchObject({ status: 409, fix: 'Make somebody else an owner first.' });
    expect((await test.ask('/workspace/leave', { body: {}, cookie })).statusCode).toBe(409);

    await addWorkspace(test, 'ws_two');
    const two = [await addUser(test, 'one@two.example', 'ws_two'), await addUser(test, 'two@two.example', 'ws_two')];
    const sessions = await Promise.all(two.map((user) => signIn(test, user)));
    const left = await Promise.all(sessions.map((each) => test.ask('/workspace/leave', { body: {}, cookie: each })));
    expect(left.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('of several workspaces goes from one to another, and each shows its own', async () => {
    const known = await test.users.findByEmail('known@example.com');
    const session = await signIn(test, known ?? owner);
    const elsewhere = await signIn(test, known ?? owner);
    const go = (id: string) => test.ask('/workspace/switch', { body: { id }, cookie: session });
    await go('ws_acme');
    expect((await me(session)).user).toMatchObject({ workspace_id: 'ws_acme', role: 'owner' });
    expect((await me(elsewhere)).user).toMatchObject({ workspace_id: 'ws_default', role: 'viewer' });
    expect((await go('ws_two')).statusCode).toBe(404);
    const headers = { 'x-seamark-workspace': 'ws_default' };
    const stale = await test.ask('/jobs', { cookie: session, headers });
    expect(stale.json()).toMatchObject({ status: 409, fix: 'Reload the page.' });
    const left = await test.ask('/workspace/leave', { body: {}, cookie: session });
    expect(left.json()).toEqual({ is_logged_in: true });
    expect((await me(cookieOf(left))).workspaces.map(({ id }) => id)).toEqual(['ws_default']);
  });

  it('who runs the service makes workspaces and owns them, and nobody else does', async () => {
    const made = await test.ask('/workspaces', { body: { name: 'Northwind' }, cookie });
    expect(made.statusCode).toBe(201);
    expect((await me(cookie)).workspaces.map(({ name, role }) => [name, role])).toEqual([
      ['Default', 'owner'],
      ['Northwind', 'owner'],
    ]);
    const { id } = made.json<{ id: string }>();
    await test.ask('/workspace/switch', { body: { id }, cookie });
    expect((await test.ask('/workspaces', { body: { name: 'Another' }, cookie })).statusCode).toBe(403);
    const renamed = await test.ask('/workspace', { method: 'PATCH', body: { name: 'Northwind Traders' }, cookie });
    expect(renamed.json()).toEqual({ id, name: 'Northwind Traders' });
    await test.ask('/workspace/switch', { body: { id: 'ws_default' }, cookie });
  });
});
