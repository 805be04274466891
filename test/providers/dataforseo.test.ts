import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import type { SerpQuery } from '../../src/ports/serp.ts';
import { SourceFailure } from '../../src/ports/source-failure.ts';
import {
  checkSerp,
  collectSerpTask,
  POSTED_TASKS_MAX,
  postSerpTasks,
} from '../../src/sources/dataforseo/check-serp.ts';
import { rankingOffers } from '../../src/sources/dataforseo/rankings.ts';
import { readSerpResult } from '../../src/sources/dataforseo/serp-result.ts';
import { isAtCoordinates, priceOf, serpTask } from '../../src/sources/dataforseo/serp-task.ts';
import { type DataForSeoContext, FAILURES } from '../../src/sources/dataforseo/settings.ts';
import { AUSTIN, UNITED_STATES } from '../source-context.ts';
import { dataforseo, DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './dataforseo.ts';
import { type Providers, startProviders } from './providers.ts';
import { fieldOf } from './vendor.ts';
import { KEYWORDS, lookUp, rankedKeywords } from './web.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

let providers: Providers;
let clients: SourceClients;
let context: DataForSeoContext;

beforeAll(async () => {
  providers = await startProviders();
  clients = createSourceClients({ user_agent: 'seamark-test' });
  context = {
    settings: {
      SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
      SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
      SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
    },
    http: clients.http(FAILURES, [DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD]),
    redirects: { target: () => Promise.resolve(undefined) },
    signal: new AbortController().signal,
    now: () => NOW,
    rest: () => Promise.resolve(),
  };
});
afterEach(() => providers.reset());
afterAll(async () => {
  await clients.close();
  await providers.close();
});

function query(asked: Partial<SerpQuery> = {}): SerpQuery {
  return {
    keyword: KEYWORDS.plain,
    engine: undefined,
    location: null,
    language: 'en',
    device: null,
    depth: 10,
    stop_at: undefined,
    wants: [],
    include_domains: [],
    exclude_domains: [],
    ...asked,
  };
}

describe('queued result pages of DataForSEO', () => {
  it('are posted together, wait, and are then the pages that a live check shows', async () => {
    const queries = [query(), query({ keyword: KEYWORDS.pair, depth: 30 })];
    const posted = await postSerpTasks(queries, context);
    expect(providers.requests.map(({ path }) => path)).toEqual(['/v3/serp/google/organic/task_post']);
    expect(posted).toEqual([
      { task_id: expect.any(String), usd: 0.0006 },
      { task_id: expect.any(String), usd: expect.closeTo(0.0018, 8) },
    ]);
    for (const [at, task] of posted.entries()) {
      if (task instanceof SourceFailure) throw task;
      const asked = queries[at] ?? query();
      providers.misbehave({ vendor: 'dataforseo', with: 'unfinished', times: 2 });
      expect(await collectSerpTask(task.task_id, asked, context)).toBe('unfinished');
      expect(await collectSerpTask(task.task_id, asked, context)).toBe('unfinished');
      const collected = await collectSerpTask(task.task_id, asked, context);
      if (collected === 'unfinished') throw new Error('The task is still waiting.');
      const live = await checkSerp(asked, context);
      // The live check is made later.
      expect({ ...collected.value, checked_at: live.value.checked_at }).toEqual(live.value);
      expect([collected.usd, (live.usd ?? 0) > 0]).toEqual([0, true]);
    }
  });

  it('tell which of them were refused', async () => {
    const [refused, accepted] = await postSerpTasks([query({ keyword: '' }), query()], context);
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(accepted).toMatchObject({ usd: 0.0006 });
  });

  it('fail when the task is unknown or the answer is an error', async () => {
    await expect(collectSerpTask('no-such-task', query(), context)).rejects.toMatchObject({ kind: 'refused' });
    providers.misbehave({ vendor: 'dataforseo', with: 'no_funds' });
    await expect(postSerpTasks([query()], context)).rejects.toMatchObject({ kind: 'no_funds' });
    const many = Array.from({ length: POSTED_TASKS_MAX + 1 }, () => query());
    await expect(postSerpTasks(many, context)).rejects.toThrow('At most 100 tasks');
  });
});

describe('a task for DataForSEO', () => {
  it('asks for what the question says and nothing that costs more', () => {
    expect(serpTask(query(), 'live')).toEqual({
      keyword: KEYWORDS.plain,
      location_code: 2840,
      language_code: 'en',
      depth: 10,
      max_crawl_pages: 1,
      group_organic_results: false,
      remove_from_url: ['srsltid'],
    });
    const asked = {
      keyword: '50% off c++',
      depth: 95,
      device: 'mobile',
      stop_at: 'shop.example',
      language: 'pt-BR',
    } as const;
    expect(serpTask(query({ ...asked, wants: ['ai_overview'] }), 'live')).toMatchObject({
      keyword: '50%25 off c%2B%2B',
      language_code: 'pt-BR',
      device: 'mobile',
      depth: 100,
      max_crawl_pages: 10,
      load_async_ai_overview: true,
      stop_crawl_on_match: [{ match_type: 'with_subdomains', match_value: 'shop.example' }],
      find_targets_in: ['organic'],
    });
    expect(serpTask(query({ depth: 700 }), 'live')).toMatchObject({ depth: 200 });
    expect(serpTask(query({ depth: 700 }), 'queued')).toMatchObject({ depth: 700 });
  });

  it('is for a place by its code, or by its coordinates where Google lists none', () => {
    expect(serpTask(query({ location: AUSTIN }), 'live')).toMatchObject({ location_code: 1026201 });
    const village = { ...AUSTIN, code: -4671654, name: 'Marfa,Texas,United States' };
    expect(serpTask(query({ location: village }), 'live')).toMatchObject({
      location_coordinate: '30.2672,-97.7431,200',
    });
    expect(serpTask(query({ location: { ...village, latitude: null } }), 'live')).toMatchObject({
      location_name: 'Marfa,Texas,United States',
    });
  });

  it('is for the middle of a city where local results are wanted, and says so of the page', () => {
    const local = query({ location: AUSTIN, wants: ['organic', 'local_pack'] });
    expect(serpTask(local, 'live')).toMatchObject({ location_coordinate: '30.2672,-97.7431,200' });
    expect(isAtCoordinates(local)).toBe(true);
    const country = { ...AUSTIN, code: 2840, name: 'United States', kind: 'country' } as const;
    expect(serpTask(query({ location: country, wants: ['local_pack'] }), 'live')).toMatchObject({
      location_code: 2840,
    });
    expect(isAtCoordinates(query({ location: AUSTIN }))).toBe(false);
  });

  it.each([
    [{}, 'live', 0.002],
    [{ depth: 11 }, 'live', 0.004],
    [{ depth: 100 }, 'queued', 0.006],
    [{ wants: ['ai_overview'] }, 'live', 0.004],
    [{ include_domains: ['a.example'] }, 'live', 0.01],
    [{ keyword: 'seo filetype:pdf' }, 'live', 0.01],
    [{ keyword: 'build a website: how' }, 'live', 0.002],
  ] as const)('%j costs %s %f USD at most', (asked, mode, usd) => {
    expect(priceOf(query(asked), mode)).toBeCloseTo(usd, 8);
  });
});

describe('a result of DataForSEO', () => {
  const read = (result: object | undefined, asked: Partial<SerpQuery> = {}): ReturnType<typeof readSerpResult> =>
    readSerpResult(result, { query: query(asked), mode: 'live', now: NOW, usd: 0.002 });
  const row = { type: 'organic', page: 1, url: 'https://a.example/', title: 'A' };

  it('that found nothing is an empty page', () => {
    expect(read(undefined)).toMatchObject({ is_empty: true, value: { organic_seen: 0, ended: 'no_more_results' } });
  });

  it('keeps types of items that have no name of ours under that of the vendor', () => {
    const { value } = read({ items: [row, { type: 'stocks_box', page: 1, title: 'ACME' }] });
    expect(value.items[1]).toMatchObject({ type: 'other', kind: 'stocks_box', rank_absolute: 2, rank_group: 1 });
  });

  it('says that an overview is there and was not loaded', () => {
    const late = { type: 'ai_overview', page: 1, asynchronous_ai_overview: true, markdown: null, references: null };
    expect(read({ items: [row, late] }).value.ai_overview.status).toBe('async_not_loaded');
    expect(read({ items: [row], item_types: ['organic', 'ai_overview'] }).value.ai_overview.status).toBe(
      'async_not_loaded',
    );
    const { value } = read({ items: [row] });
    expect([value.ai_overview.status, value.sees.includes('ai_overview')]).toEqual(['unavailable', false]);
    expect(read({ items: [row] }, { wants: ['ai_overview'] }).value.ai_overview.status).toBe('absent');
  });

  it.each([
    [{ items: [row], pages_count: 1, se_results_count: 900 }, 'incomplete'],
    [{ items: [row], pages_count: 1, se_results_count: 1 }, 'no_more_results'],
    [{ items: [row], pages_count: 2, se_results_count: 900 }, 'no_more_results'],
    [{ items: [row, { ...row, page: 5 }], pages_count: 5, se_results_count: 900 }, 'depth_reached'],
  ])('%j of a question for 50 results ended as %s', (result, ended) => {
    expect(read(result, { depth: 50 }).value.ended).toBe(ended);
  });

  it('is incomplete where the question goes deeper than the vendor does', () => {
    const result = { items: [row], pages_count: 20, se_results_count: 900 };
    expect(read(result, { depth: 200 }).value.ended).toBe('depth_reached');
    expect(read(result, { depth: 300 }).value.ended).toBe('incomplete');
    const queued = { query: query({ depth: 300 }), mode: 'queued', now: NOW, usd: 0 } as const;
    expect(readSerpResult({ ...result, pages_count: 30 }, queued).value.ended).toBe('depth_reached');
  });

  it('takes a proposed spelling for no correction', () => {
    expect(read({ items: [row], spell: { keyword: 'b', type: 'did_you_mean' } }).value.spell).toBeNull();
    expect(read({ items: [row], spell: { keyword: 'b', type: 'showing_results_for' } }).value.spell).toBe('b');
  });

  it('of another shape is told by the field that differs', () => {
    expect(() => read({ items: 'none' })).toThrow(/DataForSEO sent an answer in an unexpected format\. items:/);
  });
});

describe('the made-up web', () => {
  it('ranks a domain for the keywords on whose result pages it stands, and where it stands there', async () => {
    const domain = 'primeatlas.example';
    const ranked = rankedKeywords(domain);
    expect(ranked.length).toBeGreaterThan(3);
    for (const { keyword, rank, url } of ranked) {
      const { value } = await checkSerp(query({ keyword, depth: 200 }), context);
      const item = value.items.find(
        ({ type, url: found }) =>
          type === 'organic' && new URL(found ?? '').href === new URL(url.replace(/&srsltid=\d*[^&]*/, '')).href,
      );
      expect([keyword, item?.rank_group]).toEqual([keyword, rank]);
    }
  });
});

describe('rankings of the made-up web', () => {
  const market = { location: UNITED_STATES, language: 'en', is_any_place: false };
  const target = 'primeatlas.example';
  const { keywords, pages, competitors, shared, traffic } = rankingOffers;
  if (!keywords || !pages || !competitors || !shared || !traffic) throw new Error('Five methods are offered.');
  const ranked = (about: string, include_lost = false) =>
    keywords.ask(
      { ...market, target: about, limit: 100, max_position: 100, include_lost, order: 'position', volume_min: 0 },
      context,
    );

  it('say of a domain what its result pages show', async () => {
    const { value } = await ranked(target);
    expect(value.items.length).toBeGreaterThan(3);
    expect(value.items).toHaveLength(rankedKeywords(target).length);
    for (const { keyword, position, url } of value.items) {
      const { value: page } = await checkSerp(query({ keyword, depth: 200 }), context);
      const item = page.items.find((each) => each.type === 'organic' && each.domain?.endsWith(target));
      expect([keyword, position, url]).toEqual([keyword, item?.rank_group, item?.url]);
    }
  });

  it('say the same in keywords, pages, traffic, competitors and shared keywords', async () => {
    const { value: own } = await ranked(target);
    const { value: rival } = await ranked('brightledger.example');
    const sum = own.items.reduce((total, { estimated_traffic }) => total + (estimated_traffic ?? 0), 0);
    const count = own.items.length;
    expect(own).toMatchObject({ total_count: count, positions: { top100: count } });
    const { value: estimates } = await traffic.ask({ ...market, targets: [target], types: ['organic'] }, context);
    expect(estimates).toMatchObject([
      { traffic: { organic: expect.closeTo(sum, 6) }, keyword_count: { organic: count } },
    ]);
    const asked = { ...market, target, limit: 100 };
    const { value: listed } = await pages.ask({ ...asked, order: 'traffic', traffic_min: 0, state: 'live' }, context);
    expect(listed.items.reduce((total, { keyword_count }) => total + (keyword_count ?? 0), 0)).toBe(count);
    const { value: rivals } = await competitors.ask({ ...asked, max_position: 100, intersections_min: 1 }, context);
    expect(rivals.target_keywords).toBe(count);
    const both = {
      ...market,
      targets: [target, 'brightledger.example'],
      excluded: [],
      mode: 'all',
      item_types: [],
      limit: 100,
      volume_min: 0,
      max_position: undefined,
      order: 'position',
      has_clickstream: false,
    } as const;
    const { value: common } = await shared.ask(both, context);
    const theirs = new Map(rival.items.map(({ keyword, position }) => [keyword, position]));
    const expected = own.items.filter(({ keyword }) => theirs.has(keyword));
    expect(common.items.map(({ keyword, places }) => [keyword, ...places.map((place) => place?.position)])).toEqual(
      expected.map(({ keyword, position }) => [keyword, position, theirs.get(keyword)]),
    );
    expect(rivals.items.find(({ domain }) => domain === 'brightledger.example')).toMatchObject({
      intersections: expected.length,
    });
    const alone = await shared.ask({ ...both, mode: 'first_only' }, context);
    expect(alone.value.items).toHaveLength(count - expected.length);
  });

  it('know lost places, and nothing of a domain that stands nowhere', async () => {
    const { value } = await ranked(target, true);
    const lost = value.items.filter(({ movement }) => movement === 'lost');
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.every(({ position }) => position === null)).toBe(true);
    expect(await ranked('unheard-of.com')).toMatchObject({ coverage: 'none', value: { items: [] } });
  });
});

