import { describe, expect, it } from 'vitest';

import { literalPattern } from './literal-pattern.ts';

describe('a literal pattern', () => {
  it.each([
    '',
    'a',
    '1.5',
    'C++',
    'a|b',
    String.raw`\d`,
    '[x]',
    '{2}',
    '(?:y)',
    '^$',
    'a/b',
    'a-b',
    'größe & co',
    '*?',
  ])('matches %j alone, in every mode', (text) => {
    for (const flags of ['', 'u', 'v', 'i'])
      expect(new RegExp(`^(?:${literalPattern(text)})$`, flags).test(text), flags).toBe(true);
    expect(new RegExp(`^(?:${literalPattern(text)})$`, 'u').test(`${text}!`)).toBe(false);
  });
});
