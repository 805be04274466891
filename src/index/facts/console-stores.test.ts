import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  ANYWHERE,
  consolePart,
  consoleRow,
  daysBetween,
  importConsole,
  loadWindows,
  OWN_SCOPE,
  totalRow,
  WINDOW,
  YEAR_AGO,
} from '../../../test/console-rows.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import type { ConsolePart, ConsoleRow } from '../../ports/console.ts';
import type { RankedKeywords, RankedKeywordsQuery, RankedPages, RankedPagesQuery } from '../../ports/rankings.ts';
import type { ObservationInbox, Recalled } from '../../ports/store.ts';
import type { FactStores } from './stores.ts';

let index: TestIndex;
let stores: FactStores;

const EMPTY_INBOX: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };

beforeAll(async () => {
  index = await openTestIndex();
  stores = index.recollect(EMPTY_INBOX);
});
afterAll(() => index.close());
beforeEach(() => index.clear());

const place = (code: number, name: string, country: string, kind: 'country' | 'city') =>
  ({ code, name, country, kind, latitude: null, longitude: null }) as const;

function keywords(changes: Partial<RankedKeywordsQuery> = {}, scope = OWN_SCOPE) {
  const query: RankedKeywordsQuery = {
    ...ANYWHERE,
    target: 'shop.test',
    limit: 100,
    max_position: 100,
    include_lost: true,
    order: 'traffic',
    volume_min: 0,
    ...changes,
  };
  return stores.rankings.keywords.recall(query, scope);
}

function pages(changes: Partial<RankedPagesQuery> = {}, scope = OWN_SCOPE) {
  const query: RankedPagesQuery = {
    ...ANYWHERE,
    target: 'shop.test',
    limit: 100,
    order: 'traffic',
    traffic_min: 0,
    state: 'all',
    ...changes,
  };
  return stores.rankings.pages.recall(query, scope);
}

function known<Value>(recalled: Recalled<Value> | undefined): Value {
  if (recalled === undefined) throw new Error('Nothing is known.');
  return recalled.value;
}

const clicksOf = ({ items }: RankedKeywords): Record<string, number | undefined> =>
  Object.fromEntries(items.map(({ keyword, measured }) => [keyword, measured?.clicks]));

const load = (
  rows: readonly ConsoleRow[],
  changes?: Partial<ConsolePart>,
  windows?: readonly (readonly [string, string])[],
) => loadWindows(index.consoleWriter, rows, changes, windows);

