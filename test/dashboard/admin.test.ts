import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { PostgresDashboardUsers } from '../../src/adapters/postgres/dashboard-users.ts';
import { verifyPassword } from '../../src/dashboard/password.ts';
import { hashOf } from '../../src/dashboard/tokens.ts';
import { seamark, seamarkHere } from '../command-line.ts';
import { openTestDatabase, type TestDatabase } from '../postgres.ts';

let test: TestDatabase;
let data: string;
let users: PostgresDashboardUsers;
beforeAll(async () => {
  test = await openTestDatabase();
  data = await mkdtemp(join(tmpdir(), 'seamark-admin-'));
  users = new PostgresDashboardUsers(test.database);
});
afterAll(async () => {
  await test.close();
  await rm(data, { recursive: true, force: true });
});

const admin = (args: readonly string[], input = '', start = seamarkHere) =>
  start(['admin', ...args, '--data', data], { DATABASE_URL: test.url }, input);

it('`admin setup-url` prints a link that makes the first user, and nothing where there is one', async () => {
  await test.database.query('delete from dashboard_users');
  const printed = await admin(['setup-url', '--port', '9999']);
  const [, token = ''] =
    /^http:\/\/127\.0\.0\.1:9999\/dashboard\/setup#token=([0-9A-Za-z]{40})\n$/.exec(printed.out) ?? [];
  await expect(users.isSetup(hashOf(token))).resolves.toBe(true);

  await users.create({ email: 'first@example.com', password: 'hash' });
  const refused = await admin(['setup-url']);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('`npm run seamark -- admin reset-password`');
  await expect(users.isSetup(hashOf(token))).resolves.toBe(false);
});

it('`admin create` takes a password from standard input, or makes one and prints it alone', async () => {
  // One of the commands as a process, which a pipe feeds and which has to end.
  const given = await admin(
    ['create', '--email', 'given@example.com', '--password-stdin'],
    'correct horse battery\n',
    seamark,
  );
  expect(given).toMatchObject({ code: 0, out: '' });
  expect(await verifyPassword('correct horse battery', (await users.findByEmail('given@example.com'))?.password)).toBe(
    true,
  );

  const made = await admin(['create', '--email', 'made@example.com']);
  expect(made.out).toMatch(/^[0-9A-Za-z]{20}\n$/);
  expect(await verifyPassword(made.out.trim(), (await users.findByEmail('made@example.com'))?.password)).toBe(true);
});

it('`admin create` refuses a weak password, a known email and an unknown workspace, each with what to do', async () => {
  await admin(['create', '--email', 'known@example.com']);
  const weak = await admin(['create', '--email', 'weak@example.com', '--password-stdin'], 'short\n');
  expect(weak).toMatchObject({ code: 2, err: expect.stringContaining('password: must have at least 10 characters') });
  const known = await admin(['create', '--email', 'KNOWN@example.com']);
  expect(known).toMatchObject({ code: 1, err: expect.stringContaining('`npm run seamark -- admin reset-password`') });
  const nowhere = await admin(['create', '--email', 'nowhere@example.com', '--workspace', 'ws_none']);
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('`npm run seamark -- workspaces list`') });
  const empty = await admin(['create', '--email', 'empty@example.com', '--password-stdin'], '');
  expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('The first line of standard input') });
});

it('`admin reset-password` sets a new one, ends the sessions, and says when there is nobody of that email', async () => {
  const user = await users.create({ email: 'reset@example.com', password: 'hash' });
  await users.openSession(user.id, hashOf('session'), new Date(Date.now() + 60_000));
  const reset = await admin(['reset-password', '--email', 'reset@example.com']);
  expect(await verifyPassword(reset.out.trim(), (await users.findByEmail('reset@example.com'))?.password)).toBe(true);
  await expect(users.useSession(hashOf('session'), new Date())).resolves.toBeUndefined();
  const nobody = await admin(['reset-password', '--email', 'nobody@example.com']);
  expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('nobody@example.com') });
});
