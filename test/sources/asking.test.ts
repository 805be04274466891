import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startProviders, type Providers } from '../providers/providers.ts';
import { SERPER_KEY as SECRET } from '../providers/serper.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

let providers: Providers;
let service: TestService;
let now: Date;

beforeAll(async () => {
  providers = await startProviders();
  now = new Date();
  service = await openTestService({
    environment: {
      SEAMARK_SERPER_KEY: SECRET,
      SEAMARK_SERPER_URL: providers.url('serper'),
      SEAMARK_SERPER_USD_PER_DAY: '1000',
      SEAMARK_SEARXNG_URL: providers.url('searxng'),
      SEAMARK_SOURCES: 'serp=serper,searxng,index',
    },
    // It never stands still, as no clock does.
    clock: () => (now = new Date(now.getTime() + 1)),
  });
}, 120_000);
afterAll(async () => {
  await service.close();
  await providers.close();
});
beforeEach(() => providers.reset());

let asked = 0;
/** A keyword that no other test asks. */
const keyword = (): string => `garden hose ${(asked += 1)}`;
const search = (query: string, flags = ''): Promise<TestAnswer> => service.call(`/search${flags}`, { query });

function sourcesOf({ json }: TestAnswer): readonly Record<string, unknown>[] {
  const meta = json['meta'];
  const found: unknown = typeof meta === 'object' && meta !== null ? Reflect.get(meta, 'sources') : undefined;
  return Array.isArray(found) ? found : [];
}

describe('a search through a connected provider', () => {
  it('is answered with its results, its price and its name', async () => {
    const answer = await search('garden hose');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ engine: 'google', meta: { credits: { charged: 1 } } });
    expect(sourcesOf(answer)).toMatchObject([
      { capability: 'serp', source: 'serper', status: 'answered', cached: false },
    ]);
    expect(sourcesOf(answer)[0]?.['cost_usd']).toBeGreaterThan(0);
  });

  it('asks the provider once: the second call and a call for fewer results are answered from what was stored', async () => {
    const query = keyword();
    await search(query);
    const again = await search(query);
    expect(sourcesOf(again)).toMatchObject([{ source: 'serper', cached: true, cost_usd: 0 }]);
    expect(providers.requests).toHaveLength(1);
    await search(query, '?max_age=0');
    expect(providers.requests).toHaveLength(2);
  });

  it('asks again when what was stored is older than five days', async () => {
    const query = keyword();
    await search(query);
    now = new Date(now.getTime() + 4 * 86_400_000);
    await search(query);
    expect(providers.requests).toHaveLength(1);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await search(query);
    expect(providers.requests).toHaveLength(2);
  });

  it('that fails is no empty answer of another source: the caller is told why, and nothing is charged', async () => {
    // Five failures in a row would have the second provider rest.
    for (const fault of ['server_error', 'html', 'wrong_key', 'error_in_200'] as const) {
      providers.reset();
      providers.misbehave({ vendor: 'serper', with: fault, times: 3 });
      providers.misbehave({ vendor: 'searxng', with: 'drop', times: 3 });
      const query = keyword();
      const answer = await search(query);
      expect(answer.status).toBe(502);
      expect(answer.json).toMatchObject({ success: false, code: 'source_failed' });
      const dry = await search(query, '?dry_run=true');
      expect(dry.json).toMatchObject({ requests: [{ stored_at: null }] });
      providers.reset();
      await search(keyword());
    }
    const charged = await service.rows(`select sum(credits)::int as credits from usage_rows where status >= 400`);
    expect(charged).toEqual([{ credits: 0 }]);
  });

  it('tells in a dry run what it would cost, and asks nobody', async () => {
    const { json } = await search(keyword(), '?dry_run=true');
    expect(json).toMatchObject({
      dry_run: true,
      would_serve: [{ capability: 'serp', sources: ['serper', 'searxng', 'index'] }],
      requests: [
        {
          capability: 'serp',
          method: 'check',
          stored_at: null,
          sources: [{ source: 'serper' }, { source: 'searxng', usd: 0 }, { source: 'index', usd: 0 }],
        },
      ],
    });
    expect(json['usd']).toBeGreaterThan(0);
    expect(providers.requests).toEqual([]);
  });
});

describe('a second provider', () => {
  it('answers where the first fails, and the answer names the failure and what each cost', async () => {
    await search('warm up');
    providers.misbehave({ vendor: 'serper', with: 'server_error', times: 3 });
    const answer = await search(keyword(), '?max_age=0');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ engine: 'google', meta: { credits: { charged: 1 } } });
    expect(sourcesOf(answer)).toMatchObject([
      { source: 'serper', status: 'failed', coverage: 'none', cost_usd: 0 },
      { source: 'searxng', status: 'answered', cost_usd: 0 },
    ]);
    expect(sourcesOf(answer)[0]?.['note']).toContain('500');
  });

  it('is told of when its engine is suspended: that is a failure, and no result page without results', async () => {
    providers.misbehave({ vendor: 'serper', with: 'server_error', times: 3 });
    providers.misbehave({ vendor: 'searxng', with: 'error_in_200', times: 3 });
    const answer = await search(keyword());
    expect(answer.status).toBe(502);
    expect(answer.json['detail']).toMatch(/^Every source failed\. serper: .* searxng: /);
    expect(await service.rows(`select 1 from credit_reservations where state = 'open'`)).toEqual([]);
  });
});

describe('secrets of a source', () => {
  it('are in no answer, usage row, stored request or observation, whatever goes wrong', async () => {
    const texts: string[] = [];
    for (const fault of [
      'server_error',
      'html',
      'broken_json',
      'wrong_key',
      'no_funds',
      'error_in_200',
      'rate_limit',
      'drop',
    ] as const) {
      providers.reset();
      providers.misbehave({ vendor: 'serper', with: fault, times: 3 });
      texts.push((await search(keyword())).text);
      providers.reset();
      await search(keyword());
    }
    texts.push(
      (await search(keyword())).text,
      (await service.call('/sources', undefined)).text,
      (await service.call('/usage', undefined)).text,
    );
    for (const table of ['source_requests', 'source_days', 'observation_inbox']) {
      texts.push(JSON.stringify(await service.rows(`select * from ${table}`)));
    }
    const metrics = await fetch(`${service.base}/metrics`);
    texts.push(await metrics.text());
    expect(texts.join('\n')).not.toContain(SECRET);
  });
});