describe('keywords of a console', () => {
  it('count a day from its newest load alone, where other days of the older load still count', async () => {
    await load([consoleRow({ day: '2026-11-16', clicks: 10 }), consoleRow({ day: '2026-11-17', clicks: 20 })]);
    await importConsole(
      index.consoleWriter,
      consolePart({ load: 'load 2', part: 'one day', observed_at: new Date('2026-11-21T06:00:00Z') }),
      [consoleRow({ day: '2026-11-17', clicks: 25 })],
    );
    expect(clicksOf(known(await keywords()))).toEqual({ 'garden hose': 35 });
    expect(known(await keywords()).totals).toMatchObject({ clicks: 35 });
  });

  it('are measured clicks of 28 days, with a mean position weighted by impressions', async () => {
    await load([
      consoleRow({ day: '2026-10-21', clicks: 3, impressions: 10, position_sum: 20 }),
      consoleRow({ day: '2026-11-17', clicks: 1, impressions: 90, position_sum: 900 }),
      consoleRow({ day: '2026-10-20', clicks: 5, impressions: 50, position_sum: 250 }),
    ]);
    const recalled = await keywords();
    expect(known(recalled)).toMatchObject({
      basis: 'console',
      window: {
        from: '2026-10-21',
        to: '2026-11-17',
        previous_from: '2026-09-23',
        previous_to: '2026-10-20',
        missing_days: 0,
        is_cut: false,
        property: 'sc-domain:shop.test',
        engine: 'google',
      },
      total_count: 1,
      positions: { top3: 0, top10: 1, top20: 1, top50: 1, top100: 1 },
      items: [
        {
          keyword: 'garden hose',
          url: 'https://shop.test/hoses',
          position: 9.2,
          position_kind: 'average',
          previous_position: 5,
          movement: 'down',
          measured: {
            clicks: 4,
            impressions: 100,
            previous_clicks: 5,
            previous_impressions: 50,
            year_ago_clicks: null,
            year_ago_impressions: null,
          },
          estimated_traffic: null,
        },
      ],
    });
    expect(recalled?.sources).toEqual([
      {
        source: 'search-console',
        observed_at: '2026-11-20T06:00:00.000Z',
        cached: true,
        coverage: 'full',
        measure: 'measured',
        note: 'Measured for sc-domain:shop.test, 2026-10-21 to 2026-11-17, all countries, compared with 2026-09-23 to 2026-10-20.',
      },
    ]);
  });

  it('are seen by no other workspace', async () => {
    await load([consoleRow({ clicks: 3 })]);
    await load([consoleRow({ query: 'secret', clicks: 9 })], { workspace_id: 'ws_other' });
    expect(clicksOf(known(await keywords()))).toEqual({ 'garden hose': 3 });
    expect(clicksOf(known(await keywords({}, { ...OWN_SCOPE, workspace_id: 'ws_other' })))).toEqual({ secret: 9 });
    expect(await keywords({}, { ...OWN_SCOPE, workspace_id: 'ws_third' })).toBeUndefined();
  });

  it('leave days out that the engine still counts, and tell which days are missing', async () => {
    await importConsole(
      index.consoleWriter,
      consolePart(),
      [consoleRow({ clicks: 2 }), consoleRow({ day: '2026-11-18', clicks: 50 })],
      [
        ...daysBetween('2026-10-21', '2026-11-10'),
        ...daysBetween('2026-11-13', '2026-11-17'),
        ...daysBetween('2026-11-18', '2026-11-19', { is_final: false }),
      ],
    );
    const recalled = await keywords();
    expect(known(recalled)).toMatchObject({ window: { to: '2026-11-17', missing_days: 2, previous_from: null } });
    expect(clicksOf(known(recalled))).toEqual({ 'garden hose': 2 });
    expect(known(recalled).items[0]).toMatchObject({ movement: null, measured: { previous_clicks: null } });
    expect(recalled?.sources[0]).toMatchObject({ coverage: 'partial' });
    expect(recalled?.sources[0]?.note).toContain('2 days of this window have no data.');
  });

  it('move only by a whole place, and are new or lost by their rows', async () => {
    const at = (query: string, now: number | null, before: number | null): ConsoleRow[] => [
      ...(now === null ? [] : [consoleRow({ query, day: '2026-11-01', impressions: 10, position_sum: now * 10 })]),
      ...(before === null
        ? []
        : [consoleRow({ query, day: '2026-10-01', impressions: 10, position_sum: before * 10 })]),
    ];
    await load([
      ...at('still', 5.5, 6.4),
      ...at('up', 5, 6),
      ...at('down', 7.5, 6.5),
      ...at('new', 4, null),
      ...at('lost', null, 3),
    ]);
    const { items, total_count, positions } = known(await keywords({ order: 'position' }));
    expect(
      items.map(({ keyword, movement, position, previous_position }) => [
        keyword,
        movement,
        position,
        previous_position,
      ]),
    ).toEqual([
      ['new', 'new', 4, null],
      ['up', 'up', 5, 6],
      ['still', 'same', 5.5, 6.4],
      ['down', 'down', 7.5, 6.5],
      ['lost', 'lost', null, 3],
    ]);
    expect(total_count).toBe(5);
    expect(positions).toMatchObject({ top3: 0, top10: 4 });
    expect(items.at(-1)?.url).toBe('https://shop.test/hoses');
    const live = known(await keywords({ include_lost: false, max_position: 5 }));
    expect(live.items.map(({ keyword }) => keyword).sort()).toEqual(['new', 'up']);
    expect(live.total_count).toBe(2);
  });

  it('are compared with the same weekdays a year before', async () => {
    await load(
      [consoleRow({ clicks: 2, impressions: 20 }), consoleRow({ day: '2025-11-18', clicks: 7, impressions: 30 })],
      {},
      [WINDOW, YEAR_AGO],
    );
    expect(known(await keywords()).items[0]?.measured).toMatchObject({
      clicks: 2,
      previous_clicks: null,
      year_ago_clicks: 7,
      year_ago_impressions: 30,
    });
  });

  it('add up to the total with what the engine withholds, which is no keyword', async () => {
    await load([
      consoleRow({ query: 'hose', clicks: 3, impressions: 30 }),
      consoleRow({ query: '', page: null, clicks: 2, impressions: 10 }),
      consoleRow({ query: '', page: null, day: '2026-10-01', clicks: 1, impressions: 5 }),
    ]);
    const rows = known(await keywords());
    expect(rows.items.map(({ keyword }) => keyword)).toEqual(['hose']);
    expect(rows.totals).toEqual({
      clicks: 5,
      impressions: 40,
      previous_clicks: 1,
      previous_impressions: 5,
      withheld_clicks: 2,
      withheld_impressions: 10,
    });
  });

  it('never add up to more than the total, which the table that is split the least tells', async () => {
    await load([consoleRow({ query: 'hose', clicks: 3, impressions: 30 })]);
    await load([totalRow({ clicks: 10, impressions: 25 })], { grain: 'total', part: 'totals' });
    expect(known(await keywords()).totals).toMatchObject({
      clicks: 10,
      impressions: 30,
      withheld_clicks: 7,
      withheld_impressions: 0,
    });
  });

  it('name the page with most clicks, what it has by itself, and the others that show for the same query', async () => {
    await load([
      consoleRow({ page: 'https://shop.test/a', clicks: 1, impressions: 40, position_sum: 400 }),
      consoleRow({ page: 'https://shop.test/b', clicks: 4, impressions: 10, position_sum: 30 }),
      consoleRow({ page: 'https://shop.test/b', day: '2026-10-01', clicks: 2, impressions: 8, position_sum: 16 }),
      ...[1, 2, 3, 4, 5].map((at) =>
        consoleRow({ page: `https://shop.test/c${at}`, clicks: 0, impressions: at, position_sum: 90 }),
      ),
      consoleRow({ page: 'https://shop.test/old', day: '2026-10-01', impressions: 10, position_sum: 30 }),
    ]);
    const [item] = known(await keywords()).items;
    expect(item?.others).toHaveLength(5);
    expect(item?.others[0]).toEqual({ url: 'https://shop.test/a', position: 10, clicks: 1, impressions: 40 });
    expect([item]).toMatchObject([
      {
        url: 'https://shop.test/b',
        url_figures: {
          position: 3,
          measured: { clicks: 4, impressions: 10, previous_clicks: 2, previous_impressions: 8 },
        },
      },
    ]);
  });

  it('are ordered by what is asked, cut to the limit, and counted in full', async () => {
    const at = (query: string, clicks: number, impressions: number, position: number, before: number): ConsoleRow[] => [
      consoleRow({ query, clicks, impressions, position_sum: position * impressions }),
      consoleRow({ query, day: '2026-10-01', clicks: before, impressions, position_sum: position * impressions }),
    ];
    await load([...at('top', 50, 100, 1, 60), ...at('striking', 5, 1000, 8, 5), ...at('falling', 10, 200, 4, 90)]);
    const order = async (by: RankedKeywordsQuery['order']): Promise<string[]> =>
      known(await keywords({ order: by })).items.map(({ keyword }) => keyword);
    expect(await order('traffic')).toEqual(['top', 'falling', 'striking']);
    expect(await order('volume')).toEqual(['striking', 'falling', 'top']);
    expect(await order('position')).toEqual(['top', 'falling', 'striking']);
    expect(await order('gain')).toEqual(['striking', 'falling', 'top']);
    expect(await order('loss')).toEqual(['falling', 'top', 'striking']);
    const one = known(await keywords({ limit: 1, offset: 1 }));
    expect([one.items.map(({ keyword }) => keyword), one.total_count]).toEqual([['falling'], 3]);
    expect(known(await keywords({ limit: 10, offset: 3 }))).toMatchObject({ items: [], total_count: 3 });
  });

  it('count one country where a place is named, and say so of a place that is smaller', async () => {
    await load([
      consoleRow({ clicks: 2 }),
      consoleRow({ country: 'DE', clicks: 5 }),
      consoleRow({ country: '', clicks: 1 }),
    ]);
    expect(clicksOf(known(await keywords()))).toEqual({ 'garden hose': 8 });
    const america = await keywords({ is_any_place: false });
    expect(clicksOf(known(america))).toEqual({ 'garden hose': 2 });
    expect(america?.sources[0]).toMatchObject({ coverage: 'full' });
    expect(america?.sources[0]?.note).toContain('United States');
    const berlin = await keywords({
      is_any_place: false,
      location: place(1003854, 'Berlin,Berlin,Germany', 'DE', 'city'),
    });
    expect(clicksOf(known(berlin))).toEqual({ 'garden hose': 5 });
    expect(berlin?.sources[0]).toMatchObject({ coverage: 'partial' });
    expect(berlin?.sources[0]?.note).toContain('figures are for all of Germany');
  });

  it('of a table without countries are told for every country, and never as none, where a place is named', async () => {
    await load([consoleRow({ country: null, clicks: 7 })]);
    const placed = await keywords({ is_any_place: false });
    expect(known(placed)).toMatchObject({
      items: [{ keyword: 'garden hose', measured: { clicks: 7 } }],
      totals: { clicks: 7 },
      window: { ignores_country: true },
    });
    expect(placed?.sources[0]?.note).toContain('not split by country');
    expect(known(await keywords())).toMatchObject({ window: { ignores_country: false } });
    expect(known(await pages({ is_any_place: false }))).toMatchObject({ items: [{ measured: { clicks: 7 } }] });
  });

  it('are those of one page or host where that is the target, however it is spelled', async () => {
    await load([
      consoleRow({ query: 'hose', page: 'https://shop.test/hoses/', clicks: 2 }),
      consoleRow({ query: 'hose', page: 'https://shop.test/hoses#sizes', clicks: 1 }),
      consoleRow({ query: 'pump', page: 'https://shop.test/pumps', clicks: 4 }),
      consoleRow({ query: 'news', page: 'https://blog.shop.test/new', clicks: 8 }),
      consoleRow({ query: '', page: null, clicks: 9 }),
    ]);
    const page = known(await keywords({ target: 'http://shop.test/hoses' }));
    expect(clicksOf(page)).toEqual({ hose: 3 });
    expect(page.items[0]?.url).toBe('https://shop.test/hoses/');
    expect(page.totals).toMatchObject({ clicks: 3 });
    expect(clicksOf(known(await keywords({ target: 'blog.shop.test' })))).toEqual({ news: 8 });
    expect(clicksOf(known(await keywords({ target: 'shop.test' })))).toEqual({ hose: 3, pump: 4, news: 8 });
    expect(known(await keywords({ target: 'https://shop.test/nothing' })).items).toEqual([]);
  });
});

