import { describe, expect, it } from 'vitest';

import { AUSTIN, sourceContext, UNITED_STATES } from '../../../test/source-context.ts';
import type { RankedKeywordsQuery, RankedPagesQuery, SharedKeywordsQuery } from '../../ports/rankings.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { rankingOffers } from './rankings.ts';
import type { DataForSeoSettings } from './settings.ts';

const SETTINGS = {
  SEAMARK_DATAFORSEO_URL: 'https://api.dataforseo.test/',
  SEAMARK_DATAFORSEO_LOGIN: 'me@example.com',
  SEAMARK_DATAFORSEO_PASSWORD: 'pass-word',
};
const contextWith = (answer: (request: SourceHttpRequest) => unknown) =>
  sourceContext<DataForSeoSettings>(SETTINGS, answer);
const envelope = (result: unknown, cost = 0.0203): unknown => ({
  status_code: 20000,
  status_message: 'Ok.',
  tasks: [{ status_code: 20000, status_message: 'Ok.', cost, result: result === null ? null : [result] }],
});

const { keywords, pages, competitors, shared, traffic } = rankingOffers;
if (!keywords || !pages || !competitors || !shared || !traffic) throw new Error('Five methods are offered.');

const MARKET = { location: UNITED_STATES, language: 'en-US', is_any_place: false };
const PATH = 'https://api.dataforseo.test/v3/dataforseo_labs/google';

const data = (keyword: string): object => ({
  keyword,
  location_code: 2840,
  language_code: 'en',
  keyword_info: { search_volume: 2400, cpc: 2.5, competition: 0.4, last_updated_time: '2026-11-10 04:05:06 +00:00' },
  keyword_properties: { keyword_difficulty: 35 },
  search_intent_info: { main_intent: 'commercial' },
});
const item = (rank: number, more: object = {}): object => ({
  type: 'organic',
  rank_group: rank,
  rank_absolute: rank + 2,
  url: 'https://www.example.com/bikes',
  etv: 120.5,
  estimated_paid_traffic_cost: 301.2,
  rank_changes: { previous_rank_absolute: rank + 2, is_new: false, is_up: false, is_down: false },
  ...more,
});
const changes = (more: object): object => ({
  rank_changes: { previous_rank_absolute: 9, is_new: false, is_up: false, is_down: false, ...more },
});
const row = (keyword: string, serp_item: object, more: object = {}): object => ({
  keyword_data: data(keyword),
  ranked_serp_element: {
    serp_item,
    serp_item_types: ['organic', 'ai_overview', 'people_also_ask', 'a_type_of_tomorrow'],
    is_lost: false,
    last_updated_time: '2026-11-12 06:00:00 +00:00',
    ...more,
  },
});

const KEYWORDS: RankedKeywordsQuery = {
  ...MARKET,
  target: 'example.com',
  limit: 50,
  max_position: 100,
  include_lost: false,
  order: 'traffic',
  volume_min: 0,
};

