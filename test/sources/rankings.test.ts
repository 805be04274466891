import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { defineOperation } from '../../src/contract/operation.ts';
import type { WorkflowDraft } from '../../src/contract/workflow.ts';
import type { RankedKeywordsQuery, TrafficQuery } from '../../src/ports/rankings.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../providers/dataforseo.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { KEYWORDS } from '../providers/web.ts';
import { serpQuery } from '../observations.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';
import { UNITED_STATES } from '../source-context.ts';

const MARKET = { location: UNITED_STATES, language: 'en', is_any_place: false } as const;
const keywordsOf = (target: string): RankedKeywordsQuery => ({
  ...MARKET,
  target,
  limit: 50,
  max_position: 100,
  include_lost: false,
  order: 'position',
  volume_min: 0,
});
const trafficOf = (target: string): TrafficQuery => ({ ...MARKET, targets: [target], types: ['organic'] });

const guidance: WorkflowDraft = {
  summary: 'A test.',
  recommended_action: 'None.',
  priority: 'low',
  confidence: 1,
  confidence_reasons: [],
  steps: [],
  next_calls: [],
  guardrails: [],
};

/** Shows what the port answers, whole. */
const asking = defineOperation({
  id: 'test.rankings',
  method: 'POST',
  path: '/test/rankings',
  title: 'Ask for rankings',
  group: 'Content and page quality',
  description: 'For tests alone.',
  guidance: 'workflow',
  runs: 'inline',
  needs: { rankings: {}, keywords: {}, serp: {} },
  price: { rule: '3 credits', credits: () => 3 },
  input: z.object({ target: z.string(), method: z.enum(['keywords', 'traffic', 'volumes', 'page']) }),
  result: z.object({ found: z.unknown() }),
  example: { target: 'example.com', method: 'keywords' },
  async run({ target, method }, { ports }) {
    const asked = {
      keywords: () => ports.rankings.keywords(keywordsOf(target)),
      traffic: () => ports.rankings.traffic(trafficOf(target)),
      volumes: () => ports.keywords.metrics({ keywords: [target], ...MARKET }),
      page: () => ports.serp.check(serpQuery({ keyword: target, location: UNITED_STATES, depth: 20 })),
    };
    return { result: { found: await asked[method]() }, guidance, markdown_summary: '## Test' };
  },
});

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
      SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
      SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
      SEAMARK_DATAFORSEO_USD_PER_DAY: '1000',
    },
    operations: [asking],
  });
}, 120_000);
afterEach(() => providers.reset());
afterAll(async () => {
  await service.close();
  await providers.close();
});

const Sources = z.array(
  z.object({ capability: z.string(), source: z.string(), status: z.string() }).catchall(z.unknown()),
);
const Answer = z.object({
  found: z.object({ basis: z.string(), items: z.array(z.object({ keyword: z.string() }).catchall(z.unknown())) }),
});

function sourcesOf({ json }: TestAnswer): z.infer<typeof Sources> {
  return Sources.parse(z.object({ meta: z.object({ sources: z.unknown() }) }).parse(json).meta.sources);
}

const ask = (target: string, method = 'keywords', flags = ''): Promise<TestAnswer> =>
  service.call(`/test/rankings${flags}`, { target, method });
const fail = (): void => providers.misbehave({ vendor: 'dataforseo', with: 'server_error', times: 3 });

it('DataForSEO answers for any site, once: the second call is answered from what was kept', async () => {
  const first = await ask('primeatlas.example');
  expect(first.status).toBe(200);
  expect(Answer.parse(first.json).found.basis).toBe('provider');
  expect(sourcesOf(first)).toMatchObject([
    { capability: 'rankings', source: 'dataforseo', status: 'answered', measure: 'estimated', cached: false },
  ]);
  expect(sourcesOf(first)[0]?.['cost_usd']).toBeGreaterThan(0.02);
  const again = await ask('primeatlas.example');
  expect(again.json['found']).toEqual(first.json['found']);
  expect(sourcesOf(again)).toMatchObject([{ source: 'dataforseo', cached: true, cost_usd: 0 }]);
  expect(providers.requests).toHaveLength(1);
});

it('volumes that came with rankings are not paid for again', async () => {
  await ask('brightledger.example');
  const { found } = Answer.parse((await ask('brightledger.example')).json);
  providers.reset();
  const volumes = await ask(found.items[0]?.keyword ?? '', 'volumes');
  expect(volumes.json['found']).toMatchObject([{ keyword: found.items[0]?.keyword, source: 'dataforseo' }]);
  expect(providers.requests).toEqual([]);
});

it('a failed request falls over to stored result pages, with the failure told', async () => {
  const page = await ask(KEYWORDS.plain, 'page');
  const { items } = z
    .object({ items: z.array(z.looseObject({ type: z.string(), domain: z.string().nullable() })) })
    .parse(page.json['found']);
  const domain = items.find(({ type }) => type === 'organic')?.domain ?? '';
  fail();
  const answer = await ask(domain);
  expect(answer.status).toBe(200);
  expect(answer.json['found']).toMatchObject({
    basis: 'serps',
    serps_considered: 1,
    items: [{ keyword: KEYWORDS.plain, position: 1, movement: null, estimated_traffic: null }],
  });
  expect(sourcesOf(answer)).toMatchObject([
    { source: 'dataforseo', status: 'failed', coverage: 'none' },
    { source: 'index', status: 'answered', coverage: 'sample', measure: 'measured', cost_usd: 0 },
  ]);
  fail();
  const traffic = await ask(domain, 'traffic');
  expect(traffic.json['found']).toMatchObject([
    { basis: 'serps', traffic: { organic: null }, keyword_count: { organic: 1 } },
  ]);
});

it('a failure is never an answer without rows: where no page shows the site, the caller is told why', async () => {
  for (const method of ['keywords', 'traffic']) {
    fail();
    const answer = await ask('unheard-of.com', method);
    expect([method, answer.status]).toEqual([method, 502]);
    expect(answer.json).toMatchObject({ success: false, code: 'source_failed' });
  }
});

it('a site that neither knows is unknown to both', async () => {
  const answer = await ask('unheard-of.com');
  expect(answer.status).toBe(200);
  expect(answer.json['found']).toMatchObject({ items: [] });
  expect(sourcesOf(answer)).toMatchObject([
    { source: 'dataforseo', status: 'not_covered', coverage: 'none' },
    { source: 'index', status: 'not_covered', coverage: 'none' },
  ]);
});
