import { describe, expect, it } from 'vitest';

import { keywordFact, monthsUntilOctober, volumeFact } from '../../test/keyword-records.ts';
import { serpRecord } from '../../test/serp-records.ts';
import type { KeywordFact } from '../ports/keywords.ts';
import { readSearches } from './known-searches.ts';
import { measureKeywords } from './measure.ts';
import { findOwnRankings, measureGains } from './own-ranking.ts';
import { foldVariants } from './variants.ts';

function measure(keywords: readonly string[], facts: readonly KeywordFact[], language = 'en') {
  return measureKeywords({ keywords, facts, language });
}

describe('a row of metrics', () => {
  it('knows nothing that no source says', () => {
    const [row] = measure(['bike repair'], []);
    expect(row).toMatchObject({
      found: false,
      search_volume: null,
      volume_low: null,
      volume_basis: null,
      demand_band: null,
      monthly_searches: [],
      seasonality: null,
      cpc: null,
      currency: null,
      competition: null,
      keyword_difficulty: null,
      priority: null,
      observed_at: null,
    });
    expect(row?.trend.direction).toBe('insufficient_data');
  });

  it('keeps order and repeats, which share their figures', () => {
    const rows = measure(['b', 'A  b', 'a b'], [volumeFact('a b', 500)]);
    expect(rows.map(({ keyword, search_volume }) => [keyword, search_volume])).toEqual([
      ['b', null],
      ['A  b', 500],
      ['a b', 500],
    ]);
  });

  it('names keywords that share one figure of Google Ads', () => {
    const months = monthsUntilOctober([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120]);
    const other = monthsUntilOctober([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 121]);
    const rows = measure(
      ['bike shop', 'bike shops', 'bike store', 'cycle shop'],
      [
        volumeFact('bike shop', 70, 'bucket', { monthly: months }),
        volumeFact('bike shops', 70, 'bucket', { monthly: months }),
        volumeFact('bike store', 70, 'bucket', { monthly: other }),
        volumeFact('cycle shop', 70, 'modelled', { monthly: months }),
      ],
    );
    expect(rows.map(({ grouped_with }) => grouped_with)).toEqual([['bike shops'], ['bike shop'], [], []]);
    expect(rows.map(({ variants_folded }) => variants_folded)).toEqual([true, true, true, null]);
  });

  it('compares difficulty on the scale that most rows have, and names it', () => {
    const difficulty = (scale: string, value: number) => ({ difficulty: { scale, value } });
    const rows = measure(
      ['a', 'b', 'c'],
      [
        keywordFact('a', { source: 'ahrefs', ...difficulty('ahrefs', 12) }),
        keywordFact('a', difficulty('dataforseo', 40)),
        keywordFact('b', difficulty('dataforseo', 50)),
        keywordFact('c', { source: 'ahrefs', ...difficulty('ahrefs', 7) }),
        keywordFact('b', { source: 'moz', ...difficulty('moz', 30) }),
        keywordFact('c', { source: 'zz', ...difficulty('dataforseo', 9) }),
      ],
    );
    expect(rows.map(({ keyword_difficulty, difficulty_source }) => [keyword_difficulty, difficulty_source])).toEqual([
      [40, 'dataforseo'],
      [50, 'dataforseo'],
      [9, 'dataforseo'],
    ]);
  });

  it('never shows the months of another engine as those of Google', () => {
    const monthly = monthsUntilOctober([1, 2, 3, 4, 5, 6, 7, 8]);
    const [row] = measure(['a'], [keywordFact('a', { source: 'bing-webmaster', bing_impressions: 8, monthly })]);
    expect(row).toMatchObject({ monthly_searches: [], search_volume: null, bing_impressions: 8 });
    expect(row?.trend).toMatchObject({ source: 'bing-webmaster', n: 8 });
    const google = volumeFact('a', 90, 'bucket', { monthly: monthly.slice(1) });
    const [both] = measure(['a'], [keywordFact('a', { source: 'bing-webmaster', monthly }), google]);
    expect(both?.trend).toMatchObject({ source: 'dataforseo', n: 7 });
  });

  it('reads German and Japanese in their own words', () => {
    const [german, japanese] = measure(['fahrrad kaufen', '自転車 修理 方法'], [], 'de');
    expect(german).toMatchObject({ language: 'de', intent: 'transactional', buyer_stage: 'decision' });
    expect(japanese).toMatchObject({ intent: 'informational', buyer_stage: 'awareness' });
  });

  it('takes the intent of a source for a guess by form, and clear words over it', () => {
    const [guess, clear, local] = measure(
      ['zorvax', 'how to fix a puncture', 'bike repair near me'],
      ['zorvax', 'how to fix a puncture', 'bike repair near me'].map((keyword) =>
        keywordFact(keyword, { intent: 'navigational' }),
      ),
    );
    expect(guess).toMatchObject({
      intent: 'navigational',
      intent_source: 'dataforseo',
      recommended_page_type: 'homepage',
    });
    expect(clear).toMatchObject({ intent: 'informational', intent_source: 'words' });
    expect(local).toMatchObject({ intent: 'local', intent_source: 'words' });
  });

  it('says the same for facts in any order', () => {
    const facts = [
      volumeFact('a', 100, 'modelled', { source: 'ahrefs', cpc: 1, currency: 'USD' }),
      volumeFact('a', 200, 'modelled', { source: 'semrush', cpc: 2, currency: 'EUR' }),
      keywordFact('a', { source: 'moz', difficulty: { value: 3, scale: 'moz' } }),
    ];
    expect(measure(['a'], facts.toReversed())).toEqual(measure(['a'], facts));
  });
});