describe('keywords that a site ranks for', () => {
  it('come with place, page, features, estimated traffic and what is known of the keyword', async () => {
    const buckets = { pos_1: 1, pos_2_3: 2, pos_4_10: 4, pos_11_20: 8, pos_21_30: 16, pos_41_50: 1, pos_91_100: 3 };
    const { context, requests } = contextWith(() =>
      envelope({
        total_count: 35,
        metrics: { organic: { ...buckets, count: 35 } },
        items: [row('bike shop', item(4))],
      }),
    );
    const answer = await keywords.ask(KEYWORDS, context);
    expect(requests).toMatchObject([{ method: 'POST', url: `${PATH}/ranked_keywords/live` }]);
    expect(requests[0]?.body).toEqual([
      {
        target: 'example.com',
        location_code: 2840,
        language_code: 'en',
        item_types: ['organic'],
        historical_serp_mode: 'live',
        order_by: [
          'ranked_serp_element.serp_item.etv,desc',
          'keyword_data.keyword_info.search_volume,desc',
          'keyword_data.keyword,asc',
        ],
        limit: 50,
      },
    ]);
    expect(answer).toMatchObject({ usd: 0.0203, measure: 'estimated', is_empty: false });
    expect(answer.coverage).toBeUndefined();
    expect(answer.value).toMatchObject({
      basis: 'provider',
      window: null,
      total_count: 35,
      positions: { top3: 3, top10: 7, top20: 15, top50: 32, top100: 35 },
      totals: null,
      serps_considered: null,
    });
    expect(answer.value.items).toMatchObject([
      {
        keyword: 'bike shop',
        url: 'https://www.example.com/bikes',
        position: 4,
        position_kind: 'tracked',
        previous_position: 4,
        movement: 'same',
        checked_at: '2026-11-12T06:00:00.000Z',
        measured: null,
        estimated_traffic: 120.5,
        traffic_value: 301.2,
        features: ['ai_overview', 'people_also_ask'],
        url_figures: null,
        others: [],
        facts: [{ source: 'dataforseo', volume: { value: 2400 }, cpc: 2.5, difficulty: { value: 35 } }],
        device: null,
      },
    ]);
  });

  it.each([
    ['new', item(4, changes({ previous_rank_absolute: null, is_new: true })), {}, 4, null],
    ['up', item(4, changes({ is_up: true })), {}, 4, null],
    ['down', item(4, changes({ is_down: true })), {}, 4, null],
    ['same', item(4), {}, 4, 4],
    ['lost', item(31), { is_lost: true }, null, 31],
    [null, item(4, { rank_changes: null }), {}, 4, null],
    [null, item(4, changes({ previous_rank_absolute: null })), {}, 4, null],
  ])('tell movement as %s, and an earlier place only where it is one among organic results', async (...kase) => {
    const [movement, serp_item, more, position, previous_position] = kase;
    const { context } = contextWith(() => envelope({ items: [row('bike shop', serp_item, more)] }));
    const { value } = await keywords.ask({ ...KEYWORDS, include_lost: true }, context);
    expect(value.items).toMatchObject([{ movement, position, previous_position }]);
    if (movement === 'lost') expect(value.items).toMatchObject([{ estimated_traffic: null, traffic_value: null }]);
  });

  it('are filtered and ordered where they are, so that the limit holds the right ones', async () => {
    const { context, requests } = contextWith(() => envelope({ items: [] }));
    const narrow = { max_position: 20, volume_min: 100, include_lost: true, order: 'position' } as const;
    await keywords.ask({ ...KEYWORDS, ...narrow }, context);
    expect(requests[0]?.body).toMatchObject([
      {
        historical_serp_mode: 'all',
        filters: [
          ['ranked_serp_element.serp_item.rank_group', '<=', 20],
          'and',
          ['keyword_data.keyword_info.search_volume', '>=', 100],
        ],
        order_by: [
          'ranked_serp_element.serp_item.rank_group,asc',
          'keyword_data.keyword_info.search_volume,desc',
          'keyword_data.keyword,asc',
        ],
      },
    ]);
  });

  it('are one row for each keyword, the best page first and the others beside it', async () => {
    const other = (rank: number, path: string): object => item(rank, { url: `https://blog.example.com/${path}` });
    const { context } = contextWith(() =>
      envelope({
        total_count: 3,
        items: [row('bike shop', other(9, 'b')), row('bike shop', item(4)), row('bike shop', other(6, 'a'))],
      }),
    );
    const { value } = await keywords.ask(KEYWORDS, context);
    expect(value.items).toMatchObject([
      {
        position: 4,
        url: 'https://www.example.com/bikes',
        others: [
          { url: 'https://blog.example.com/a', position: 6, clicks: null },
          { url: 'https://blog.example.com/b', position: 9 },
        ],
      },
    ]);
  });

  it('of a subdomain or page are never those of the rest of its domain, nor its counts', async () => {
    const blog = item(2, { url: 'https://blog.example.com/post/' });
    const { context } = contextWith(() =>
      envelope({
        total_count: 900,
        metrics: { organic: { pos_1: 400, count: 900 } },
        items: [row('bike shop', item(1)), row('bike blog', blog)],
      }),
    );
    for (const target of ['blog.example.com', 'https://blog.example.com/post']) {
      const { value } = await keywords.ask({ ...KEYWORDS, target }, context);
      expect(value.items.map(({ keyword }) => keyword)).toEqual(['bike blog']);
      expect(value).toMatchObject({ total_count: null, positions: null });
    }
  });

  it('are none of an unknown site, and empty of a known one where filters leave nothing', async () => {
    const unknown = contextWith(() => envelope(null));
    expect(await keywords.ask(KEYWORDS, unknown.context)).toMatchObject({
      coverage: 'none',
      is_empty: true,
      value: { items: [], positions: null },
    });
    const filtered = contextWith(() => envelope({ total_count: 0, metrics: { organic: { count: 7 } }, items: [] }));
    const answer = await keywords.ask({ ...KEYWORDS, volume_min: 5000 }, filtered.context);
    expect(answer).toMatchObject({ is_empty: true, value: { total_count: 0 } });
    expect(answer.coverage).toBeUndefined();
  });

  it('come in pages of 1,000, and a failure tells what those before it cost', async () => {
    const full = Array.from({ length: 1000 }, (_, at) => row(`keyword ${at}`, item(4)));
    const { context, requests } = contextWith(() =>
      requests.length === 1 ? envelope({ items: full }, 0.12) : envelope({ items: [row('last', item(4))] }, 0.0201),
    );
    const query = { ...KEYWORDS, limit: 1500 };
    const answer = await keywords.ask(query, context);
    expect(requests.map(({ body }) => body)).toMatchObject([[{ limit: 1000 }], [{ limit: 500, offset: 1000 }]]);
    expect(answer.value.items).toHaveLength(1001);
    expect(answer.usd).toBeCloseTo(0.1401, 10);
    expect(keywords.usd(query, SETTINGS)).toBeCloseTo(0.19, 10);
    const later = contextWith(() => envelope({ total_count: 1500, items: [row('last', item(4))] }, 0.0201));
    expect((await keywords.ask({ ...KEYWORDS, offset: 1499 }, later.context)).value.total_count).toBe(1500);
    expect(later.requests[0]?.body).toMatchObject([{ limit: 50, offset: 1499 }]);
    const past = contextWith(() => envelope({ total_count: 1500, items: [] }, 0.02));
    expect((await keywords.ask({ ...KEYWORDS, offset: 1500 }, past.context)).coverage).toBeUndefined();
    const broken = contextWith(() =>
      broken.requests.length === 1 ? envelope({ items: full }, 0.12) : { status_code: 50000, status_message: 'Down.' },
    );
    await expect(keywords.ask(query, broken.context)).rejects.toMatchObject({ kind: 'failed', usd: 0.12 });
  });
});

