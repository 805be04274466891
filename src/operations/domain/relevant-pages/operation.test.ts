import { describe, expect, it } from 'vitest';

import { askRankings } from '../../../../test/ranking-calls.ts';
import {
  keywordsOf,
  knownPage,
  type KnownRankings,
  measured,
  pagesOf,
  rankedKeyword,
  rankedPage,
  TOTALS,
} from '../../../../test/ranking-records.ts';
import type { KnownPage } from '../../../ports/links.ts';
import type { RankedPage } from '../../../ports/rankings.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import ranking from '../ranked-keywords/operation.ts';
import { RankedKeywordList } from '../ranked-keywords/report.ts';
import operation from './operation.ts';
import { RelevantPageList } from './report.ts';

async function call(body: Readonly<Record<string, unknown>>, known: KnownRankings) {
  const { report: list, ...answer } = await askRankings(
    operation,
    RelevantPageList,
    { target: 'shop.example', ...body },
    known,
  );
  return { ...answer, list };
}

const URL = 'https://shop.example/wheels';

/** What is said of one page. */
async function judge(
  facts: Partial<RankedPage>,
  crawl: Partial<KnownPage> | null = {},
  body: Readonly<Record<string, unknown>> = {},
  changes: KnownRankings = {},
) {
  const page = rankedPage(URL, facts);
  const pages = facts.measured == null ? pagesOf.provider([page]) : pagesOf.console([page]);
  const known_pages = crawl === null ? [] : [knownPage(URL, crawl)];
  const { list } = await call(body, { pages, known_pages, ...changes });
  const [found] = list.items;
  if (found === undefined) throw new Error('The page is left out.');
  return found;
}

const FALL = measured(200, 9000, { previous_clicks: 500, previous_impressions: 9500 });

