import { describe, expect, it } from 'vitest';

import { literalPattern } from './literal-pattern.ts';

const TEXTS = [
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
];

describe('a literal pattern', () => {
  it.each(TEXTS)('matches %j alone, in every mode', (text) => {
    const matching = ['', 'u', 'v', 'i'].filter((mode) => new RegExp(`^(?:${literalPattern(text)})$`, mode).test(text));
    expect(matching).toEqual(['', 'u', 'v', 'i']);
    expect(new RegExp(`^(?:${literalPattern(text)})$`, 'u').test(`${text}!`)).toBe(false);
  });
});
