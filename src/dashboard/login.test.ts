import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  addUser,
  cookieOf,
  EMAIL,
  HOST,
  openTestDashboard,
  OWN_PAGE,
  PASSWORD,
  signIn,
  type TestDashboard,
} from '../../test/dashboard/server.ts';
import type { DashboardUser } from '../ports/dashboard.ts';
import { newSetupToken, prepareAccess, resetPassword, setupUrl } from './access.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { hashOf } from './tokens.ts';

let test: TestDashboard;
beforeAll(async () => {
  test = await openTestDashboard();
});
afterAll(() => test.close());

beforeEach(async () => {
  test.forgetAttempts();
  await test.database.query('delete from dashboard_users');
  await test.database.query('delete from dashboard_setups');
});

const setup = (token: string, changes: Record<string, unknown> = {}) =>
  test.ask('/setup', { body: { token, email: EMAIL, password: PASSWORD, ...changes }, address: anyAddress() });
const logIn = (email: string, password: string, address = anyAddress()) =>
  test.ask('/login', { body: { email, password }, address });

let addresses = 0;
const anyAddress = (): string => `203.0.113.${(addresses += 1)}`;

describe('the setup link', () => {
  it('makes the first user, logs in, and is worth nothing afterwards', async () => {
    const token = await newSetupToken(test.users);
    const made = await setup(token);
    expect(made.statusCode).toBe(201);
    const me = await test.ask('/me', { cookie: cookieOf(made) });
    expect(me.json()).toMatchObject({ user: { email: EMAIL, workspace_id: 'ws_default' }, version: '0.0.0-test' });

    expect((await setup(token, { email: 'second@example.com' })).statusCode).toBe(403);
    await expect(test.users.list()).resolves.toHaveLength(1);
  });

  it('carries its token in the fragment, and the database holds a hash of it alone', async () => {
    const token = await newSetupToken(test.users);
    expect(setupUrl('http://127.0.0.1:8787', token)).toBe(`http://127.0.0.1:8787/dashboard/setup#token=${token}`);
    const rows = await test.database.query("select encode(hash, 'hex') as hash from dashboard_setups");
    expect(rows).toEqual([{ hash: hashOf(token).toString('hex') }]);
  });

  it('makes one user when two are opened at the same time', async () => {
    const tokens = [await newSetupToken(test.users), await newSetupToken(test.users)];
    const answers = await Promise.all(tokens.map((token, at) => setup(token, { email: `user${at}@example.com` })));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([201, 403]));
    await expect(test.users.list()).resolves.toHaveLength(1);
  });

  it('is over after its time', async () => {
    await test.users.addSetup(hashOf('old'), new Date(Date.now() - 1000));
    const answer = await setup('old');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      detail: expect.stringContaining('has expired'),
      fix: expect.stringContaining('setup-url'),
    });
    expect((await test.ask('/setup/check', { body: { token: 'old' } })).statusCode).toBe(403);
  });

  it('can be looked at without being used up', async () => {
    const token = await newSetupToken(test.users);
    expect((await test.ask('/setup/check', { body: { token } })).statusCode).toBe(200);
    expect((await setup(token)).statusCode).toBe(201);
  });

  it('takes no weak password and no half address, says so of both, and stays good', async () => {
    const token = await newSetupToken(test.users);
    const answer = await setup(token, { email: 'ops', password: 'short' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      errors: [
        { path: 'email', message: expect.stringContaining('you@example.com') },
        { path: 'password', message: 'must have at least 10 characters' },
      ],
    });
    expect((await setup(token)).statusCode).toBe(201);
  });
});

