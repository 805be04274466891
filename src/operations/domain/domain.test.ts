import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../../../test/providers/dataforseo.ts';
import { type Providers, startProviders } from '../../../test/providers/providers.ts';
import { SERPER_KEY } from '../../../test/providers/serper.ts';
import { KEYWORDS } from '../../../test/providers/web.ts';
import { openTestService, type TestAnswer, type TestService } from '../../../test/service.ts';
import { fieldsOf } from '../../kernel/fields-of.ts';
import rankedKeywords from './ranked-keywords/operation.ts';
import relevantPages from './relevant-pages/operation.ts';
import trafficEstimate from './traffic-estimate/operation.ts';

/** What a domain ranks for, over HTTP, on a whole service: from its own console, from stored result pages, from a provider. */

let now = new Date('2026-11-22T12:00:00Z');
const clock = (): Date => (now = new Date(now.getTime() + 1));

let providers: Providers;
beforeAll(async () => {
  providers = await startProviders();
});
afterAll(() => providers.close());

async function importConsole(service: TestService, content: string): Promise<void> {
  const options = { kind: 'console', property: 'sc-domain:wheel-shop.example', period: '2026-10-24..2026-11-20' };
  const answer = await service.call('/imports', { ...options, content });
  expect(answer.status).toBe(201);
  await expect
    .poll(
      async () =>
        fieldsOf((await service.call(`/jobs/${String(answer.json['job_id'])}`, undefined)).json['job'])['status'],
      { timeout: 60_000 },
    )
    .toBe('completed');
}

const chargedFor = ({ json }: TestAnswer): unknown => fieldsOf(fieldsOf(json['meta'])['credits'])['charged'];

describe('without a provider', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      environment: { SEAMARK_SERPER_KEY: SERPER_KEY, SEAMARK_SERPER_URL: providers.url('serper') },
      clock,
    });
  }, 180_000);
  afterAll(() => service.close());

  it('a site of the caller’s has its measured clicks', async () => {
    await importConsole(
      service,
      'Top queries,Clicks,Impressions,CTR,Position\nwheelhouse,300,800,37.5%,1.1\ntrue a bicycle wheel,40,5000,0.8%,8.2\n',
    );
    await importConsole(
      service,
      'Top pages,Clicks,Impressions,CTR,Position\nhttps://wheel-shop.example/true-a-wheel,60,7000,0.86%,8.4\n',
    );
    const keywords = await service.call(rankedKeywords.path, { target: 'wheel-shop.example' });
    expect(keywords.status).toBe(200);
    expect(keywords.json).toMatchObject({
      basis: 'console',
      state: 'answered',
      location: null,
      window: { property: 'sc-domain:wheel-shop.example', from: '2026-10-24', to: '2026-11-20', days: 28 },
      total_count: 2,
    });
    expect(keywords.json['items']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ keyword: 'true a bicycle wheel', rank: 8.2, clicks: 40, estimated_traffic: null }),
      ]),
    );
    expect(chargedFor(keywords)).toBe(5);
    const pages = await service.call(relevantPages.path, { target: 'wheel-shop.example' });
    expect(pages.json).toMatchObject({
      basis: 'console',
      items: [{ url: 'https://wheel-shop.example/true-a-wheel', clicks: 60, action: 'expand', status_code: null }],
    });
    const traffic = await service.call(trafficEstimate.path, { targets: ['wheel-shop.example', 'nobody.example'] });
    expect(traffic.json).toMatchObject({
      coverage: 'partial',
      compared_by: 'measured',
      items: [
        { target: 'wheel-shop.example', measure: 'measured' },
        { target: 'nobody.example', found: false, organic_traffic: null },
      ],
    });
  }, 120_000);

  it('another site has what stored result pages show of it, as a sample', async () => {
    const search = await service.call('/search', { query: KEYWORDS.plain });
    const [first] = Array.isArray(search.json['results']) ? search.json['results'] : [];
    const domain = String(fieldsOf(first)['domain']);
    const { status, json } = await service.call(rankedKeywords.path, { target: domain });
    expect(status).toBe(200);
    expect(json).toMatchObject({ basis: 'serps', coverage: 'sample', totals: null, click_curve: null });
    expect(json['items']).toMatchObject([{ keyword: KEYWORDS.plain, position_kind: 'tracked', clicks: null }]);
    const pages = await service.call(relevantPages.path, { target: domain });
    expect(pages.json).toMatchObject({ basis: 'serps', coverage: 'sample' });
  });

  it('a site that nobody knows is unknown, and costs nothing', async () => {
    for (const [operation, body] of [
      [rankedKeywords, { target: 'nobody.example' }],
      [relevantPages, { target: 'nobody.example' }],
      [trafficEstimate, { targets: ['nobody.example'] }],
    ] as const) {
      const answer = await service.call(operation.path, body);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({ coverage: 'none' });
      expect(answer.json['markdown_summary']).toMatch(/unknown/);
      expect(chargedFor(answer)).toBe(0);
    }
  });
});

describe('with a provider', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      environment: {
        SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
        SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
        SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
        SEAMARK_DATAFORSEO_USD_PER_DAY: '1000',
      },
      clock,
    });
  }, 180_000);
  afterAll(() => service.close());

  it('any site has its estimates, paid for once', async () => {
    const search = await service.call('/search', { query: KEYWORDS.plain });
    const [first] = Array.isArray(search.json['results']) ? search.json['results'] : [];
    const target = String(fieldsOf(first)['domain']);
    const before = providers.requests.length;
    const { status, json } = await service.call(rankedKeywords.path, { target });
    expect(status).toBe(200);
    expect(json).toMatchObject({ basis: 'provider', coverage: 'full', window: null, totals: null });
    expect(json['items']).toEqual(
      expect.arrayContaining([expect.objectContaining({ position_kind: 'tracked', clicks: null })]),
    );
    await service.call(rankedKeywords.path, { target });
    expect(providers.requests.length).toBe(before + 1);
    const pages = await service.call(relevantPages.path, { target });
    expect(pages.json).toMatchObject({ basis: 'provider', state: 'answered' });
    const traffic = await service.call(trafficEstimate.path, { targets: [target] });
    expect(traffic.json).toMatchObject({ coverage: 'full', items: [{ target, measure: 'estimated' }] });
  });
});
