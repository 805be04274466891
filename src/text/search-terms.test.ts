import { expect, it } from 'vitest';

import { countSearchTerms } from './search-terms.ts';

const terms = (text: string, language: string): Record<string, number> =>
  Object.fromEntries(countSearchTerms(text, language));

it('counts stems, and those with accents without them too', () => {
  expect(terms('Running runs', 'en')).toEqual({ run: 2 });
  expect(terms('chaîne chaînes', 'fr')).toEqual({ chaîn: 2, chain: 2 });
  expect(terms('서울', 'ko')).toEqual({ 서울: 1 });
});

it('counts every two neighbours where no spaces separate words', () => {
  expect(terms('桜並木', 'ja')).toMatchObject({ 桜並: 1, 並木: 1 });
  expect(terms('東京と東京都', 'ja')).toMatchObject({ 東京: 2, 京都: 1 });
});
