import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  ANYWHERE,
  consolePart,
  consoleRow,
  daysBetween,
  importConsole,
  loadWindows,
  OWN_SCOPE,
  PREVIOUS,
  totalRow,
  WINDOW,
  YEAR_AGO,
} from '../../../test/console-rows.ts';
import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import type { ConsoleRow } from '../../ports/console.ts';
import type { ClickRatesQuery, DailyQuery, SharedKeywordsQuery, TrafficQuery } from '../../ports/rankings.ts';
import type { ObservationInbox } from '../../ports/store.ts';
import type { FactStores } from './stores.ts';

let index: TestIndex;
let stores: FactStores;

const EMPTY_INBOX: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };
const OTHER_SCOPE = { ...OWN_SCOPE, workspace_id: 'ws_other' };

beforeAll(async () => {
  index = await openTestIndex();
  stores = index.recollect(EMPTY_INBOX);
});
afterAll(() => index.close());
beforeEach(() => index.clear());

function known<Value>(recalled: { readonly value: Value | null } | undefined): Value {
  if (recalled === undefined || recalled.value === null) throw new Error('Nothing is known.');
  return recalled.value;
}

describe('traffic of a console', () => {
  const ask = (changes: Partial<TrafficQuery> = {}, scope = OWN_SCOPE) =>
    stores.rankings.traffic.recall(
      { ...ANYWHERE, targets: ['shop.test', 'rival.test'], types: ['organic', 'paid'], ...changes },
      scope,
    );

  it('is the clicks of the window, with what the engine withholds, for targets that have any', async () => {
    await loadWindows(index.consoleWriter, [
      consoleRow({ query: 'hose', clicks: 3 }),
      consoleRow({ query: 'pump', clicks: 2 }),
      consoleRow({ query: '', page: null, clicks: 4 }),
      consoleRow({ query: 'old', day: '2026-10-01', clicks: 7 }),
    ]);
    const recalled = await ask();
    expect(recalled?.value).toMatchObject([
      {
        target: 'shop.test',
        basis: 'console',
        window: { from: '2026-10-21', to: '2026-11-17' },
        traffic: { organic: 9, paid: null, featured_snippet: null, local_pack: null },
        previous_organic: 7,
        keyword_count: { organic: 2, paid: null },
      },
    ]);
    expect(recalled?.sources).toMatchObject([{ source: 'search-console', coverage: 'full', measure: 'measured' }]);
    expect(await ask({ targets: ['rival.test'] })).toBeUndefined();
    expect(await ask({}, OTHER_SCOPE)).toBeUndefined();
  });

  it('of a longer period is brought to 28 days', async () => {
    const part = consolePart({ grain: 'query' });
    const row = totalRow({ day: '2026-08-01', days: 84, query: 'hose', clicks: 300 });
    await importConsole(index.consoleWriter, part, [row]);
    expect((await ask())?.value).toMatchObject([{ traffic: { organic: 100 }, previous_organic: null }]);
  });

  it('of a table without countries is told for every country, unless totals tell the one that is named', async () => {
    await loadWindows(index.consoleWriter, [consoleRow({ country: null, clicks: 6 })]);
    expect((await ask({ is_any_place: false }))?.value).toMatchObject([
      { traffic: { organic: 6 }, keyword_count: { organic: 1 }, window: { ignores_country: true } },
    ]);
    const places = [totalRow({ country: 'US', clicks: 4 }), totalRow({ country: 'DE', clicks: 2 })];
    await loadWindows(index.consoleWriter, places, { grain: 'place' });
    expect((await ask({ is_any_place: false }))?.value).toMatchObject([
      { traffic: { organic: 4 }, keyword_count: { organic: null }, window: { ignores_country: false } },
    ]);
  });

  it('is told where only totals were imported, without a count of keywords', async () => {
    await loadWindows(index.consoleWriter, [totalRow({ clicks: 8 })], { grain: 'total' });
    expect((await ask())?.value).toMatchObject([{ traffic: { organic: 8 }, keyword_count: { organic: null } }]);
  });
});

