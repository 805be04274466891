import { createConnection, createServer, type Server, type Socket } from 'node:net';

import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import { connect, type Queryable } from './database.ts';

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

it('says that it may be retried when the connection is lost between two statements of a transaction', async () => {
  const database = connect({ url: test.url, log: silentLog, connections_max: 1 });
  onTestFinished(() => database.close());
  const cut = database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid');
    await test.database.query('select pg_terminate_backend($1)', [row?.pid]);
    await vi.waitFor(async () => {
      const left = await test.database.query('select 1 from pg_stat_activity where pid = $1', [row?.pid]);
      expect(left).toEqual([]);
    });
    // The first one may still find out itself; the second is refused by the client alone.
    await transaction.query('select 1').catch(() => undefined);
    await transaction.query('select 2');
  });
  await expect(cut).rejects.toMatchObject({ code: 'unavailable', retryable: true });
  await expect(database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
});

it.each([
  ['53100', 'disk'],
  ['53200', 'resources'],
  ['53300', 'resources'],
  ['58030', 'resources'],
])(
  'says that it may be retried when the server is out of room (%s), in and out of transactions',
  async (state, word) => {
    const full = `do $$ begin raise exception 'no room' using errcode = '${state}'; end $$`;
    const expected = { code: 'unavailable', retryable: true, message: expect.stringContaining(word) };
    await expect(test.database.query(full)).rejects.toMatchObject(expected);
    await expect(test.database.transaction((transaction) => transaction.query(full))).rejects.toMatchObject(expected);
  },
);

it.each(['40001', '40P01', '55P03', '25006', '58P01', 'XX000'])(
  'says that it may be retried when the statement is not at fault (%s), and goes on with the connection',
  async (state) => {
    const fails = `do $$ begin raise exception 'not now' using errcode = '${state}'; end $$`;
    const expected = { code: 'unavailable', retryable: true };
    await expect(test.database.query(fails)).rejects.toMatchObject(expected);
    await expect(test.database.transaction((transaction) => transaction.query(fails))).rejects.toMatchObject(expected);
    await expect(test.database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
  },
);

it('ends the wait for a server that is frozen, at a statement and at a commit', async () => {
  const frozen: number[] = [];
  const freeze = async (through: Queryable): Promise<void> => {
    const [row] = await through.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (row === undefined) throw new Error('The server has no process.');
    process.kill(row.pid, 'SIGSTOP');
    frozen.push(row.pid);
  };
  const database = connect({ url: test.url, log: silentLog, connections_max: 2, statement_timeout_ms: 100 });
  onTestFinished(() => database.close());
  onTestFinished(() => frozen.forEach((pid) => process.kill(pid, 'SIGCONT')));
  const statement = database.transaction(async (transaction) => {
    await freeze(transaction);
    await transaction.query('select 1');
  });
  const expected = { code: 'unavailable', retryable: true };
  await Promise.all([
    expect(statement).rejects.toMatchObject(expected),
    expect(database.transaction(freeze)).rejects.toMatchObject(expected),
  ]);
  await expect(database.query('select 1 as one')).resolves.toEqual([{ one: 1 }]);
}, 30_000);

it('blames the input for a NUL character, which no text can hold', async () => {
  await expect(test.database.query('select $1::text', ['a\0b'])).rejects.toMatchObject({ code: 'invalid_input' });
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

it('waits with channels and locks for a server that is just being started again, and tells of the gap', async () => {
  const gate = await Gate.open(test.url);
  const database = connect({ url: gate.url, log: silentLog });
  const heard: (string | undefined)[] = [];
  const subscription = await database.listen('news', (payload) => heard.push(payload));
  gate.shut();
  await vi.waitUntil(() => !subscription.live, 5000);
  const waiting = Promise.all([database.listen('more', () => undefined), database.holdShared(1, 1)]);
  await vi.waitUntil(() => gate.refused > 2, 5000);
  gate.unlock();
  const [more, hold] = await waiting;
  expect(more.live).toBe(true);
  expect(heard).toEqual([undefined]);
  await hold.release();
  await database.close();
  await gate.close();
});

it('gives up to listen when no server answers for longer than it waits', async () => {
  const database = connect({ url: 'postgres://nobody@127.0.0.1:1/none', log: silentLog, patience_ms: 300 });
  await expect(database.listen('news', () => undefined)).rejects.toMatchObject({ code: 'unavailable' });
  await database.close();
});

it('asks its one connection for notifications one thing after the other', async () => {
  const query: unknown = Reflect.get(Client.prototype, 'query');
  if (typeof query !== 'function') throw new Error('This client asks in another way.');
  const listening = new Set<Client>();
  let underWay = 0;
  let most = 0;
  const asked: unknown[] = [];
  Reflect.set(Client.prototype, 'query', async function (this: Client, ...args: unknown[]): Promise<unknown> {
    if (args[0] === 'listen "the one"') listening.add(this);
    // The test's own database keeps a connection for notifications too, and pings it when it likes.
    if (!listening.has(this)) return Reflect.apply(query, this, args);
    asked.push(args[0]);
    underWay += 1;
    most = Math.max(most, underWay);
    try {
      return await Reflect.apply(query, this, args);
    } finally {
      underWay -= 1;
    }
  });
  onTestFinished(() => void Reflect.set(Client.prototype, 'query', query));
  const database = connect({ url: test.url, log: silentLog });
  onTestFinished(() => database.close());
  await database.listen('the one', () => undefined);
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
  expect(most).toBe(1);
});

/** Lies before a server, and answers in its place as one that is down. */
class Gate {
  refused = 0;
  #isShut = false;
  readonly #server: Server;
  readonly #passing = new Set<Socket>();
  readonly #behind: URL;

  private constructor(server: Server, behind: URL) {
    this.#server = server;
    this.#behind = behind;
    server.on('connection', (socket) => this.#admit(socket));
  }

  static async open(url: string): Promise<Gate> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Gate(server, new URL(url));
  }

  get url(): string {
    const address = this.#server.address();
    const url = new URL(this.#behind);
    url.port = String(typeof address === 'object' ? address?.port : '');
    return url.href;
  }

  shut(): void {
    this.#isShut = true;
    for (const socket of this.#passing) socket.resetAndDestroy();
  }

  unlock(): void {
    this.#isShut = false;
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #admit(socket: Socket): void {
    if (this.#isShut) {
      this.refused += 1;
      socket.resetAndDestroy();
      return;
    }
    this.#passing.add(socket);
    const server = createConnection(Number(this.#behind.port), this.#behind.hostname);
    socket.pipe(server).pipe(socket);
    socket.on('error', () => undefined).on('close', () => server.destroy());
    server.on('error', () => undefined).on('close', () => socket.destroy());
  }
}