describe('domain.relevant-pages', () => {
  it.each(['opportunity', 'estimated_traffic', 'keyword_count', 'top3'])(
    'puts all pages of a site in order by %s, of which each page of the list is a part',
    async (sort_by) => {
      const found = Array.from({ length: 25 }, (_, at) =>
        rankedPage(`https://shop.example/${at}`, { measured: measured((at * 5) % 12, 500 + at) }),
      );
      const pages = pagesOf.console(found);
      const { list } = await call({ sort_by, limit: 100 }, { pages });
      const parts = await Promise.all([0, 10, 20].map((offset) => call({ sort_by, limit: 10, offset }, { pages })));
      expect(parts.flatMap((part) => part.list.items)).toEqual(list.items);
      expect(list.items).toHaveLength(25);
      expect(parts.map((part) => part.list.sorted)).toEqual(['list', 'list', 'list']);
    },
  );

  it('tells the gain of a page that its one keyword has in the list of keywords', async () => {
    const stored = serpRecord(
      [
        { type: 'shopping' },
        { type: 'paid' },
        ...Array.from({ length: 12 }, (_, at) => ({ url: `https://s${at}.example/` })),
      ],
      { keyword: 'camping stove' },
    );
    const facts = { position: 9, measured: measured(190, 11_000), url: URL };
    const pages = pagesOf.console([rankedPage(URL, { ...facts, top_keyword: 'camping stove' })]);
    const keywords = keywordsOf.console([rankedKeyword('camping stove', facts)]);
    for (const known of [[], [stored]]) {
      const [page] = (await call({}, { pages, stored: known })).list.items;
      const ranked = await askRankings(
        ranking,
        RankedKeywordList,
        { target: 'shop.example' },
        { keywords, stored: known },
      );
      expect(page?.expected_gain?.clicks_per_month).toBeGreaterThan(0);
      expect(page?.expected_gain).toEqual(ranked.report.items[0]?.expected_gain);
    }
  });

  it('asks for what the caller wants, at five credits for each started hundred rows', async () => {
    const { asked } = await call(
      {
        limit: 30,
        offset: 60,
        min_traffic: 5,
        historical_serp_mode: 'all',
        sort_by: 'opportunity',
        location: 'United States',
      },
      {},
    );
    expect(asked.pages).toMatchObject([
      {
        target: 'shop.example',
        limit: 30,
        offset: 60,
        traffic_min: 5,
        state: 'all',
        order: 'loss',
        is_any_place: false,
      },
    ]);
    expect(() => operation.prepare({ target: 'shop.example', min_traffic: 5.5 })).toThrow(/min_traffic/);
    const credits = (limit: number) => operation.prepare({ target: 'shop.example', limit }).credits;
    expect([10, 100, 101, 250].map(credits)).toEqual([5, 5, 10, 15]);
  });

  it('exports all pages as one job, with what the crawl knows of each', async () => {
    const urls = Array.from({ length: 1200 }, (_, at) => `https://shop.example/${at}`);
    const { list, asked, credits } = await call(
      { export_rows: 1500 },
      {
        pages: { ...pagesOf.console(urls.map((url) => rankedPage(url))), total_count: 1200 },
        known_pages: urls.map((url) => knownPage(url, { title: url })),
      },
    );
    expect(asked.pages.map(({ limit, offset }) => [limit, offset])).toEqual([
      [1000, 0],
      [500, 1000],
    ]);
    expect(list.items).toHaveLength(1200);
    expect(list.items.filter(({ title, url }) => title === url)).toHaveLength(1200);
    expect(credits).toBe(60);
  });

  it('joins a page with what the crawl knows of it', async () => {
    expect(await judge({ measured: measured(100, 4000) })).toMatchObject({
      title: 'Wheels',
      status_code: 200,
      is_indexable: true,
      words_count: 800,
      referring_domains: 4,
      content_age_days: 730,
      crawled_at: '2026-11-01T00:00:00Z',
    });
  });

  it('answers for pages that nobody crawled, and without an index of links', async () => {
    const pages = pagesOf.console([rankedPage(URL, { measured: measured(100, 4000) })]);
    for (const known_pages of [[], undefined]) {
      const { list, guidance } = await call({}, { pages, ...(known_pages === undefined ? {} : { known_pages }) });
      expect(list).toMatchObject({ pages_crawled: 0, items: [{ status_code: null, referring_domains: null }] });
      expect(list.items[0]?.score_components.links).toBeNull();
      expect(guidance.guardrails.join(' ')).toContain('Look at pages that were never crawled');
    }
  });

  it('shows measured clicks with their share and year, and estimates nothing beside them', async () => {
    const page = await judge({
      measured: measured(250, 5000, { previous_clicks: 240, year_ago_clicks: 260 }),
      estimated_traffic: 900,
    });
    expect(page).toMatchObject({
      clicks: 250,
      ctr: 0.05,
      traffic_share: 0.25,
      estimated_traffic: null,
      clicks_change: { from: 240, to: 250, within_noise: true },
      year_over_year: { from: 260, to: 250, within_noise: true },
    });
  });

  it('tells the share of branded clicks with its bounds, and nothing where the project has no brand', async () => {
    const facts = {
      measured: measured(100, 4000),
      keywords: [
        { keyword: 'wheelhouse wheels', position: 1, clicks: 30 },
        { keyword: 'bike wheels', position: 4, clicks: 70 },
      ],
    };
    const brand = { name: 'Wheelhouse', aliases: [], domains: ['shop.example'] };
    const { brand_share } = await judge(facts, {}, {}, { brand });
    expect(brand_share).toEqual({ value: 0.3, n: 100, low: 0.2189, high: 0.3958 });
    expect((await judge(facts)).brand_share).toBeNull();
  });

  describe('the action', () => {
    it.each([
      ['returns an error', { status_code: 404 }, 'status_code', 404],
      ['redirects', { status_code: 301, redirect_url: 'https://shop.example/new' }, 'status_code', 301],
      ['is kept out of search', { is_indexable: false }, 'is_indexable', false],
      [
        'names another page as its canonical',
        { canonical_url: 'https://shop.example/all' },
        'canonical_url',
        'https://shop.example/all',
      ],
      ['answers nobody', { status_code: null }, 'crawled_at', '2026-11-01T00:00:00Z'],
    ] as const)('is review for a page that %s, whatever else holds', async (_, crawl, figure, value) => {
      const page = await judge({ measured: FALL, position: 8 }, crawl);
      expect(page).toMatchObject({ action: 'review', triggers: [{ figure, value }] });
    });

    it('is no review for a page that names itself as its canonical', async () => {
      const page = await judge({ measured: measured(100, 4000), position: 2 }, { canonical_url: `${URL}/` });
      expect(page.action).toBe('protect');
    });

    it('is refresh for a fall beyond the noise, before expansion, with the figures behind it', async () => {
      const page = await judge({ measured: { ...FALL, year_ago_clicks: 520 }, position: 8 });
      expect(page).toMatchObject({
        action: 'refresh',
        reason:
          'Clicks fell from 500 to 200 (-60%). On the same days a year before it had 520, so it is not the season.',
        triggers: [
          { figure: 'clicks_change.percent', value: -60 },
          { figure: 'year_over_year.percent', value: -61.5 },
        ],
      });
    });

    it('is no refresh for a page that stands where it stood a year ago', async () => {
      const page = await judge({ measured: { ...FALL, year_ago_clicks: 205 }, position: 2 });
      expect(page).toMatchObject({ action: 'protect', clicks_change: { within_noise: false } });
    });

    it('says that season cannot be ruled out where the year before is unknown', async () => {
      expect((await judge({ measured: FALL })).reason).toContain('season cannot be ruled out');
    });

    it.each([
      ['small', measured(85, 4000, { previous_clicks: 100 })],
      ['within the noise', measured(6, 400, { previous_clicks: 12 })],
    ])('is no refresh for a fall that is %s', async (_, counts) => {
      expect((await judge({ measured: counts, position: 2 })).action).toBe('protect');
    });

    it('is refresh where more keywords fall than chance explains, and clicks are unknown', async () => {
      const falling = { keyword_count: 40, top10: 30, declined: 20, improved: 4 };
      expect(await judge(falling)).toMatchObject({
        action: 'refresh',
        triggers: [
          { figure: 'declined', value: 20 },
          { figure: 'improved', value: 4 },
        ],
      });
      expect((await judge({ ...falling, declined: 6, improved: 4 })).action).toBe('protect');
    });

    it('is expand for a page nearly all of whose keywords are past page one, before recovery', async () => {
      const page = await judge({ keyword_count: 40, top10: 8, lost: 30, new: 1, declined: 0, improved: 0 });
      expect(page).toMatchObject({ action: 'expand', reason: '32 of its 40 keywords rank past page one.' });
    });

    it('is expand where a better position would bring many clicks, and not because of keywords far down', async () => {
      const far = { keyword_count: 400, top10: 20, top3: 5 };
      const page = await judge({ measured: measured(50, 4000), position: 8.04, ...far });
      expect(page).toMatchObject({
        action: 'expand',
        expected_gain: { to_rank: 3, demand_basis: 'impressions' },
        triggers: [
          { figure: 'avg_position', value: 8 },
          { figure: 'impressions', value: 4000 },
          { figure: 'expected_gain.clicks_per_month', value: expect.any(Number) },
        ],
      });
      expect(page.reason).toMatch(/^Its average position is 8; position 3 would bring about \d+ more clicks a month/);
      expect((await judge({ measured: measured(2, 60), position: 11, ...far })).action).toBe('protect');
      expect((await judge({ measured: measured(900, 4000), position: 5, ...far })).action).toBe('protect');
      expect((await judge({ measured: measured(50, 4000), position: 2, ...far })).action).toBe('protect');
    });

    it('is expand for a page further down that many searches show, without a promise of clicks', async () => {
      const page = await judge({ measured: measured(3, 9000), position: 20.6 });
      expect(page).toMatchObject({
        action: 'expand',
        reason: 'Its average position is 20.6, where hardly anybody clicks, although it had 9,000 impressions.',
      });
      const small = await judge({ measured: measured(1, 40), position: 45 });
      expect(small).toMatchObject({
        action: 'protect',
        reason: 'Its average position is 45 (1 click), and a better one would bring too few clicks to work on it now.',
      });
    });

    it('is recover for a page that is lost, or that lost more keywords than chance explains', async () => {
      const lost = await judge(
        { is_lost: true, measured: measured(0, 0, { previous_clicks: 80 }) },
        {},
        { historical_serp_mode: 'lost' },
      );
      expect(lost).toMatchObject({
        action: 'recover',
        reason: 'It ranked before and does not now: 80 clicks in the window before.',
        score_components: { traffic: expect.any(Number) },
      });
      const page = await judge({ keyword_count: 20, top10: 18, lost: 15, new: 1 });
      expect(page).toMatchObject({ action: 'recover' });
    });

    it('is protect for what holds', async () => {
      const page = await judge({ measured: measured(400, 4000, { previous_clicks: 390 }), position: 1.8, top3: 9 });
      expect(page).toMatchObject({
        action: 'protect',
        triggers: [
          { figure: 'clicks', value: 400 },
          { figure: 'top3', value: 9 },
        ],
      });
    });
  });

  it('scores what is at stake; parts that are unknown count for nothing, and the rest adds up', async () => {
    const falling = await judge({ measured: FALL, position: 8 });
    const holding = await judge({ measured: measured(200, 9000, { previous_clicks: 200 }), position: 8 });
    expect(falling.opportunity_score).toBeGreaterThan(holding.opportunity_score ?? 100);
    expect(falling.score_coverage).toBe(1);
    const bare = await judge({}, null);
    expect(bare).toMatchObject({ opportunity_score: null, score_coverage: 0, priority: null });
    for (const { score_components, opportunity_score } of [falling, holding]) {
      const sum = Object.values(score_components).reduce<number>((total, points) => total + (points ?? 0), 0);
      expect(sum).toBeCloseTo(opportunity_score ?? -1, 5);
    }
  });

  it.each([
    ['estimated_traffic', ['/c', '/b', '/a', '/d']],
    ['keyword_count', ['/a', '/b', '/c', '/d']],
    ['top3', ['/b', '/a', '/c', '/d']],
    ['opportunity', ['/c', '/b', '/a', '/d']],
  ])('sorts by %s with unknown last and ties by URL', async (sort_by, order) => {
    const page = (path: string, facts: Partial<RankedPage>) => rankedPage(`https://shop.example${path}`, facts);
    const pages = pagesOf.provider([
      page('/d', {}),
      page('/c', { estimated_traffic: 900, keyword_count: 2, top10: 1, top3: 1, lost: 0, declined: 0 }),
      page('/b', { estimated_traffic: 90, keyword_count: 3, top10: 2, top3: 2, lost: 0, declined: 0 }),
      page('/a', { estimated_traffic: 9, keyword_count: 4, top10: 3, top3: 1, lost: 0, declined: 0 }),
    ]);
    const { list } = await call({ sort_by }, { pages });
    expect(list.items.map(({ url }) => url.replace('https://shop.example', ''))).toEqual(order);
  });

  it('keeps live, lost or all pages, and those with enough traffic', async () => {
    const pages = pagesOf.console([
      rankedPage('https://shop.example/a', { measured: measured(50, 900) }),
      rankedPage('https://shop.example/b', { measured: measured(2, 900) }),
      rankedPage('https://shop.example/c', { measured: measured(0, 0), is_lost: true }),
    ]);
    const paths = async (body: Readonly<Record<string, unknown>>) =>
      (await call(body, { pages })).list.items.map(({ url }) => url.at(-1));
    expect(await paths({})).toEqual(['a', 'b']);
    expect(await paths({ min_traffic: 10 })).toEqual(['a']);
    expect(await paths({ historical_serp_mode: 'lost' })).toEqual(['c']);
    expect(await paths({ historical_serp_mode: 'all' })).toEqual(['a', 'b', 'c']);
  });

  it('looks for a cause of the whole site first where all of it falls', async () => {
    const pages = pagesOf.console([rankedPage(URL, { measured: FALL })], {
      totals: { ...TOTALS, clicks: 1000, previous_clicks: 2400 },
    });
    const { guidance, markdown_summary } = await call({}, { pages, known_pages: [knownPage(URL)] });
    expect(guidance.steps[0]?.action).toMatch(/^Look for a cause that affects the whole site/);
    expect(guidance.steps[1]?.action).toMatch(/^Refresh https:\/\/shop\.example\/wheels/);
    expect(markdown_summary).toContain('2,400 clicks in the window before (-58.3%)');
    const steady = await call({}, { pages: pagesOf.console([rankedPage(URL, { measured: FALL })]) });
    expect(steady.guidance.steps[0]?.action).toMatch(/^Refresh/);
    expect(steady.markdown_summary).toContain('a difference within the noise');
  });

  it('names the page that brings most first among those to protect', async () => {
    const page = (path: string, clicks: number, position: number) =>
      rankedPage(`https://shop.example/${path}`, { measured: measured(clicks, 2000), position });
    const pages = pagesOf.console([page('few', 400, 3.4), page('most', 900, 1.2)]);
    const { guidance } = await call({}, { pages });
    expect(guidance.steps[0]?.action).toMatch(/^Leave https:\/\/shop\.example\/most and 1 other page as is/);
    expect(guidance.next_calls).toMatchObject([{ body: { target: 'https://shop.example/most' } }]);
  });

  it('says of stored result pages that they are a sample', async () => {
    const pages = pagesOf.serps([rankedPage(URL, { keyword_count: 3, top3: 1, top10: 2 })], 12);
    const { list, guidance } = await call({}, { pages });
    expect(list).toMatchObject({ basis: 'serps', coverage: 'sample', serps_considered: 12, totals: null });
    expect(guidance.summary).toContain('1 page in the sample');
  });

  it('says first that the target is unknown, charges nothing and says what would change that', async () => {
    const { list, guidance, credits, markdown_summary, next_operations } = await call({}, {});
    expect(list).toMatchObject({ basis: null, state: 'unknown_target', coverage: 'none', total_count: null });
    expect(credits).toBe(0);
    expect(guidance.summary).toMatch(/^Rankings of shop\.example are unknown/);
    expect(markdown_summary).toContain('Rankings of shop.example are unknown');
    expect(next_operations).toEqual(['analyze.serp']);
    const quiet = pagesOf.console([], { totals: { ...TOTALS, impressions: 0, clicks: 0 } });
    expect((await call({}, { pages: quiet })).list.state).toBe('own_site_without_data');
    expect((await call({ min_traffic: 9 }, { pages: pagesOf.console([]) })).list.state).toBe('no_match');
  });
});
