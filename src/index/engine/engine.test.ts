import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, pageFact } from '../../../test/index-engine.ts';
import { prepareIndexFolder } from '../../../test/index-template.ts';
import { connectDatabase, type IndexDatabase } from '../database/database.ts';
import { openIndex } from '../open.ts';
import { sql } from '../database/sql.ts';
import { type IndexEngine, startIndexEngine } from './start.ts';

let dataDir: string;
const opened: IndexEngine[] = [];
const heard: string[] = [];
const log = {
  info: (message: string) => void heard.push(message),
  warn: (message: string) => void heard.push(message),
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seamark-engine-'));
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<IndexEngine> {
  const started = await startIndexEngine({ data_dir: dataDir, log });
  opened.push(started);
  return started;
}

/** An engine that several tests share, each with tables of its own. */
let folder: string;
let engine: IndexEngine;
beforeAll(async () => {
  // Braces stand for several files where the engine reads one.
  folder = await mkdtemp(join(tmpdir(), 'seamark-{engine}-'));
  await prepareIndexFolder(folder);
  engine = await startIndexEngine({ data_dir: folder, log });
});
afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The default database, which needs no migration. */
function bare({ url }: IndexEngine): string {
  return url.replace(/\/seamark$/, '/default');
}

async function ask(asked: IndexEngine, path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(asked.url);
  const authorization = 'Basic ' + Buffer.from(`${url.username}:${url.password}`).toString('base64');
  return fetch(`http://${url.host}${path}`, { method: 'POST', headers: { authorization }, ...init });
}

const One = z.object({ n: z.int() });

async function numberOf(database: IndexDatabase, query: ReturnType<typeof sql>): Promise<number | undefined> {
  return (await database.rows(One, query))[0]?.n;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function pingOf({ url }: IndexEngine): string {
  return `http://${new URL(url).host}/ping`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A process of its own that starts the engine, and that stops it in order on SIGTERM. */
async function startElsewhere(): Promise<{ readonly owner: ChildProcess; readonly pid: number }> {
  const script = `import { startIndexEngine } from ${JSON.stringify(fileURLToPath(new URL('start.ts', import.meta.url)))};
    const engine = await startIndexEngine({ data_dir: process.argv[1], log: { info() {}, warn() {} } });
    process.on('SIGTERM', async () => { await engine.stop(); process.exit(0); });
    console.log(engine.pid); setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk]: unknown[] = await once(owner.stdout, 'data');
  return { owner, pid: Number(String(chunk).trim()) };
}

async function until(condition: () => boolean | Promise<boolean>, milliseconds = 20_000): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

describe('the protocol', () => {
  it('answers ping to anyone and statements only to the password', async () => {
    const { host } = new URL(engine.url);
    expect(await (await fetch(`http://${host}/ping`)).text()).toBe('Ok.\n');
    const refused = await fetch(`http://${host}/?query=SELECT+1`, {
      headers: { authorization: 'Basic ' + btoa('seamark:wrong') },
    });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-clickhouse-exception-code')).toBe('516');
    expect((await fetch(`http://${host}/?query=SELECT+1`)).status).toBe(403);
  });

  it('takes a statement in the URL or in the body, zipped or not, and answers in the format that it names', async () => {
    expect(await (await ask(engine, '/?query=SELECT+1+AS+n+FORMAT+JSONEachRow')).text()).toBe('{"n":1}\n');
    const inBody = await ask(engine, '/?default_format=CSV', { body: "SELECT 'a', 2" });
    expect(await inBody.text()).toBe('"a",2\n');
    expect(inBody.headers.get('x-clickhouse-format')).toBe('CSV');
    const url = new URL(engine.url);
    const zipped = await ask(engine, '/', {
      body: gzipSync('SELECT 3'),
      headers: { 'x-clickhouse-user': url.username, 'x-clickhouse-key': url.password, 'content-encoding': 'gzip' },
    });
    expect(await zipped.text()).toBe('3\n');
  });

  it('inserts the body of a request as it is', async () => {
    await ask(engine, '/', { body: 'CREATE TABLE bodies (a String, b UInt8) ENGINE = MergeTree ORDER BY a' });
    const inserted = await ask(
      engine,
      '/?query=' + encodeURIComponent('INSERT INTO bodies (b, a) FORMAT TabSeparated'),
      {
        body: 'x\ty\n'.replace('x', '7'),
      },
    );
    expect(inserted.status).toBe(200);
    expect(await (await ask(engine, '/?query=SELECT+*+FROM+bodies')).text()).toBe('y\t7\n');
    const binary = await ask(engine, '/?query=INSERT+INTO+bodies+FORMAT+RowBinary', { body: 'abc' });
    expect(binary.headers.get('x-clickhouse-exception-code')).toBe('73');
  });

  it('takes rows for data, whatever comments and hints their text looks like', async () => {
    await ask(engine, '/', { body: 'CREATE TABLE comments (a String, b Array(String)) ENGINE = MergeTree ORDER BY a' });
    const texts = [
      '-- { serverError shows }',
      '/* { error NO_SUCH } */',
      '# { clientError 7 }',
      '{{}',
      'SELECT 1; -- {echo}',
      '/* open',
    ];
    const rows = texts.map((text) => `${text}\t['${text}','x']\n`).join('');
    const inserted = await ask(engine, '/?query=' + encodeURIComponent('INSERT INTO comments FORMAT TabSeparated'), {
      body: rows,
    });
    expect(await inserted.text()).toBe('');
    const read = await ask(
      engine,
      '/?query=' + encodeURIComponent('SELECT a, b[1] FROM comments FORMAT JSONCompactColumns'),
    );
    const sorted = texts.toSorted();
    expect(await read.json()).toEqual([sorted, sorted]);
  });

  it('keeps settings and database of a request to that request', async () => {
    const setting = "SELECT getSetting('max_block_size')";
    const before = await (await ask(engine, '/', { body: setting })).text();
    expect(await (await ask(engine, '/?max_block_size=77', { body: setting })).text()).toBe('77\n');
    expect(await (await ask(engine, '/', { body: setting })).text()).toBe(before);
    expect(
      (await ask(engine, '/?nonsense_setting=1', { body: setting })).headers.get('x-clickhouse-exception-code'),
    ).toBe('115');
    expect(await (await ask(engine, '/', { body: setting })).text()).toBe(before);
    expect(await (await ask(engine, '/?database=system', { body: 'SELECT currentDatabase()' })).text()).toBe(
      'system\n',
    );
    expect(await (await ask(engine, '/', { body: 'SELECT currentDatabase()' })).text()).toBe('default\n');
    const bounded = await ask(engine, '/?max_execution_time=100000', {
      body: "SELECT getSetting('max_execution_time')",
    });
    expect(Number(await bounded.text())).toBe(100);
  });

  it('answers errors with ClickHouse codes, and goes on', async () => {
    for (const [statement, code] of [
      ['SELEC 1', '62'],
      ['SELECT nothing', '47'],
      ['SELECT * FROM nowhere', '60'],
      ["SELECT throwIf(1, 'no')", '395'],
      ['SELECT count() FROM numbers(1e13) SETTINGS max_execution_time = 0.2', '159'],
      ['SELECT groupArray(number) FROM numbers(1e9) SETTINGS max_memory_usage = 10000000', '241'],
      ['SELECT * FROM numbers(1e9) SETTINGS max_result_bytes = 1000', '396'],
    ] as const) {
      const answer = await ask(engine, '/', { body: statement });
      expect([statement, answer.headers.get('x-clickhouse-exception-code')]).toEqual([statement, code]);
    }
    expect(
      (await ask(engine, '/?param_x=1', { body: 'SELECT {x:UInt8}' })).headers.get('x-clickhouse-exception-code'),
    ).toBe('36');
    expect(await (await ask(engine, '/', { body: 'SELECT 1' })).text()).toBe('1\n');
  });

  it('inserts what a statement selects from the body, in a binary format as well', async () => {
    const database = connectDatabase(bare(engine));
    await database.run(sql`CREATE TABLE selected (a String, b UInt16) ENGINE = MergeTree ORDER BY b`);
    const insert = sql`INSERT INTO selected SELECT ${"FROM input('x') FORMAT CSV"}, b + 1 FROM input(${'b UInt16'}) FORMAT RowBinary`;
    await Promise.all(
      [1, 2, 3].map((low) => database.insertSelected(insert, new Uint8Array([low, 0, low, 1]), `${low}`)),
    );
    const Row = z.object({ a: z.string(), b: z.int() });
    const rows = await database.rows(Row, sql`SELECT a, b FROM selected ORDER BY b`);
    expect(rows.map(({ b }) => b)).toEqual([2, 3, 4, 258, 259, 260]);
    expect(new Set(rows.map(({ a }) => a))).toEqual(new Set(["FROM input('x') FORMAT CSV"]));
    await expect(database.insertSelected(insert, new Uint8Array([1]), 'cut')).rejects.toThrow('Cannot read all data');
    await database.close();
  });

  it('serves many readers at once beside a writer', async () => {
    const database = connectDatabase(bare(engine));
    await database.run(sql`CREATE TABLE numbers_read (n UInt64) ENGINE = MergeTree ORDER BY n`);
    const rows = Buffer.from(Array.from({ length: 10_000 }, (_, at) => `${at}\n`).join(''));
    const writes = Array.from({ length: 5 }, () => database.insert('numbers_read', ['n'], [rows]));
    const reads = Array.from({ length: 60 }, (_, at) =>
      numberOf(database, sql`SELECT toInt32(sum(number)) AS n FROM numbers(${at})`),
    );
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 60 }, (_, at) => (at * Math.max(0, at - 1)) / 2));
    await Promise.all(writes);
    expect(await numberOf(database, sql`SELECT count() AS n FROM numbers_read`)).toBe(50_000);
    await database.close();
  });

  it.each([
    [
      'takes what a crawl derives beside a statement of a rebuild, however long that takes',
      'rebuild_1_links',
      ['short', 'long'],
    ],
    ['takes what is derived in the order in which it comes', 'links', ['long', 'short']],
  ])('%s', async (_, table, expected) => {
    const database = connectDatabase(bare(engine));
    const ended: string[] = [];
    const long = database
      .run(sql`INSERT INTO FUNCTION null('slept UInt8') SELECT sleepEachRow(1) FROM numbers(1) WHERE ${table} != ''`)
      .then(() => ended.push('long'));
    const short = database
      .run(sql`INSERT INTO FUNCTION null('n UInt64') SELECT number FROM numbers(1)`)
      .then(() => ended.push('short'));
    await Promise.all([long, short]);
    expect(ended).toEqual(expected);
    await database.close();
  });
});

