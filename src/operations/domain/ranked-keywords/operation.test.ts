import { describe, expect, it } from 'vitest';

import { volumeFact } from '../../../../test/keyword-records.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { refusedFields } from '../../../../test/pure-operation.ts';
import { askRankings, rowOf } from '../../../../test/ranking-calls.ts';
import {
  keywordsOf,
  knownPage,
  type KnownRankings,
  measured,
  rankedKeyword,
  TOTALS,
  WINDOW,
} from '../../../../test/ranking-records.ts';
import { estimateGain } from '../../../rankings/gain.ts';
import { describeConditions } from '../../../serp/click-rate.ts';
import operation from './operation.ts';
import { RankedKeywordList } from './report.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const { report: list, ...answer } = await askRankings(
    operation,
    RankedKeywordList,
    { target: 'shop.example', ...body },
    known,
  );
  return { ...answer, list, row: rowOf(list.items, 'keyword') };
}

const BRAND = { name: 'Wheelhouse', aliases: [], domains: ['shop.example'] };

const CONSOLE = keywordsOf.console([
  rankedKeyword('wheelhouse opening hours', { position: 1.1, measured: measured(300, 800) }),
  rankedKeyword('true a bicycle wheel', {
    url: 'https://shop.example/true-a-wheel',
    position: 8.2,
    previous_position: 8.1,
    movement: 'down',
    measured: measured(40, 5000, { previous_clicks: 42, previous_impressions: 5100 }),
  }),
  rankedKeyword('spoke key sizes', {
    url: 'https://shop.example/spoke-keys',
    position: 5.4,
    previous_position: 3.1,
    movement: 'down',
    measured: measured(50, 2000, { previous_clicks: 120, previous_impressions: 2100, year_ago_clicks: 130 }),
  }),
  rankedKeyword('winter tires', {
    url: 'https://shop.example/winter',
    position: 5,
    previous_position: 4.9,
    movement: 'same',
    measured: measured(50, 2000, { previous_clicks: 120, previous_impressions: 4000, year_ago_clicks: 52 }),
  }),
  rankedKeyword('rim tape', {
    url: 'https://shop.example/rim-tape',
    previous_position: 6,
    movement: 'lost',
    measured: measured(0, 0, { previous_clicks: 30, previous_impressions: 900 }),
  }),
]);

