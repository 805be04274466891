import { describe, expect, it } from 'vitest';

import {
  contextWithKeywords,
  keywordFact,
  type KnownKeywords,
  monthsUntilOctober,
  UNITED_STATES,
  volumeFact,
} from '../../../../test/keyword-records.ts';
import { refusedFields, runChecked } from '../../../../test/pure-operation.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import overview from './operation.ts';
import { MetricsOverview } from './overview.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownKeywords = {}) {
  const { context, asked } = contextWithKeywords(known);
  const answer = await runChecked(overview, body, context);
  const { credits, guidance } = await overview.prepare(body).run(contextWithKeywords(known).context);
  if (guidance === undefined || !('steps' in guidance)) throw new Error('The operation answers a workflow.');
  return { ...answer, list: MetricsOverview.parse(answer.result), asked, credits, guidance };
}

const FACTS = [
  volumeFact('bike repair', 40_500, 'bucket', {
    cpc: 2.4,
    currency: 'USD',
    difficulty: { value: 61, scale: 'dataforseo' },
  }),
  volumeFact('bike tune up', 4400, 'bucket', {
    cpc: 3.1,
    currency: 'USD',
    difficulty: { value: 22, scale: 'dataforseo' },
  }),
  keywordFact('buy inner tube', { source: 'bing-webmaster', bing_impressions: 40 }),
];
const KEYWORDS = ['unicycle wheel lore', 'bike repair', 'buy inner tube', 'bike tune up'];