describe('the property of a target', () => {
  const ofProperty = (property: string, clicks: number, engine: 'google' | 'bing' = 'google') =>
    load([consoleRow({ clicks, page: 'https://blog.shop.test/a' })], { property, engine });

  it('is the narrowest that covers it, and Google’s before Bing’s', async () => {
    await ofProperty('sc-domain:shop.test', 1);
    await ofProperty('https://blog.shop.test/', 2);
    await ofProperty('https://blog.shop.test/', 4, 'bing');
    expect(clicksOf(known(await keywords({ target: 'blog.shop.test' })))).toEqual({ 'garden hose': 2 });
    expect(clicksOf(known(await keywords({ target: 'https://blog.shop.test/a' })))).toEqual({ 'garden hose': 2 });
    expect(clicksOf(known(await keywords({ target: 'shop.test' })))).toEqual({ 'garden hose': 1 });
    expect(await keywords({ target: 'other.test' })).toBeUndefined();
    expect(await keywords({ target: 'notshop.test' })).toBeUndefined();
  });

  it('may be a part of it, and then the answer says so', async () => {
    await ofProperty('https://blog.shop.test/', 2);
    const recalled = await keywords({ target: 'shop.test' });
    expect(recalled?.sources[0]).toMatchObject({ coverage: 'partial' });
    expect(recalled?.sources[0]?.note).toContain('https://blog.shop.test/ covers only part of shop.test.');
  });
});

