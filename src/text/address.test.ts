import { describe, expect, it } from 'vitest';

import { buildAddressKey, findFolders, groupByAddress, pickPlainestUrl } from './address.ts';

const PLAIN = { url: 'https://acme.test/shoes', title: 'Shoes' };
const TRACKED = { url: 'https://acme.test/shoes/?utm_source=mail', title: 'Shoes' };
const OTHER = { url: 'https://acme.test/boots', title: 'Boots' };

describe('groupByAddress', () => {
  it('puts spellings of one address together and leaves other pages apart', () => {
    const groups = groupByAddress([TRACKED, OTHER, PLAIN]);
    expect(groups.map(({ rows }) => rows.map(({ url }) => url))).toEqual([[OTHER.url], [PLAIN.url, TRACKED.url]]);
  });

  it('shows a page by its address on https, with what stands there and not on a copy', () => {
    const old = { url: 'http://acme.test/ridge-2', title: 'Hauler 60' };
    const copy = { url: 'https://acme.test/ridge-2?utm_source=mail', title: 'Trail 3' };
    const own = { url: 'https://acme.test/ridge-2', title: 'Ridge 2' };
    const [group] = groupByAddress([old, copy, own]);
    expect(group?.rows).toEqual([own, copy, old]);
    expect(pickPlainestUrl([old.url, copy.url, own.url])).toBe(own.url);
  });

  it('tells which pages others lie below', () => {
    const shelf = 'https://acme.test/products/tents/';
    const below = ['ridge-2', 'ridge-3?utm_source=mail'].map((name) => `${shelf}${name}`);
    expect([...findFolders([shelf, ...below, OTHER.url])]).toEqual([buildAddressKey(shelf)]);
    expect([...findFolders([shelf, shelf, below[0] ?? '', OTHER.url])]).toEqual([]);
  });

  it('does not depend on the order in which rows were sent', () => {
    const rows = [TRACKED, OTHER, PLAIN, { ...PLAIN, title: 'Boots and shoes' }];
    expect(groupByAddress(rows.toReversed())).toEqual(groupByAddress(rows));
  });
});