describe('a start', () => {
  it('gives a setup link where nobody can log in, and none where somebody can', async () => {
    const token = await prepareAccess(test.users, undefined);
    expect(token).toMatch(/^[0-9A-Za-z]{40}$/);
    await addUser(test);
    await expect(prepareAccess(test.users, undefined)).resolves.toBeUndefined();
    await expect(newSetupToken(test.users)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('makes one first user when several replicas start at the same time', async () => {
    const emails = Array.from({ length: 8 }, (_, at) => `user${at}@example.com`);
    const made = await Promise.all(emails.map((email) => test.users.createFirst({ email, password: 'hash' })));
    expect(made.filter((user) => user !== undefined)).toHaveLength(1);
    await expect(test.users.list()).resolves.toHaveLength(1);
  });

  it('makes the user of the settings once, and leaves a password that was changed since', async () => {
    const initial = { email: EMAIL, password: PASSWORD };
    await expect(prepareAccess(test.users, initial)).resolves.toBeUndefined();
    await resetPassword(test.users, EMAIL, 'another long password');
    await prepareAccess(test.users, initial);
    expect((await logIn(EMAIL, PASSWORD)).statusCode).toBe(401);
    expect((await logIn(EMAIL, 'another long password')).statusCode).toBe(200);
  });
});

describe('a login', () => {
  beforeEach(async () => {
    await addUser(test);
  });

  it('takes the email in any case and with space around it', async () => {
    expect((await logIn(` ${EMAIL.toUpperCase()} `, PASSWORD)).statusCode).toBe(200);
  });

  it('says the same of an unknown email and of a wrong password', async () => {
    const unknown = await logIn('nobody@example.com', PASSWORD);
    const wrong = await logIn(EMAIL, `${PASSWORD}!`);
    const told = ({ statusCode, ...answer }: typeof wrong): unknown => {
      const { request_id: _, ...rest } = answer.json<Record<string, unknown>>();
      return { statusCode, ...rest, cookie: answer.headers['set-cookie'] };
    };
    expect(wrong.statusCode).toBe(401);
    expect(told(unknown)).toEqual(told(wrong));
  });

  it('takes as long for an unknown email as for a wrong password', async () => {
    const stored = await hashPassword(PASSWORD);
    const least = async (login: string | undefined): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const before = process.cpuUsage();
        await verifyPassword('wrong password', login);
        times.push(process.cpuUsage(before).user);
      }
      return Math.min(...times);
    };
    expect(await least(undefined)).toBeGreaterThan((await least(stored)) / 2);
  });

  it('is refused after five guesses at one account from one address, while its owner gets in from another', async () => {
    const email = 'target@example.com';
    const stranger = anyAddress();
    await addUser(test, email);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await logIn(email, 'a wrong password', stranger)).statusCode).toBe(401);
    }
    const answer = await logIn(email.toUpperCase(), 'a wrong password', stranger);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({ title: 'Too many login attempts.' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1);
    expect((await logIn(email, PASSWORD)).statusCode).toBe(200);
    expect((await logIn(EMAIL, PASSWORD)).statusCode).toBe(200);
  });

  it('is refused after thirty attempts from one network, whatever the account', async () => {
    const attempts = Array.from({ length: 30 }, (_, at) =>
      test.ask('/setup/check', { body: { token: 'x' }, address: `2001:db8:1:2::${at}` }),
    );
    await Promise.all(attempts);
    expect((await logIn(EMAIL, PASSWORD, '2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await logIn(EMAIL, PASSWORD, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it('stores a slow salted hash, and no password', async () => {
    await resetPassword(test.users, EMAIL, PASSWORD);
    const [row] = await test.database.query<{ password: string }>('select password from dashboard_users');
    expect(row?.password).toMatch(/^scrypt\$65536\$8\$2\$/);
    expect(row?.password).not.toContain(PASSWORD);
  });
});

describe('a session', () => {
  let user: DashboardUser;
  beforeEach(async () => {
    user = await addUser(test);
  });

  it('is a cookie that scripts cannot read and other sites cannot send along', async () => {
    const answer = await logIn(EMAIL, PASSWORD);
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^seamark_session=[0-9A-Za-z]{40}; Path=\/dashboard; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
    );
    const token = cookieOf(answer).split('=')[1] ?? '';
    const rows = await test.database.query("select encode(hash, 'hex') as hash from dashboard_sessions");
    expect(rows).toEqual([{ hash: hashOf(token).toString('hex') }]);
  });

  it('is bound to https and this host where the browser came by https', async () => {
    const headers = { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' };
    const answer = await test.ask('/login', { body: { email: EMAIL, password: PASSWORD }, headers });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-seamark_session=[0-9A-Za-z]{40}; Path=\/; .*; Secure$/,
    );
    const cookie = cookieOf(answer);
    const secure = { 'sec-fetch-site': 'same-origin', origin: undefined };
    expect((await test.ask('/me', { cookie, headers: secure })).statusCode).toBe(200);
    const planted = cookie.replace('__Host-', '');
    expect((await test.ask('/me', { cookie: planted, headers: secure })).statusCode).toBe(401);
  });

  it('ends for good when its user logs out', async () => {
    const cookie = await signIn(test, user);
    expect((await test.ask('/me', { cookie })).statusCode).toBe(200);
    const out = await test.ask('/logout', { body: {}, cookie });
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    const after = await test.ask('/me', { cookie });
    expect(after.statusCode).toBe(401);
    expect(after.json()).toMatchObject({ title: 'You are not logged in.' });
  });

  it('has a new token after each login, and the one before is dead', async () => {
    const before = await signIn(test, user);
    const answer = await test.ask('/login', { body: { email: EMAIL, password: PASSWORD }, cookie: before });
    const after = cookieOf(answer);
    expect(after).not.toBe(before);
    expect((await test.ask('/me', { cookie: before })).statusCode).toBe(401);
    expect((await test.ask('/me', { cookie: after })).statusCode).toBe(200);
  });

  it('does not take over a token that somebody else has chosen', async () => {
    const planted = `seamark_session=${'a'.repeat(40)}`;
    const answer = await test.ask('/login', { body: { email: EMAIL, password: PASSWORD }, cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await test.ask('/me', { cookie: planted })).statusCode).toBe(401);
  });

  it('is over when its time is over, and lasts longer while it is used', async () => {
    const cookie = await signIn(test, user);
    await test.database.query("update dashboard_sessions set expires_at = now() + interval '1 day'");
    expect((await test.ask('/me', { cookie })).statusCode).toBe(200);
    const [row] = await test.database.query<{ days: number }>(
      'select round(extract(epoch from expires_at - now()) / 86400)::int as days from dashboard_sessions',
    );
    expect(row?.days).toBe(14);
    await test.database.query("update dashboard_sessions set expires_at = now() - interval '1 second'");
    expect((await test.ask('/me', { cookie })).statusCode).toBe(401);
  });

  it('asks for the password again after ninety days, however much it is used', async () => {
    const cookie = await signIn(test, user);
    await test.database.query("update dashboard_sessions set created_at = now() - interval '91 days'");
    expect((await test.ask('/me', { cookie })).statusCode).toBe(401);
  });

  it('ends everywhere else when the password is changed', async () => {
    const here = await signIn(test, user);
    const elsewhere = await signIn(test, user);
    const body = { current_password: PASSWORD, password: 'another long password' };
    const wrong = await test.ask('/password', { body: { ...body, current_password: 'not this one' }, cookie: here });
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ path: 'current_password' }] });
    const changed = await test.ask('/password', { body, cookie: here });
    expect(changed.statusCode).toBe(200);
    expect((await test.ask('/me', { cookie: elsewhere })).statusCode).toBe(401);
    expect((await test.ask('/me', { cookie: here })).statusCode).toBe(401);
    expect((await test.ask('/me', { cookie: cookieOf(changed) })).statusCode).toBe(200);
    expect((await logIn(EMAIL, PASSWORD)).statusCode).toBe(401);
  });

  it('ends when the operator resets the password', async () => {
    const cookie = await signIn(test, user);
    await resetPassword(test.users, EMAIL, 'another long password');
    expect((await test.ask('/me', { cookie })).statusCode).toBe(401);
  });
});

