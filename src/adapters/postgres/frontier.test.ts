import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { FrontierEntry, FrontierResult } from '../../ports/frontier.ts';
import { connect } from './database.ts';
import { PostgresFrontier } from './frontier.ts';

let test: TestDatabase;
let frontier: PostgresFrontier;
let crawl: string;
let counter = 0;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  frontier = new PostgresFrontier(test.database, { retry_delay_ms: 0 });
  crawl = (await frontier.open(plan())).id;
});

const plan = (): { seeds: string[]; pages_max: number; depth_max: number } => ({
  seeds: [`https://seed${(counter += 1)}.example/`],
  pages_max: 1000,
  depth_max: 5,
});

const page = (host: string, path: string, depth = 1): FrontierEntry => ({
  url: `https://${host}${path}`,
  key: `${host}|${path}`,
  host,
  depth,
});
const pages = (host: string, count: number, depth = 1): FrontierEntry[] =>
  Array.from({ length: count }, (_, number) => page(host, `/${number}`, depth));
const all = (entries: readonly FrontierEntry[], outcome: FrontierResult['outcome']): FrontierResult[] =>
  entries.map(({ key }) => ({ key, outcome, note: '' }));

it('adds each address once, and answers how many were new', async () => {
  await expect(frontier.add(crawl, [...pages('a.example', 3), page('a.example', '/0')])).resolves.toBe(3);
  await expect(frontier.add(crawl, pages('a.example', 5))).resolves.toBe(2);
  const otherProcess = new PostgresFrontier(test.database);
  await expect(otherProcess.add(crawl, pages('a.example', 6))).resolves.toBe(1);
  await expect(frontier.counts(crawl)).resolves.toEqual({ waiting: 6, fetched: 0, failed: 0, refused: 0 });
});

it('gives out each address once, to whoever asks, also at the same moment', async () => {
  await frontier.add(
    crawl,
    ['a', 'b', 'c', 'd'].flatMap((name) => pages(`${name}.example`, 50)),
  );
  const workers = Array.from({ length: 4 }, () => new PostgresFrontier(test.database));
  const takes = await Promise.all(
    workers.map(async (worker) => {
      const taken: FrontierEntry[] = [];
      for (let batch = await worker.take(crawl, 20, 7); batch.length > 0; batch = await worker.take(crawl, 20, 7)) {
        taken.push(...batch);
      }
      return taken;
    }),
  );
  const keys = takes.flat().map(({ key }) => key);
  expect([keys.length, new Set(keys).size]).toEqual([200, 200]);
});

it('spreads over hosts: at most so many of one host in a take, and every host in turn', async () => {
  await frontier.add(crawl, [...pages('big.example', 500), ...pages('a.example', 3), ...pages('z.example', 3)]);
  const seen = new Set<string>();
  for (let take = 0; take < 3; take += 1) {
    const taken = await frontier.take(crawl, 4, 2);
    for (const { host } of taken) seen.add(host);
    expect(taken.filter(({ host }) => host === 'big.example').length).toBeLessThanOrEqual(2);
  }
  expect([...seen].toSorted()).toEqual(['a.example', 'big.example', 'z.example']);
});

it('takes nothing of the hosts that have enough to do', async () => {
  await frontier.add(crawl, [...pages('a.example', 5), ...pages('b.example', 2), ...pages('c.example', 5)]);
  const taken = await frontier.take(crawl, 20, 5, ['a.example', 'c.example']);
  expect(taken.map(({ host }) => host)).toEqual(['b.example', 'b.example']);
  await expect(frontier.take(crawl, 20, 5)).resolves.toHaveLength(10);
});

it('takes shallow addresses of a host first, and in the order they were found', async () => {
  await frontier.add(crawl, [page('a.example', '/deep', 3), page('a.example', '/shallow', 1)]);
  await frontier.add(crawl, [page('a.example', '/later', 1), page('a.example', '/middle', 2)]);
  const taken = await frontier.take(crawl, 10, 10);
  expect(taken.map(({ url }) => url)).toEqual([
    'https://a.example/shallow',
    'https://a.example/later',
    'https://a.example/middle',
    'https://a.example/deep',
  ]);
});

it('counts every outcome once, however often it is told', async () => {
  await frontier.add(crawl, pages('a.example', 4));
  const [one, two, three] = await frontier.take(crawl, 3, 3);
  const results: FrontierResult[] = [
    { key: one?.key ?? '', outcome: 'fetched', note: '' },
    { key: two?.key ?? '', outcome: 'failed', note: 'no such host' },
    { key: three?.key ?? '', outcome: 'refused', note: 'robots.txt' },
    { key: 'unknown', outcome: 'fetched', note: '' },
  ];
  await frontier.finish(crawl, results);
  await frontier.finish(crawl, results);
  await expect(frontier.counts(crawl)).resolves.toEqual({ waiting: 1, fetched: 1, failed: 1, refused: 1 });
});

it('gives an address out again for a retry, three times in all, then it has failed', async () => {
  await frontier.add(crawl, [page('a.example', '/')]);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const taken = await frontier.take(crawl, 1, 1);
    expect(taken).toHaveLength(1);
    await frontier.finish(crawl, all(taken, 'retry'));
  }
  await expect(frontier.take(crawl, 1, 1)).resolves.toEqual([]);
  await expect(frontier.counts(crawl)).resolves.toMatchObject({ waiting: 0, failed: 1 });
});

