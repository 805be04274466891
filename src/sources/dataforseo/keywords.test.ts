import { describe, expect, it } from 'vitest';

import { AUSTIN, NOW, sourceContext, UNITED_STATES } from '../../../test/source-context.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import type { SourceHttpRequest } from '../../ports/source-http.ts';
import { keywordOffers } from './keywords.ts';
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
const failure = (status_code: number, status_message: string): unknown => ({
  status_code: 20000,
  status_message: 'Ok.',
  cost: 0,
  tasks: [{ status_code, status_message, result: null }],
});

const months = (count: number): unknown[] =>
  Array.from({ length: count }, (_, ago) => ({
    year: ago < 10 ? 2026 : 2025,
    month: ago < 10 ? 10 - ago : 22 - ago,
    search_volume: 1000 + ago,
  }));
const BIKE_REPAIR = {
  keyword: 'bike repair',
  location_code: 2840,
  language_code: 'en',
  keyword_info: {
    search_volume: 12100,
    cpc: 1.75,
    competition: 0.31,
    last_updated_time: '2026-11-10 04:05:06 +00:00',
    monthly_searches: months(13),
  },
  keyword_properties: { keyword_difficulty: 42 },
  search_intent_info: { main_intent: 'commercial' },
};

const { metrics, ideas } = keywordOffers;
if (metrics === undefined || ideas === undefined) throw new Error('Both methods are offered.');
const question = { keywords: ['Bike Repair', 'no such keyword'], location: UNITED_STATES, language: 'en-US' };

describe('keyword metrics of DataForSEO', () => {
  it('become facts with the basis, period and scale of their figures, under the keyword as it was asked', async () => {
    const { context, requests } = contextWith(() => envelope({ items: [BIKE_REPAIR] }));
    const answer = await metrics.ask(question, context);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://api.dataforseo.test/v3/dataforseo_labs/google/keyword_overview/live',
        headers: { authorization: `Basic ${btoa('me@example.com:pass-word')}` },
        body: [{ location_code: 2840, language_code: 'en', keywords: ['Bike Repair', 'no such keyword'] }],
      },
    ]);
    expect(answer).toMatchObject({ usd: 0.0203, observed_at: '2026-11-10T04:05:06.000Z', measure: 'estimated' });
    const [fact, ...others] = answer.value;
    expect(others).toEqual([]);
    expect(fact).toMatchObject({
      keyword: 'Bike Repair',
      source: 'dataforseo',
      location_code: 2840,
      language: 'en',
      volume: { value: 12100, low: null, high: null, basis: 'bucket', period: '2025-11/2026-10' },
      bing_impressions: null,
      cpc: 1.75,
      currency: 'USD',
      competition: 0.31,
      difficulty: { value: 42, scale: 'dataforseo' },
      intent: 'commercial',
    });
    expect(fact?.monthly).toHaveLength(13);
    expect(fact?.monthly.at(-1)).toEqual({ month: '2026-10', searches: 1000 });
  });

  it('are null where the provider says nothing, and zero only where it says zero', async () => {
    const bare = { keyword: 'bike repair', keyword_info: { search_volume: null }, search_intent_info: null };
    const zero = { keyword: 'no such keyword', keyword_info: { search_volume: 0, monthly_searches: months(3) } };
    const { context } = contextWith(() => envelope({ items: [bare, zero] }));
    const { value } = await metrics.ask(question, context);
    expect(value).toMatchObject([
      {
        volume: null,
        cpc: null,
        currency: null,
        competition: null,
        difficulty: null,
        intent: null,
        observed_at: NOW.toISOString(),
      },
      // Three months are no mean of a year.
      { volume: { value: 0, period: null } },
    ]);
  });

  it('have no coverage when the provider knows none of the keywords', async () => {
    const { context } = contextWith(() => envelope({ items: null }));
    expect(await metrics.ask(question, context)).toMatchObject({ value: [], coverage: 'none', is_empty: true });
  });

  it('come in tasks of 700 keywords, whose costs add up', async () => {
    const { context, requests } = contextWith(() => envelope({ items: [] }, 0.09));
    const keywords = Array.from({ length: 701 }, (_, at) => `keyword ${at}`);
    const query = { ...question, keywords };
    expect(metrics.usd(query, SETTINGS)).toBeCloseTo(2 * 0.02 + 701 * 0.0001, 10);
    expect((await metrics.ask(query, context)).usd).toBeCloseTo(0.18, 10);
    expect(requests).toMatchObject([
      { body: [{ keywords: { length: 700 } }] },
      { body: [{ keywords: { length: 1 } }] },
    ]);
  });

  it('leave keywords out that would fail the whole task, and say so', async () => {
    const long = 'one two three four five six seven eight nine ten eleven';
    const query = { ...question, keywords: ['100% c++', long] };
    expect(metrics.lacks(query, SETTINGS)).toEqual(['keywords of more than 80 characters or 10 words']);
    expect(metrics.lacks({ ...question, keywords: [long] }, SETTINGS)).toBeUndefined();
    const { context, requests } = contextWith(() => envelope({ items: [{ ...BIKE_REPAIR, keyword: '100% c++' }] }));
    const { value } = await metrics.ask(query, context);
    expect(requests[0]?.body).toMatchObject([{ keywords: ['100%25 c%2B%2B'] }]);
    expect(value.map(({ keyword }) => keyword)).toEqual(['100% c++']);
  });

  it('are those of the country where a city is asked for, which is said, and none of the world', async () => {
    expect(metrics.lacks({ ...question, location: AUSTIN }, SETTINGS)).toEqual(['places smaller than a country']);
    expect(metrics.lacks({ ...question, location: null }, SETTINGS)).toBeUndefined();
    const { context, requests } = contextWith(() => envelope({ items: [BIKE_REPAIR] }));
    const { value } = await metrics.ask({ ...question, location: AUSTIN }, context);
    expect(requests[0]?.body).toMatchObject([{ location_name: 'United States' }]);
    expect(value[0]?.location_code).toBe(2840);
  });

  it.each([
    ['zh-TW', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['no', 'nb'],
    ['pt-BR', 'pt'],
  ])('ask for %s as %s', async (language, language_code) => {
    const { context, requests } = contextWith(() => envelope({ items: [] }));
    await metrics.ask({ ...question, language }, context);
    expect(requests[0]?.body).toMatchObject([{ language_code }]);
  });
});