describe('a request of another site', () => {
  let cookie: string;
  beforeEach(async () => {
    cookie = await signIn(test, await addUser(test));
  });
  const send = (headers: Record<string, string | undefined>) =>
    test.ask('/projects/x', { method: 'PATCH', body: {}, cookie, headers });

  it.each([
    ['without our header', { 'x-seamark-dashboard': undefined }],
    ['from a foreign origin', { origin: 'https://evil.example' }],
    ['from an origin that begins like ours', { origin: `http://${HOST}.evil.example` }],
    ['from our host on another port', { origin: `http://${HOST}:8080` }],
    ['from no origin, as sandboxed pages send it', { origin: 'null' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['that does not say where it comes from', { origin: undefined }],
  ])('%s changes nothing', async (_name, headers) => {
    const answer = await send(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'origin_not_allowed' });
    await expect(test.database.query('select id from projects')).resolves.toEqual([]);
  });

  it('reads nothing either, where the browser says whose it is', async () => {
    expect((await test.ask('/me', { cookie, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
  });

  it('cannot log a browser in as somebody', async () => {
    const body = { email: EMAIL, password: PASSWORD };
    const answer = await test.ask('/login', { body, headers: { origin: 'https://evil.example' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is not confused with our own page, also behind a proxy that renames the host', async () => {
    expect((await send({})).statusCode).toBe(200);
    const behindProxy = { ...OWN_PAGE, host: '10.0.0.5:8787', 'x-forwarded-host': HOST };
    expect((await send(behindProxy)).statusCode).toBe(200);
    await test.database.query('delete from project_periods');
    await test.database.query('delete from projects');
  });
});
