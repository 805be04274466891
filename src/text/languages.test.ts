import { expect, it } from 'vitest';

import { readLanguage } from './languages.ts';

it.each([
  ['de', 'de'],
  [' EN ', 'en'],
  ['pt-br', 'pt-BR'],
  ['zh_TW', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['es-419', 'es-419'],
  ['iw', 'he'],
  ['deu', 'de'],
  ['fil', 'fil'],
  ['German', 'de'],
  ['deutsch', 'de'],
  ['Français', 'fr'],
  ['francais', 'fr'],
  ['日本語', 'ja'],
  ['Brazilian Portuguese', 'pt-BR'],
  ['Simplified Chinese', 'zh-CN'],
  ['Norwegian', 'no'],
  ['Filipino', 'fil'],
])('reads %s as %s', (text, code) => {
  expect(readLanguage(text)).toEqual({ code });
});

it.each(['xx', 'en-', 'english language of the king', '', 'usa', 'en-US-x-private', '12'])(
  'takes %j for no language',
  (text) => {
    expect(readLanguage(text)).toHaveProperty('problem');
  },
);

it('names the languages that were probably meant', () => {
  expect(readLanguage('Germn')).toEqual({
    problem:
      'must be a language code such as en or pt-BR, or a language name; "Germn" is neither. Did you mean German?',
  });
});
