import { expect, it } from 'vitest';

import { readJsonLd } from './entity.ts';
import { tooDeepAt } from './json-depth.ts';

it('finds where brackets nest too deep, and takes none in a text for one', () => {
  expect(tooDeepAt('['.repeat(501))).toBe(500);
  expect(tooDeepAt('{"a":'.repeat(501))).toBe(2500);
  expect(tooDeepAt('['.repeat(500) + ']'.repeat(500))).toBeUndefined();
  expect(tooDeepAt('[],'.repeat(1000))).toBeUndefined();
  expect(tooDeepAt(`["${'['.repeat(1000)}"]`)).toBeUndefined();
  expect(tooDeepAt(`["\\"${'['.repeat(1000)}\\\\"]`)).toBeUndefined();
  expect(tooDeepAt(`["\\\\",${'['.repeat(600)}`)).toBe(505);
  expect(tooDeepAt('"[[[')).toBeUndefined();
});

it('tells an editor where structured data nests too deep, and reads nothing of it', () => {
  const place = { start: 0, end: 0 };
  expect(readJsonLd(' '.repeat(7) + '['.repeat(1_900_000), 100, place)).toMatchObject({
    entities: [],
    error: { message: expect.stringContaining('nested'), offset: 607 },
  });
});
