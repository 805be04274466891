import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../test/postgres.ts';
import { PostgresUpkeep } from '../adapters/postgres/index-upkeep.ts';
import { Upkeep, type UpkeepOptions } from './upkeep.ts';

let test: TestDatabase;
let notes: PostgresUpkeep;
const started: Upkeep[] = [];
beforeAll(async () => {
  test = await openTestDatabase();
  notes = new PostgresUpkeep(test.database);
});
beforeEach(() => test.database.query('delete from index_upkeep'));
afterEach(async () => {
  await Promise.all(started.splice(0).map((upkeep) => upkeep.close()));
});
afterAll(() => test.close());

function start(rebuild: UpkeepOptions['rebuild'], options: Partial<UpkeepOptions> = {}): Upkeep {
  const times = { quiet_ms: 100, wait_ms_max: 60_000, poll_ms: 20, pause_after_failure_ms: 50 };
  const upkeep = new Upkeep({ notes, rebuild, log: silentLog, ...times, ...options });
  started.push(upkeep);
  upkeep.start();
  return upkeep;
}

const wish = async (): Promise<unknown> =>
  (await test.database.query<{ last_wanted_at: Date | null }>('select last_wanted_at from index_upkeep'))[0]
    ?.last_wanted_at;

it('rebuilds once for many wishes, in one process of several', async () => {
  let runs = 0;
  const rebuild = (): Promise<undefined> => {
    runs += 1;
    return Promise.resolve(undefined);
  };
  start(rebuild);
  start(rebuild);
  for (let count = 0; count < 20; count += 1) await notes.want('');
  await expect.poll(wish).toBeNull();
  expect(runs).toBe(1);
});

it('waits until nothing has come for a while, but not for ever', async () => {
  await notes.want('');
  expect(await notes.take('a', { quiet_ms: 60_000, wait_ms_max: 60_000, lease_ms: 1000 })).toBeUndefined();
  expect(await notes.take('a', { quiet_ms: 60_000, wait_ms_max: 0, lease_ms: 60_000 })).toBe('');
  expect(await notes.take('b', { quiet_ms: 0, wait_ms_max: 0, lease_ms: 60_000 })).toBeUndefined();
});

it('rebuilds again for what came meanwhile', async () => {
  let runs = 0;
  start(async () => {
    runs += 1;
    if (runs === 1) await notes.want('');
  });
  await notes.want('');
  await expect.poll(wish).toBeNull();
  expect(runs).toBe(2);
});

it('comes back to what a rebuild left to a later time, and sooner where something comes', async () => {
  const later = new Date(Date.now() + 3_600_000);
  let runs = 0;
  start(() => {
    runs += 1;
    return Promise.resolve(runs === 3 ? undefined : later);
  });
  await notes.want('');
  await expect.poll(wish).toEqual(later);
  await notes.want('');
  await expect.poll(() => runs).toBe(2);
  await expect.poll(wish).toEqual(later);
  await test.database.query("update index_upkeep set last_wanted_at = now() - interval '1 second'");
  await expect.poll(wish).toBeNull();
  expect(runs).toBe(3);
});

it('tries again after a failure', async () => {
  let runs = 0;
  start(() => {
    runs += 1;
    return runs < 3 ? Promise.reject(new Error('broken')) : Promise.resolve(undefined);
  });
  await notes.want('');
  await expect.poll(wish).toBeNull();
  expect(runs).toBe(3);
});

it('leaves the wish to others when its process stops in the middle', async () => {
  const begun = Promise.withResolvers<void>();
  const first = start(async (_index, signal) => {
    begun.resolve();
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  await notes.want('');
  await begun.promise;
  await first.close();
  expect(await wish()).toBeInstanceOf(Date);
  let runs = 0;
  start(async () => void (runs += 1));
  await expect.poll(wish).toBeNull();
  expect(runs).toBe(1);
});

it('rebuilds each index that has something new, and says which', async () => {
  const rebuilt: string[] = [];
  for (const index of ['acme', '', 'north-shop']) await notes.want(index);
  start(async (index) => void rebuilt.push(index));
  const waiting = 'select name from index_upkeep where last_wanted_at is not null';
  await expect.poll(() => test.database.query(waiting)).toEqual([]);
  expect(rebuilt.toSorted()).toEqual(['', 'acme', 'north-shop']);
});

it('waits with what is wanted later, which puts off nothing that is wanted sooner', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await notes.want('', tomorrow);
  expect(await wish()).toEqual(tomorrow);
  let runs = 0;
  const upkeep = start(async () => void (runs += 1), { quiet_ms: 0 });
  await notes.want('acme');
  await expect.poll(() => runs).toBe(1);
  await upkeep.close();
  expect(await wish()).toEqual(tomorrow);
  await notes.want('');
  await notes.want('', tomorrow);
  start(async () => void (runs += 1), { quiet_ms: 0 });
  await expect.poll(() => runs).toBe(2);
});
