import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import type { Answered, ConnectedOffer, ConnectedSource } from '../../src/ports/define-source.ts';
import { SourceFailure } from '../../src/ports/source-failure.ts';
import { sources } from '../../src/sources/index.ts';
import { parseTarget } from '../../src/web/target.ts';
import { AUSTIN, NOW, UNITED_STATES } from '../source-context.ts';
import { ANTHROPIC_KEY, OPENAI_KEY, OPENROUTER_KEY, OWN_ASSISTANT_KEY, PERPLEXITY_KEY, XAI_KEY } from './assistants.ts';
import { BING_KEY } from './bing-webmaster.ts';
import { PROMPTS } from './assistant-mind.ts';
import { BRAVE_KEY, BRAVE_SUGGEST_KEY } from './brave.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './dataforseo.ts';
import { STACK_EXCHANGE_KEY } from './discussions.ts';
import { EMBEDDINGS_KEY } from './embeddings.ts';
import { GEMINI_KEY } from './gemini.ts';
import { GOOGLE_PLACES_KEY } from './places.ts';
import { type Providers, startProviders, type VendorName } from './providers.ts';

const METRICS = { keywords: ['garden hose', 'unheard-of word'], location: UNITED_STATES, language: 'en' };
const IDEAS = { seed: 'garden hose', location: UNITED_STATES, language: 'en', limit: 6 };
const PLACE = { name: 'Wheel & Co', near: 'Austin', location: AUSTIN, language: 'en', limit: 3 };
const PACK = { keyword: 'bike shop', latitude: 30.2, longitude: -97.7, language: 'en', device: 'mobile', depth: 3 };
const DISCUSSIONS = { query: 'garden hose', platforms: [], language: 'en', since: undefined, limit: 5 };
const target = parseTarget('target.com');
const LINKS = { target, status: 'live', dofollow_only: false, limit: 10, offset: 0, sort_by: 'rank' };

const MARKET = { location: UNITED_STATES, language: 'en', is_any_place: false };
const RANKED = { ...MARKET, target: 'primeatlas.example', limit: 5 };
const SHARED = {
  ...MARKET,
  targets: ['primeatlas.example', 'brightledger.example'],
  excluded: [],
  mode: 'all',
  item_types: [],
  limit: 5,
  volume_min: 0,
  max_position: undefined,
  order: 'volume',
  has_clickstream: true,
};

const PROMPT = { prompt: PROMPTS.plain, location: null, language: 'en', run: 1, sampling: 'test' };
const ASSISTANTS = [
  ['openai', 'chatgpt', { access: 'api', searched: true }],
  ['anthropic', 'claude', { access: 'api', searched: true }],
  ['gemini', 'gemini', { access: 'api', searched: true }],
  ['perplexity', 'perplexity', { access: 'api', searched: true, cost_usd: 0.0031 }],
  ['xai', 'grok', { access: 'api', searched: true }],
  ['openrouter', 'openrouter', { access: 'api', searched: true, retrieved: null, cost_usd: 0.0123 }],
  ['assistant', 'own', { access: 'api', searched: false }],
  ['dataforseo', 'chatgpt', { access: 'surface', served_model: 'chatgpt-auto' }],
] as const;

