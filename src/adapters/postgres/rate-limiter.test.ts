import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { openTestDatabase, silentLog, type TestDatabase } from '../../../test/postgres.ts';
import type { RateStanding } from '../../ports/limits.ts';
import { connect, type Database } from './database.ts';
import { PostgresRateLimiter } from './rate-limiter.ts';

let test: TestDatabase;
let otherDatabase: Database;
let limiter: PostgresRateLimiter;
let otherProcess: PostgresRateLimiter;

beforeAll(async () => {
  test = await openTestDatabase();
  otherDatabase = connect({ url: test.url, log: silentLog });
  limiter = new PostgresRateLimiter(test.database, silentLog);
  otherProcess = new PostgresRateLimiter(otherDatabase, silentLog);
});
afterAll(async () => {
  await Promise.all([limiter.close(), otherProcess.close()]);
  await otherDatabase.close();
  await test.close();
});
beforeEach(() => test.database.query('delete from rate_limits'));

const allowed = (standings: readonly RateStanding[]): number => standings.filter((standing) => standing.allowed).length;

/** As if that much time had passed. */
const pass = (seconds: number): Promise<unknown> =>
  test.database.query('update rate_limits set arrival = arrival - $1::double precision', [seconds]);

// One request an hour would be back during a slow test; these intervals are long beside what a test takes.
const RULE = { per_minute: 20 };

describe('a minute of requests', () => {
  it('fits as many as the rule says, and the next one is told how long to wait', async () => {
    const first = await limiter.take('a', RULE);
    expect(first).toEqual({ allowed: true, limit: 20, remaining: 19, reset_s: 3, retry_after_s: 0 });
    for (let at = 1; at < 20; at += 1) expect((await limiter.take('a', RULE)).allowed).toBe(true);
    const refused = await limiter.take('a', RULE);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.retry_after_s).toBeGreaterThanOrEqual(1);
    expect(refused.retry_after_s).toBeLessThanOrEqual(3);
    expect((await limiter.take('b', RULE)).allowed).toBe(true);
  });

  it('comes back steadily, and never to more than a minute holds', async () => {
    await Promise.all(Array.from({ length: 20 }, () => limiter.take('a', RULE)));
    await pass(6);
    expect(allowed(await Promise.all(Array.from({ length: 5 }, () => limiter.take('a', RULE))))).toBe(2);
    await pass(3600);
    expect(allowed(await Promise.all(Array.from({ length: 30 }, () => limiter.take('a', RULE))))).toBe(20);
  });

  it('is the same minute for all processes, whatever comes at once', async () => {
    const takes = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? limiter : otherProcess).take('a', RULE));
    expect(allowed(await Promise.all(takes))).toBe(20);
    expect((await otherProcess.take('a', RULE)).allowed).toBe(false);
  });

  it('of a smaller plan refuses at once what a larger one had allowed', async () => {
    await Promise.all(Array.from({ length: 20 }, () => limiter.take('a', RULE)));
    expect((await limiter.take('a', { per_minute: 2 })).allowed).toBe(false);
  });
});

it('gives a part of a request back, so that ten refused ones cost what one does', async () => {
  for (let at = 0; at < 60; at += 1) {
    expect((await limiter.take('a', RULE)).allowed).toBe(true);
    limiter.giveBack('a', RULE, 0.9);
  }
  await vi.waitFor(async () => {
    const [row] = await test.database.query<{ ahead: number }>(
      "select arrival - extract(epoch from clock_timestamp())::double precision as ahead from rate_limits where key = 'a'",
    );
    expect(row?.ahead).toBeLessThan(20);
  });
});

it('gives nothing back that was not taken', async () => {
  limiter.giveBack('a', RULE, 500);
  await limiter.take('a', RULE);
  expect(allowed(await Promise.all(Array.from({ length: 30 }, () => limiter.take('a', RULE))))).toBe(19);
});

it('counts what comes together in one statement', async () => {
  const query = vi.spyOn(test.database, 'query');
  await Promise.all(Array.from({ length: 15 }, () => limiter.take('a', RULE)));
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

describe('when the database fails', () => {
  it('lets requests through, and says so once in a while, not for each', async () => {
    const error = vi.fn<(fields: object, message: string) => void>();
    const gone = connect({ url: 'postgres://nobody@127.0.0.1:1/none', log: silentLog, patience_ms: 0 });
    const blind = new PostgresRateLimiter(gone, { ...silentLog, error });
    for (let at = 0; at < 30; at += 1) expect((await blind.take('a', { per_minute: 1 })).allowed).toBe(true);
    expect(error).toHaveBeenCalledTimes(1);
    await blind.close();
    await gone.close();
  });

  it('lets requests through when it does not answer', async () => {
    const hanging: Database = { ...test.database, query: () => new Promise(() => undefined) };
    const patient = new PostgresRateLimiter(hanging, silentLog);
    const standings = await Promise.all([patient.take('a', RULE), patient.take('a', RULE)]);
    expect(allowed(standings)).toBe(2);
    await patient.close();
  });
});