describe('what a keyword is for', () => {
  const shelf = serpRecord(
    Array.from({ length: 8 }, (_, at) => ({ url: `https://shop-${at}.test/category/tents`, title: 'Tents' })),
    { keyword: 'how to choose a tent' },
  );
  const brand = { name: 'NorthGear', aliases: [], domains: ['northgear.example'] };

  it('is what its results are for, before its words', () => {
    const searches = readSearches(new Map([['how to choose a tent', shelf]]), null);
    const keywords = ['how to choose a tent', 'how to wash a tent'];
    expect(measureKeywords({ keywords, facts: [], language: 'en', searches })).toMatchObject([
      { intent: 'transactional', recommended_page_type: 'category_page', intent_source: 'result_page' },
      { intent: 'informational', intent_source: 'words' },
    ]);
  });

  it('is the site of the brand for its name and nothing else, whatever its words mean', () => {
    const keywords = ['northgear', 'north gear', 'north gear tents'];
    const rows = measureKeywords({ keywords, facts: [], language: 'en', brand });
    expect(rows.map(({ intent_source }) => intent_source)).toEqual(['brand', 'brand', 'words']);
    expect(rows[0]).toMatchObject({ intent: 'navigational', recommended_page_type: 'homepage' });
  });
});

describe('near duplicates', () => {
  const fold = (keywords: readonly string[], language: string) =>
    foldVariants(
      keywords.map((keyword) => ({ keyword, language })),
      () => 1,
    ).map(({ kept, dropped }) => [kept.keyword, ...dropped.map(({ keyword }) => keyword)]);

  it('differ in order, number and words without meaning alone', () => {
    expect(fold(['bike repair shop', 'repair shops for bikes', 'bike rental'], 'en')).toEqual([
      ['bike repair shop', 'repair shops for bikes'],
      ['bike rental'],
    ]);
    expect(fold(['fahrrad schlauch', 'schläuche fahrräder', 'fahrrad pumpe'], 'de').length).toBeLessThan(4);
  });

  it('keep their direction and their numbers apart', () => {
    expect(fold(['pdf to word', 'word to pdf', 'iphone 14 case', 'iphone 15 case'], 'en')).toHaveLength(4);
  });
});

describe('the own ranking', () => {
  const page = serpRecord(
    Array.from({ length: 10 }, (_, at) => ({
      url: at === 6 ? 'https://blog.own.example/bikes' : `https://s${at}.example/`,
    })),
  );
  const known = {
    series: { engine: 'google', location_code: 2840, language: 'en', device: 'desktop' as const },
    pages: new Map([['bike repair', page]]),
    checked_from: page.checked_at,
    checked_to: page.checked_at,
  };

  it('is the place of the host or its subdomains among organic results', () => {
    expect(findOwnRankings(known, 'www.own.example').get('bike repair')).toMatchObject({
      position: 7,
      url: 'https://blog.own.example/bikes',
      results_read: 10,
    });
    expect(findOwnRankings(known, 'n.example').get('bike repair')).toMatchObject({ position: null, url: null });
  });

  it('leaves more to gain the lower it is, and nothing at the top', () => {
    const searches = readSearches(known.pages, null);
    const gainOf = (host: string) =>
      measureGains(known, { rankings: findOwnRankings(known, host), searches }).get('bike repair') ?? -1;
    expect(gainOf('s0.example')).toBe(0);
    expect(gainOf('s4.example')).toBeGreaterThan(0);
    expect(gainOf('own.example')).toBeGreaterThan(gainOf('s4.example'));
    expect(gainOf('absent.example')).toBe(1);
    expect(measureGains(known, { rankings: new Map(), searches }).size).toBe(0);
  });
});
