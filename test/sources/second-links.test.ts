import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../providers/dataforseo.ts';
import { startProviders, type Providers } from '../providers/providers.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
      SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
      SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
    },
  });
}, 120_000);
afterAll(async () => {
  await service.close();
  await providers.close();
});
beforeEach(() => providers.reset());

function sourcesOf({ json }: TestAnswer): readonly Record<string, unknown>[] {
  const meta = json['meta'];
  const found: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'sources') : undefined;
  return Array.isArray(found) ? found : [];
}

const RANGE = { date_from: '2026-08-01', date_to: '2026-10-31' };

describe('backlinks of a target that the own index knows nothing of', () => {
  it.each([
    ['summary', { target: 'somewhere.com' }],
    ['list', { target: 'somewhere.com' }],
    ['anchors', { target: 'somewhere.com' }],
    ['referring-domains', { target: 'somewhere.com' }],
    ['domain-pages', { target: 'somewhere.com' }],
    ['competitors', { target: 'somewhere.com' }],
    ['new-lost-timeseries', { target: 'somewhere.com', ...RANGE }],
    ['page-intersection', { targets: ['somewhere.com', 'elsewhere.com'] }],
  ])('%s is answered by DataForSEO, and both sources are named', async (name, input) => {
    const answer = await service.call(`/backlinks/${name}`, input);
    expect(answer.status).toBe(200);
    expect(sourcesOf(answer)).toMatchObject([
      { capability: 'links', source: 'index', status: 'not_covered', coverage: 'none', cost_usd: 0 },
      { capability: 'links', source: 'dataforseo', status: 'answered', cost_usd: expect.any(Number) },
    ]);
    expect(sourcesOf(answer)[1]?.['cost_usd']).toBeGreaterThan(0);
    expect(providers.requests.length).toBeGreaterThan(0);
  });

  it('is told as unknown by both when the provider knows nothing either', async () => {
    const answer = await service.call('/backlinks/summary', { target: 'unheard-of.com' });
    expect(answer.status).toBe(200);
    expect(sourcesOf(answer)).toMatchObject([
      { source: 'index', status: 'not_covered' },
      { source: 'dataforseo', status: 'not_covered', coverage: 'none' },
    ]);
  });
});
