import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { newSecret } from '../../kernel/api-key.ts';
import type { KeyChanges, NewKey } from '../../ports/accounts.ts';
import { connect, type Database } from './database.ts';
import { openKeyStore, type PostgresKeyStore } from './key-store.ts';

let test: TestDatabase;
let otherDatabase: Database;
let store: PostgresKeyStore;
let otherProcess: PostgresKeyStore;

beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  otherDatabase = connect({ url: test.url, log: silentLog });
  store = await openKeyStore(test.database, silentLog);
  otherProcess = await openKeyStore(otherDatabase, silentLog);
});
afterEach(async () => {
  await Promise.all([store.close(), otherProcess.close()]);
  await otherDatabase.close();
});

const plain: NewKey = {
  name: 'test',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  expires_at: undefined,
  secret: undefined,
};

it('finds who calls by the key, with everything the key carries', async () => {
  const { secret, id } = await store.create({
    ...plain,
    name: 'site',
    allowed_domains: ['example.com'],
    scopes: ['backlinks.list'],
    project_id: 'blog',
  });
  await expect(store.find(secret)).resolves.toEqual({
    workspace_id: 'ws_default',
    key_id: id,
    key_name: 'site',
    allowed_domains: ['example.com'],
    scopes: ['backlinks.list'],
    project_id: 'blog',
    plan: 'self_hosted',
  });
});

it('stores no key, only its hash and what is shown of it', async () => {
  const { secret, display } = await store.create(plain);
  const rows = await test.database.query('select api_keys::text as everything from api_keys');
  expect(rows.some(({ everything }) => String(everything).includes(secret.slice(12, 40)))).toBe(false);
  expect(display).toBe(`${secret.slice(0, 12)}…${secret.slice(-4)}`);
});

it('knows no made-up key, with or without a right checksum', async () => {
  await expect(store.find(newSecret())).resolves.toBeUndefined();
  await expect(store.find('sk_live_x')).resolves.toBeUndefined();
});

