import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';

import { spawnFrom } from '../../../test/killed-process.ts';
import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { KeptObservation, ObservationWriter } from '../../ports/store.ts';
import { connect, type Database } from './database.ts';
import { InboxFlusher, PostgresObservationInbox } from './observation-inbox.ts';

let test: TestDatabase;
let replica: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = connect({ url: test.url, log: silentLog });
});
afterAll(async () => {
  await replica.close();
  await test.close();
});
beforeEach(() => test.database.query('truncate observation_inbox'));

/** Keeps what is written, and waits or fails where a test says so. */
class Writer implements ObservationWriter {
  readonly blocks: string[][] = [];
  #before: () => Promise<void> = () => Promise.resolve();

  first(work: () => Promise<void>): this {
    this.#before = work;
    return this;
  }

  async write(observations: readonly KeptObservation[]): Promise<void> {
    const before = this.#before;
    this.#before = () => Promise.resolve();
    await before();
    this.blocks.push(observations.map(({ id }) => id));
  }

  get ids(): string[] {
    return this.blocks.flat();
  }
}

async function put(
  count: number,
  changes: { readonly delete_at?: Date; readonly prefix?: string } = {},
): Promise<void> {
  await test.database.query(
    `insert into observation_inbox (id, kind, series, source, observed_at, delete_at, body)
      select $2 || place, 'keyword', 'garden hose', 'dataforseo', now(), $3, '{"volume":' || place || '}'
      from generate_series(1, $1::int) as rows (place) order by place`,
    [count, changes.prefix ?? 'o', changes.delete_at],
  );
}

async function left(): Promise<number> {
  const [row] = await test.database.query<{ count: number }>('select count(*) as count from observation_inbox');
  return row?.count ?? -1;
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `o${at + 1}`);