describe('an export without days', () => {
  const period = (day: string, is_cut = false) => ({ day, days: 28, is_final: true, is_cut });
  const row = (day: string, query: string, clicks: number): ConsoleRow =>
    totalRow({ day, days: 28, query, clicks, impressions: 100, position_sum: 500 });

  it('answers with its own period and the one before', async () => {
    const part = consolePart({ grain: 'query' });
    await importConsole(
      index.consoleWriter,
      part,
      [row('2026-10-01', 'hose', 9), row('2026-09-03', 'hose', 4), row('2026-09-03', 'pump', 2)],
      [period('2026-10-01'), period('2026-09-03')],
    );
    const recalled = await keywords({ is_any_place: false });
    expect(known(recalled)).toMatchObject({
      window: {
        from: '2026-10-01',
        to: '2026-10-28',
        previous_from: '2026-09-03',
        previous_to: '2026-09-30',
        missing_days: 0,
      },
      items: [
        { keyword: 'hose', url: null, movement: 'same', measured: { clicks: 9, previous_clicks: 4 } },
        { keyword: 'pump', movement: 'lost' },
      ],
    });
    expect(recalled?.sources[0]).toMatchObject({ coverage: 'partial' });
    expect(recalled?.sources[0]?.note).toContain('not split by country');
    expect(await keywords({ target: 'https://shop.test/hoses' })).toBeUndefined();
  });

  it('calls nothing new or lost that may only have been cut off', async () => {
    await importConsole(
      index.consoleWriter,
      consolePart({ grain: 'query' }),
      [row('2026-10-01', 'hose', 9), row('2026-09-03', 'pump', 2)],
      [period('2026-10-01', true), period('2026-09-03', true)],
    );
    const { items, window } = known(await keywords());
    expect(window?.is_cut).toBe(true);
    expect(items.map(({ keyword, movement }) => [keyword, movement])).toEqual([['hose', null]]);
  });

  it('takes its totals from the days of the same period', async () => {
    const part = consolePart({ grain: 'query' });
    await importConsole(index.consoleWriter, part, [row('2026-10-01', 'hose', 9)], [period('2026-10-01')]);
    const days = [
      totalRow({ day: '2026-10-01', clicks: 5 }),
      totalRow({ day: '2026-10-28', clicks: 7 }),
      totalRow({ day: '2026-10-29', clicks: 70 }),
    ];
    await importConsole(
      index.consoleWriter,
      { ...part, grain: 'total' },
      days,
      daysBetween('2026-10-01', '2026-10-29'),
    );
    expect(known(await keywords()).totals).toMatchObject({ clicks: 12, withheld_clicks: 3 });
  });
});

