import { describe, expect, it } from 'vitest';

import { organicOnly, serpRecord, type TestItem } from '../../test/serp-records.ts';
import { readSerpIntent } from './intent.ts';

const GUIDES: readonly TestItem[] = Array.from({ length: 8 }, (_, at) => ({
  url: `https://site-${at}.test/blog/how-to-true-a-wheel`,
  title: 'How to true a wheel',
}));
const SHOPS: readonly TestItem[] = Array.from({ length: 8 }, (_, at) => ({
  url: `https://shop-${at}.test/products/wheel`,
  title: 'Wheel',
}));

describe('the intent of a result page', () => {
  it('goes by what ranks, and by the words only second', () => {
    const serp = serpRecord(SHOPS, { keyword: 'bicycle wheel guide' });
    const { main, shares, basis, judged } = readSerpIntent(serp);
    expect({ main, basis, judged }).toEqual({ main: 'transactional', basis: 'results', judged: 8 });
    expect(shares.find(({ intent }) => intent === 'informational')?.share).toBeGreaterThan(0);
    expect(shares[0]?.evidence).toContain('8 of 8 results are transactional by page type');
  });

  it('is unknown where neither results, features nor a word of the search tell', () => {
    const { main, shares, basis } = readSerpIntent(serpRecord([], { keyword: 'zorvax' }));
    expect({ main, shares, basis }).toEqual({ main: null, shares: [], basis: 'none' });
  });

  it('has shares that sum to one, the largest first', () => {
    for (const items of [GUIDES, SHOPS, [...GUIDES.slice(0, 4), ...SHOPS.slice(0, 4)]]) {
      const { shares } = readSerpIntent(serpRecord(items, { keyword: 'true a bicycle wheel' }));
      expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
      expect(shares.map(({ share }) => share)).toEqual(shares.map(({ share }) => share).toSorted((a, b) => b - a));
      expect(shares.every(({ evidence }) => evidence.length > 0)).toBe(true);
    }
  });

  it('counts features of the page, and none that the source cannot see', () => {
    const plain = organicOnly(serpRecord(GUIDES, { keyword: 'wheel' }));
    const local = serpRecord([{ type: 'local_pack' }, ...GUIDES], { keyword: 'wheel' });
    expect(readSerpIntent(plain).shares.map(({ intent }) => intent)).not.toContain('local');
    expect(readSerpIntent(local).shares.find(({ intent }) => intent === 'local')?.evidence).toEqual([
      'the result page shows the local pack',
    ]);
  });

  it('is mixed where guides and shops share the page', () => {
    const mixed = [GUIDES[0], SHOPS[1], GUIDES[2], SHOPS[3], GUIDES[4], SHOPS[5]].filter((item) => item !== undefined);
    expect(readSerpIntent(serpRecord(mixed, { keyword: 'bicycle wheel truing stand' })).is_mixed).toBe(true);
    expect(readSerpIntent(serpRecord(GUIDES, { keyword: 'how to true a wheel' })).is_mixed).toBe(false);
  });

  it('looks for the site that the search names, where the page shows more of it than its name', () => {
    const own = {
      url: 'https://www.brompton.com/',
      title: 'Brompton',
      children: [{ title: 'Shop', url: null, domain: null }],
    };
    const serp = serpRecord([own, ...GUIDES], { keyword: 'brompton' });
    expect(readSerpIntent(serp)).toMatchObject({ main: 'navigational', looks_for: 'brompton.com', is_mixed: false });
  });

  it('looks for the site of the brand where the search is its name alone and its site is first', () => {
    const brand = { name: 'Alder & Finch', aliases: [], domains: ['shop.test'] };
    const own = { url: 'https://www.shop.test/', title: 'Alder & Finch' };
    const intentOf = (keyword: string, items: readonly TestItem[]) =>
      readSerpIntent(serpRecord(items, { keyword }), brand).looks_for;
    expect(intentOf('alder and finch', [own, ...GUIDES])).toBeNull();
    expect(intentOf('alder & finch', [own, ...GUIDES])).toBe('shop.test');
    expect(intentOf('alder finch', [own, ...GUIDES])).toBe('shop.test');
    expect(intentOf('alder finch table', [own, ...GUIDES])).toBeNull();
    expect(intentOf('alder finch', [...GUIDES, own])).toBeNull();
  });

  it('takes no domain of plain words for a brand', () => {
    const exact = { url: 'https://bike-repair.test/', title: 'Bike repair' };
    expect(readSerpIntent(serpRecord([exact, ...GUIDES], { keyword: 'bike repair' })).looks_for).toBeNull();
  });

  it('goes by the words alone where there is no result, and says so', () => {
    const { main, basis, judged } = readSerpIntent(serpRecord([], { keyword: 'buy bicycle wheel' }));
    expect({ main, basis, judged }).toEqual({ main: 'transactional', basis: 'words', judged: 0 });
  });

  it('judges a German page in German', () => {
    const german: readonly TestItem[] = Array.from({ length: 6 }, (_, at) => ({
      url: `https://seite-${at}.test/ratgeber/laufrad-zentrieren`,
      title: 'Laufrad zentrieren: Anleitung',
    }));
    const serp = serpRecord(german, { keyword: 'laufrad zentrieren anleitung', language: 'de' });
    expect(readSerpIntent(serp)).toMatchObject({ main: 'informational', judged: 6, is_mixed: false });
  });
});
