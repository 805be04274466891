import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { connect } from './database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase('empty');
  await test.database.query('create table notes (id int primary key, text text)');
});
afterAll(() => test.close());

const backends = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

it('reads integers as numbers, times as dates and JSON as values', async () => {
  const [row] = await test.database.query(
    `select 5::bigint as count, '{1,2,NULL}'::bigint[] as counts, timestamptz '2026-01-02 03:04:05Z' as at, '{"a":[1]}'::jsonb as json`,
  );
  expect(row).toEqual({ count: 5, counts: [1, 2, null], at: new Date('2026-01-02T03:04:05Z'), json: { a: [1] } });
});

it('refuses an integer that a number cannot hold instead of rounding it', async () => {
  await expect(test.database.query('select 9007199254740993::bigint as big')).rejects.toThrow('2^53');
  await expect(test.database.query('select 1 as fine')).resolves.toEqual([{ fine: 1 }]);
});

it('keeps nothing of a transaction that throws, and everything of one that does not', async () => {
  const failing = test.database.transaction(async (transaction) => {
    await transaction.query("insert into notes values (1, 'lost')");
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  const answer = await test.database.transaction(async (transaction) => {
    await transaction.query("insert into notes values (2, 'kept')");
    return 'done';
  });
  expect(answer).toBe('done');
  await expect(test.database.query('select id from notes')).resolves.toEqual([{ id: 2 }]);
});

it('does not report success when a statement failed and the caller went on', async () => {
  const careless = test.database.transaction(async (transaction) => {
    await transaction.query("insert into notes values (3, 'x')");
    await transaction.query('select 1 / 0').catch(() => undefined);
  });
  await expect(careless).rejects.toThrow('rolled back');
});

it('ends a statement at the time limit with an error that may be retried', async () => {
  const hasty = connect({ url: test.url, log: silentLog, statement_timeout_ms: 50 });
  await expect(hasty.query('select pg_sleep(10)')).rejects.toMatchObject({ code: 'unavailable', retryable: true });
  await hasty.close();
});

it('survives the loss of all its connections, idle and busy, and counts them', async () => {
  const database = connect({ url: test.url, log: silentLog, connections_max: 3 });
  await Promise.all([1, 2, 3].map(() => database.query('select pg_sleep(0.05)')));
  const busy = database.query('select pg_sleep(20)').catch((thrown: unknown) => thrown);
  await vi.waitFor(async () => {
    const sleeping = await test.database.query("select 1 from pg_stat_activity where query = 'select pg_sleep(20)'");
    expect(sleeping).toHaveLength(1);
  });
  await test.database.query(`select pg_terminate_backend(pid) from (${backends}) as others`);
  await expect(busy).resolves.toMatchObject({ code: 'unavailable' });
  await vi.waitFor(() => expect(database.interruptions).toBe(3));
  await expect(database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await database.close();
});

it('says so when no server answers', async () => {
  const database = connect({ url: 'postgres://nobody@127.0.0.1:1/none', log: silentLog, patience_ms: 300 });
  await expect(database.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
  await database.close();
});

it('hears notifications, and says after a lost connection that some may have been missed', async () => {
  const database = connect({ url: test.url, log: silentLog });
  const heard: (string | undefined)[] = [];
  const subscription = await database.listen('news', (payload) => heard.push(payload));
  await test.database.query("select pg_notify('news', 'first')");
  await vi.waitFor(() => expect(heard).toEqual(['first']));
  await test.database.query(`select pg_terminate_backend(pid) from (${backends}) as others`);
  await vi.waitFor(() => expect(heard).toEqual(['first', undefined]), 5000);
  expect(subscription.live).toBe(true);
  await test.database.query("select pg_notify('news', 'second')");
  await vi.waitFor(() => expect(heard).toEqual(['first', undefined, 'second']));
  subscription.stop();
  await database.close();
});

it('asks its one connection for notifications one thing after the other', async () => {
  const database = connect({ url: test.url, log: silentLog });
  await database.listen('first', () => undefined);
  const query: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('This client asks in another way.');
  let underWay = 0;
  let most = 0;
  const asked: unknown[] = [];
  Reflect.set(Client.prototype, 'query', async function (this: Client, statement: unknown): Promise<unknown> {
    asked.push(statement);
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await Reflect.apply(query, this, [statement]);
    } finally {
      underWay -= 1;
    }
  });
  // Long enough for a ping to be among them.
  await vi.waitUntil(
    async () => {
      const hold = await database.holdShared(1, asked.length);
      await Promise.all([1, 2, 3].map((number) => database.listen(`news ${asked.length} ${number}`, () => undefined)));
      await Promise.all([hold.release(), database.listen(`last ${asked.length}`, () => undefined)]);
      return asked.includes('select 1');
    },
    { timeout: 5000 },
  );
  Reflect.set(Client.prototype, 'query', query);
  expect(most).toBe(1);
  await database.close();
});
