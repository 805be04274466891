import { inspect } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import type { Answered, ConnectedOffer, ConnectedSource, DefinedSource } from '../../src/ports/define-source.ts';
import type { Serp, SerpItemType, SerpQuery } from '../../src/ports/serp.ts';
import { type FailureKind, SourceFailure } from '../../src/ports/source-failure.ts';
import { brave } from '../../src/sources/brave/source.ts';
import { dataforseo } from '../../src/sources/dataforseo/source.ts';
import { sources } from '../../src/sources/index.ts';
import { searxng } from '../../src/sources/searxng/source.ts';
import { serpapi } from '../../src/sources/serpapi/source.ts';
import { serper } from '../../src/sources/serper/source.ts';
import { AUSTIN } from '../source-context.ts';
import { BRAVE_KEY } from './brave.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './dataforseo.ts';
import { type Providers, startProviders, type VendorName } from './providers.ts';
import { SERPAPI_KEY } from './serpapi.ts';
import { SERPER_KEY } from './serper.ts';
import type { Misbehaviour } from './vendor.ts';
import { KEYWORDS, lookUp, type WebEngine, type WebPage } from './web.ts';

const GERMANY = {
  code: 2276,
  name: 'Germany',
  country: 'DE',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;
const NOW = new Date('2026-11-22T12:00:00Z');

/** What is to be proved of one source; everything that is not said here is the same for all. */
interface SourceCase {
  readonly vendor: VendorName;
  readonly definition: DefinedSource;
  readonly engine: string;
  readonly web: WebEngine;
  /** Besides the address. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url_setting: string;
  readonly secrets: readonly string[];
  /** Results that one of its pages holds; undefined where it shows the pages of the engine, of eight to ten. */
  readonly page_results: number | undefined;
  /** All pages come with one request. */
  readonly is_whole: boolean;
  readonly is_free: boolean;
  readonly faults: readonly (readonly [Misbehaviour, FailureKind])[];
  /** How a list ends that stops after its first page without a reason. */
  readonly ended_short: Serp['ended'];
  readonly lacks_city: boolean;
  readonly lacks_mobile: boolean;
}

const ANY_FAULTS = [
  ['html', 'broken'],
  ['broken_json', 'broken'],
  ['server_error', 'failed'],
  ['redirect', 'refused'],
  ['drop', 'unreachable'],
] as const;

const CASES: readonly SourceCase[] = [
  {
    vendor: 'serper',
    definition: serper,
    engine: 'google',
    web: 'google',
    settings: { SEAMARK_SERPER_KEY: SERPER_KEY },
    url_setting: 'SEAMARK_SERPER_URL',
    secrets: [SERPER_KEY],
    page_results: undefined,
    is_whole: false,
    is_free: false,
    faults: [
      ...ANY_FAULTS,
      ['rate_limit', 'rate_limited'],
      ['wrong_key', 'wrong_key'],
      ['no_funds', 'no_funds'],
      ['error_in_200', 'failed'],
    ],
    ended_short: 'no_more_results',
    lacks_city: false,
    lacks_mobile: true,
  },
  {
    vendor: 'dataforseo',
    definition: dataforseo,
    engine: 'google',
    web: 'google',
    settings: { SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN, SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD },
    url_setting: 'SEAMARK_DATAFORSEO_URL',
    secrets: [
      DATAFORSEO_LOGIN,
      DATAFORSEO_PASSWORD,
      Buffer.from(`${DATAFORSEO_LOGIN}:${DATAFORSEO_PASSWORD}`).toString('base64'),
    ],
    page_results: undefined,
    is_whole: true,
    is_free: false,
    faults: [
      ...ANY_FAULTS,
      ['rate_limit', 'rate_limited'],
      ['wrong_key', 'wrong_key'],
      ['no_funds', 'no_funds'],
      ['error_in_200', 'refused'],
      ['unfinished', 'unfinished'],
    ],
    ended_short: 'incomplete',
    lacks_city: false,
    lacks_mobile: false,
  },
  {
    vendor: 'searxng',
    definition: searxng,
    engine: 'google',
    web: 'google',
    settings: {},
    url_setting: 'SEAMARK_SEARXNG_URL',
    secrets: [],
    page_results: undefined,
    is_whole: false,
    is_free: true,
    faults: [
      ...ANY_FAULTS,
      ['rate_limit', 'rate_limited'],
      ['error_in_200', 'rate_limited'],
      ['unfinished', 'failed'],
      ['wrong_key', 'refused'],
    ],
    ended_short: 'no_more_results',
    lacks_city: true,
    lacks_mobile: true,
  },
  {
    vendor: 'brave',
    definition: brave,
    engine: 'brave',
    web: 'brave',
    settings: { SEAMARK_BRAVE_KEY: BRAVE_KEY },
    url_setting: 'SEAMARK_BRAVE_URL',
    secrets: [BRAVE_KEY],
    page_results: 20,
    is_whole: false,
    is_free: false,
    faults: [
      ...ANY_FAULTS,
      ['rate_limit', 'rate_limited'],
      ['wrong_key', 'wrong_key'],
      ['no_funds', 'no_funds'],
      ['error_in_200', 'failed'],
    ],
    ended_short: 'incomplete',
    lacks_city: true,
    lacks_mobile: true,
  },
  {
    vendor: 'serpapi',
    definition: serpapi,
    engine: 'google',
    web: 'google',
    settings: { SEAMARK_SERPAPI_KEY: SERPAPI_KEY },
    url_setting: 'SEAMARK_SERPAPI_URL',
    secrets: [SERPAPI_KEY],
    page_results: undefined,
    is_whole: false,
    is_free: false,
    faults: [
      ...ANY_FAULTS,
      ['rate_limit', 'rate_limited'],
      ['wrong_key', 'wrong_key'],
      ['no_funds', 'no_funds'],
      ['error_in_200', 'failed'],
      ['unfinished', 'unfinished'],
    ],
    ended_short: 'no_more_results',
    lacks_city: false,
    lacks_mobile: false,
  },
];

/** What the offers of a source answer is the port's record by the types of `defineSource`. */
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

it('every source of result pages is held to the same', () => {
  const offering = sources.filter(({ methods }) => methods.get('serp')?.includes('check') === true);
  expect(CASES.map(({ vendor }) => vendor).toSorted()).toEqual(offering.map(({ name }) => name).toSorted());
});

describe.each(CASES)('$vendor as a source of result pages', (kase) => {
  const { definition, vendor } = kase;
  const sees = (type: SerpItemType): boolean => definition.sees.serp?.includes(type) === true;

  function connect(settings = kase.settings): ConnectedSource {
    const environment = { ...settings, [kase.url_setting]: providers.url(vendor) };
    const source = definition.connect(environment, {
      http: (failures, secrets) => clients.http(failures, secrets),
      turns: { wait: () => Promise.resolve() },
      now: () => NOW,
    });
    if (source === undefined) throw new Error('The source is not connected.');
    return source;
  }

  function check(): ConnectedOffer {
    const offer = connect().offer('serp', 'check');
    if (offer === undefined) throw new Error('The source offers no result pages.');
    return offer;
  }

  async function ask(asked: Partial<SerpQuery> = {}, signal = new AbortController().signal): Promise<Answered<Serp>> {
    return AnsweredSerp.parse(await check().ask(query(asked), signal));
  }

  async function failure(asked: Partial<SerpQuery> = {}, signal?: AbortSignal): Promise<SourceFailure> {
    const thrown: unknown = await ask(asked, signal).then(
      (answer) => answer,
      (error: unknown) => error,
    );
    if (!(thrown instanceof SourceFailure)) throw new Error(`Expected a failure, not ${inspect(thrown, { depth: 4 })}`);
    return thrown;
  }

  function organic(serp: Serp): Serp['items'] {
    return serp.items.filter(({ type }) => type === 'organic');
  }

  /** The results of the first pages as the source cuts them. */
  function shown(keyword: string, pages: number): WebPage[] {
    const { pages: cut } = lookUp(keyword, kase.web);
    return kase.page_results === undefined
      ? cut.slice(0, pages).flat()
      : cut.flat().slice(0, pages * kase.page_results);
  }

  function depthOf(pages: number): number {
    return pages * (kase.page_results ?? 10);
  }

  function requestsFor(pages: number): number {
    return kase.is_whole ? 1 : pages;
  }

  it('shows the first page in the order of the engine', async () => {
    const { value, observed_at } = await ask();
    const expected = shown(KEYWORDS.plain, 1);
    expect(organic(value).map(({ title, url }) => ({ title, url }))).toEqual(
      expected.map(({ title, url }) => ({ title, url })),
    );
    expect(organic(value).map(({ rank_group }) => rank_group)).toEqual(expected.map((_page, at) => at + 1));
    expect(value.items.map(({ rank_absolute }) => rank_absolute)).toEqual(value.items.map((_item, at) => at + 1));
    expect(value).toMatchObject({
      engine: kase.engine,
      source: vendor,
      keyword: KEYWORDS.plain,
      keyword_sent: KEYWORDS.plain,
      spell: null,
      language: 'en',
      depth_asked: 10,
      pages_fetched: 1,
      organic_seen: expected.length,
      ended: 'depth_reached',
    });
    expect(observed_at).toBe(value.checked_at);
    expect(Number.isNaN(Date.parse(value.checked_at))).toBe(false);
    expect(providers.requests).toHaveLength(requestsFor(1));
  });

  it('shows only what it says that it sees, and marks the rest as unknown', async () => {
    const { value } = await ask();
    expect(value.items.filter(({ type }) => !value.sees.includes(type))).toEqual([]);
    expect(value.sees.filter((type) => !sees(type))).toEqual([]);
    expect(value.people_also_ask === null).toBe(!sees('people_also_ask'));
    expect(value.related_searches === null).toBe(!sees('related_searches'));
    const fields = [value, value.ai_overview, ...value.items].flatMap((record) => Object.values(record));
    expect(fields).not.toContain(undefined);
    if (!sees('ai_overview')) expect(value.ai_overview.status).toBe('unavailable');
    if (sees('people_also_ask')) {
      const asked = lookUp(KEYWORDS.plain, kase.web).questions;
      expect(value.people_also_ask).toEqual(
        asked.map(({ question, answer, page }) => ({ question, answer, url: page.url })),
      );
    }
    if (sees('related_searches')) expect(value.related_searches).toEqual(lookUp(KEYWORDS.plain, kase.web).related);
  });

  it('counts ranks on over the pages', async () => {
    const { value } = await ask({ depth: depthOf(2) });
    const expected = shown(KEYWORDS.plain, 2);
    expect(organic(value).map(({ rank_group, url }) => [rank_group, url])).toEqual(
      expected.map(({ url }, at) => [at + 1, url]),
    );
    expect(new Set(organic(value).map(({ page }) => page))).toEqual(new Set([1, 2]));
    expect(value.items.map(({ rank_absolute }) => rank_absolute)).toEqual(value.items.map((_item, at) => at + 1));
    expect([value.pages_fetched, value.ended, value.organic_seen]).toEqual([2, 'depth_reached', expected.length]);
    expect(providers.requests).toHaveLength(requestsFor(2));
  });

  it('knows the end of a list that is shorter than asked', async () => {
    const { value } = await ask({ keyword: KEYWORDS.small, depth: 50 });
    expect(organic(value).map(({ url }) => url)).toEqual(shown(KEYWORDS.small, 9).map(({ url }) => url));
    expect([value.organic_seen, value.ended]).toEqual([13, 'no_more_results']);
  });

  it('never takes a list that breaks off for one that is read to its depth', async () => {
    providers.misbehave({ vendor, with: 'short', times: 9 });
    const { value } = await ask({ depth: depthOf(3) });
    expect([value.organic_seen, value.ended]).toEqual([shown(KEYWORDS.plain, 1).length, kase.ended_short]);
  });

  it('reports no results as a fact, with the spelling that the engine proposes', async () => {
    const misspelt = await ask({ keyword: KEYWORDS.misspelt });
    expect(misspelt.is_empty).toBe(true);
    expect(misspelt.value).toMatchObject({
      items: [],
      organic_seen: 0,
      ended: 'no_more_results',
      spell: KEYWORDS.plain,
    });
    const nothing = await ask({ keyword: KEYWORDS.nothing });
    expect(nothing.value).toMatchObject({ organic_seen: 0, ended: 'no_more_results', spell: null });
  });

  it('fails when results are there and none is shown', async () => {
    providers.misbehave({ vendor, with: 'hidden' });
    expect((await failure()).kind).toBe('broken');
  });

  it('stops at the first result of a domain', async () => {
    const target = shown(KEYWORDS.plain, 2).at(-1)?.host.replace('www.', '') ?? '';
    const { value } = await ask({ depth: depthOf(5), stop_at: target });
    expect([value.ended, value.pages_fetched]).toEqual(['stopped_on_match', 2]);
    expect(organic(value).some(({ domain }) => domain === target)).toBe(true);
  });

  it('keeps two results of one domain apart', async () => {
    const { value } = await ask({ keyword: KEYWORDS.pair });
    const [, second, third] = organic(value);
    expect([second?.domain, second?.rank_group, third?.rank_group]).toEqual([third?.domain, 2, 3]);
    expect(second?.url).not.toBe(third?.url);
  });

  it('takes the parameters of the engine out of addresses and leaves those of the site', async () => {
    const { value } = await ask({ keyword: KEYWORDS.tracked });
    const urls = organic(value).map(({ url }) => url ?? '');
    expect(urls.filter((url) => url.includes('srsltid'))).toEqual([]);
    expect(urls.filter((url) => url.endsWith('?color=red&size=9'))).toHaveLength(urls.length);
  });

  it('writes addresses in other scripts as browsers send them', async () => {
    const { value } = await ask({ keyword: KEYWORDS.international, language: 'de' });
    expect(organic(value).map(({ url }) => url)).toEqual(
      shown(KEYWORDS.international, 1).map(({ url }) => new URL(url).href),
    );
    expect(organic(value)[0]?.url).toMatch(
      /^https:\/\/xn--[a-z-]+-[a-z0-9]+\.example\/stra%C3%9Fe\/%C3%A4%20b\?q=%C3%A9$/,
    );
    expect(organic(value)[0]?.domain).toMatch(/^xn--/);
  });

  it('reads titles that run from right to left', async () => {
    const { value } = await ask({ keyword: KEYWORDS.right_to_left, language: 'ar' });
    expect(organic(value).map(({ title }) => title)).toEqual(
      shown(KEYWORDS.right_to_left, 1).map(({ title }) => title.replaceAll(/[\u202b\u202c]/g, '')),
    );
  });

  it('reads the days on which results were published', async () => {
    const { value } = await ask({ keyword: KEYWORDS.dated });
    expect(organic(value).map(({ published_at }) => published_at)).toEqual(
      shown(KEYWORDS.dated, 1).map(({ date }) => date),
    );
  });

  it('shows whose page a featured snippet quotes', async () => {
    const { value } = await ask({ keyword: KEYWORDS.snippet });
    const snippets = value.items.filter(({ type }) => type === 'featured_snippet');
    const [, owner] = shown(KEYWORDS.snippet, 1);
    expect(snippets.map(({ url, rank_group }) => [url, rank_group])).toEqual(
      sees('featured_snippet') ? [[owner?.url, 1]] : [],
    );
    expect(organic(value)).toHaveLength(shown(KEYWORDS.snippet, 1).length);
  });

  it('shows the businesses of a local pack one by one', async () => {
    const { value } = await ask({ keyword: KEYWORDS.local });
    const pack = value.items.filter(({ type }) => type === 'local_pack');
    if (!sees('local_pack')) return expect(pack).toEqual([]);
    expect(pack).toHaveLength(3);
    expect(pack.map(({ rank_group }) => rank_group)).toEqual([1, 2, 3]);
    expect(pack[0]).toMatchObject({ title: 'Plumber 1 & Sons', domain: 'plumber1.example', rating: 4.9 });
    expect(pack[0]?.phone).toBe('+1 512-555-0101');
    expect(pack[2]).toMatchObject({ title: 'Plumber 3 & Sons', url: null, domain: null });
  });

  it('tells an AI Overview that is there from one that is not, and from one that it cannot know', async () => {
    const wants: SerpItemType[] = ['ai_overview'];
    const present = await ask({ keyword: KEYWORDS.overview, wants });
    const absent = await ask({ keyword: KEYWORDS.plain, wants });
    const late = await ask({ keyword: KEYWORDS.late_overview, wants });
    const states = [present, absent, late].map(({ value }) => value.ai_overview.status);
    if (!sees('ai_overview')) {
      expect(states).toEqual(['unavailable', 'unavailable', 'unavailable']);
      return expect(check().lacks(query({ wants }))).toEqual(['AI Overviews']);
    }
    expect(states).toEqual(['present', 'absent', 'present']);
    const { references } = lookUp(KEYWORDS.overview, kase.web).overview;
    expect(present.value.ai_overview.references.map(({ url, title }) => ({ url, title }))).toEqual(references);
    expect(present.value.ai_overview.markdown).toContain('the short answer');
    expect(present.value.items.filter(({ type }) => type === 'ai_overview')).toHaveLength(1);
    const unasked = await ask({ keyword: KEYWORDS.late_overview });
    expect(['async_not_loaded', 'unavailable']).toContain(unasked.value.ai_overview.status);
  });

  it('searches within sites, also where the engine takes no notice of its operators', async () => {
    const [first, second, third] = shown(KEYWORDS.plain, 1).map(({ host }) => host.replace('www.', ''));
    const include = [first ?? '', third ?? ''];
    const within = await ask({ include_domains: include });
    expect(within.value.keyword_sent).toBe(`${KEYWORDS.plain} (site:${include[0]} OR site:${include[1]})`);
    expect(organic(within.value).map(({ domain, rank_group }) => [domain, rank_group])).toEqual([
      [include[0], 1],
      [include[1], 2],
    ]);
    providers.misbehave({ vendor, with: 'heedless', times: 9 });
    const without = await ask({ exclude_domains: [second ?? ''] });
    expect(without.value.keyword_sent).toBe(`${KEYWORDS.plain} -site:${second}`);
    expect(
      organic(without.value)
        .slice(0, 2)
        .map(({ domain, rank_group }) => [domain, rank_group]),
    ).toEqual([
      [first, 1],
      [third, 2],
    ]);
    expect(JSON.stringify(without.value.items)).not.toContain(second);
    expect(JSON.stringify(without.value.people_also_ask)).not.toContain(second);
  });

  it.each(kase.faults)('fails on %s as %s', async (fault, kind) => {
    providers.misbehave({ vendor, with: fault, times: 9 });
    const failed = await failure();
    expect([failed.kind, failed.message.length < 400]).toEqual([kind, true]);
    if (fault === 'rate_limit') expect(failed.retry_after_s).toBe(7);
    if (fault === 'wrong_key' || fault === 'no_funds') expect(failed.fix).toMatch(/^[A-Z].*\.$/);
    expect(failed.message).not.toContain('\n');
    for (const secret of kase.secrets) {
      for (const text of [
        inspect(failed, { depth: 12, showHidden: true }),
        JSON.stringify(failed),
        failed.stack,
        failed.fix,
      ]) {
        expect(text ?? '').not.toContain(secret);
      }
    }
  });

  it('fails in time when no answer comes', async () => {
    providers.misbehave({ vendor, with: 'hang' });
    expect((await failure({}, AbortSignal.timeout(50))).kind).toBe('timeout');
  });

  it('does not invent a page that could not be read', async () => {
    if (kase.is_whole) return;
    providers.misbehave({ vendor, with: 'rate_limit', after: 1, times: 9 });
    const { value, note } = await ask({ depth: depthOf(3) });
    expect([value.ended, value.pages_fetched]).toEqual(['incomplete', 1]);
    expect(note).toContain('Page 2 could not be read.');
    providers.reset();
    providers.misbehave({ vendor, with: 'stuck', times: 9 });
    const stuck = await ask({ depth: depthOf(3) });
    expect([stuck.value.ended, stuck.value.pages_fetched]).toEqual(['incomplete', 1]);
  });

  it('tells its price before, and never charges more', async () => {
    const offer = check();
    for (const depth of [10, 30]) {
      const told = offer.usd(query({ depth }));
      const { usd = told } = await ask({ depth });
      expect(usd).toBeLessThanOrEqual(told + 1e-9);
      expect(usd > 0).toBe(!kase.is_free);
    }
  });

  it('says what of a question it cannot honour', async () => {
    const offer = check();
    expect(offer.lacks(query({}))).toEqual([]);
    expect(offer.lacks(query({ engine: kase.engine }))).toEqual([]);
    expect(offer.lacks(query({ engine: 'altavista' }))).toBeUndefined();
    expect(offer.lacks(query({ location: AUSTIN }))).toHaveLength(kase.lacks_city ? 1 : 0);
    expect(offer.lacks(query({ device: 'mobile' }))).toHaveLength(kase.lacks_mobile ? 1 : 0);
    expect(offer.lacks(query({ depth: 1000 }))).toHaveLength(1);
    const { value } = await ask({ location: kase.lacks_city ? GERMANY : AUSTIN, device: 'mobile' });
    expect(value.device).toBe(kase.lacks_mobile ? null : 'mobile');
    if (!kase.lacks_city) expect(value.location).toEqual(AUSTIN);
  });

  it('proves that its settings work, and that wrong ones do not', async () => {
    const signal = new AbortController().signal;
    expect(await connect().probe?.(signal)).toMatch(/^[A-Z].*\.$/);
    if (kase.secrets.length === 0) return;
    const wrong = Object.fromEntries(Object.keys(kase.settings).map((name) => [name, 'quite-another-key']));
    await expect(connect(wrong).probe?.(signal)).rejects.toMatchObject({ kind: 'wrong_key' });
  });
});

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