/** Every method that is no result page, with a question, and what tells that it was answered. */
const CASES: readonly {
  readonly vendor: VendorName;
  readonly capability: string;
  readonly method: string;
  readonly query: object;
  readonly value: object;
}[] = [
  {
    vendor: 'dataforseo',
    capability: 'keywords',
    method: 'metrics',
    query: METRICS,
    value: [{ keyword: 'garden hose' }],
  },
  { vendor: 'dataforseo', capability: 'keywords', method: 'ideas', query: IDEAS, value: { length: 5 } },
  { vendor: 'dataforseo', capability: 'places', method: 'find', query: PLACE, value: [{ name: 'Wheel & Co' }] },
  {
    vendor: 'dataforseo',
    capability: 'places',
    method: 'pack',
    query: PACK,
    value: { listings: [{ rank: 1 }, { rank: 2 }, { rank: 3 }] },
  },
  {
    vendor: 'dataforseo',
    capability: 'links',
    method: 'summary',
    query: {
      ...LINKS,
      include_subdomains: true,
      include_indirect_links: true,
      exclude_internal_backlinks: true,
      list_limit: 5,
    },
    value: { referring_domains: 12 },
  },
  {
    vendor: 'dataforseo',
    capability: 'links',
    method: 'list',
    query: { ...LINKS, mode: 'as_is', broken_only: false },
    value: { backlinks: { length: 10 } },
  },
  { vendor: 'dataforseo', capability: 'links', method: 'anchors', query: LINKS, value: { anchors: { length: 3 } } },
  { vendor: 'dataforseo', capability: 'links', method: 'referringDomains', query: LINKS, value: { total_count: 12 } },
  { vendor: 'dataforseo', capability: 'links', method: 'targetPages', query: LINKS, value: { total_count: 3 } },
  {
    vendor: 'dataforseo',
    capability: 'links',
    method: 'competitors',
    query: { target, main_domain: true, exclude_domains: [] },
    value: { total_count: 3 },
  },
  {
    vendor: 'dataforseo',
    capability: 'links',
    method: 'timeseries',
    query: {
      target,
      include_subdomains: true,
      date_from: '2026-10-01',
      date_to: '2026-10-31',
      group: 'month',
      spam_score_min: 61,
    },
    value: { points: [{ period: '2026-10-01', new_backlinks: 3 }] },
  },
  {
    vendor: 'dataforseo',
    capability: 'links',
    method: 'pageIntersection',
    query: { ...LINKS, targets: [target, parseTarget('other.com')], exclude_targets: [], mode: 'all' },
    value: {
      pages: expect.arrayContaining([
        expect.objectContaining({ linked_targets: expect.objectContaining({ length: 2 }) }),
      ]),
    },
  },
  {
    vendor: 'dataforseo',
    capability: 'rankings',
    method: 'keywords',
    query: { ...RANKED, max_position: 100, include_lost: true, order: 'traffic', volume_min: 0 },
    value: { basis: 'provider', items: { length: 5 } },
  },
  {
    vendor: 'dataforseo',
    capability: 'rankings',
    method: 'pages',
    query: { ...RANKED, order: 'traffic', traffic_min: 0, state: 'live' },
    value: { basis: 'provider', items: { length: 5 } },
  },
  {
    vendor: 'dataforseo',
    capability: 'rankings',
    method: 'competitors',
    query: { ...RANKED, max_position: 20, intersections_min: 1 },
    value: { basis: 'provider', items: { length: 5 } },
  },
  {
    vendor: 'dataforseo',
    capability: 'rankings',
    method: 'shared',
    query: SHARED,
    value: { basis: 'provider', items: { length: 5 } },
  },
  {
    vendor: 'dataforseo',
    capability: 'rankings',
    method: 'traffic',
    query: { ...MARKET, targets: ['primeatlas.example', 'unheard-of.com'], types: ['organic'] },
    value: [{ target: 'primeatlas.example', basis: 'provider' }],
  },
  {
    vendor: 'bing-webmaster',
    capability: 'keywords',
    method: 'metrics',
    query: METRICS,
    value: [{ keyword: 'garden hose', volume: null }],
  },
  { vendor: 'bing-webmaster', capability: 'keywords', method: 'ideas', query: IDEAS, value: { length: 2 } },
  { vendor: 'brave', capability: 'keywords', method: 'ideas', query: IDEAS, value: { length: 2 } },
  {
    vendor: 'searxng',
    capability: 'keywords',
    method: 'ideas',
    query: { ...IDEAS, location: null },
    value: { length: 2 },
  },
  {
    vendor: 'google-places',
    capability: 'places',
    method: 'find',
    query: PLACE,
    value: [{ name: 'Wheel & Co', rating: 4.6 }],
  },
  {
    vendor: 'nominatim',
    capability: 'places',
    method: 'find',
    query: PLACE,
    value: [{ name: 'Wheel & Co', place_id: 'osm:node/42' }],
  },
  {
    vendor: 'hacker-news',
    capability: 'discussions',
    method: 'find',
    query: DISCUSSIONS,
    value: [{ url: 'https://news.ycombinator.com/item?id=41000001' }, { author: 'critic' }],
  },
  {
    vendor: 'stack-exchange',
    capability: 'discussions',
    method: 'find',
    query: DISCUSSIONS,
    value: [{ url: 'https://stackoverflow.com/questions/4242' }, { url: 'https://superuser.com/questions/4242' }],
  },
  {
    vendor: 'brave',
    capability: 'discussions',
    method: 'find',
    query: DISCUSSIONS,
    value: [{ platform: 'reddit' }, { platform: 'forum' }],
  },
  {
    vendor: 'embeddings',
    capability: 'embeddings',
    method: 'embed',
    query: { texts: ['a', 'bcd'], kind: 'keywords' },
    value: { vectors: { length: 2 } },
  },
  ...ASSISTANTS.map(([vendor, assistant, value]) => ({
    vendor,
    capability: 'assistants',
    method: 'ask',
    query: { ...PROMPT, assistant },
    value: { assistant, status: 'answered', ...value },
  })),
];