describe('keyword-metrics.overview', () => {
  it('tells branded keywords by the brand of the project, and says nothing of them where it has none', async () => {
    const keywords = ['harbour bikes hours', 'bike repair'];
    const brand = { name: 'Harbour Bikes', aliases: [], domains: ['harbour-bikes.example'] };
    const { list } = await call({ keywords }, { facts: FACTS, brand });
    expect(new Map(list.items.map((row) => [row.keyword, row.is_brand]))).toEqual(
      new Map([
        ['bike repair', false],
        ['harbour bikes hours', true],
      ]),
    );
    const without = await call({ keywords }, { facts: FACTS });
    expect(without.list.items.map((row) => row.is_brand)).toEqual([null, null]);
  });

  it('keeps a volume unknown that is known for another place or language only, and says for which', async () => {
    const location = { ...UNITED_STATES, code: 2276, name: 'Germany', country: 'DE' };
    const elsewhere = [
      { keyword: 'bike repair', location_code: 2840, language: 'en' },
      { keyword: 'unicycle wheel lore', location_code: 2840, language: 'en' },
      { keyword: 'unicycle wheel lore', location_code: null, language: null },
      { keyword: 'bike tune up', location_code: 2840, language: 'en' },
    ];
    const { list, guidance, markdown_summary } = await call(
      { keywords: KEYWORDS, location: 'Germany', language: 'de' },
      { facts: FACTS.slice(1), elsewhere, location, places: [location, UNITED_STATES] },
    );
    expect(new Map(list.items.map((row) => [row.keyword, row.search_volume])).get('bike repair')).toBeNull();
    expect(list.known_elsewhere).toEqual([
      {
        location: { code: 2840, name: 'United States' },
        language: 'en',
        keywords: ['bike repair', 'unicycle wheel lore'],
      },
      { location: null, language: null, keywords: ['unicycle wheel lore'] },
    ]);
    const told =
      '2 keywords with no known volume here have one for United States (English) and all countries; figures for other markets are not used here';
    expect(markdown_summary).toContain(told);
    expect(guidance.next_calls).toContainEqual(
      expect.objectContaining({
        operation: 'keyword-metrics.overview',
        body: { keywords: ['bike repair', 'unicycle wheel lore'], location_code: 2840, language: 'en' },
      }),
    );
    const known = await call({ keywords: KEYWORDS }, { facts: FACTS });
    expect(known.list.known_elsewhere).toEqual([]);
  });

  it('shows where the site of the brand ranks where no target is named, and knows who searches for the name alone', async () => {
    const brand = { name: 'Northgear', aliases: [], domains: ['northgear.example'] };
    const page = serpRecord(
      Array.from({ length: 10 }, (_, at) => ({ url: `https://${at === 8 ? 'northgear' : `s${at}`}.example/stoves/` })),
      { keyword: 'camping stove' },
    );
    const { list, guidance } = await call(
      { keywords: ['camping stove', 'northgear'] },
      { facts: [volumeFact('camping stove', 8000)], serps: [page], brand },
    );
    const row = (keyword: string) => list.items.find((each) => each.keyword === keyword);
    expect(row('camping stove')?.already_ranking).toMatchObject({ position: 9 });
    expect(guidance.recommended_action).not.toMatch(/^Plan a/);
    expect(row('northgear')).toMatchObject({ intent: 'navigational', intent_source: 'brand' });
  });

  it('names the field that is wrong', () => {
    expect(refusedFields(overview, {})).toEqual(['keywords']);
    expect(refusedFields(overview, { keywords: [] })).toEqual(['keywords']);
    expect(refusedFields(overview, { keywords: ['a', ' '] })).toEqual(['keywords[1]']);
    expect(refusedFields(overview, { keywords: Array.from({ length: 101 }, () => 'a') })).toEqual(['keywords']);
    expect(refusedFields(overview, { keywords: ['a'], sort_by: 'volume', min_search_volume: -1 })).toEqual([
      'min_search_volume',
      'sort_by',
    ]);
  });

  it('costs five credits for each started 25 keywords', () => {
    const credits = (count: number) => overview.prepare({ keywords: Array.from({ length: count }, () => 'a') }).credits;
    expect([1, 25, 26, 100].map(credits)).toEqual([5, 5, 10, 20]);
  });

  it('has a row for every keyword, sorted with unknown last and ties as they were sent', async () => {
    const orders = await Promise.all(
      ['priority', 'search_volume', 'cpc', 'difficulty'].map(async (sort_by) => {
        const { list } = await call({ keywords: KEYWORDS, sort_by }, { facts: FACTS });
        return list.items.map(({ keyword }) => keyword);
      }),
    );
    expect(orders).toEqual([
      ['bike tune up', 'bike repair', 'unicycle wheel lore', 'buy inner tube'],
      ['bike repair', 'bike tune up', 'unicycle wheel lore', 'buy inner tube'],
      ['bike tune up', 'bike repair', 'unicycle wheel lore', 'buy inner tube'],
      ['bike tune up', 'bike repair', 'unicycle wheel lore', 'buy inner tube'],
    ]);
  });

  it('keeps a keyword that no source knows, with nothing made up', async () => {
    const { list, markdown_summary } = await call({ keywords: KEYWORDS }, { facts: FACTS });
    const row = list.items.find(({ keyword }) => keyword === 'unicycle wheel lore');
    expect(row).toMatchObject({ found: false, search_volume: null, cpc: null, demand_band: null, priority: null });
    expect(list).toMatchObject({ coverage: 'partial', totals: { found: 3, with_volume: 2, search_volume: 44_900 } });
    expect(markdown_summary).toContain('| unicycle wheel lore | unknown |');
  });

  it('says a band where Bing alone knows the keyword, and never a number of Google', async () => {
    const { list } = await call({ keywords: KEYWORDS }, { facts: FACTS });
    expect(list.items.find(({ keyword }) => keyword === 'buy inner tube')).toMatchObject({
      search_volume: null,
      bing_impressions: 40,
      demand_band: 'medium',
    });
  });

  it('keeps repeats, asks for them once and counts them once', async () => {
    const { list, asked } = await call({ keywords: ['bike repair', 'BIKE  repair', 'bike repair'] }, { facts: FACTS });
    expect(asked.metrics[0]?.keywords).toEqual(['bike repair']);
    expect(
      list.items.map(({ keyword, duplicate_of, search_volume }) => [keyword, duplicate_of, search_volume]),
    ).toEqual([
      ['bike repair', null, 40_500],
      ['BIKE  repair', 'bike repair', 40_500],
      ['bike repair', 'bike repair', 40_500],
    ]);
    expect(list.totals).toMatchObject({ keywords: 3, distinct: 1, search_volume: 40_500 });
  });

  it('counts keywords that share one figure of Google Ads once', async () => {
    const monthly = monthsUntilOctober([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 10]);
    const facts = ['bike shop', 'bike shops'].map((keyword) => volumeFact(keyword, 1000, 'bucket', { monthly }));
    const { list } = await call({ keywords: ['bike shop', 'bike shops'] }, { facts });
    expect(list.totals).toMatchObject({ with_volume: 2, search_volume: 1000 });
  });

  it('tells what min_search_volume leaves out, and keeps what is at least as high', async () => {
    const facts = [...FACTS, volumeFact('tandem', null, 'lower_bound', { low: 6000, source: 'search-console' })];
    const { list } = await call({ keywords: [...KEYWORDS, 'tandem'], min_search_volume: 5000 }, { facts });
    expect(list.items.map(({ keyword }) => keyword)).toEqual(['bike repair', 'tandem']);
    expect(list.filtered_out).toEqual([
      { keyword: 'unicycle wheel lore', search_volume: null, why: 'unknown_search_volume' },
      { keyword: 'buy inner tube', search_volume: null, why: 'unknown_search_volume' },
      { keyword: 'bike tune up', search_volume: 4400, why: 'below_min_search_volume' },
    ]);
    const nothing = await call({ keywords: ['bike tune up'], min_search_volume: 5000 }, { facts });
    expect(nothing.guidance.recommended_action).toBe('Lower the minimum search volume, or send other keywords.');
  });

  it('says first that nothing is known, charges nothing and says what would change that', async () => {
    const { list, guidance, credits, markdown_summary, next_operations } = await call({ keywords: ['zxcv', 'qwer'] });
    expect(list).toMatchObject({ coverage: 'none', totals: { search_volume: null, volume_low: null } });
    expect(guidance.summary).toMatch(/^No connected source or import knows any of these 2 keywords/);
    expect(guidance.confidence).toBe(0);
    expect(guidance.steps[0]?.action).toContain('seamark import keywords FILE');
    expect(markdown_summary).toMatch(/^## Keyword metrics\n\nUnknown: /);
    expect(credits).toBe(0);
    expect(next_operations).toEqual(['analyze.serp']);
  });

  it('shows where the own site stands on stored result pages of the place and language, and asks for no search', async () => {
    const page = serpRecord(
      Array.from({ length: 10 }, (_, at) => ({
        url: at === 7 ? 'https://shop.example/repair' : `https://s${at}.example/`,
      })),
    );
    const elsewhere = { ...page, keyword: 'bike tune up', language: 'de' };
    const { list, asked, guidance } = await call(
      { keywords: KEYWORDS, target: 'shop.example' },
      { facts: FACTS, serps: [page, elsewhere] },
    );
    const ranking = new Map(list.items.map((row) => [row.keyword, row]));
    expect(ranking.get('bike repair')?.already_ranking).toMatchObject({ position: 8, engine: 'google' });
    expect(ranking.get('bike repair')?.score_coverage).toBe(1);
    expect(ranking.get('bike tune up')?.already_ranking).toBeNull();
    expect(guidance.steps.map(({ action }) => action).join(' ')).toContain('bike repair');
    expect(asked.known.every(({ location_code, language }) => location_code === 2840 && language === 'en')).toBe(true);
    const without = await call({ keywords: KEYWORDS }, { facts: FACTS, serps: [page] });
    expect(without.list.items.every(({ already_ranking }) => already_ranking === null)).toBe(true);
  });

  it('scores what there is to gain by the click rates of the own site where its console tells them', async () => {
    const page = serpRecord(
      Array.from({ length: 10 }, (_, at) => ({
        url: at === 7 ? 'https://shop.example/repair' : `https://s${at}.example/`,
      })),
    );
    const gain = async (known: KnownKeywords) => {
      const { list } = await call(
        { keywords: KEYWORDS, target: 'shop.example' },
        { facts: FACTS, serps: [page], ...known },
      );
      return list.items.find(({ keyword }) => keyword === 'bike repair')?.score_components.ranking_gain ?? 0;
    };
    // A site whose results are clicked alike at positions 3 and 8 has little to gain.
    const bins = [3, 8].map((position) => ({ position, clicks: 1500, impressions: 50_000 }));
    const rates = { property: 'sc-domain:shop.example', from: '2026-10-22', to: '2026-11-18', bins };
    expect(await gain({ rates })).toBeLessThan((await gain({})) / 2);
  });

  it('rates difficulty on its own scale where a result page is stored and no provider has one', async () => {
    const results = Array.from({ length: 10 }, (_, at) => ({
      url: `https://s${at}.example/`,
      title: 'Buy inner tubes',
    }));
    const serps = ['buy inner tube', 'bike repair'].map((keyword) => serpRecord(results, { keyword }));
    const { list } = await call({ keywords: KEYWORDS }, { facts: FACTS, serps, rank: 425 });
    const rows = new Map(list.items.map((row) => [row.keyword, row]));
    expect(rows.get('bike repair')).toMatchObject({ keyword_difficulty: 61, difficulty_source: 'dataforseo' });
    expect(rows.get('buy inner tube')).toMatchObject({ difficulty_source: 'seamark', intent_source: 'result_page' });
    expect(rows.get('buy inner tube')?.keyword_difficulty).toBeGreaterThan(30);
    expect(rows.get('unicycle wheel lore')?.keyword_difficulty).toBeNull();
    expect(list.result_pages).toMatchObject({ engine: 'google', keywords: 2 });
    const unranked = await call({ keywords: KEYWORDS }, { facts: FACTS, serps });
    const row = unranked.list.items.find(({ keyword }) => keyword === 'buy inner tube');
    expect(row).toMatchObject({ keyword_difficulty: null, difficulty_source: null });
  });

  it('knows a keyword whose result page is stored, and has no figure of its own for it', async () => {
    const results = Array.from({ length: 10 }, (_, at) => ({ url: `https://s${at}.example/` }));
    const { list } = await call({ keywords: ['zxcv'] }, { serps: [serpRecord(results, { keyword: 'zxcv' })] });
    expect(list).toMatchObject({ coverage: 'full', totals: { found: 1, with_volume: 0, search_volume: null } });
  });

  it('asks for the ranks of a hundred targets at a time', async () => {
    const keywords = Array.from({ length: 20 }, (_, at) => `keyword ${at}`);
    const serps = keywords.map((keyword, at) =>
      serpRecord(
        Array.from({ length: 10 }, (_, place) => ({ url: `https://s${place}-${at}.example/` })),
        { keyword },
      ),
    );
    const { list } = await call({ keywords }, { serps, rank: 300 });
    expect(list.totals.with_difficulty).toBe(20);
  });

  it('reads German and Japanese lists', async () => {
    const german = await call(
      { keywords: ['Fahrradschläuche kaufen', 'wie flicke ich einen Schlauch'], language: 'de' },
      { facts: [volumeFact('Fahrradschläuche kaufen', 880, 'bucket', { language: 'de', location_code: 2276 })] },
    );
    expect(german.list.items).toMatchObject([
      { language: 'de', intent: 'transactional', search_volume: 880 },
      { language: 'de', intent: 'informational', search_volume: null },
    ]);
    const japanese = await call(
      { keywords: ['自転車 修理 料金', '自転車　修理　料金'], language: 'ja' },
      { facts: [volumeFact('自転車 修理 料金', 1900, 'bucket', { language: 'ja', location_code: 2392 })] },
    );
    expect(japanese.list.items).toMatchObject([
      { language: 'ja', search_volume: 1900, duplicate_of: null },
      { language: 'ja', search_volume: 1900, duplicate_of: '自転車 修理 料金' },
    ]);
  });

  it('answers the same request on the same facts alike', async () => {
    const one = await call({ keywords: KEYWORDS }, { facts: FACTS });
    const other = await call({ keywords: KEYWORDS }, { facts: FACTS.toReversed() });
    expect(JSON.stringify(other.result)).toBe(JSON.stringify(one.result));
  });

  describe('with the brand of the project', () => {
    const brand = { name: 'Harbour Bikes', aliases: ['HB Cycles'], domains: ['harbourbikes.example'] };
    const facts = [
      ...FACTS,
      volumeFact('harbour bikes', 90_500, 'bucket', {
        cpc: 9,
        currency: 'USD',
        difficulty: { value: 1, scale: 'dataforseo' },
      }),
    ];

    it('tells branded keywords apart and counts each once', async () => {
      const keywords = ['bike repair', 'Harbour-Bikes shop', 'hb cycles', 'HB Cycles'];
      const { list, markdown_summary } = await call({ keywords }, { facts, brand });
      expect(new Map(list.items.map(({ keyword, is_brand }) => [keyword, is_brand]))).toEqual(
        new Map([
          ['bike repair', false],
          ['Harbour-Bikes shop', true],
          ['hb cycles', true],
          ['HB Cycles', true],
        ]),
      );
      expect(list.totals.by_brand).toEqual({ branded: 2, unbranded: 1 });
      expect(markdown_summary).toContain('Branded: 2 of 3 keywords');
    });

    it('plans no page for a branded keyword, however well it scores', async () => {
      const { guidance, markdown_summary } = await call(
        { keywords: ['harbour bikes', 'bike tune up'] },
        { facts, brand },
      );
      expect(guidance.steps[0]?.action).toContain('bike tune up');
      expect(guidance.steps[1]?.action).toBe(
        'Make sure that your own pages lead the results for the branded keyword, starting with “harbour bikes”.',
      );
      expect(markdown_summary).toContain('for “bike tune up”');
      const alone = await call({ keywords: ['harbour bikes'] }, { facts, brand });
      expect(alone.guidance.steps[0]?.action).toContain('Make sure that your own pages lead');
    });

    it('leaves it open where the project has none', async () => {
      const { list, guidance, markdown_summary } = await call(
        { keywords: ['harbour bikes', 'bike tune up'] },
        { facts },
      );
      expect(list.items.map(({ is_brand }) => is_brand)).toEqual([null, null]);
      expect(list.totals.by_brand).toBeNull();
      expect(guidance.steps[0]?.action).toContain('harbour bikes');
      expect(markdown_summary).not.toContain('Branded');
    });
  });
});
