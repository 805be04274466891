import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { newSecret } from '../../kernel/api-key.ts';
import type { NewKey } from '../../ports/accounts.ts';
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