const SECRETS = [
  ANTHROPIC_KEY,
  GEMINI_KEY,
  OPENAI_KEY,
  OPENROUTER_KEY,
  OWN_ASSISTANT_KEY,
  PERPLEXITY_KEY,
  XAI_KEY,
  BING_KEY,
  BRAVE_KEY,
  BRAVE_SUGGEST_KEY,
  DATAFORSEO_LOGIN,
  DATAFORSEO_PASSWORD,
  EMBEDDINGS_KEY,
  GOOGLE_PLACES_KEY,
  STACK_EXCHANGE_KEY,
];
const Reply = z.custom<Answered<unknown>>((answer) => typeof answer === 'object');

let providers: Providers;
let clients: SourceClients;
let turns: string[] = [];

beforeAll(async () => {
  providers = await startProviders();
  clients = createSourceClients({ user_agent: 'seamark-test' });
});
afterEach(() => {
  providers.reset();
  turns = [];
});
afterAll(async () => {
  await clients.close();
  await providers.close();
});

function connect(vendor: VendorName): ConnectedSource {
  const environment = {
    SEAMARK_BING_WEBMASTER_KEY: BING_KEY,
    SEAMARK_BING_WEBMASTER_URL: providers.url('bing-webmaster'),
    SEAMARK_BRAVE_KEY: BRAVE_KEY,
    SEAMARK_BRAVE_SUGGEST_KEY: BRAVE_SUGGEST_KEY,
    SEAMARK_BRAVE_URL: providers.url('brave'),
    SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
    SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
    SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
    SEAMARK_EMBEDDINGS_KEY: EMBEDDINGS_KEY,
    SEAMARK_EMBEDDINGS_MODEL: 'small',
    SEAMARK_EMBEDDINGS_URL: `${providers.url('embeddings')}/v1`,
    SEAMARK_GOOGLE_PLACES_KEY: GOOGLE_PLACES_KEY,
    SEAMARK_GOOGLE_PLACES_URL: providers.url('google-places'),
    SEAMARK_HACKER_NEWS_URL: providers.url('hacker-news'),
    SEAMARK_STACK_EXCHANGE_KEY: STACK_EXCHANGE_KEY,
    SEAMARK_STACK_EXCHANGE_SITES: 'stackoverflow, superuser',
    SEAMARK_STACK_EXCHANGE_URL: providers.url('stack-exchange'),
    SEAMARK_NOMINATIM_URL: providers.url('nominatim'),
    SEAMARK_SEARXNG_URL: providers.url('searxng'),
    SEAMARK_ANTHROPIC_KEY: ANTHROPIC_KEY,
    SEAMARK_ANTHROPIC_MODEL: 'claude-small',
    SEAMARK_ANTHROPIC_URL: `${providers.url('anthropic')}/v1`,
    SEAMARK_ASSISTANT_KEY: OWN_ASSISTANT_KEY,
    SEAMARK_ASSISTANT_MODEL: 'house',
    SEAMARK_ASSISTANT_URL: `${providers.url('assistant')}/v1`,
    SEAMARK_GEMINI_KEY: GEMINI_KEY,
    SEAMARK_GEMINI_MODEL: 'gemini-small',
    SEAMARK_GEMINI_URL: `${providers.url('gemini')}/v1beta`,
    SEAMARK_OPENAI_KEY: OPENAI_KEY,
    SEAMARK_OPENAI_MODEL: 'gpt-small',
    SEAMARK_OPENAI_URL: `${providers.url('openai')}/v1`,
    SEAMARK_OPENROUTER_KEY: OPENROUTER_KEY,
    SEAMARK_OPENROUTER_MODEL: 'open/small',
    SEAMARK_OPENROUTER_URL: `${providers.url('openrouter')}/v1`,
    SEAMARK_PERPLEXITY_KEY: PERPLEXITY_KEY,
    SEAMARK_PERPLEXITY_MODEL: 'perplexity/small',
    SEAMARK_PERPLEXITY_URL: `${providers.url('perplexity')}/v1`,
    SEAMARK_XAI_KEY: XAI_KEY,
    SEAMARK_XAI_MODEL: 'grok-small',
    SEAMARK_XAI_URL: `${providers.url('xai')}/v1`,
  };
  const source = sources
    .find(({ name }) => name === vendor)
    ?.connect(environment, {
      http: (failures, secrets) => clients.http(failures, secrets),
      turns: {
        wait: (name, every_ms) => {
          turns.push(`${name} ${every_ms}`);
          return Promise.resolve();
        },
      },
      now: () => NOW,
    });
  if (source === undefined) throw new Error(`${vendor} is not connected.`);
  return source;
}

