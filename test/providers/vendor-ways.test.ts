import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import type { Answered, DefinedSource } from '../../src/ports/define-source.ts';
import type { Serp, SerpQuery } from '../../src/ports/serp.ts';
import { brave } from '../../src/sources/brave/source.ts';
import { searxng } from '../../src/sources/searxng/source.ts';
import { serpapi } from '../../src/sources/serpapi/source.ts';
import { serper } from '../../src/sources/serper/source.ts';
import { AUSTIN } from '../source-context.ts';
import { BRAVE_KEY } from './brave.ts';
import { type Providers, startProviders } from './providers.ts';
import { SERPAPI_KEY } from './serpapi.ts';
import { SERPER_KEY } from './serper.ts';
import { KEYWORDS } from './web.ts';

const GERMANY = {
  code: 2276,
  name: 'Germany',
  country: 'DE',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;
const ICELAND = {
  code: 2352,
  name: 'Iceland',
  country: 'IS',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;
const AnsweredSerp = z.custom<Answered<Serp>>((answer) => typeof answer === 'object');

let providers: Providers;
let clients: SourceClients;

beforeAll(async () => {
  providers = await startProviders();
  clients = createSourceClients({ user_agent: 'seamark-test' });
});
afterEach(() => providers.reset());
afterAll(async () => {
  await clients.close();
  await providers.close();
});

function offerOf(source: DefinedSource, settings: Record<string, string> = {}): Offer {
  const environment = {
    SEAMARK_BRAVE_KEY: BRAVE_KEY,
    SEAMARK_SERPER_KEY: SERPER_KEY,
    SEAMARK_SERPAPI_KEY: SERPAPI_KEY,
    SEAMARK_BRAVE_URL: providers.url('brave'),
    SEAMARK_SEARXNG_URL: `${providers.url('searxng')}/`,
    SEAMARK_SERPER_URL: providers.url('serper'),
    SEAMARK_SERPAPI_URL: providers.url('serpapi'),
    ...settings,
  };
  const http: SourceClients['http'] = (failures, secrets) => clients.http(failures, secrets);
  const offer = source
    .connect(environment, {
      http,
      turns: { wait: () => Promise.resolve() },
      now: () => new Date('2026-11-22T12:00:00Z'),
    })
    ?.offer('serp', 'check');
  if (offer === undefined) throw new Error('The source offers no result pages.');
  return {
    lacks: (asked) => offer.lacks(query(asked)),
    usd: (asked) => offer.usd(query(asked)),
    ask: async (asked) => AnsweredSerp.parse(await offer.ask(query(asked), new AbortController().signal)),
  };
}

interface Offer {
  lacks(asked: Partial<SerpQuery>): readonly string[] | undefined;
  usd(asked: Partial<SerpQuery>): number;
  ask(asked: Partial<SerpQuery>): Promise<Answered<Serp>>;
}

function query(asked: Partial<SerpQuery>): SerpQuery {
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

function askedOf(at: number): Record<string, string> {
  return Object.fromEntries(providers.requests[at]?.query ?? []);
}

describe('Serper', () => {
  it('is asked for the place, the language and the page', async () => {
    await offerOf(serper).ask({ location: AUSTIN, language: 'es-MX', depth: 20 });
    expect(providers.requests.map(({ body }) => body)).toEqual([
      { q: KEYWORDS.plain, gl: 'us', location: 'Austin,Texas,United States', hl: 'es', page: 1 },
      { q: KEYWORDS.plain, gl: 'us', location: 'Austin,Texas,United States', hl: 'es', page: 2 },
    ]);
  });

  it('does not claim a place that Google does not list', async () => {
    const village = { ...AUSTIN, code: -4671654, name: 'Marfa,Texas,United States' };
    for (const source of [serper, serpapi]) {
      expect(offerOf(source).lacks({ location: village })).toEqual([
        'searches from Marfa,Texas,United States, which has no Google location code here (import Google’s list of places with `seamark import locations FILE`)',
      ]);
      expect((await offerOf(source).ask({ location: village })).value.location).toBeNull();
    }
    expect(providers.requests[0]?.body).toEqual({ q: KEYWORDS.plain, gl: 'us', hl: 'en', page: 1 });
  });

  it('costs what the operator pays for its credits', () => {
    expect(offerOf(serper).usd({ depth: 30 })).toBeCloseTo(0.003, 8);
    expect(offerOf(serper, { SEAMARK_SERPER_USD_PER_1000: '0.3' }).usd({ depth: 30 })).toBeCloseTo(0.0009, 8);
  });
});

describe('SerpApi', () => {
  it('is asked for a late AI Overview with a second request, and only when it is wanted', async () => {
    const offer = offerOf(serpapi);
    const wants = ['ai_overview'] as const;
    const unasked = await offer.ask({ keyword: KEYWORDS.late_overview, depth: 20 });
    expect([unasked.value.ai_overview.status, providers.requests.length]).toEqual(['async_not_loaded', 2]);
    providers.reset();
    const { value, usd } = await offer.ask({ keyword: KEYWORDS.late_overview, depth: 20, wants });
    expect(providers.requests.map(({ query: asked }) => asked.get('engine'))).toEqual([
      'google',
      'google_ai_overview',
      'google',
    ]);
    expect(value.ai_overview).toMatchObject({ status: 'present' });
    expect(value.ai_overview.markdown).toBe(
      '**best time to plant tulips**: the short answer, from several sites.\n\n- **First** one\n- two',
    );
    expect(value.items[0]).toMatchObject({ type: 'ai_overview', children: [{}, {}, {}] });
    expect(usd).toBeCloseTo(offer.usd({ depth: 20, wants }), 8);
  });

  it('keeps the page when the AI Overview cannot be loaded', async () => {
    providers.misbehave({ vendor: 'serpapi', with: 'server_error', after: 1 });
    const { value, usd } = await offerOf(serpapi).ask({ keyword: KEYWORDS.late_overview, wants: ['ai_overview'] });
    expect([value.ai_overview.status, value.ended, usd]).toEqual(['async_not_loaded', 'depth_reached', 0.025]);
  });

  it('shows local packs of phones, which have another shape', async () => {
    for (const device of ['desktop', 'mobile'] as const) {
      const { value } = await offerOf(serpapi).ask({ keyword: KEYWORDS.local, device, location: AUSTIN });
      expect(value.items.filter(({ type }) => type === 'local_pack')).toHaveLength(3);
    }
    expect(askedOf(1)).toMatchObject({ device: 'mobile', gl: 'us', location: AUSTIN.name, start: '0' });
  });
});

describe('Brave Search', () => {
  it('is asked page by page for twenty results each', async () => {
    await offerOf(brave).ask({ depth: 40, location: GERMANY, language: 'zh-TW' });
    expect(askedOf(0)).toEqual({
      q: KEYWORDS.plain,
      country: 'DE',
      search_lang: 'zh-hant',
      count: '20',
      offset: '0',
      text_decorations: 'false',
    });
    expect(askedOf(1)['offset']).toBe('1');
  });

  it('stands blocks where the page has them', async () => {
    const { value } = await offerOf(brave).ask({ keyword: KEYWORDS.discussed });
    expect(value.items.slice(0, 4).map(({ type, rank_group }) => [type, rank_group])).toEqual([
      ['organic', 1],
      ['organic', 2],
      ['discussions_and_forums', 1],
      ['organic', 3],
    ]);
    expect(value.items[2]?.children).toHaveLength(2);
  });

  it('says which countries and languages it does not know', () => {
    const offer = offerOf(brave);
    expect(offer.lacks({ location: GERMANY })).toEqual([]);
    expect(offer.lacks({ location: ICELAND })).toEqual(['searches from Iceland']);
    expect(offer.lacks({ language: 'sw' })).toEqual(['searches in the language “sw”']);
  });
});

describe('SearXNG', () => {
  it('is asked for one engine, and shows nothing of another', async () => {
    const { value } = await offerOf(searxng).ask({ language: 'pt-BR' });
    expect(askedOf(0)).toMatchObject({ engines: 'google', format: 'json', pageno: '1', language: 'pt-BR' });
    expect(JSON.stringify(value)).not.toContain('plugin');
  });

  it('tells for how long a suspended engine is left alone', async () => {
    providers.misbehave({ vendor: 'searxng', with: 'error_in_200' });
    await expect(offerOf(searxng).ask({})).rejects.toMatchObject({
      message: 'SearXNG got no results from google: Suspended: CAPTCHA.',
      retry_after_s: 3600,
      fix: expect.stringContaining('for 60 minutes by default'),
    });
  });

  it('says that an engine is unknown, which looks like no results', async () => {
    const offer = offerOf(searxng, { SEAMARK_SEARXNG_ENGINE: 'gogle' });
    await expect(offer.ask({})).rejects.toMatchObject({
      kind: 'refused',
      message: 'SearXNG has no engine named gogle.',
    });
    const nothing = await offerOf(searxng).ask({ keyword: KEYWORDS.nothing });
    expect(nothing.value.ended).toBe('no_more_results');
  });

  it('answers as the engine that it is set to', () => {
    const offer = offerOf(searxng, { SEAMARK_SEARXNG_ENGINE: 'bing' });
    expect(offer.lacks({ engine: 'bing' })).toEqual([]);
    expect(offer.lacks({ engine: 'google' })).toBeUndefined();
  });
});
