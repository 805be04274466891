import { expect, it } from 'vitest';

import { askSameSearch } from './report-parts.ts';

it('asks for a search again where and how it was looked up', () => {
  const searched = { keyword: 'camping stove', language: 'en' };
  expect(askSameSearch({ ...searched, location_code: 2826, device: 'mobile' })).toEqual({
    ...searched,
    location_code: 2826,
    device: 'mobile',
  });
  expect(askSameSearch({ ...searched, location_code: null, device: 'desktop' })).toEqual(searched);
});