describe('days of a console', () => {
  const QUERY: DailyQuery = { ...ANYWHERE, url: 'https://shop.test/hoses', keyword: 'Garden hose', days: 28 };

  it('of a table without countries are told for every country where a place is named', async () => {
    await loadWindows(index.consoleWriter, [consoleRow({ country: null, clicks: 3 })]);
    const { pair } = known(await stores.rankings.daily.recall({ ...QUERY, is_any_place: false }, OWN_SCOPE));
    expect(pair.at(-1)).toMatchObject({ day: '2026-11-17', clicks: 3 });
  });

  it('are there for the page, the keyword and the site, with zeros where nothing showed and gaps where nothing is known', async () => {
    const rows: ConsoleRow[] = [
      consoleRow({ day: '2026-11-16', clicks: 2, impressions: 10, position_sum: 50 }),
      consoleRow({ day: '2026-11-16', query: 'pump', clicks: 1, impressions: 4, position_sum: 8 }),
      consoleRow({ day: '2026-11-16', page: 'https://shop.test/rival', clicks: 5, impressions: 20, position_sum: 40 }),
      consoleRow({ day: '2026-10-01', page: 'https://shop.test/rival', clicks: 1, impressions: 2, position_sum: 4 }),
      consoleRow({ day: '2025-11-01', clicks: 9, impressions: 10, position_sum: 10 }),
    ];
    await loadWindows(index.consoleWriter, rows, {}, [WINDOW, PREVIOUS, YEAR_AGO]);
    const gap = consolePart({ load: 'gap', observed_at: new Date('2026-11-21T00:00:00Z') });
    await importConsole(index.consoleWriter, gap, [], daysBetween('2026-11-10', '2026-11-10', { is_final: false }));
    const recalled = await stores.rankings.daily.recall(QUERY, OWN_SCOPE);
    const figures = known(recalled);
    const on = (day: string, points: readonly { readonly day: string }[] | undefined) =>
      points?.find((point) => point.day === day);
    expect(figures).toMatchObject({
      property: 'sc-domain:shop.test',
      engine: 'google',
      to: '2026-11-17',
      page_since: '2025-11-01',
      generative: null,
      rivals: [
        {
          url: 'https://shop.test/rival',
          clicks: 5,
          impressions: 20,
          position: 2,
          previous_clicks: 1,
          previous_impressions: 2,
        },
      ],
    });
    expect(figures.pair).toHaveLength(83);
    expect(figures.pair.map(({ day }) => day)).toEqual(figures.pair.map(({ day }) => day).toSorted());
    expect(on('2026-11-16', figures.pair)).toEqual({ day: '2026-11-16', clicks: 2, impressions: 10, position: 5 });
    expect(on('2026-11-16', figures.page)).toMatchObject({ clicks: 3, impressions: 14 });
    expect(on('2026-11-16', figures.keyword)).toMatchObject({ clicks: 7, impressions: 30 });
    expect(on('2026-11-16', figures.site)).toMatchObject({ clicks: 8, impressions: 34 });
    expect(on('2026-11-15', figures.pair)).toEqual({ day: '2026-11-15', clicks: 0, impressions: 0, position: null });
    expect(on('2026-11-10', figures.pair)).toBeUndefined();
    expect(on('2025-11-01', figures.pair)).toMatchObject({ clicks: 9 });
  });

  it('come from the tables that are split the least, and tell of AI answers where a report was imported', async () => {
    await loadWindows(index.consoleWriter, [consoleRow({ clicks: 2 })]);
    await loadWindows(index.consoleWriter, [totalRow({ clicks: 50 })], { grain: 'total', part: 'totals' });
    await loadWindows(index.consoleWriter, [totalRow({ page: QUERY.url, clicks: 6 })], {
      grain: 'page',
      part: 'pages',
    });
    const report = consolePart({ search_type: 'generative_ai', grain: 'page', part: 'ai' });
    const shown = (day: string, impressions: number): ConsoleRow =>
      totalRow({ day, days: 28, page: QUERY.url, clicks: null, impressions, position_sum: null });
    await importConsole(index.consoleWriter, report, [shown('2026-10-20', 90), shown('2026-09-22', 30)]);
    const { value } = (await stores.rankings.daily.recall(QUERY, OWN_SCOPE)) ?? {};
    expect(value?.page.at(-1)).toMatchObject({ day: '2026-11-17', clicks: 6 });
    expect(value?.site.at(-1)).toMatchObject({ clicks: 50 });
    expect(value?.generative).toEqual({ impressions: 90, previous_impressions: 30 });
  });

  it('are null for another workspace, and where only a period was imported', async () => {
    await importConsole(index.consoleWriter, consolePart({ grain: 'page' }), [
      totalRow({ days: 28, page: QUERY.url, day: '2026-10-01' }),
    ]);
    expect(await stores.rankings.daily.recall(QUERY, OWN_SCOPE)).toEqual({ value: null, sources: [] });
    await loadWindows(index.consoleWriter, [consoleRow()]);
    expect((await stores.rankings.daily.recall(QUERY, OWN_SCOPE))?.value).not.toBeNull();
    expect(await stores.rankings.daily.recall(QUERY, OTHER_SCOPE)).toEqual({ value: null, sources: [] });
  });
});