describe('the fake of DataForSEO', () => {
  const fields = new Map<string, Map<string, string>>();
  for (const line of readFileSync(join(import.meta.dirname, 'dataforseo-fields.tsv'), 'utf8').split('\n')) {
    const [record = '', field = '', kind = ''] = line.split('\t');
    if (!line.startsWith('#') && field !== '') fields.set(record, (fields.get(record) ?? new Map()).set(field, kind));
  }

  it.each(Object.values(KEYWORDS))(
    'answers «%s» with nothing that the published types do not have',
    async (keyword) => {
      const asked = [serpTask(query({ keyword, depth: 30, wants: ['ai_overview'] }), 'live')];
      const authorization = `Basic ${Buffer.from(`${DATAFORSEO_LOGIN}:${DATAFORSEO_PASSWORD}`).toString('base64')}`;
      const request = { vendor: 'dataforseo', method: 'POST', path: '/v3/serp/google/organic/live/advanced' };
      const { body } = dataforseo.answer(
        { ...request, query: new URLSearchParams(), headers: { authorization }, body: asked, nth: 0, at: new Date() },
        undefined,
      );
      expect(differences('envelope', body)).toEqual([]);
      const [task] = listIn(body, 'tasks');
      expect(differences('task', task)).toEqual([]);
      const [result] = listIn(task, 'result');
      expect(differences('result', result)).toEqual([]);
      const items = listIn(result, 'items');
      expect(items.length > 0).toBe(lookUp(keyword).pages.length > 0);
      for (const item of items) {
        expect(differences(`${String(fieldOf(item, 'type'))} item`, item)).toEqual([]);
        for (const reference of listIn(item, 'references')) expect(differences('reference', reference)).toEqual([]);
        for (const element of listIn(item, 'items').filter((one) => typeof one !== 'string')) {
          expect(differences('people_also_ask_element', element)).toEqual([]);
          const [opened] = listIn(element, 'expanded_element');
          expect(differences('people_also_ask_expanded_element', opened)).toEqual([]);
        }
      }
    },
  );

  it('is asked for nothing that the published types do not have', () => {
    const full = query({ device: 'mobile', stop_at: 'a.example', wants: ['ai_overview'] });
    expect(differences('request', serpTask(full, 'live'))).toEqual([]);
    expect(differences('posted request', serpTask(full, 'queued'))).toEqual([]);
    for (const match of listIn(serpTask(full, 'live'), 'stop_crawl_on_match')) {
      expect(differences('stop_crawl_on_match', match)).toEqual([]);
    }
  });

  /** Fields that the vendor's record does not have, or has as something else. */
  function differences(record: string, value: unknown): string[] {
    const known = fields.get(record);
    if (known === undefined) return [`${record} is unknown`];
    return Object.entries(Object(value)).flatMap(([field, given]) => {
      const kind = known.get(field);
      return given === null || (kind !== undefined && kindsOf(given).includes(kind)) ? [] : [`${record}.${field}`];
    });
  }
});

function kindsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? ['list of texts', 'list'] : ['list'];
  return [typeof value === 'string' ? 'text' : typeof value];
}

function listIn(value: unknown, field: string): readonly unknown[] {
  const list = fieldOf(value, field);
  return Array.isArray(list) ? list : [];
}
