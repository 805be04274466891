import { expect, it } from 'vitest';

import { KnownKeys } from './frontier.ts';

it('knows what was added, for that crawl only, until it is cleared', () => {
  const keys = new KnownKeys(1024, 7);
  keys.add(1, 'com.example./a');
  expect(keys.has(1, 'com.example./a')).toBe(true);
  expect(keys.has(1, 'com.example./b')).toBe(false);
  expect(keys.has(2, 'com.example./a')).toBe(false);
  keys.clear();
  expect(keys.has(1, 'com.example./a')).toBe(false);
});

it('never takes an unknown key for a known one among 200,000 similar ones', () => {
  const keys = new KnownKeys(2 ** 19, 3);
  for (let number = 0; number < 200_000; number += 1) keys.add(1, `com.example./page/${number}`);
  let mistaken = 0;
  for (let number = 200_000; number < 400_000; number += 1)
    if (keys.has(1, `com.example./page/${number}`)) mistaken += 1;
  expect(mistaken).toBe(0);
});
