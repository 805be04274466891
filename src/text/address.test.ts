import { describe, expect, it } from 'vitest';

import { groupByAddress } from './address.ts';

const PLAIN = { url: 'https://acme.test/shoes', title: 'Shoes' };
const TRACKED = { url: 'https://acme.test/shoes/?utm_source=mail', title: 'Shoes' };
const OTHER = { url: 'https://acme.test/boots', title: 'Boots' };

describe('groupByAddress', () => {
  it('puts spellings of one address together and leaves other pages apart', () => {
    const groups = groupByAddress([TRACKED, OTHER, PLAIN]);
    expect(groups.map(({ rows }) => rows.map(({ url }) => url))).toEqual([[OTHER.url], [PLAIN.url, TRACKED.url]]);
  });

  it('does not depend on the order in which rows were sent', () => {
    const rows = [TRACKED, OTHER, PLAIN, { ...PLAIN, title: 'Boots and shoes' }];
    expect(groupByAddress(rows.toReversed())).toEqual(groupByAddress(rows));
  });
});
