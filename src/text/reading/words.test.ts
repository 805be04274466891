import { expect, it } from 'vitest';

import { readWords } from './words.ts';

const termsOf = (text: string, language = 'en'): string[] =>
  readWords(text, language)
    .map(({ term }) => term)
    .filter((term) => term !== '');

it('words that a hyphen joins mean what they mean apart', () => {
  expect(termsOf('Two-person tents')).toEqual(termsOf('two person tent'));
  expect(termsOf('2 person tent')).toEqual(termsOf('two-person tent'));
  expect(termsOf('expert-comptable', 'fr')).toEqual(termsOf('expert comptable', 'fr'));
  expect(readWords('a two-person tent', 'en').map(({ start, end }) => [start, end])).toEqual([
    [0, 1],
    [2, 5],
    [6, 12],
    [13, 17],
  ]);
});

it('names and abbreviations with a hyphen stay one word', () => {
  expect(termsOf('WD-40')).toHaveLength(1);
  expect(termsOf('e-mail')).toHaveLength(1);
});