describe('a failure inside an HTTP 200', () => {
  it.each([
    [40100, 'wrong_key'],
    [40204, 'no_funds'],
    [40200, 'no_funds'],
    [40210, 'no_funds'],
    [40202, 'rate_limited'],
    [40501, 'refused'],
    [40602, 'unfinished'],
    [40103, 'failed'],
    [50000, 'failed'],
  ])('%d is %s', async (code, kind) => {
    const { context } = contextWith(() => failure(code, 'What it says.'));
    const asked = metrics.ask(question, context);
    await expect(asked).rejects.toMatchObject({ kind, message: expect.stringContaining(`${code}`) });
  });

  it('is told at the level of the request, too', async () => {
    const { context } = contextWith(() => ({ status_code: 40100, status_message: 'You are not authorized.' }));
    await expect(metrics.ask(question, context)).rejects.toMatchObject({ kind: 'wrong_key' });
  });

  it.each([
    ['another form', { hello: 'world' }],
    ['no task', { status_code: 20000, status_message: 'Ok.', tasks: [] }],
    ['rows of another form', envelope({ items: [{ keyword: 5 }] })],
  ])('is also an answer with %s', async (_, body) => {
    const { context } = contextWith(() => body);
    await expect(metrics.ask(question, context)).rejects.toMatchObject({ kind: 'broken' });
  });

  it('tells what the tasks before it cost', async () => {
    let asked = 0;
    const { context } = contextWith(() => (asked++ === 0 ? envelope({ items: [] }, 0.09) : failure(50000, 'Down.')));
    const keywords = Array.from({ length: 701 }, (_, at) => `keyword ${at}`);
    await expect(metrics.ask({ ...question, keywords }, context)).rejects.toMatchObject({ kind: 'failed', usd: 0.09 });
  });
});

describe('keyword ideas of DataForSEO', () => {
  const seed = { seed: 'bike', location: UNITED_STATES, language: 'en', limit: 30 };
  const named = (keyword: string): unknown => ({ ...BIKE_REPAIR, keyword });

  it('are suggestions and related searches, each once, with what it knows of them', async () => {
    const { context, requests } = contextWith(({ url }) =>
      url.includes('related')
        ? envelope({
            items: [
              { keyword_data: named('bike'), depth: 0 },
              { keyword_data: named('bike repair'), depth: 1 },
              { keyword_data: named('cycle shop'), depth: 1 },
            ],
          })
        : envelope({ items: [named('bike repair'), named('bike stand')] }),
    );
    const answer = await ideas.ask(seed, context);
    expect(requests.map(({ body }) => body)).toMatchObject([
      [{ keyword: 'bike', limit: 20 }],
      [{ keyword: 'bike', limit: 10, depth: 2 }],
    ]);
    expect(answer.value.map(({ keyword, evidence }) => [keyword, evidence.map(({ kind }) => kind)])).toEqual([
      ['bike repair', ['provider', 'related_search']],
      ['bike stand', ['provider']],
      ['cycle shop', ['related_search']],
    ]);
    expect(answer.value[0]?.facts).toMatchObject([{ keyword: 'bike repair', volume: { value: 12100 } }]);
    expect(answer.usd).toBeCloseTo(0.0406, 10);
    expect(ideas.usd(seed, SETTINGS)).toBeCloseTo(0.043, 10);
  });

  it('keep the suggestions that were paid for when only the related searches fail, and say so', async () => {
    const { context } = contextWith(({ url }) => {
      if (url.includes('related')) throw new SourceFailure('timeout', 'DataForSEO took too long.');
      return envelope({ items: [named('bike repair')] });
    });
    const answer = await ideas.ask(seed, context);
    expect(answer).toMatchObject({
      coverage: 'partial',
      usd: 0.0203,
      note: 'Related searches are missing: DataForSEO took too long.',
    });
    expect(answer.value).toHaveLength(1);
  });
});
