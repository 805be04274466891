import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { BRAVE_KEY } from '../providers/brave.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_HACKER_NEWS_URL: providers.url('hacker-news'),
      SEAMARK_STACK_EXCHANGE_URL: providers.url('stack-exchange'),
      SEAMARK_STACK_EXCHANGE_SITES: 'diy,pm',
      SEAMARK_BRAVE_KEY: BRAVE_KEY,
      SEAMARK_BRAVE_URL: providers.url('brave'),
      SEAMARK_BRAVE_USD_PER_DAY: '1000',
      SEAMARK_SEARXNG_URL: providers.url('searxng'),
      SEAMARK_SOURCES: 'serp=searxng',
    },
  });
}, 120_000);
afterEach(() => providers.reset());
afterAll(async () => {
  await service.close();
  await providers.close();
});

const Answer = z.looseObject({
  discussions: z.array(z.looseObject({ url: z.string(), platform: z.string(), found_via: z.array(z.string()) })),
  platforms: z.array(z.looseObject({ platform: z.string(), status: z.string(), notes: z.array(z.string()) })),
  insights: z.looseObject({ themes: z.array(z.looseObject({ name: z.string(), count: z.number() })) }),
  meta: z.looseObject({ credits: z.looseObject({ charged: z.number() }) }),
});

const listen = (body: object, query = ''): Promise<TestAnswer> => service.call(`/social/listen${query}`, body);
const read = ({ json }: TestAnswer): z.infer<typeof Answer> => Answer.parse(json);

it('brings the threads of all sources together, each once, with who showed them', async () => {
  const { discussions, platforms, insights, meta } = read(
    await listen({ query: 'heat pump in an old house', limit: 50 }),
  );
  expect(platforms.map(({ platform, status }) => [platform, status])).toEqual([
    ['reddit', 'seen'],
    ['x', 'seen'],
    ['hacker_news', 'seen'],
    ['stack_exchange', 'seen'],
    ['forum', 'seen'],
  ]);
  expect(new Set(discussions.map(({ platform }) => platform)).size).toBe(5);
  expect(new Set(discussions.map(({ url }) => url)).size).toBe(discussions.length);
  expect(discussions.some(({ found_via }) => found_via.includes('brave') && found_via.includes('searxng'))).toBe(true);
  expect(insights.themes.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Running costs', 'Noise', 'Price and quotes']),
  );
  expect(meta.credits.charged).toBe(2);
});

it('tells a source that fails, and answers from the others', async () => {
  providers.misbehave({ vendor: 'hacker-news', with: 'server_error', times: 10 });
  const { platforms, discussions } = read(await listen({ query: 'heat pump noise', limit: 50 }));
  expect(platforms.find(({ platform }) => platform === 'hacker_news')).toMatchObject({ status: 'failed' });
  expect(platforms.find(({ platform }) => platform === 'hacker_news')?.notes.join(' ')).toContain('500');
  expect(discussions.map(({ platform }) => platform)).not.toContain('hacker_news');
  expect(discussions.length).toBeGreaterThan(5);
});

it('searches forums by name, and German threads in German', async () => {
  const body = { query: 'Wärmepumpe im Altbau', forums: ['www.bauforum.example'], limit: 50 };
  const answer = await listen(body);
  const { discussions } = read(answer);
  expect(answer.json['language']).toBe('de');
  expect(discussions.map(({ url }) => new URL(url).hostname)).toContain('www.bauforum.example');
  const searches = providers.requests.filter(({ vendor, path }) => vendor === 'searxng' && path === '/search');
  expect(new Set(searches.map(({ query }) => query.get('language')))).toEqual(new Set(['de']));
});

it('gives the same answer again from what it kept, and tells beforehand who would answer', async () => {
  const body = { query: 'project management software for agencies', limit: 50 };
  const steady = ({ json: { meta: _meta, ...rest } }: TestAnswer): object => rest;
  // What Brave shows may not be kept.
  const count = (): number => providers.requests.filter(({ vendor }) => vendor !== 'brave').length;
  const [first, asked] = [await listen(body), count()];
  expect(steady(await listen(body))).toEqual(steady(first));
  expect(count()).toBe(asked);
  const dry = await listen({ ...body, query: 'project management software' }, '?dry_run=true');
  expect(dry.status).toBe(200);
  expect(JSON.stringify(dry.json)).toContain('stack-exchange');
  expect(count()).toBe(asked);
});
