import { describe, expect, it } from 'vitest';

import { findJsonError } from './json-error.ts';
import { findExcessDepth, readJsonLd } from './json-ld.ts';

it('finds where brackets nest too deep, and takes none in a text for one', () => {
  expect(findExcessDepth('['.repeat(501))).toBe(500);
  expect(findExcessDepth('{"a":'.repeat(501))).toBe(2500);
  expect(findExcessDepth('['.repeat(500) + ']'.repeat(500))).toBeUndefined();
  expect(findExcessDepth('[],'.repeat(1000))).toBeUndefined();
  expect(findExcessDepth(`["${'['.repeat(1000)}"]`)).toBeUndefined();
  expect(findExcessDepth(`["\\"${'['.repeat(1000)}\\\\"]`)).toBeUndefined();
  expect(findExcessDepth(`["\\\\",${'['.repeat(600)}`)).toBe(505);
  expect(findExcessDepth('"[[[')).toBeUndefined();
});

it('tells an editor where structured data nests too deep, and reads nothing of it', () => {
  const place = { start: 0, end: 0 };
  expect(readJsonLd(' '.repeat(7) + '['.repeat(1_900_000), 100, place)).toMatchObject({
    entities: [],
    error: { message: expect.stringContaining('nested'), offset: 607 },
  });
});

describe('findJsonError', () => {
  it.each([
    ['', 0, 'the block is empty'],
    ['{"a": 1', 6, '"}" is missing at the end'],
    ['{"a": 1,}', 8, 'a property name'],
    ['[1 2]', 3, '"," or the closing bracket'],
    ['{"a" 1}', 5, '":" expected'],
    ['{"a": "x\ny"}', 6, 'not closed'],
    ["{'a': 1}", 1, 'single quotes'],
    ['{} {}', 3, 'the end of the JSON text'],
    ['{"a": undefined}', 6, 'not JSON'],
    ['[1]]', 3, 'the end'],
  ])('finds where %j breaks', (text, offset, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    const error = findJsonError(text);
    expect(error.offset).toBe(offset);
    expect(error.message).toContain(message);
  });
});