it('asks the database once for a key that is used again and again, and not at all for text that is no key', async () => {
  const announced = vi.fn<() => void>();
  await test.database.listen('seamark_keys', announced);
  const { secret } = await store.create(plain);
  // The store forgets what it knows of a key when it hears of it, also from itself.
  await vi.waitFor(() => expect(announced).toHaveBeenCalled());
  const query = vi.spyOn(test.database, 'query');
  await Promise.all(Array.from({ length: 20 }, () => store.find(secret)));
  await store.find(secret);
  await store.find('sk_live_' + 'x'.repeat(38));
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

it('asks for a flood of made-up keys in a few statements', async () => {
  const query = vi.spyOn(test.database, 'query');
  const found = await Promise.all(Array.from({ length: 800 }, () => store.find(newSecret())));
  expect(found.every((caller) => caller === undefined)).toBe(true);
  expect(query.mock.calls.length).toBeLessThan(10);
  query.mockRestore();
});

it('refuses a revoked key at once, and in other processes within two seconds', async () => {
  const { secret, id } = await store.create(plain);
  await expect(otherProcess.find(secret)).resolves.toBeDefined();
  await expect(store.find(secret)).resolves.toBeDefined();
  await expect(store.revoke(id)).resolves.toBe(true);
  await expect(store.find(secret)).resolves.toBeUndefined();
  await vi.waitFor(async () => expect(await otherProcess.find(secret)).toBeUndefined(), { timeout: 2000 });
  await expect(store.revoke(id)).resolves.toBe(false);
  await expect(store.revoke('key_none')).resolves.toBe(false);
});

it('does not remember an answer that was read just before a revocation was announced', async () => {
  const { secret, id } = await store.create(plain);
  const announced = vi.fn<() => void>();
  await otherDatabase.listen('seamark_keys', announced);
  const query = vi.spyOn(otherDatabase, 'query').mockImplementationOnce(async (text, values) => {
    const rows = await otherDatabase.query(text, values);
    await store.revoke(id);
    await vi.waitFor(() => expect(announced).toHaveBeenCalled());
    return rows;
  });
  await expect(otherProcess.find(secret)).resolves.toBeDefined();
  query.mockRestore();
  await expect(otherProcess.find(secret)).resolves.toBeUndefined();
});

it('does not trust its memory for longer than a second or two while it cannot hear of revocations', async () => {
  const { secret, id } = await store.create(plain);
  await otherProcess.find(secret);
  // Nobody tells: the row is changed behind everybody's back, and the listening connection is gone.
  await test.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'seamark listen'`);
  await test.database.query('update api_keys set revoked_at = now() where id = $1', [id]);
  await vi.waitFor(async () => expect(await otherProcess.find(secret)).toBeUndefined(), { timeout: 2000 });
});

it('refuses a revoked key within two seconds when the connection for notifications has died without a word', async () => {
  const { secret, id } = await store.create(plain);
  const listening = await test.database.query<{ pid: number }>(`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'seamark listen'`);
  // A server process that is stopped looks like a network that swallows everything: nobody is told of anything.
  for (const { pid } of listening) process.kill(pid, 'SIGSTOP');
  try {
    await expect(otherProcess.find(secret)).resolves.toBeDefined();
    await store.revoke(id);
    await vi.waitFor(async () => expect(await otherProcess.find(secret)).toBeUndefined(), { timeout: 2000 });
  } finally {
    for (const { pid } of listening) process.kill(pid, 'SIGCONT');
  }
});

it('knows a key at once that another process has made after it was asked for', async () => {
  const secret = newSecret();
  await expect(otherProcess.find(secret)).resolves.toBeUndefined();
  await store.create({ ...plain, secret });
  await vi.waitFor(async () => expect(await otherProcess.find(secret)).toBeDefined(), { timeout: 2000 });
});

it('refuses an expired key, also one that it remembers', async () => {
  const { secret } = await store.create({ ...plain, expires_at: new Date(Date.now() + 300) });
  await expect(store.find(secret)).resolves.toBeDefined();
  await vi.waitFor(async () => expect(await store.find(secret)).toBeUndefined());
});

it('makes a key that the operator chose once, however often it is asked to', async () => {
  const secret = newSecret();
  const [first, second] = await Promise.all([
    store.create({ ...plain, secret }),
    otherProcess.create({ ...plain, secret }),
  ]);
  expect(first.id).toBe(second.id);
  expect((await store.list()).filter(({ id }) => id === first.id)).toHaveLength(1);
});

it('refuses a chosen key that is malformed, and one that was revoked', async () => {
  await expect(store.create({ ...plain, secret: 'hunter2' })).rejects.toMatchObject({ code: 'invalid_input' });
  const { secret, id } = await store.create(plain);
  await store.revoke(id);
  await expect(store.create({ ...plain, secret })).rejects.toMatchObject({ code: 'conflict' });
});

describe('a rotated key', () => {
  it('has a new secret, the same id and the same restrictions, and the former secret ends everywhere', async () => {
    const made = await store.create({
      ...plain,
      allowed_domains: ['example.com'],
      scopes: ['search'],
      project_id: 'p',
    });
    await expect(otherProcess.find(made.secret)).resolves.toBeDefined();
    const rotated = await store.rotate(made.id, 0);
    expect(rotated).toMatchObject({
      id: made.id,
      allowed_domains: ['example.com'],
      scopes: ['search'],
      project_id: 'p',
    });
    expect(rotated?.display).not.toBe(made.display);
    await expect(store.find(made.secret)).resolves.toBeUndefined();
    await vi.waitFor(async () => expect(await otherProcess.find(made.secret)).toBeUndefined(), { timeout: 2000 });
    await expect(otherProcess.find(rotated?.secret ?? '')).resolves.toMatchObject({ key_id: made.id });
  });

  it('lets the former secret work for as long as was said, and no longer', async () => {
    const made = await store.create(plain);
    await store.rotate(made.id, 600);
    await expect(store.find(made.secret)).resolves.toMatchObject({ key_id: made.id });
    await vi.waitFor(async () => expect(await store.find(made.secret)).toBeUndefined(), { timeout: 2000 });
  });

  it('ends every former secret when it is rotated without grace, and all of them when it is revoked', async () => {
    const first = await store.create(plain);
    const second = await store.rotate(first.id, 60_000);
    const third = await store.rotate(first.id, 0);
    await expect(store.find(first.secret)).resolves.toBeUndefined();
    await expect(store.find(second?.secret ?? '')).resolves.toBeUndefined();
    const fourth = await store.rotate(first.id, 60_000);
    await expect(otherProcess.find(third?.secret ?? '')).resolves.toBeDefined();
    await store.revoke(first.id);
    const secrets = [third?.secret ?? '', fourth?.secret ?? ''];
    for (const secret of secrets) {
      await expect(store.find(secret)).resolves.toBeUndefined();
      await vi.waitFor(async () => expect(await otherProcess.find(secret)).toBeUndefined(), { timeout: 2000 });
    }
  });

  it('cannot get its former secret back by a start that still names it', async () => {
    const { secret, id } = await store.create({ ...plain, secret: newSecret() });
    await store.rotate(id, 0);
    await expect(store.create({ ...plain, secret })).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.find(secret)).resolves.toBeUndefined();
  });

  it('is refused a grace of more than a day, and is unknown once it is revoked', async () => {
    const { id } = await store.create(plain);
    await expect(store.rotate(id, 86_400_001)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(store.rotate(id, Number.NaN)).rejects.toMatchObject({ code: 'invalid_input' });
    await store.revoke(id);
    await expect(store.rotate(id, 0)).resolves.toBeUndefined();
  });
});

describe('a changed key', () => {
  const nothing: KeyChanges = {
    name: undefined,
    allowed_domains: undefined,
    scopes: undefined,
    project_id: undefined,
    expires_at: undefined,
  };

  it('is what it was changed to, in every process, and keeps what was not named', async () => {
    const { id, secret } = await store.create({ ...plain, name: 'before', scopes: ['search'], project_id: 'blog' });
    await otherProcess.find(secret);
    const changed = await store.change(id, { ...nothing, name: 'after', allowed_domains: ['Shop.Example.com/'] });
    expect(changed).toMatchObject({
      name: 'after',
      allowed_domains: ['shop.example.com'],
      scopes: ['search'],
      project_id: 'blog',
    });
    await vi.waitFor(
      async () => expect(await otherProcess.find(secret)).toMatchObject({ allowed_domains: ['shop.example.com'] }),
      { timeout: 2000 },
    );
  });

  it('loses what null takes away, and ends when it is told to', async () => {
    const { id, secret } = await store.create({
      ...plain,
      project_id: 'blog',
      expires_at: new Date(Date.now() + 60_000),
    });
    const free = await store.change(id, { ...nothing, project_id: null, expires_at: null });
    expect(free).toMatchObject({ project_id: undefined, expires_at: undefined });
    await store.change(id, { ...nothing, expires_at: new Date(Date.now() - 1000) });
    await expect(store.find(secret)).resolves.toBeUndefined();
  });

  it('also changes for the former secret that still works', async () => {
    const { id, secret } = await store.create(plain);
    await store.rotate(id, 60_000);
    await otherProcess.find(secret);
    await store.change(id, { ...nothing, scopes: ['search'] });
    await vi.waitFor(async () => expect(await otherProcess.find(secret)).toMatchObject({ scopes: ['search'] }), {
      timeout: 2000,
    });
  });
});

describe('where a workspace is named', () => {
  beforeAll(async () => {
    await test.database.query("insert into workspaces (id, name, plan) values ('ws_other', 'Other', 'starter')");
  });

  it('a key is made in it, carries its plan, and is listed there alone', async () => {
    const { id, secret } = await store.create(plain, 'ws_other');
    await expect(store.find(secret)).resolves.toMatchObject({ workspace_id: 'ws_other', plan: 'starter' });
    expect((await store.list('ws_other')).map((key) => key.id)).toContain(id);
    expect((await store.list('ws_default')).map((key) => key.id)).not.toContain(id);
    expect((await store.list()).map((key) => key.id)).toContain(id);
  });

  it('the keys of others are unknown', async () => {
    const { id, secret } = await store.create(plain);
    const change = { name: 'stolen', allowed_domains: [], scopes: [], project_id: null, expires_at: null };
    await expect(store.rotate(id, 0, 'ws_other')).resolves.toBeUndefined();
    await expect(store.change(id, change, 'ws_other')).resolves.toBeUndefined();
    await expect(store.revoke(id, 'ws_other')).resolves.toBe(false);
    await expect(store.create({ ...plain, secret }, 'ws_other')).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.find(secret)).resolves.toMatchObject({ key_name: 'test', workspace_id: 'ws_default' });
  });

  it('one that does not exist is told', async () => {
    await expect(store.create(plain, 'ws_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('settings', () => {
  it('that are wrong are refused, all of them at once, with what was meant', async () => {
    const strict = await openKeyStore(test.database, silentLog, { operation_ids: ['search', 'backlinks.list'] });
    const wrong = { ...plain, name: ' ', allowed_domains: ['example.com/path', '*'], scopes: ['serch'] };
    await expect(strict.create(wrong)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [
        { path: 'name' },
        { path: 'allowed_domains.0', message: expect.stringContaining('app.example.com') },
        { path: 'allowed_domains.1' },
        { path: 'scopes.0', message: expect.stringContaining('did you mean search?') },
      ],
    });
    await expect(strict.create({ ...plain, scopes: ['search'] })).resolves.toMatchObject({ scopes: ['search'] });
    await strict.close();
  });
});

it('tells every origin that a living key is restricted to, and none of a revoked one', async () => {
  const { id } = await store.create({ ...plain, allowed_domains: ['gone.example.com'] });
  await store.create({ ...plain, allowed_domains: ['kept.example.com'] });
  await store.revoke(id);
  const domains = await store.allowedDomains();
  expect(domains).toContain('kept.example.com');
  expect(domains).not.toContain('gone.example.com');
});

it('writes down when a key was last used', async () => {
  const { secret, id } = await store.create(plain);
  await store.find(secret);
  await store.close();
  const record = (await store.list()).find((key) => key.id === id);
  expect(record?.last_used_at).toBeInstanceOf(Date);
});

it('lets the operator act for the first workspace, without a key', async () => {
  await expect(store.operator()).resolves.toMatchObject({ workspace_id: 'ws_default', key_id: undefined });
});