/** Resolves when so many transactions of this database wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const waiting = await test.database.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length;
    })
    .toBe(count);
}

it('moves everything in blocks of a thousand, in the order in which it came, and each row once', async () => {
  const writer = new Writer();
  await put(2300);
  await new PostgresObservationInbox(test.database, writer).flush();
  expect(writer.blocks.map((block) => block.length)).toEqual([1000, 1000, 300]);
  expect(writer.ids).toEqual(numbered(2300));
  await expect(left()).resolves.toBe(0);
});

it('finds by kind, series and age, the newest first, until it is moved', async () => {
  const inbox = new PostgresObservationInbox(test.database, new Writer());
  await test.database.query(
    `insert into observation_inbox (id, kind, series, source, observed_at, delete_at, body) values
      ('a', 'serp', 'one', 'serper', '2026-11-01T00:00:00Z', null, '{"of":"a"}'),
      ('b', 'serp', 'one', 'serpapi', '2026-11-03T00:00:00Z', null, '{"of":"b"}'),
      ('c', 'serp', 'two', 'serper', '2026-11-02T00:00:00Z', '2999-01-01T00:00:00Z', '["\\u0000"]'),
      ('d', 'serp', 'two', 'serper', '2026-11-04T00:00:00Z', '2026-11-05T00:00:00Z', '{}'),
      ('e', 'keyword', 'one', 'serper', '2026-11-05T00:00:00Z', null, '{}'),
      ('f', 'serp', 'three', 'serper', '2026-11-05T00:00:00Z', null, '{}')`,
  );
  await expect(inbox.find('serp', ['one', 'two'], undefined)).resolves.toEqual([
    {
      id: 'b',
      kind: 'serp',
      series: 'one',
      source: 'serpapi',
      observed_at: new Date('2026-11-03T00:00:00Z'),
      workspace_id: '',
      delete_at: undefined,
      body: { of: 'b' },
    },
    expect.objectContaining({ id: 'c', delete_at: new Date('2999-01-01T00:00:00Z'), body: ['\0'] }),
    expect.objectContaining({ id: 'a' }),
  ]);
  const since = await inbox.find('serp', ['one'], new Date('2026-11-02T00:00:00Z'));
  expect(since.map(({ id }) => id)).toEqual(['b']);
  await inbox.flush();
  await expect(inbox.find('serp', ['one', 'two'], undefined)).resolves.toEqual([]);
});

it('shows what belongs to a workspace to that one alone', async () => {
  const inbox = new PostgresObservationInbox(test.database, new Writer());
  await test.database.query(
    `insert into observation_inbox (id, kind, series, source, observed_at, workspace_id, body) values
      ('a', 'assistant', 'one', 'openai', '2026-11-03T00:00:00Z', 'ws_own', '{}'),
      ('b', 'assistant', 'one', 'openai', '2026-11-02T00:00:00Z', 'ws_other', '{}'),
      ('c', 'assistant', 'one', 'openai', '2026-11-01T00:00:00Z', '', '{}')`,
  );
  const find = async (workspace?: string) =>
    (await inbox.find('assistant', ['one'], undefined, workspace)).map(({ id }) => id);
  expect(await find('ws_own')).toEqual(['a', 'c']);
  expect(await find()).toEqual(['c']);
});

it('writes the same rows once more after a failure, and loses none', async () => {
  const writer = new Writer().first(() => Promise.reject(new Error('the index is down')));
  const inbox = new PostgresObservationInbox(test.database, writer);
  await put(1200);
  await expect(inbox.flush()).rejects.toThrow('the index is down');
  await expect(left()).resolves.toBe(1200);
  await inbox.flush();
  expect(writer.ids).toEqual(numbered(1200));
});

it('writes again what a process had written that was killed before it deleted it', async () => {
  await put(30);
  const child = spawnFrom(
    import.meta.url,
    `import { connect } from './database.ts';
     import { PostgresObservationInbox } from './observation-inbox.ts';
     const log = { info() {}, warn() {}, error() {} };
     const write = (rows) => { console.log('written ' + rows.length); return new Promise(() => setInterval(() => {}, 1000)); };
     await new PostgresObservationInbox(connect({ url: process.argv[1], log }), { write }).flush();`,
    [test.url],
  );
  await expect(child.said).resolves.toBe('written 30');
  const writer = new Writer();
  const flushing = new PostgresObservationInbox(test.database, writer).flush();
  await untilWaiting(1);
  await expect(left()).resolves.toBe(30);
  await child.kill();
  await flushing;
  expect(writer.ids).toEqual(numbered(30));
  await expect(left()).resolves.toBe(0);
});

it('waits for what another replica is moving, since it may be what the caller wants to read', async () => {
  await put(10);
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const theirs = new Writer().first(() => {
    entered.resolve();
    return gate.promise;
  });
  const mine = new Writer();
  const first = new PostgresObservationInbox(replica, theirs).flush();
  await entered.promise;
  let isDone = false;
  const second = new PostgresObservationInbox(test.database, mine).flush().then(() => (isDone = true));
  await untilWaiting(1);
  expect(isDone).toBe(false);
  gate.resolve();
  await Promise.all([first, second]);
  expect([theirs.ids, mine.ids]).toEqual([numbered(10), []]);
});

it('shares one flush among all who ask while one is under way, and that one moves what they put in', async () => {
  await put(1);
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const writer = new Writer().first(() => {
    entered.resolve();
    return gate.promise;
  });
  const inbox = new PostgresObservationInbox(test.database, writer);
  const first = inbox.flush();
  await entered.promise;
  await put(2, { prefix: 'late' });
  const others = [inbox.flush(), inbox.flush(), inbox.flush()];
  gate.resolve();
  await Promise.all([first, ...others]);
  expect(writer.blocks).toEqual([['o1'], ['late1', 'late2']]);
});

it('writes nothing that its source wants deleted by now', async () => {
  await put(2, { delete_at: new Date('2026-01-01T00:00:00Z') });
  await put(1, { prefix: 'kept', delete_at: new Date('2999-01-01T00:00:00Z') });
  const writer = new Writer();
  await new PostgresObservationInbox(test.database, writer).flush();
  expect(writer.ids).toEqual(['kept1']);
  await expect(left()).resolves.toBe(0);
});

it('is emptied from time to time, and at once when a thousand rows have come', async () => {
  const writer = new Writer();
  const inbox = new PostgresObservationInbox(test.database, writer);
  const often = new InboxFlusher(inbox, silentLog, { every_ms: 20 });
  often.start();
  await put(3);
  await expect.poll(left).toBe(0);
  await often.close();
  const rarely = new InboxFlusher(inbox, silentLog, { every_ms: 3_600_000 });
  onTestFinished(() => rarely.close());
  rarely.start();
  await put(1000, { prefix: 'many' });
  rarely.kept(400);
  rarely.kept(599);
  await rarely.close();
  await expect(left()).resolves.toBe(1000);
  const again = new InboxFlusher(inbox, silentLog, { every_ms: 3_600_000 });
  again.kept(999);
  again.kept(1);
  await again.close();
  await expect(left()).resolves.toBe(0);
});

it('tries again when the index does not answer, and tells the log', async () => {
  const told: string[] = [];
  const log = { ...silentLog, warn: (_facts: object, message: string) => void told.push(message) };
  const writer = new Writer().first(() => Promise.reject(new Error('the index is down')));
  const flusher = new InboxFlusher(new PostgresObservationInbox(test.database, writer), log, { every_ms: 20 });
  onTestFinished(() => flusher.close());
  await put(5);
  flusher.start();
  await expect.poll(left).toBe(0);
  expect(told).toEqual(['Observations are waiting to be written to the index.']);
});