describe('what it cannot honour is told', () => {
  it('as places smaller than a country, and the www host of a domain', () => {
    expect(keywords.lacks(KEYWORDS, SETTINGS)).toEqual([]);
    expect(keywords.lacks({ ...KEYWORDS, location: AUSTIN }, SETTINGS)).toEqual(['places smaller than a country']);
    expect(keywords.lacks({ ...KEYWORDS, target: 'www.example.com' }, SETTINGS)).toEqual([
      'separating the www host from its domain',
    ]);
  });

  it('as pages of a page, which it has none of, and competitors of a part', () => {
    expect(pages.lacks({ ...PAGES, target: 'https://example.com/a' }, SETTINGS)).toBeUndefined();
    const part = { ...COMPETITORS, target: 'https://example.com/a' };
    expect(competitors.lacks(part, SETTINGS)).toEqual(['competitors of a part of a domain']);
  });
});

const PAGES: RankedPagesQuery = {
  ...MARKET,
  target: 'example.com',
  limit: 50,
  order: 'traffic',
  traffic_min: 0,
  state: 'live',
};

describe('pages that rank', () => {
  const page = (path: string, organic: object): object => ({
    page_address: `https://example.com/${path}`,
    metrics: { organic },
  });

  it('come with their traffic and how many of their keywords stand and move where', async () => {
    const organic = { pos_1: 1, pos_2_3: 2, pos_4_10: 5, etv: 900, estimated_paid_traffic_cost: 80, count: 20 };
    const { context, requests } = contextWith(() =>
      envelope({ total_count: 7, items: [page('a', { ...organic, is_new: 1, is_up: 4, is_down: 3, is_lost: 2 })] }),
    );
    const { value } = await pages.ask({ ...PAGES, traffic_min: 10, order: 'keywords' }, context);
    expect(requests[0]?.body).toMatchObject([
      {
        historical_serp_mode: 'live',
        filters: ['metrics.organic.etv', '>=', 10],
        order_by: ['metrics.organic.count,desc', 'metrics.organic.etv,desc', 'page_address,asc'],
      },
    ]);
    expect(value).toMatchObject({ total_count: 7, totals: null, window: null });
    expect(value.items).toMatchObject([
      {
        url: 'https://example.com/a',
        estimated_traffic: 900,
        traffic_value: 80,
        position: null,
        keyword_count: 20,
        top3: 3,
        top10: 8,
        new: 1,
        lost: 2,
        improved: 4,
        declined: 3,
        is_lost: false,
      },
    ]);
  });

  it('are lost where no place is left of those they had', async () => {
    const items = [
      page('gone', { pos_1: 1, etv: 50, count: 4, is_lost: 4 }),
      page('some', { pos_1: 1, etv: 40, count: 4, is_lost: 1 }),
    ];
    const { context, requests } = contextWith(() => envelope({ total_count: 2, items }));
    const all = await pages.ask({ ...PAGES, state: 'all' }, context);
    expect(all.value.items).toMatchObject([
      { url: 'https://example.com/gone', is_lost: true, keyword_count: 0, top3: 0, estimated_traffic: null, lost: 4 },
      { url: 'https://example.com/some', is_lost: false, keyword_count: 3, estimated_traffic: 40 },
    ]);
    const lost = await pages.ask({ ...PAGES, state: 'lost' }, context);
    expect(lost.value.items.map(({ url }) => url)).toEqual(['https://example.com/gone']);
    // The rest was counted there and left out here.
    expect(lost.value.total_count).toBeNull();
    expect(requests.map(({ body }) => body)).toMatchObject([
      [{ historical_serp_mode: 'all' }],
      [{ historical_serp_mode: 'all' }],
    ]);
  });

  it('leave unknown what it says nothing of', async () => {
    const { context } = contextWith(() =>
      envelope({ items: [{ page_address: 'https://example.com/a', metrics: null }] }),
    );
    const { value } = await pages.ask(PAGES, context);
    expect(value.items).toMatchObject([{ keyword_count: null, top3: null, top10: null, estimated_traffic: null }]);
  });
});

