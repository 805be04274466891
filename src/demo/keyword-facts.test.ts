import { expect, it } from 'vitest';

import type { Location } from '../ports/locations.ts';
import { madeFacts, madeIdeas } from './keyword-facts.ts';

const at = (country: string, code: number, kind: Location['kind'] = 'country'): Location => ({
  code,
  name: country,
  country,
  kind,
  latitude: null,
  longitude: null,
});
const NOW = new Date('2026-11-20T12:00:00Z');

it('knows volumes of its own country and language, and has none of them for another', () => {
  const know = (location: Location | null, language: string) =>
    madeFacts({ keywords: ['camping stove'], location, language }, NOW).map(({ location_code }) => location_code);
  expect(know(at('US', 2840), 'en')).toEqual([2840]);
  expect(know(at('US', 2840), 'en-US')).toEqual([2840]);
  expect(know(at('DE', 2276), 'de')).toEqual([]);
  expect(know(at('US', 2840), 'de')).toEqual([]);
  expect(know(at('US', -4_671_654, 'city'), 'en')).toEqual([]);
  expect(know(null, 'en')).toEqual([]);
  expect(madeIdeas({ seed: 'stove', location: at('DE', 2276), language: 'en', limit: 5 }, NOW)).toEqual([]);
  expect(madeIdeas({ seed: 'stove', location: at('US', 2840), language: 'en', limit: 5 }, NOW)).not.toEqual([]);
});
