import { expect, it } from 'vitest';

import { NumberedIds } from './numbered-ids.ts';

it('looks a text up once for its number, and each time where it has none or a very large one', () => {
  const asked: string[] = [];
  const ids = new NumberedIds((text) => {
    asked.push(text);
    return BigInt(text.length);
  });
  for (let round = 0; round < 2; round += 1) {
    expect(ids.get('one', 1)).toBe(3n);
    expect(ids.get('eleven', 100_000)).toBe(6n);
    expect(ids.get('none')).toBe(4n);
    expect(ids.get('large', 2 ** 40)).toBe(5n);
  }
  expect(asked).toEqual(['one', 'eleven', 'none', 'large', 'none', 'large']);
});