const COMPETITORS = { ...MARKET, target: 'example.com', limit: 2, max_position: 20, intersections_min: 3 };

it('competitors are the other domains of the answer, beside what the target itself has', async () => {
  const metrics = (etv: number, count: number): object => ({ organic: { etv, count } });
  const rival = (domain: string, intersections: number): object => ({
    domain,
    avg_position: 7.5,
    intersections,
    full_domain_metrics: metrics(9000, 700),
    metrics: metrics(30, 40),
    competitor_metrics: metrics(55, 40),
  });
  const { context, requests } = contextWith(() =>
    envelope({ total_count: 90, items: [rival('example.com', 200), rival('one.com', 40), rival('two.com', 30)] }),
  );
  const { value } = await competitors.ask(COMPETITORS, context);
  expect(requests[0]?.body).toMatchObject([
    { target: 'example.com', max_rank_group: 20, filters: ['intersections', '>=', 3], limit: 3 },
  ]);
  expect(value).toMatchObject({ target_keywords: 200, target_traffic: 9000, total_count: 89, serps_considered: null });
  expect(value.items).toEqual([
    {
      domain: 'one.com',
      intersections: 40,
      shared_top10: null,
      average_position: 7.5,
      ahead: null,
      behind: null,
      keyword_count: 700,
      shared_traffic: 55,
      traffic: 9000,
      target_shared_traffic: 30,
      rivalry: null,
      examples: [],
    },
    expect.objectContaining({ domain: 'two.com' }),
  ]);
});

const SHARED: SharedKeywordsQuery = {
  ...MARKET,
  targets: ['example.com', 'rival.com'],
  excluded: [],
  mode: 'all',
  item_types: [],
  limit: 50,
  volume_min: 0,
  max_position: undefined,
  order: 'traffic',
  has_clickstream: false,
};

