import { expect, it } from 'vitest';

import { countryOfNumber, findCountry, nearestCountries } from './countries.ts';

it.each([
  ['US', 'US'],
  ['usa', 'US'],
  ['U.S.', 'US'],
  ['United States', 'US'],
  ['the United States of America', 'US'],
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['Deutschland', 'DE'],
  ['allemagne', 'DE'],
  ['España', 'ES'],
  ['espana', 'ES'],
  ['日本', 'JP'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ["Cote d'Ivoire", 'CI'],
  ['South Korea', 'KR'],
  ['Hong Kong', 'HK'],
])('finds %s', (text, code) => {
  expect(findCountry(text)?.code).toBe(code);
});

it.each(['', 'XX', 'Texas', 'Germ', 'Europe'])('takes %j for no country', (text) => {
  expect(findCountry(text)).toBeUndefined();
});

it('knows countries by their number, and those that sound alike', () => {
  expect(countryOfNumber(840)).toEqual({ code: 'US', number: 840, name: 'United States' });
  expect(countryOfNumber(1)).toBeUndefined();
  expect(nearestCountries('Germny', 1)).toEqual(['Germany']);
  expect(nearestCountries('zzzz', 3)).toEqual([]);
});
