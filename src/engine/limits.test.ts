import { expect, it } from 'vitest';

import { MemoryRateLimiter } from './limits.ts';

const RULE = { per_minute: 60 };

it('lets a minute of requests through at once, then one for each interval', async () => {
  let now = 1000;
  const limiter = new MemoryRateLimiter(() => now);
  for (let left = 59; left >= 0; left -= 1) {
    expect(await limiter.take('a', RULE)).toMatchObject({ allowed: true, limit: 60, remaining: left });
  }
  expect(await limiter.take('a', RULE)).toEqual({
    allowed: false,
    limit: 60,
    remaining: 0,
    reset_s: 60,
    retry_after_s: 1,
  });
  now += 1;
  expect(await limiter.take('a', RULE)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take('a', RULE)).toMatchObject({ allowed: false });
  now += 3600;
  expect(await limiter.take('a', RULE)).toMatchObject({ allowed: true, remaining: 59, reset_s: 1 });
});

it('counts a request that was given back by the part that was kept', async () => {
  const limiter = new MemoryRateLimiter(() => 0);
  for (let at = 0; at < 500; at += 1) {
    expect((await limiter.take('a', RULE)).allowed).toBe(true);
    limiter.giveBack('a', RULE, 0.9);
  }
});

it('holds a bounded number of keys and forgets the one that has been quiet for longest', async () => {
  const limiter = new MemoryRateLimiter(() => 0, 2);
  const once = { per_minute: 1 };
  for (const key of ['a', 'b', 'c']) await limiter.take(key, once);
  expect((await limiter.take('c', once)).allowed).toBe(false);
  expect((await limiter.take('b', once)).allowed).toBe(false);
  expect((await limiter.take('a', once)).allowed).toBe(true);
});