describe('keywords that sites share', () => {
  const pageRow = (found: object): object => ({ keyword_data: data('bike shop'), intersection_result: found });

  it.each([
    ['all', true],
    ['first_only', false],
  ] as const)('of two domains (%s) are asked of the endpoint for domains', async (mode, intersections) => {
    const found = {
      keyword_data: {
        ...data('bike shop'),
        serp_info: { serp_item_types: ['organic', 'video'], last_updated_time: '2026-11-12 06:00:00 +00:00' },
      },
      first_domain_serp_element: item(4),
      second_domain_serp_element: intersections ? item(2, { type: 'featured_snippet', url: null }) : null,
    };
    const { context, requests } = contextWith(() => envelope({ total_count: 12, items: [found] }));
    const narrow = { max_position: 30, volume_min: 10, item_types: ['organic', 'featured_snippet'] } as const;
    const { value } = await shared.ask({ ...SHARED, ...narrow, mode }, context);
    expect(requests).toMatchObject([{ url: `${PATH}/domain_intersection/live` }]);
    expect(requests[0]?.body).toMatchObject([
      {
        target1: 'example.com',
        target2: 'rival.com',
        intersections,
        item_types: ['organic', 'featured_snippet'],
        include_serp_info: true,
        filters: [
          ['first_domain_serp_element.rank_group', '<=', 30],
          'and',
          ['keyword_data.keyword_info.search_volume', '>=', 10],
        ],
        order_by: ['first_domain_serp_element.etv,desc'],
      },
    ]);
    expect(value).toMatchObject({ total_count: 12, unknown_targets: [], serps_considered: null });
    const second = { position: 2, url: null, type: 'featured_snippet', estimated_traffic: 120.5, clicks: null };
    expect(value.items).toMatchObject([
      {
        keyword: 'bike shop',
        places: [{ position: 4, url: 'https://www.example.com/bikes', type: 'organic' }, intersections ? second : null],
        features: ['video'],
        checked_at: '2026-11-12T06:00:00.000Z',
        facts: [{ volume: { value: 2400 } }],
      },
    ]);
  });

  it('of pages, wildcards, subdomains or more targets are asked of the endpoint for pages, by number', async () => {
    const { context, requests } = contextWith(() =>
      envelope({ items: [pageRow({ 1: item(4), 2: null, 3: item(8) })] }),
    );
    const targets = ['https://example.com/shop/*', 'blog.rival.com', 'third.com'];
    const { value } = await shared.ask({ ...SHARED, targets, excluded: ['fourth.com'], mode: 'any' }, context);
    expect(requests).toMatchObject([{ url: `${PATH}/page_intersection/live` }]);
    expect(requests[0]?.body).toMatchObject([
      {
        pages: { 1: 'https://example.com/shop/*', 2: 'https://blog.rival.com/*', 3: 'https://third.com/*' },
        exclude_pages: ['https://fourth.com/*'],
        intersection_mode: 'union',
        item_types: ['organic'],
        order_by: ['intersection_result.1.etv,desc'],
      },
    ]);
    expect(value.items[0]?.places).toMatchObject([{ position: 4 }, null, { position: 8 }]);
  });

  it('of the first page alone leave the others out by excluding them', async () => {
    const { context, requests } = contextWith(() => envelope({ items: [pageRow({ 1: item(4) })] }));
    const targets = ['https://example.com/a', 'https://rival.com/b'];
    const { value } = await shared.ask({ ...SHARED, targets, mode: 'first_only' }, context);
    expect(requests[0]?.body).toMatchObject([
      { pages: { 1: 'https://example.com/a' }, exclude_pages: ['https://rival.com/b'], intersection_mode: 'intersect' },
    ]);
    expect(value.items[0]?.places).toMatchObject([{ position: 4 }, null]);
  });

  it('cannot be asked with a wildcard within an address, or for results that it does not compare', () => {
    const lacks = (more: Partial<SharedKeywordsQuery>) => shared.lacks({ ...SHARED, ...more }, SETTINGS);
    expect(lacks({})).toEqual([]);
    expect(lacks({ targets: ['https://example.com/a/*', 'b.com'] })).toEqual([]);
    expect(lacks({ targets: ['https://example.com/*/a', 'b.com'] })).toBeUndefined();
    expect(lacks({ targets: ['https://example.com*', 'b.com'] })).toBeUndefined();
    expect(lacks({ targets: ['https://example.com/a*', 'b.com'] })).toBeUndefined();
    expect(lacks({ item_types: ['video'] })).toBeUndefined();
    expect(lacks({ item_types: ['organic', 'video'] })).toEqual(['comparing by this type of result']);
    expect(lacks({ excluded: Array.from({ length: 11 }, (_, at) => `x${at}.com`) })).toBeUndefined();
  });

  it('cost double with the volumes of a panel, which stand beside those of Google Ads', async () => {
    const panel = { search_volume: 3100, last_updated_time: '2026-11-01 00:00:00 +00:00' };
    const found = {
      keyword_data: { ...data('bike shop'), clickstream_keyword_info: panel },
      first_domain_serp_element: item(4),
      second_domain_serp_element: item(5),
    };
    const { context, requests } = contextWith(() => envelope({ items: [found] }));
    const query = { ...SHARED, has_clickstream: true };
    expect(shared.usd(query, SETTINGS)).toBeCloseTo(0.05, 10);
    expect(shared.usd(SHARED, SETTINGS)).toBeCloseTo(0.025, 10);
    const { value } = await shared.ask(query, context);
    expect(requests[0]?.body).toMatchObject([{ include_clickstream_data: true }]);
    expect(value.items[0]?.facts).toMatchObject([
      { source: 'dataforseo', volume: { value: 2400, basis: 'bucket' } },
      { source: 'dataforseo-clickstream', volume: { value: 3100, basis: 'modelled' }, cpc: null },
    ]);
  });

  it('are none of unknown sites only where any of their keywords would have answered', async () => {
    const { context } = contextWith(() => envelope({ total_count: 0, items: null }));
    const any = await shared.ask({ ...SHARED, mode: 'any' }, context);
    expect(any).toMatchObject({ coverage: 'none', value: { unknown_targets: ['example.com', 'rival.com'] } });
    const all = await shared.ask(SHARED, context);
    expect(all).toMatchObject({ is_empty: true, value: { unknown_targets: [] } });
    expect(all.coverage).toBeUndefined();
  });
});

