import { expect, it } from 'vitest';

import { readChoice, withChoice } from '../../src/dashboard/app/model/table-address.ts';

it('keeps how a table is looked at in the address, beside all else that stands there', () => {
  const choice = {
    sort: { column: 'rank', isDown: true },
    words: 'news & more',
    filters: [{ field: 'rank', wanted: '20..' }],
    columns: ['title › fix', 'rank'],
  };
  const search = withChoice('causes', choice, '?tab=links&rules.find=x');
  expect(readChoice('causes', search)).toEqual(choice);
  expect(new URLSearchParams(search).get('tab')).toBe('links');
  expect(readChoice('rules', search)).toEqual({ sort: undefined, words: 'x', filters: [], columns: undefined });
});

it('leaves the address as it was where nothing is chosen any more', () => {
  const nothing = { sort: undefined, words: '', filters: [], columns: undefined };
  expect(withChoice('causes', nothing, '?tab=links&causes.sort=-rank&causes.columns=a')).toBe('?tab=links');
  expect(withChoice('causes', nothing, '?causes.find=x')).toBe('');
});