describe('the process that several use', () => {
  it('is found by a second process on the same folder, through a file that only the owner can read', async () => {
    const second = await startIndexEngine({ data_dir: folder, log });
    expect(engine.owned).toBe(true);
    expect(second).toMatchObject({ owned: false, url: engine.url });
    expect((await stat(join(folder, 'index.json'))).mode & 0o777).toBe(0o600);
    await second.stop();
    const database = connectDatabase(bare(engine));
    expect(await numberOf(database, sql`SELECT 1 AS n`)).toBe(1);
    await database.close();
  });

  it('says who holds the folder when another process locks it and does not answer', async () => {
    const file = join(folder, 'index.json');
    const endpoint = await readFile(file, 'utf8');
    await writeFile(file, JSON.stringify({ ...Object(JSON.parse(endpoint)), port: 1, owner_pid: 4321 }));
    await expect(startIndexEngine({ data_dir: folder, log, locked_ms_max: 1 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('4321'),
    });
    await writeFile(file, endpoint);
  });

  it('comes back after each crash at the same address, callers only wait, and no flushed fact is lost', async () => {
    const index = await openIndex(engine.url);
    const database = connectDatabase(engine.url);
    let flushed = 0;
    for (let crash = 0; crash < 2; crash += 1) {
      for (let page = 0; page < 30; page += 1) {
        const url = `https://site${page % 10}.com/${crash}/${page}`;
        await index.writer.write(pageFact(url, { at: day(1 + crash), links: [`https://target.com/${page}`] }));
      }
      expect(await until(() => engine.pid !== undefined)).toBe(true);
      // The first comes in the middle of a write, the second after one.
      const flush = index.writer.flush();
      if (crash === 1) await flush;
      process.kill(engine.pid ?? 0, 'SIGKILL');
      await flush;
      flushed += 30;
      expect(await numberOf(database, sql`SELECT count() AS n FROM pages FINAL`)).toBe(flushed);
      expect(await numberOf(database, sql`SELECT count() AS n FROM links FINAL`)).toBe(flushed);
      expect(await numberOf(database, sql`SELECT count() AS n FROM fetches FINAL`)).toBe(flushed);
    }
    expect(heard.some((message) => message.includes('SIGKILL'))).toBe(true);
    await index.close();
    await database.close();
  });
});

describe('an engine that nobody asks', () => {
  it('gives its memory back, and answers the next question as if it had been there, whoever asks', async () => {
    // Long enough for the two statements below on a busy machine: the first is sent only once, and must not meet an engine that ends.
    const sleepy = await startIndexEngine({ data_dir: dataDir, log, idle_ms_max: 1500 });
    opened.push(sleepy);
    const { pid } = sleepy;
    const database = connectDatabase(bare(sleepy));
    await database.run(sql`CREATE TABLE kept (n UInt64) ENGINE = MergeTree ORDER BY n`);
    await database.insert('kept', ['n'], [Buffer.from('7\n')]);

    expect(await until(() => sleepy.asleep)).toBe(true);
    expect(pid !== undefined && isRunning(pid)).toBe(false);
    expect(sleepy.owned).toBe(true);

    // A definition is sent only once, so this one is held and not refused.
    await database.run(sql`CREATE TABLE made_at_night (n UInt64) ENGINE = MergeTree ORDER BY n`);
    expect(sleepy.pid).not.toBe(pid);
    expect(await numberOf(database, sql`SELECT toInt32(n) AS n FROM kept`)).toBe(7);

    expect(await until(() => sleepy.asleep)).toBe(true);
    const second = await startIndexEngine({ data_dir: dataDir, log });
    expect(second).toMatchObject({ owned: false, url: sleepy.url });
    await second.stop();
    await database.close();
  });

  it('is not kept awake by whoever only looks whether it answers', async () => {
    const sleepy = await startIndexEngine({ data_dir: dataDir, log, idle_ms_max: 1000 });
    opened.push(sleepy);
    const looks = async (): Promise<boolean> => {
      if (!sleepy.asleep) await ask(sleepy, '/', { body: 'SELECT 1' }).catch(() => undefined);
      return sleepy.asleep;
    };
    expect(await until(looks)).toBe(true);
  });
});

describe('the process', () => {
  it('starts anew past the file of an owner that was killed, on another port when its own is taken, which it keeps', async () => {
    const other = createServer((_, response) => response.end('something else'));
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const port = portOf(other);
    await writeFile(join(dataDir, 'index.json'), JSON.stringify({ port, user: 'u', password: 'p', owner_pid: 1 }));
    const first = await start();
    expect(new URL(first.url).port).not.toBe(String(port));
    other.close();
    const { pid } = first;
    expect(pid !== undefined && isRunning(pid)).toBe(true);
    await first.stop();
    expect(pid !== undefined && isRunning(pid)).toBe(false);
    expect((await start()).url).toBe(first.url);
  });

  it('says what to do when the engine is not installed', async () => {
    const failed = startIndexEngine({ data_dir: dataDir, log, engine_module: 'chdb-that-nobody-installed' });
    await expect(failed).rejects.toMatchObject({
      code: 'unavailable',
      fix: expect.stringContaining('CLICKHOUSE_URL'),
    });
  });

  it('says so when the folder cannot be used', async () => {
    await writeFile(join(dataDir, 'index'), 'a file where the folder should be');
    await expect(startIndexEngine({ data_dir: dataDir, log })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is not left running where a full disk takes no word of its address', async () => {
    // A folder in the place of the file is refused like a file on a full disk.
    await mkdir(join(dataDir, 'index.json'));
    await expect(startIndexEngine({ data_dir: dataDir, log })).rejects.toMatchObject({
      code: 'unavailable',
      fix: expect.stringContaining('space'),
    });
    expect(await readdir(dataDir)).toEqual(['index', 'index.json']);
    await rmdir(join(dataDir, 'index.json'));
    expect((await start()).owned).toBe(true);
  });

  it('ends when its owner is killed, and is taken over at its address by one of those left, and by the next when that one stops', async () => {
    const { owner, pid } = await startElsewhere();
    const left = [await start(), await start()];
    expect(left.map(({ owned }) => owned)).toEqual([false, false]);
    const databases = left.map((each) => connectDatabase(bare(each)));
    await databases[0]?.run(sql`CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n`);
    await databases[0]?.insert('t', ['n'], [Buffer.from('1\n2\n')]);
    owner.kill('SIGKILL');
    expect(await until(() => !isRunning(pid))).toBe(true);
    const counts = databases.map((database) => numberOf(database, sql`SELECT count() AS n FROM t`));
    expect(await Promise.all(counts)).toEqual([2, 2]);
    // Whoever came second learns from the lock that it is not the owner.
    expect(await until(() => left.filter(({ owned }) => owned).length === 1)).toBe(true);
    expect((await start()).url).toBe(left[0]?.url);
    const taker = left.find(({ owned }) => owned);
    await taker?.stop();
    const [last = connectDatabase('')] = databases;
    expect(await numberOf(last, sql`SELECT count() AS n FROM t`)).toBe(2);
    for (const database of databases) await database.close();
  }, 60_000);

  it('is started once the engine of an owner that was killed has drained', { timeout: 60_000 }, async () => {
    const { owner, pid } = await startElsewhere();
    const own = await start();
    const slow = ask(own, '/', { body: 'SELECT sleepEachRow(1) FROM numbers(2) SETTINGS max_block_size = 1' });
    slow.catch(() => undefined);
    const database = connectDatabase(bare(own));
    expect(
      await until(async () => (await numberOf(database, sql`SELECT count() AS n FROM system.processes`)) === 2),
    ).toBe(true);
    await database.close();
    await own.stop();
    owner.kill('SIGKILL');
    expect(await until(async () => (await fetch(pingOf(own)).catch(() => undefined)) === undefined)).toBe(true);
    expect(isRunning(pid)).toBe(true);
    // Whoever still finds the old one takes over from it.
    const next = await start();
    expect(await until(() => next.owned)).toBe(true);
  });

  it('finishes what is under way before it stops, and cuts off what does not end', async () => {
    const own = await start();
    const slow = ask(own, '/', { body: 'SELECT sleep(1.5)' }).then((answer) => answer.text());
    const endless = ask(own, '/', { body: 'SELECT sleepEachRow(1) FROM numbers(60) SETTINGS max_block_size = 1' }).then(
      () => 'answered',
      () => 'cut off',
    );
    const database = connectDatabase(bare(own));
    expect(
      await until(async () => (await numberOf(database, sql`SELECT count() AS n FROM system.processes`)) === 3),
    ).toBe(true);
    await database.close();
    await own.stop();
    expect(await slow).toBe('0\n');
    expect(await endless).toBe('cut off');
  });
});