describe('pages of a console', () => {
  const pageRow = (page: string, changes: Partial<ConsoleRow>): ConsoleRow => totalRow({ page, ...changes });

  it('are the engine’s own counts by page, with the keywords behind them', async () => {
    await load(
      [
        pageRow('https://shop.test/hoses', { clicks: 10, impressions: 100, position_sum: 400 }),
        pageRow('https://shop.test/hoses', { day: '2026-10-01', clicks: 30, impressions: 100, position_sum: 200 }),
        pageRow('https://shop.test/gone', { day: '2026-10-01', clicks: 4, impressions: 40, position_sum: 80 }),
      ],
      { grain: 'page', part: 'pages' },
    );
    const at = (query: string, now: number, before: number): ConsoleRow[] => [
      ...(now === 0 ? [] : [consoleRow({ query, clicks: 11 - now, impressions: 10, position_sum: now * 10 })]),
      ...(before === 0 ? [] : [consoleRow({ query, day: '2026-10-01', impressions: 10, position_sum: before * 10 })]),
    ];
    await load([
      ...at('hose', 2, 5),
      ...at('pipe', 8, 4),
      ...at('fresh', 6, 0),
      ...at('past', 0, 4),
      consoleRow({ query: '', clicks: 5 }),
    ]);
    const recalled = await pages();
    expect(known(recalled)).toMatchObject({
      basis: 'console',
      total_count: 2,
      totals: { clicks: 10, previous_clicks: 34 },
      items: [
        {
          url: 'https://shop.test/hoses',
          measured: { clicks: 10, impressions: 100, previous_clicks: 30, previous_impressions: 100 },
          position: 4,
          previous_position: 2,
          keyword_count: 3,
          top3: 1,
          top10: 3,
          new: 1,
          lost: 1,
          improved: 1,
          declined: 1,
          top_keyword: 'hose',
          keywords: [
            { keyword: 'fresh', position: 6, clicks: 5 },
            { keyword: 'pipe', position: 8, clicks: 3 },
          ],
          is_lost: false,
        },
        { url: 'https://shop.test/gone', is_lost: true, keyword_count: 0, top_keyword: null },
      ],
    });
    const urls = async (changes: Partial<RankedPagesQuery>): Promise<string[]> =>
      known(await pages(changes)).items.map(({ url }) => url);
    expect(await urls({ state: 'live' })).toEqual(['https://shop.test/hoses']);
    expect(await urls({ state: 'lost' })).toEqual(['https://shop.test/gone']);
    expect(await urls({ traffic_min: 11 })).toEqual([]);
    for (const order of ['loss', 'keywords', 'top3'] as const) {
      expect(await urls({ order })).toEqual(['https://shop.test/hoses', 'https://shop.test/gone']);
    }
    expect(known<RankedPages>(await pages({ target: 'https://shop.test/gone' })).items).toMatchObject([
      { is_lost: true },
    ]);
  });

  it('are seen by no other workspace', async () => {
    await load([consoleRow({ clicks: 3 })]);
    expect(await pages({}, { ...OWN_SCOPE, workspace_id: 'ws_other' })).toBeUndefined();
  });

  it('know no keywords where no table tells them, and count one country where details do', async () => {
    await load([pageRow('https://shop.test/hoses', { clicks: 10 })], { grain: 'page', part: 'pages' });
    expect(known(await pages()).items).toMatchObject([{ keyword_count: null, top_keyword: null }]);
    await load([consoleRow({ clicks: 3 }), consoleRow({ clicks: 5, country: 'DE' })]);
    expect(known(await pages({ is_any_place: false })).items).toMatchObject([{ measured: { clicks: 3 } }]);
  });
});