describe('domain.ranked-keywords', () => {
  it('names the field that is wrong, and costs five credits for each started hundred rows', () => {
    expect(refusedFields(operation, {})).toEqual(['target']);
    expect(refusedFields(operation, { target: 'shop.example', limit: 9, max_rank: 101, sort_by: 'clicks' })).toEqual([
      'limit',
      'max_rank',
      'sort_by',
    ]);
    const credits = (limit: number) => operation.prepare({ target: 'shop.example', limit }).credits;
    expect([10, 100, 101, 250].map(credits)).toEqual([5, 5, 10, 15]);
  });

  it('asks for what the caller wants, and for all countries only where no place is named', async () => {
    const { asked } = await call(
      {
        limit: 20,
        offset: 40,
        max_rank: 30,
        min_search_volume: 50,
        include_lost: true,
        sort_by: 'rank',
        language: 'de',
      },
      { brand: BRAND },
    );
    expect(asked.keywords).toMatchObject([
      {
        target: 'shop.example',
        limit: 20,
        offset: 40,
        max_position: 30,
        volume_min: 50,
        include_lost: true,
        order: 'position',
        language: 'de',
        is_any_place: true,
        location: { code: 2840 },
      },
    ]);
    expect(asked.rates[0]).toMatchObject({ target: 'shop.example', is_any_place: true });
    expect(asked.rates[0]?.brand_letters).toContain('wheelhouse');
    const placed = await call({ location: 'United States' }, {});
    expect(placed.asked.keywords).toMatchObject([{ is_any_place: false, order: 'gain' }]);
  });

  it('tells the gain that opportunities.find tells, from what stands on the stored result page', async () => {
    const keywords = keywordsOf.provider([
      rankedKeyword('camping stove', { position: 9, facts: [volumeFact('camping stove', 8000)] }),
    ]);
    const stored = serpRecord(
      [
        { type: 'shopping' },
        { type: 'paid' },
        ...Array.from({ length: 12 }, (_, at) => ({ url: `https://s${at}.example/` })),
      ],
      { keyword: 'camping stove' },
    );
    const { row } = await call({}, { keywords, stored: [stored] });
    const found = await call({}, { keywords });
    const gain = row('camping stove').expected_gain;
    expect(gain?.clicks_per_month).toBeLessThan(found.row('camping stove').expected_gain?.clicks_per_month ?? 0);
    const page = describeConditions(stored, row('camping stove').intent);
    const demand = { value: 8000, low: 8000, high: 8000, basis: 'volume' } as const;
    const told = estimateGain({ position: 9, to_rank: 3, demand, curve: null, page });
    expect(gain?.clicks_per_month).toBe(told?.clicks_per_month);
  });

  it('asks to rework the page that ranks too far down for what people want to buy, not to build one beside it', async () => {
    const url = 'https://shop.example/carbon-wheels';
    const row = rankedKeyword('buy carbon wheels', { url, position: 24, measured: measured(2, 9000) });
    const { list, guidance, markdown_summary } = await call({}, { keywords: keywordsOf.console([row]) });
    expect(list.items).toMatchObject([{ opportunity_type: 'commercial_intent_opportunity' }]);
    expect(guidance.steps[0]?.action).toBe(
      `Rework ${url} for “buy carbon wheels”, or build a new page if this one answers a different search.`,
    );
    expect(markdown_summary).toContain('| rework the page |');
  });

  it('names no country where the figures are not split by country', async () => {
    const keywords = { ...CONSOLE, window: { ...WINDOW, ignores_country: true } };
    const { list, guidance, markdown_summary } = await call({ location: 'Germany' }, { keywords, brand: BRAND });
    expect(list.location).toBeNull();
    expect(markdown_summary).toContain('2026-11-18, all countries.');
    expect(markdown_summary).not.toContain('Germany');
    expect(guidance.confidence_reasons).toContain(
      'Your console data is not split by country, so the figures include every country.',
    );
  });

  it('says of a page past the end that the list has ended, not that filters leave nothing', async () => {
    const past = { ...CONSOLE, items: [], total_count: 5 };
    const { list, guidance, markdown_summary, credits } = await call({ offset: 50 }, { keywords: past, brand: BRAND });
    expect(list).toMatchObject({ items: [], total_count: 5, offset: 50, state: 'answered', coverage: 'full' });
    expect(guidance.summary).toBe('Offset 50 is past the end of the list: only 5 keywords match.');
    expect(guidance.next_calls).toMatchObject([
      { operation: 'domain.ranked-keywords', body: { target: 'shop.example', offset: 0 } },
    ]);
    expect(markdown_summary).toContain('past the end of the list');
    expect(credits).toBeUndefined();
  });

  it('exports all keywords as one job, read part after part, and charges those that there are', async () => {
    const rows = Array.from({ length: 2345 }, (_, at) => rankedKeyword(`keyword ${at}`, { position: 1 + (at % 50) }));
    const all = { ...CONSOLE, items: rows, total_count: 2345 };
    const body = { target: 'shop.example', export_rows: 2800 };
    const { list, asked, credits } = await call(body, { keywords: all });
    expect(asked.keywords.map(({ limit, offset }) => [limit, offset])).toEqual([
      [1000, 0],
      [1000, 1000],
      [800, 2000],
    ]);
    expect(new Set(list.items.map(({ keyword }) => keyword)).size).toBe(2345);
    expect(credits).toBe(120);
    const { always_queues, credits: price } = operation.prepare(body);
    expect([always_queues, price]).toEqual([true, 140]);
    expect(refusedFields(operation, { ...body, offset: 19_000 })).toEqual(['export_rows']);
  });

  it('reads on where a source folds rows of a part into others, up to the number that it counts', async () => {
    const rows = Array.from({ length: 1900 }, (_, at) => rankedKeyword(`keyword ${at}`, { position: 4 }));
    const folded = { ...CONSOLE, items: rows, total_count: 3000 };
    const { asked } = await call({ export_rows: 5000 }, { keywords: folded });
    expect(asked.keywords.map(({ offset }) => offset)).toEqual([0, 1000, 2000]);
  });

  describe('from the own console', () => {
    it('shows counted clicks, their window and the rest that no keyword has, and estimates no traffic', async () => {
      const { list, row, markdown_summary } = await call({}, { keywords: CONSOLE, brand: BRAND });
      expect(list).toMatchObject({
        basis: 'console',
        state: 'answered',
        coverage: 'full',
        window: { from: WINDOW.from, to: WINDOW.to, days: 28, previous_from: WINDOW.previous_from },
        totals: TOTALS,
        location: null,
        language: null,
        serps_considered: null,
      });
      expect(row('true a bicycle wheel')).toMatchObject({
        rank: 8.2,
        position_kind: 'average',
        clicks: 40,
        impressions: 5000,
        ctr: 0.008,
        estimated_traffic: null,
        traffic_low: null,
        traffic_source: 'measured',
      });
      expect(markdown_summary).toContain('**1,000 clicks** (900 in the window before)');
      expect(markdown_summary).toContain('400 clicks are assigned to no keyword');
      expect(markdown_summary).toContain('from 2026-10-22 to 2026-11-18, all countries');
    });

    it('tells what a better position brings, from its own curve where the site has one', async () => {
      const published = await call({}, { keywords: CONSOLE });
      expect(published.list.click_curve).toBeNull();
      expect(published.row('true a bicycle wheel').expected_gain).toMatchObject({
        to_rank: 3,
        ctr_curve: 'dataforseo-2025',
        demand_basis: 'impressions',
      });
      const rates = {
        property: 'sc-domain:shop.example',
        from: '2026-08-21',
        to: '2026-11-18',
        bins: [
          { position: 3, clicks: 400, impressions: 10_000 },
          { position: 8, clicks: 100, impressions: 10_000 },
        ],
      };
      const own = await call({}, { keywords: CONSOLE, rates });
      expect(own.list.click_curve).toMatchObject({ name: 'own-sc-domain:shop.example-2026-08-21' });
      const [gain, other] = [own, published].map(({ row }) => row('true a bicycle wheel').expected_gain);
      expect(gain?.ctr_curve).toBe('own-sc-domain:shop.example-2026-08-21');
      expect(gain?.clicks_per_month).toBeLessThan(other?.clicks_per_month ?? 0);
    });

    it('calls nothing a fall that is noise or season', async () => {
      const { row, list } = await call({}, { keywords: CONSOLE });
      expect(row('true a bicycle wheel')).toMatchObject({ movement: 'same', opportunity_type: 'quick_win' });
      expect(row('true a bicycle wheel').rank_change).toEqual({ from: 8.1, to: 8.2, within_noise: true });
      expect(row('winter tires')).toMatchObject({ opportunity_type: 'quick_win', year_ago_clicks: 52 });
      expect(row('spoke key sizes')).toMatchObject({ opportunity_type: 'content_refresh', movement: 'down' });
      expect(row('spoke key sizes').reason).toBe('Clicks fell from 120 to 50 (-58.3%), and 130 a year before.');
      expect(list.movements).toMatchObject({ down: 1, same: 2, unknown: 1 });
    });

    it('leaves lost keywords out unless they are wanted, and tells what they would bring back', async () => {
      const without = await call({}, { keywords: CONSOLE });
      expect(without.list.items.map(({ keyword }) => keyword)).not.toContain('rim tape');
      const { row, guidance } = await call({ include_lost: true }, { keywords: CONSOLE });
      expect(row('rim tape')).toMatchObject({
        rank: null,
        previous_rank: 6,
        movement: 'lost',
        opportunity_type: 'lost_keyword_recovery',
        expected_gain: { to_rank: 6 },
      });
      expect(guidance.steps.map(({ action }) => action).join(' ')).toContain('rim-tape');
    });

    it('scores by impressions where no volume is known, and shows no volume', async () => {
      const { row } = await call({}, { keywords: CONSOLE });
      const { search_volume, score_components, score_coverage, opportunity_score } = row('true a bicycle wheel');
      expect(search_volume).toBeNull();
      expect(score_components.volume).toBeGreaterThan(0);
      expect(score_components.ease).toBeNull();
      expect(score_coverage).toBe(0.7);
      const sum = Object.values(score_components).reduce<number>((total, points) => total + (points ?? 0), 0);
      expect(sum).toBeCloseTo(opportunity_score ?? -1, 5);
    });

    it('tells branded keywords by the project’s brand, and never plans growth on them', async () => {
      const { row, list, guidance } = await call({}, { keywords: CONSOLE, brand: BRAND });
      expect(row('wheelhouse opening hours')).toMatchObject({ is_brand: true, opportunity_type: 'defend' });
      expect(list.by_brand).toEqual({ branded: 1, unbranded: 3 });
      expect(JSON.stringify(guidance.steps)).not.toContain('wheelhouse');
      const unknown = await call({}, { keywords: CONSOLE });
      expect(unknown.row('wheelhouse opening hours').is_brand).toBeNull();
      expect(unknown.list.by_brand).toBeNull();
    });

    it('keeps branded keywords whatever their position', async () => {
      const items = [rankedKeyword('wheelhouse reviews', { position: 8, measured: measured(40, 5000) })];
      const { row } = await call({}, { keywords: keywordsOf.console(items), brand: BRAND });
      expect(row('wheelhouse reviews')).toMatchObject({ is_brand: true, opportunity_type: 'defend' });
    });

    it('makes one task of the keywords of one page', async () => {
      const url = 'https://shop.example/guide';
      const items = Array.from({ length: 10 }, (_, at) =>
        rankedKeyword(`fix wheel ${at}`, { url, position: 6 + at / 10, measured: measured(20, 1000) }),
      );
      const { guidance } = await call({}, { keywords: keywordsOf.console(items) });
      expect(guidance.steps).toHaveLength(1);
      expect(guidance.steps[0]?.action).toContain('and 9 more keywords');
    });

    it('says that its own site was not shown, and that a filter left nothing', async () => {
      const quiet = keywordsOf.console([], { totals: { ...TOTALS, clicks: 0, impressions: 0 } });
      const empty = await call({}, { keywords: quiet });
      expect(empty.list).toMatchObject({ state: 'own_site_without_data', coverage: 'full' });
      expect(empty.guidance.summary).toMatch(/^shop\.example is your own site, but it had no impressions/);
      const filtered = await call({ max_rank: 3 }, { keywords: keywordsOf.console([]) });
      expect(filtered.list.state).toBe('no_match');
      expect(filtered.guidance.summary).toMatch(/^No keyword of shop\.example matches the filters/);
      expect(filtered.guidance.recommended_action).toContain('Raise max_rank');
    });
  });

  it('tells of a page what is its own, where the mean of the keyword is one of several pages', async () => {
    const shared = keywordsOf.console([
      rankedKeyword('alpine boots', {
        url: 'https://shop.example/boots',
        position: 9.2,
        measured: measured(170, 4000),
        url_figures: { position: 8.2, measured: measured(150, 3000) },
        others: [{ url: 'https://shop.example/old-boots', position: 12.2, clicks: 20, impressions: 1000 }],
      }),
    ]);
    const alone = keywordsOf.console([
      rankedKeyword('alpine boots', {
        url: 'https://shop.example/boots',
        position: 8.2,
        measured: measured(150, 3000),
      }),
    ]);
    const [both, one] = [await call({}, { keywords: shared }), await call({}, { keywords: alone })];
    expect(both.row('alpine boots')).toMatchObject({ rank: 9.2, url_rank: 8.2, clicks: 170, impressions: 4000 });
    expect(both.row('alpine boots').expected_gain).toEqual(one.row('alpine boots').expected_gain);
    expect(both.row('alpine boots').reason).toMatch(
      /^Its page has an average position of 8\.2 \(9\.2 across the 2 pages of the site that rank\): position 3 would bring/,
    );
    expect(one.row('alpine boots').reason).toMatch(/^It has an average position of 8\.2: position 3 would bring/);
  });

  describe('from stored result pages', () => {
    const found = keywordsOf.serps(
      [
        rankedKeyword('inner tube', {
          position: 9,
          previous_position: 7,
          movement: 'down',
          checked_at: '2026-11-10T08:00:00Z',
          features: ['organic', 'featured_snippet'],
          device: 'desktop',
          facts: [volumeFact('inner tube', 10_000)],
          others: [{ url: 'https://shop.example/tubes', position: 12, clicks: null, impressions: null }],
        }),
        rankedKeyword('bike stand', { position: 34, checked_at: '2026-11-09T08:00:00Z' }),
      ],
      14,
    );

    it('is a sample with the number of pages, dates and no total', async () => {
      const { list, row, guidance, markdown_summary } = await call({}, { keywords: found });
      expect(list).toMatchObject({
        basis: 'serps',
        coverage: 'sample',
        serps_considered: 14,
        totals: null,
        window: null,
        location: { code: 2840 },
        language: 'en',
      });
      expect(row('inner tube')).toMatchObject({
        position_kind: 'tracked',
        checked_at: '2026-11-10T08:00:00Z',
        clicks: null,
        impressions: null,
      });
      expect(markdown_summary).toContain('A sample: 14 stored result pages');
      expect(guidance.guardrails.join(' ')).toContain('don’t report their number as a total');
      expect(guidance.confidence).toBeLessThan(0.4);
    });

    it('begins with what ranks best where too little is known for a score', async () => {
      const near = ['wheel stand', 'bell', 'floor pump'].map((keyword, at) =>
        rankedKeyword(keyword, { url: `https://shop.example/${at}`, position: 14 - 4 * at }),
      );
      const { list, guidance } = await call({}, { keywords: keywordsOf.serps(near, 14) });
      expect(list.items.map(({ opportunity_score }) => opportunity_score)).toEqual([null, null, null]);
      expect(guidance.recommended_action).toContain('“floor pump”');
    });

    it('estimates clicks with bounds where the volume is known, and leaves them unknown elsewhere', async () => {
      const { row } = await call({}, { keywords: found });
      expect(row('inner tube')).toMatchObject({ estimated_traffic: 150, traffic_source: 'dataforseo-2025' });
      expect(row('inner tube').traffic_low).toBeLessThan(150);
      expect(row('inner tube').traffic_high).toBeGreaterThan(150);
      expect(row('bike stand')).toMatchObject({ estimated_traffic: null, traffic_value: null, expected_gain: null });
      expect(row('bike stand').priority).toBeNull();
    });

    it('takes a step of two places between two checks for noise', async () => {
      expect((await call({}, { keywords: found })).row('inner tube')).toMatchObject({
        movement: 'same',
        opportunity_type: 'featured_snippet_opportunity',
      });
    });

    it('tells where pages of the site compete', async () => {
      const { guidance } = await call({}, { keywords: found });
      expect(guidance.steps.map(({ action }) => action).join(' ')).toContain('Decide which page should rank');
    });
  });

  describe('from a provider', () => {
    const fact = volumeFact('bike repair', 40_500, 'bucket', {
      cpc: 2.5,
      currency: 'USD',
      difficulty: { value: 61, scale: 'dataforseo' },
    });
    const found = keywordsOf.provider(
      [
        rankedKeyword('bike repair', {
          position: 12,
          previous_position: 24,
          movement: 'up',
          estimated_traffic: 303,
          features: ['organic', 'ai_overview'],
          facts: [fact],
        }),
      ],
      { total_count: 812, positions: { top3: 9, top10: 60, top20: 140, top50: 400, top100: 812 } },
    );

    it('shows its estimates as such, with positions of all keywords', async () => {
      const { list, row, guidance } = await call({}, { keywords: found });
      expect(row('bike repair')).toMatchObject({
        estimated_traffic: 303,
        traffic_source: 'provider',
        traffic_value: 757.5,
        search_volume: 40_500,
        keyword_difficulty: 61,
        movement: 'up',
        score_coverage: 1,
      });
      expect(list).toMatchObject({ basis: 'provider', coverage: 'full', total_count: 812 });
      expect(list.position_distribution).toEqual({
        keywords_considered: 812,
        top3: 9,
        top10: 60,
        top20: 140,
        top50: 400,
        top100: 812,
        is_complete: true,
      });
      expect(guidance.guardrails.join(' ')).toContain('do not add it to, or compare it with, measured clicks');
    });

    it('lowers the gain where the result page has an AI Overview', async () => {
      const plain = keywordsOf.provider(found.items.map((item) => ({ ...item, features: ['organic'] })));
      const gain = async (keywords: typeof found) =>
        (await call({}, { keywords })).row('bike repair').expected_gain?.clicks_per_month ?? 0;
      expect(await gain(found)).toBeLessThan(await gain(plain));
    });
  });

  it.each([
    ['opportunity', ['b', 'a', 'c', 'd']],
    ['estimated_traffic', ['a', 'b', 'c', 'd']],
    ['rank', ['c', 'a', 'b', 'd']],
    ['search_volume', ['b', 'a', 'c', 'd']],
    ['cpc', ['a', 'c', 'b', 'd']],
  ])('sorts by %s with unknown last and by rank', async (sort_by, order) => {
    const keywords = keywordsOf.provider([
      rankedKeyword('d', { movement: 'lost', previous_position: 80 }),
      rankedKeyword('c', { position: 1 }),
      rankedKeyword('b', { position: 9, estimated_traffic: 10, facts: [volumeFact('b', 50_000)] }),
      rankedKeyword('a', {
        position: 2,
        estimated_traffic: 20,
        facts: [volumeFact('a', 100, 'bucket', { cpc: 3, currency: 'USD' })],
      }),
    ]);
    const { list } = await call({ sort_by, include_lost: true }, { keywords });
    expect(list.items.map(({ keyword }) => keyword)).toEqual(order);
  });

  it('keeps what was seen often enough where the volume is not known, and counts what it leaves out', async () => {
    const { list } = await call({ min_search_volume: 3000 }, { keywords: CONSOLE });
    expect(list.items.map(({ keyword }) => keyword)).toEqual(['true a bicycle wheel']);
    expect(list.filtered_out).toEqual({ below_min_search_volume: 0, unknown_search_volume: 3 });
    expect(list.total_count).toBe(1);
  });

  it('expects of a page what the click curve of its site says', async () => {
    const { asked } = await call({ target: 'https://shop.example/spoke-keys' }, { keywords: CONSOLE });
    // Its own is asked for only where the console knows none of the site.
    expect(asked.rates.map(({ target }) => target)).toEqual(['shop.example', 'https://shop.example/spoke-keys']);
  });

  it.each(['opportunity', 'search_volume', 'estimated_traffic', 'rank'])(
    'puts all keywords of a site in order by %s, of which each page is a part',
    async (sort_by) => {
      const keywords = keywordsOf.console(
        Array.from({ length: 25 }, (_, at) =>
          rankedKeyword(`spoke ${at}`, { position: 2 + ((at * 7) % 25), measured: measured((at * 5) % 12, 500 + at) }),
        ),
      );
      const { list } = await call({ sort_by, limit: 100 }, { keywords });
      const pages = await Promise.all([0, 10, 20].map((offset) => call({ sort_by, limit: 10, offset }, { keywords })));
      expect(pages.flatMap((page) => page.list.items)).toEqual(list.items);
      expect(list.items).toHaveLength(25);
      expect(pages.map((page) => page.list.sorted)).toEqual(['list', 'list', 'list']);
    },
  );

  it('says that pages of a provider are in order each by itself, unless one page is all', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => rankedKeyword(`spoke ${at}`, { position: 1 + at }));
    const keywords = keywordsOf.provider(rows);
    const asked = [{ limit: 10 }, { limit: 10, offset: 10 }, { limit: 100 }];
    const pages = await Promise.all(asked.map((body) => call(body, { keywords })));
    expect(pages.map(({ list }) => list.sorted)).toEqual(['page', 'page', 'list']);
  });

  it('says first that the target is unknown, charges nothing and says what would change that', async () => {
    const { list, guidance, credits, markdown_summary, next_operations } = await call({}, {});
    expect(list).toMatchObject({
      basis: null,
      state: 'unknown_target',
      coverage: 'none',
      total_count: null,
      totals: null,
      position_distribution: null,
    });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of shop\.example are unknown/);
    expect(guidance.confidence).toBe(0);
    expect(guidance.steps[0]?.action).toContain('seamark import console');
    expect(markdown_summary).toMatch(/^## Ranked keywords of shop\.example\n\nRankings of shop\.example are unknown/);
    expect(next_operations).toEqual(['analyze.serp']);
  });

  it('says how many stored result pages are without the target', async () => {
    const { guidance } = await call({}, { keywords: keywordsOf.serps([], 37) });
    expect(guidance.summary).toContain('it is on none of the 37 stored result pages');
  });
});