function offerOf({ vendor, capability, method }: (typeof CASES)[number]): ConnectedOffer {
  const offer = connect(vendor).offer(capability, method);
  if (offer === undefined) throw new Error(`${vendor} does not offer ${capability}.${method}.`);
  return offer;
}

const ask = async (kase: (typeof CASES)[number]): Promise<Answered<unknown>> =>
  Reply.parse(await offerOf(kase).ask(kase.query, new AbortController().signal));

it('every method of every source beside result pages is tried here', () => {
  const offered = sources.flatMap(({ name, methods }) =>
    [...methods]
      .filter(([capability]) => capability !== 'serp')
      .flatMap(([capability, names]) => names.map((method) => `${name} ${capability}.${method}`)),
  );
  const tried = CASES.map(({ vendor, capability, method }) => `${vendor} ${capability}.${method}`);
  expect(tried.toSorted()).toEqual(offered.toSorted());
});

describe.each(CASES)('$vendor for $capability ($method)', (kase) => {
  it('is answered for no more than the price told before', async () => {
    const answer = await ask(kase);
    expect(answer.value).toMatchObject(kase.value);
    expect(answer.usd ?? 0).toBeLessThanOrEqual(offerOf(kase).usd(kase.query) + 1e-9);
  });

  it('waits for its turn before each request, where the source wants time between them', async () => {
    await ask(kase);
    const between = new Map<string, number>([
      ['bing-webmaster', 1000],
      ['nominatim', 1000],
      ['stack-exchange', 100],
    ]).get(kase.vendor);
    expect(turns).toEqual(between === undefined ? [] : providers.requests.map(({ vendor }) => `${vendor} ${between}`));
  });

  it.each(['server_error', 'html', 'broken_json', 'rate_limit', 'wrong_key', 'error_in_200', 'drop'] as const)(
    'fails as a source does when the vendor answers with %s, and tells no secret',
    async (fault) => {
      // Its autocompleter has no errors in answers with the status 200.
      if (kase.vendor === 'searxng' && fault === 'error_in_200') return;
      providers.misbehave({ vendor: kase.vendor, with: fault });
      const failure: unknown = await ask(kase).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(SourceFailure);
      if (!(failure instanceof SourceFailure)) return;
      const kinds = {
        rate_limit: 'rate_limited',
        html: 'broken',
        broken_json: 'broken',
        server_error: 'failed',
        drop: 'unreachable',
      };
      const expected = new Map(Object.entries(kinds)).get(fault);
      if (expected !== undefined) expect(failure.kind).toBe(expected);
      if (fault === 'wrong_key' && kase.vendor !== 'searxng')
        expect(failure).toMatchObject({ kind: 'wrong_key', fix: expect.stringContaining('SEAMARK_') });
      const told = [failure.message, failure.fix, failure.stack, String(failure.cause)].join('\n');
      expect(SECRETS.filter((secret) => told.includes(secret))).toEqual([]);
    },
  );
});