it('waits before a retry', async () => {
  const patient = new PostgresFrontier(test.database, { retry_delay_ms: 60_000 });
  await patient.add(crawl, [page('a.example', '/')]);
  await patient.finish(crawl, all(await patient.take(crawl, 1, 1), 'retry'));
  await expect(patient.take(crawl, 1, 1)).resolves.toEqual([]);
  await expect(patient.counts(crawl)).resolves.toMatchObject({ waiting: 1 });
});

it('gives out again what nobody finished within the lease, and gives up on what is never finished', async () => {
  const forgetful = new PostgresFrontier(test.database, { lease_ms: 0 });
  await forgetful.add(crawl, [page('a.example', '/')]);
  let takes = 0;
  while ((await forgetful.take(crawl, 1, 1)).length === 1) takes += 1;
  expect(takes).toBe(10);
  await expect(forgetful.counts(crawl)).resolves.toEqual({ waiting: 0, fetched: 0, failed: 1, refused: 0 });
});

it('continues the unfinished crawl with equal seeds, limits and scope, and no other', async () => {
  const wanted = { seeds: ['https://b.example/', 'https://a.example/'], pages_max: 10, depth_max: 2 };
  const first = await frontier.open(wanted);
  await frontier.add(first.id, pages('a.example', 2));
  await frontier.close(first.id, 'stopped');
  const resumed = await frontier.open({ ...wanted, seeds: wanted.seeds.toReversed() });
  expect(resumed).toMatchObject({ id: first.id, resumed: true, counts: { waiting: 2 } });
  await expect(frontier.open({ ...wanted, pages_max: 11 })).resolves.toMatchObject({ resumed: false });
  await expect(frontier.open({ ...wanted, stay: 'domain' })).resolves.toMatchObject({ resumed: false });
  await expect(frontier.open({ ...wanted, stay: 'host' })).resolves.toMatchObject({ id: first.id, resumed: true });
  await frontier.close(first.id, 'finished');
  const fresh = await frontier.open(wanted);
  expect(fresh).toMatchObject({ resumed: false, counts: { waiting: 0 } });
  expect(fresh.id).not.toBe(first.id);
});

it('gives out at once what a killed crawl had taken, but not what a living one has', async () => {
  const wanted = plan();
  const killed = connect({ url: test.url, log: silentLog });
  const before = new PostgresFrontier(killed);
  const { id } = await before.open(wanted);
  await before.add(id, pages('a.example', 5));
  await before.take(id, 5, 5);
  await frontier.open(wanted);
  await expect(frontier.take(id, 5, 5)).resolves.toEqual([]);
  await killed.close();
  // The one above lives on in this process under the same lock, so it has to go too.
  const next = new PostgresFrontier(test.database);
  await test.database.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'seamark listen'`);
  await expect.poll(async () => (await next.open(wanted), next.take(id, 5, 5))).toHaveLength(5);
});

it('keeps what failed and why of a finished crawl, and its counts, and nothing else', async () => {
  await frontier.add(crawl, pages('a.example', 3));
  const [bad, ...good] = await frontier.take(crawl, 2, 2);
  await frontier.finish(crawl, [
    ...all(good, 'fetched'),
    { key: bad?.key ?? '', outcome: 'failed', note: 'bad\0certificate' },
  ]);
  await frontier.close(crawl, 'finished');
  const rows = await test.database.query(
    'select note from crawl_entries where crawl = (select number from crawls where id = $1)',
    [crawl],
  );
  expect(rows).toEqual([{ note: 'badcertificate' }]);
  await expect(frontier.counts(crawl)).resolves.toEqual({ waiting: 1, fetched: 1, failed: 1, refused: 0 });
});

it('forgets crawls that ended a month ago', async () => {
  await frontier.add(crawl, pages('a.example', 2));
  await frontier.close(crawl, 'stopped');
  await test.database.query("update crawls set closed_at = now() - interval '31 days' where id = $1", [crawl]);
  await frontier.open(plan());
  await expect(test.database.query('select 1 from crawls where id = $1', [crawl])).resolves.toEqual([]);
});

it('adds again what it remembers after a connection was lost, since the server may have lost it', async () => {
  const database = connect({ url: test.url, log: silentLog, connections_max: 1 });
  const remembering = new PostgresFrontier(database);
  await remembering.add(crawl, pages('a.example', 3));
  // As after a crash: the last commits are gone.
  await test.database.query('delete from crawl_entries where key = $1', ['a.example|/1']);
  await expect(remembering.add(crawl, pages('a.example', 3))).resolves.toBe(0);
  await database.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  await expect(remembering.add(crawl, pages('a.example', 3))).resolves.toBe(1);
  await database.close();
});

it('serves writers at the same moment that add the same addresses in other orders', async () => {
  const entries = pages('a.example', 4000);
  const writers = Array.from({ length: 6 }, () => new PostgresFrontier(test.database));
  const added = await Promise.all(
    writers.map((writer, number) => writer.add(crawl, number % 2 === 0 ? entries : entries.toReversed())),
  );
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(4000);
});