describe('click rates of a console', () => {
  const QUERY: ClickRatesQuery = { ...ANYWHERE, target: 'shop.test', brand_letters: ['shopmart'] };

  it('are clicks and impressions by the rounded mean position of a query, without those for the brand', async () => {
    await loadWindows(index.consoleWriter, [
      consoleRow({ query: 'hose', clicks: 10, impressions: 100, position_sum: 140 }),
      consoleRow({ query: 'pump', clicks: 2, impressions: 50, position_sum: 60 }),
      consoleRow({ query: 'pipe', clicks: 1, impressions: 40, position_sum: 160 }),
      consoleRow({ query: 'pipe', day: '2026-10-01', clicks: 1, impressions: 40, position_sum: 160 }),
      consoleRow({ query: 'Shop-Mart hose', clicks: 90, impressions: 100, position_sum: 100 }),
      consoleRow({ query: '', clicks: 7, impressions: 10, position_sum: 10 }),
    ]);
    const recalled = await stores.rankings.clickRates.recall(QUERY, OWN_SCOPE);
    expect(recalled?.value).toEqual({
      property: 'sc-domain:shop.test',
      from: '2026-09-23',
      to: '2026-11-17',
      bins: [
        { position: 1, clicks: 12, impressions: 150 },
        { position: 4, clicks: 2, impressions: 80 },
      ],
    });
    expect(await stores.rankings.clickRates.recall(QUERY, OTHER_SCOPE)).toEqual({ value: null, sources: [] });
  });
});

describe('keywords that own pages have in common', () => {
  const ask = (changes: Partial<SharedKeywordsQuery>, scope = OWN_SCOPE) =>
    stores.rankings.shared.recall(
      {
        ...ANYWHERE,
        targets: ['https://shop.test/a', 'https://shop.test/b'],
        excluded: [],
        mode: 'all',
        item_types: ['organic'],
        limit: 10,
        volume_min: 0,
        max_position: undefined,
        order: 'traffic',
        has_clickstream: false,
        ...changes,
      },
      scope,
    );
  const at = (query: string, path: string, position: number, clicks = 1): ConsoleRow =>
    consoleRow({ query, page: `https://shop.test/${path}`, clicks, impressions: 10, position_sum: position * 10 });
  const keywordsOf = async (changes: Partial<SharedKeywordsQuery>): Promise<string[] | undefined> =>
    (await ask(changes))?.value.items.map(({ keyword }) => keyword);

  beforeEach(() =>
    loadWindows(index.consoleWriter, [
      at('both', 'a', 4, 3),
      at('both', 'b', 8),
      at('only a', 'a', 12),
      at('only b', 'b', 2),
      at('with c', 'a', 5),
      at('with c', 'b', 6),
      at('with c', 'c/1', 7),
      at('below c', 'c/2', 7),
    ]),
  );

  it('are those for which all show, any does, or the first alone', async () => {
    expect(await keywordsOf({})).toEqual(['both', 'with c']);
    expect(await keywordsOf({ mode: 'first_only' })).toEqual(['only a']);
    expect((await keywordsOf({ mode: 'any' }))?.toSorted()).toEqual(['both', 'only a', 'only b', 'with c']);
    expect(await keywordsOf({ excluded: ['https://shop.test/c/*'] })).toEqual(['both']);
    expect(await keywordsOf({ mode: 'any', max_position: 4 })).toEqual(['both']);
    expect((await keywordsOf({ targets: ['https://shop.test/c/*'] }))?.toSorted()).toEqual(['below c', 'with c']);
    expect((await ask({}))?.value).toMatchObject({
      basis: 'console',
      total_count: 2,
      unknown_targets: [],
      items: [
        {
          keyword: 'both',
          places: [
            { position: 4, url: 'https://shop.test/a', type: 'organic', clicks: 3, impressions: 10 },
            { position: 8, url: 'https://shop.test/b' },
          ],
        },
        { keyword: 'with c' },
      ],
    });
    expect(
      (await ask({ targets: ['https://shop.test/a', 'https://shop.test/none'], mode: 'any' }))?.value,
    ).toMatchObject({
      unknown_targets: ['https://shop.test/none'],
    });
  });

  it('are not for a console to tell where one of the targets is not the caller’s', async () => {
    expect(await ask({ targets: ['https://shop.test/a', 'rival.test'] })).toBeUndefined();
    expect(await ask({ item_types: ['paid'] })).toBeUndefined();
    expect(await ask({}, OTHER_SCOPE)).toBeUndefined();
  });
});
