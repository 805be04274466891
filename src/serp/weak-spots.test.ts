import { describe, expect, it } from 'vitest';

import { serpRecord, type TestItem } from '../../test/serp-records.ts';
import { findSimilarSerps } from './likeness.ts';
import { findWeakSpots } from './weak-spots.ts';

const GOOD: TestItem = { url: 'https://good.test/wheel-truing', title: 'Wheel truing', published_at: '2026-05-01' };

describe('the weak spots of a result page', () => {
  it('are forums, old pages, sites of little authority and titles off the topic, each with its evidence', () => {
    const serp = serpRecord(
      [
        GOOD,
        { url: 'https://www.reddit.com/r/bikes/1', title: 'Wheel truing?' },
        { url: 'https://old.test/a', title: 'Wheel truing', published_at: '2023-02-01' },
        { url: 'https://small.test/b', title: 'Wheel truing' },
        { url: 'https://off.test/c', title: 'All about spokes' },
      ],
      { keyword: 'wheel truing' },
    );
    const ranks = new Map([
      ['https://small.test/b', { domain_rank: 90, page_rank: null }],
      ['https://good.test/wheel-truing', { domain_rank: 600, page_rank: null }],
    ]);
    expect(findWeakSpots(serp, ranks).map(({ position, reasons }) => [position, ...reasons])).toEqual([
      [2, { kind: 'user_content', evidence: 'reddit.com: anybody can post there' }],
      [3, { kind: 'old', evidence: 'dated 2023-02-01' }],
      [4, { kind: 'low_authority', evidence: 'domain rank 14 of 100' }],
      [5, { kind: 'title_mismatch', evidence: 'the title lacks “wheel” and “truing”' }],
    ]);
  });

  it('are never made of what is not known', () => {
    const serp = serpRecord([{ url: 'https://bare.test/x' }], { keyword: 'wheel truing' });
    expect(findWeakSpots(serp, new Map())).toEqual([]);
  });

  it('follow German compounds and endings', () => {
    const serp = serpRecord([{ url: 'https://rad.test/x', title: 'Laufräder selbst zentriert' }], {
      keyword: 'laufrad zentrieren',
      language: 'de',
    });
    expect(findWeakSpots(serp, new Map())).toEqual([]);
  });
});

describe('similar searches', () => {
  const results = (...paths: readonly string[]): TestItem[] => paths.map((path) => ({ url: `https://a.test/${path}` }));
  const serp = serpRecord(results('1', '2', '3', '4', '5'), { keyword: 'wheel truing' });

  it('share three results of the first page, whatever scheme or slash their addresses have', () => {
    const alike = serpRecord(
      [{ url: 'http://a.test/1/' }, { url: 'https://a.test/2?utm_source=x' }, ...results('3', '8')],
      { keyword: 'true a wheel' },
    );
    const other = serpRecord(results('1', '2', '7'), { keyword: 'spokes' });
    expect(findSimilarSerps(serp, [other, alike])).toEqual([
      {
        keyword: 'true a wheel',
        shared: 3,
        overlap: 0.75,
        shared_urls: ['https://a.test/1', 'https://a.test/2', 'https://a.test/3'],
        checked_at: '2026-11-01T08:00:00Z',
      },
    ]);
  });

  it('are never the search itself nor one of another engine or device, and the most alike come first', () => {
    const same = serpRecord(results('1', '2', '3'), { keyword: 'Wheel  Truing' });
    const bing = serpRecord(results('1', '2', '3', '4'), { keyword: 'bing', engine: 'bing' });
    const three = serpRecord(results('1', '2', '3'), { keyword: 'b' });
    const tied = serpRecord(results('1', '2', '3'), { keyword: 'a' });
    const five = serpRecord(results('1', '2', '3', '4', '5'), { keyword: 'z' });
    const mobile = serpRecord(results('1', '2', '3', '4'), { keyword: 'mobile', device: 'mobile' });
    const found = findSimilarSerps(serp, [same, bing, mobile, three, tied, five]);
    expect(found.map(({ keyword }) => keyword)).toEqual(['z', 'a', 'b']);
  });
});