describe('search traffic', () => {
  const query = { ...MARKET, targets: ['www.Example.com', 'https://rival.com/a', 'unknown.com'], types: ['organic'] };
  const none = { etv: 0, count: 0 };
  const figures = (target: string, count: number): object => ({
    target,
    metrics: { organic: { etv: 10.5 * count, count }, paid: none, featured_snippet: none, local_pack: none },
  });

  it('is told of each known target under the name it was asked by, for the types asked', async () => {
    const { context, requests } = contextWith(() =>
      envelope({ items: [figures('example.com', 4), figures('https://rival.com/a', 1), figures('unknown.com', 0)] }),
    );
    const asked = { ...query, types: ['organic', 'local_pack'] as const };
    const { value } = await traffic.ask(asked, context);
    expect(requests[0]?.body).toEqual([
      {
        targets: ['example.com', 'https://rival.com/a', 'unknown.com'],
        location_code: 2840,
        language_code: 'en',
        item_types: ['organic', 'paid', 'featured_snippet', 'local_pack'],
      },
    ]);
    expect(value).toEqual([
      {
        target: 'www.Example.com',
        basis: 'provider',
        window: null,
        traffic: { organic: 42, paid: null, featured_snippet: null, local_pack: 0 },
        previous_organic: null,
        keyword_count: { organic: 4, paid: null, featured_snippet: null, local_pack: 0 },
      },
      expect.objectContaining({ target: 'https://rival.com/a' }),
    ]);
    expect(traffic.usd(asked, SETTINGS)).toBeCloseTo(0.0203, 10);
  });

  it('of nobody known has no coverage', async () => {
    const { context } = contextWith(() => envelope({ items: [figures('unknown.com', 0)] }));
    expect(await traffic.ask({ ...query, types: ['organic'] }, context)).toMatchObject({ value: [], coverage: 'none' });
  });
});

it.each([
  ['another form', { hello: 'world' }, 'broken'],
  ['rows of another form', envelope({ items: [{ keyword_data: 5 }] }), 'broken'],
  ['an error inside a 200', { status_code: 20000, tasks: [{ status_code: 40501, status_message: 'No.' }] }, 'refused'],
  ['no money', { status_code: 20000, tasks: [{ status_code: 40210, status_message: 'No.' }] }, 'no_funds'],
])('an answer with %s is a failure, and never an empty list', async (_, body, kind) => {
  const { context } = contextWith(() => body);
  await expect(keywords.ask(KEYWORDS, context)).rejects.toMatchObject({ kind });
  await expect(shared.ask(SHARED, context)).rejects.toMatchObject({ kind });
});

it('rows are as old as the newest result page behind them, or as their answer where it does not say', async () => {
  const at = (last_updated_time: string | null): object =>
    row(`as of ${last_updated_time}`, item(4), { last_updated_time });
  const ask = (items: readonly object[]) => keywords.ask(KEYWORDS, contextWith(() => envelope({ items })).context);
  const dated = [at(null), at('2026-11-12 06:00:00 +00:00'), at('2026-11-11 06:00:00 +00:00')];
  expect((await ask(dated)).observed_at).toBe('2026-11-12T06:00:00.000Z');
  expect(await ask([at(null)])).not.toHaveProperty('observed_at');
});