describe('a page that a crawl saw kept out of search', () => {
  const url = 'https://shop.example/spoke-keys';
  const noindexed = knownPage(url, { is_indexable: false });

  it('is opened to search before anything else is done for its keywords', async () => {
    const { list, guidance, markdown_summary } = await call({}, { keywords: CONSOLE, known_pages: [noindexed] });
    expect(list.blocked_pages).toMatchObject([{ kind: 'noindex', url }]);
    expect(guidance.steps[0]?.action).toBe(
      `Remove the noindex from ${url} if it should rank, then request indexing in Search Console.`,
    );
    expect(guidance.steps.slice(1).map(({ action }) => action)).not.toContainEqual(expect.stringContaining(url));
    expect(guidance.summary).toMatch(/^https:\/\/shop\.example\/spoke-keys is set to noindex/);
    expect(guidance.next_calls?.[0]).toMatchObject({ operation: 'content.technical-qa', body: { url } });
    expect(guidance.priority).toBe('high');
    expect(markdown_summary).toContain('is set to noindex');
  });

  it('is unknown where no crawl read the pages, and told apart from none', async () => {
    expect((await call({}, { keywords: CONSOLE })).list.blocked_pages).toBeNull();
    const read = await call({}, { keywords: CONSOLE, known_pages: [knownPage(url)] });
    expect(read.list.blocked_pages).toEqual([]);
  });
});
