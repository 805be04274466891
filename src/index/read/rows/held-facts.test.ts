import { expect, it } from 'vitest';

import { linksOf, storedLinks } from './held-facts.ts';

it('takes what no rebuild has judged of a link for unknown', () => {
  const [link] = linksOf(storedLinks(['anchor', 'page_rank', 'spam', 'language'], [['shop'], [null], [null], [null]]));
  expect(link).toMatchObject({ anchor: 'shop', page_rank: 65_535, spam: 255, language: '' });
});

it('refuses a fact that is missing or of another kind', () => {
  expect(() => storedLinks(['anchor'], [[null]])).toThrow(TypeError);
  expect(() => storedLinks(['first_seen'], [['2026-03-05']])).toThrow(TypeError);
  expect(() => storedLinks(['language'], [[7]])).toThrow(TypeError);
  expect(() => storedLinks(['seen'], ['none'])).toThrow(TypeError);
});