describe.each([
  ['bing-webmaster', 'Bing knows 12 weeks'],
  ['google-places', 'responded with a listing'],
  ['nominatim', 'Found Brandenburg Gate'],
  ['embeddings', 'vectors of 2 numbers'],
  ['openai', 'gpt-small is available'],
  ['anthropic', 'claude-small is available'],
  ['gemini', 'gemini-small is available'],
  ['perplexity', 'perplexity/small answered'],
  ['xai', 'grok-small is available'],
  ['openrouter', '12.5 USD are left'],
  ['assistant', 'house answered'],
  ['hacker-news', 'responded with a discussion'],
  ['stack-exchange', '270 requests are left today'],
] as const)('a test of %s', (vendor, says) => {
  it('says what came back', async () => {
    expect(await connect(vendor).probe?.(new AbortController().signal)).toContain(says);
  });

  it('fails on a wrong key', async () => {
    providers.misbehave({ vendor, with: 'wrong_key' });
    await expect(connect(vendor).probe?.(new AbortController().signal)).rejects.toMatchObject({ kind: 'wrong_key' });
  });
});

describe('Stack Exchange', () => {
  it('pauses for as long as it is asked to, before any other request', async () => {
    const kase = CASES.find(({ vendor }) => vendor === 'stack-exchange');
    if (kase === undefined) throw new Error('It is tried.');
    providers.misbehave({ vendor: 'stack-exchange', with: 'unfinished' });
    await ask(kase);
    expect(turns).toEqual(['stack-exchange 100', 'stack-exchange 1000', 'stack-exchange 100']);
  });

  it('fails as a whole when its quota ends before the last site, and with a way to have more when it is spent', async () => {
    const kase = CASES.find(({ vendor }) => vendor === 'stack-exchange');
    if (kase === undefined) throw new Error('It is tried.');
    providers.misbehave({ vendor: 'stack-exchange', with: 'short' });
    await expect(ask(kase)).rejects.toMatchObject({
      kind: 'no_funds',
      message: 'Stack Exchange has no requests left for today to search superuser.',
    });
    providers.misbehave({ vendor: 'stack-exchange', with: 'no_funds' });
    await expect(ask(kase)).rejects.toMatchObject({
      kind: 'no_funds',
      fix: expect.stringContaining('SEAMARK_STACK_EXCHANGE_KEY'),
    });
  });
});

describe('words that nobody wrote', () => {
  it.each(CASES.filter(({ capability }) => capability === 'discussions'))(
    'are an empty answer of $vendor',
    async (kase) => {
      const answer = await ask({ ...kase, query: { ...DISCUSSIONS, query: 'unheard-of words' } });
      expect(answer).toMatchObject({ value: [], is_empty: true });
    },
  );
});

describe('DataForSEO', () => {
  it('counts the same links in its summary, its list and its groups', async () => {
    const named = (method: string): (typeof CASES)[number] => {
      const found = CASES.find((kase) => kase.vendor === 'dataforseo' && kase.method === method);
      if (found === undefined) throw new Error(`${method} is tried.`);
      return found;
    };
    const { value: summary } = await ask(named('summary'));
    const { value: list } = await ask(named('list'));
    const { value: anchors } = await ask(named('anchors'));
    const counted = z.object({ backlinks: z.number() }).parse(summary).backlinks;
    expect(list).toMatchObject({ total_count: counted });
    const groups = z.object({ anchors: z.array(z.object({ backlinks: z.number() })) }).parse(anchors).anchors;
    expect(groups.reduce((sum, { backlinks }) => sum + backlinks, 0)).toBe(counted);
  });
});
