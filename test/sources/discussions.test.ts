import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { defineOperation } from '../../src/contract/operation.ts';
import type { WorkflowDraft } from '../../src/contract/workflow.ts';
import { findDiscussions } from '../../src/discussions/find.ts';
import { DISCUSSION_PLATFORMS } from '../../src/ports/discussions.ts';
import { BRAVE_KEY } from '../providers/brave.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

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

/** Shows what the room finds, whole. */
const asking = defineOperation({
  id: 'test.discussions',
  method: 'POST',
  path: '/test/discussions',
  title: 'Ask for discussions',
  group: 'Content and page quality',
  description: 'For tests alone.',
  guidance: 'workflow',
  runs: 'inline',
  needs: { discussions: { optional: true }, serp: { optional: true } },
  price: { rule: '3 credits', credits: () => 3 },
  input: z.object({ query: z.string(), platforms: z.array(z.enum(DISCUSSION_PLATFORMS)).default([]) }),
  result: z.object({ found: z.unknown() }),
  example: { query: 'cargo bike' },
  async run({ query, platforms }, { ports, now }) {
    const question = { query, platforms, forums: [], language: 'en', location: null, since: undefined, limit: 10 };
    const found = await findDiscussions(ports, { ...question, promoters: { names: [], domains: [] }, now });
    return { result: { found }, guidance, markdown_summary: '## Test' };
  },
});

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_HACKER_NEWS_URL: providers.url('hacker-news'),
      SEAMARK_STACK_EXCHANGE_URL: providers.url('stack-exchange'),
      SEAMARK_STACK_EXCHANGE_SITES: 'superuser',
      SEAMARK_BRAVE_KEY: BRAVE_KEY,
      SEAMARK_BRAVE_URL: providers.url('brave'),
      SEAMARK_BRAVE_USD_PER_DAY: '1000',
      SEAMARK_SOURCES: 'serp=index',
    },
    operations: [asking],
  });
}, 120_000);
afterEach(() => providers.reset());
afterAll(async () => {
  await service.close();
  await providers.close();
});

const Found = z.object({
  discussions: z.array(z.looseObject({ url: z.string(), platform: z.string() })),
  platforms: z.array(z.looseObject({ platform: z.string(), status: z.string(), found: z.number().nullable() })),
});
const Sources = z.array(z.looseObject({ capability: z.string(), source: z.string(), status: z.string() }));

const ask = (query: string, platforms: readonly string[] = []): Promise<TestAnswer> =>
  service.call('/test/discussions', { query, platforms });
const foundIn = ({ json }: TestAnswer): z.infer<typeof Found> => Found.parse(json['found']);
const sourcesOf = ({ json }: TestAnswer): z.infer<typeof Sources> =>
  Sources.parse(z.object({ meta: z.object({ sources: z.unknown() }) }).parse(json).meta.sources).filter(
    ({ capability }) => capability === 'discussions',
  );
const askedVendors = (): string[] => providers.requests.map(({ vendor }) => vendor).toSorted();

it('discussions of all sources are found, and each of them is named once', async () => {
  const answer = await ask('cargo bike');
  expect(answer.status).toBe(200);
  const { discussions, platforms } = foundIn(answer);
  expect(discussions.map(({ url }) => url).toSorted()).toEqual([
    'https://forums.example.com/threads/about-it.991',
    'https://news.ycombinator.com/item?id=41000001',
    'https://news.ycombinator.com/item?id=41000002',
    'https://superuser.com/questions/4242',
    'https://www.reddit.com/r/cycling/comments/abc123/',
  ]);
  expect(platforms.map(({ platform, status, found }) => [platform, status, found])).toEqual([
    ['reddit', 'seen', 1],
    ['x', 'seen', 0],
    ['hacker_news', 'seen', 2],
    ['stack_exchange', 'seen', 1],
    ['forum', 'seen', 1],
  ]);
  expect(sourcesOf(answer).map(({ source, status }) => [source, status])).toEqual([
    ['hacker-news', 'answered'],
    ['stack-exchange', 'answered'],
    ['brave', 'answered'],
  ]);
});

it('a second question of the day is answered from what was kept; of Brave, whose terms forbid it, nothing is', async () => {
  const first = await ask('trailer bike');
  expect(askedVendors()).toEqual(['brave', 'hacker-news', 'stack-exchange']);
  providers.reset();
  const again = await ask('Trailer  bike');
  expect(askedVendors()).toEqual(['brave']);
  expect(foundIn(again).discussions.map(({ url }) => url)).toEqual(foundIn(first).discussions.map(({ url }) => url));
  const kept = await service.call('/test/discussions?max_age=0', {
    query: 'trailer bike',
    platforms: ['stack_exchange'],
  });
  expect(sourcesOf(kept)).toMatchObject([{ source: 'stack-exchange', status: 'answered', cached: false }]);
  const stored = await service.rows(`select distinct source from observation_inbox where kind = 'discussion'`);
  expect(stored.filter(({ source }) => source === 'brave')).toEqual([]);
});

it('a source that fails is told for its platform and named, and the others answer', async () => {
  providers.misbehave({ vendor: 'hacker-news', with: 'html', times: 3 });
  const answer = await ask('recumbent bike');
  expect(answer.status).toBe(200);
  expect(foundIn(answer).platforms).toMatchObject([
    { platform: 'reddit', status: 'seen' },
    { platform: 'x' },
    { platform: 'hacker_news', status: 'failed', found: null, notes: [expect.stringContaining('JSON')] },
    { platform: 'stack_exchange', status: 'seen' },
    { platform: 'forum' },
  ]);
  expect(sourcesOf(answer)).toMatchObject([
    { source: 'hacker-news', status: 'failed' },
    { source: 'stack-exchange', status: 'answered' },
    { source: 'brave', status: 'answered' },
  ]);
  providers.reset();
  const after = await ask('recumbent bike', ['hacker_news']);
  expect(foundIn(after).platforms).toMatchObject([{ status: 'seen', found: 2 }]);
});

it('words that nobody wrote are an empty answer of everybody, which is kept as well', async () => {
  const answer = await ask('unheard-of words', ['hacker_news', 'stack_exchange']);
  expect(foundIn(answer)).toMatchObject({ discussions: [], platforms: [{ status: 'seen' }, { status: 'seen' }] });
  providers.reset();
  await ask('unheard-of words', ['hacker_news', 'stack_exchange']);
  expect(providers.requests).toEqual([]);
});

it('each source can be tested by itself', async () => {
  const tested = async (source: string): Promise<unknown> =>
    (await service.call('/sources/test', { source })).json['tests'];
  expect(await tested('hacker-news')).toMatchObject([{ source: 'hacker-news', ok: true }]);
  expect(await tested('stack-exchange')).toMatchObject([{ source: 'stack-exchange', ok: true }]);
  expect(await tested('brave')).toMatchObject([{ source: 'brave', ok: true }]);
  providers.misbehave({ vendor: 'stack-exchange', with: 'no_funds' });
  expect(await tested('stack-exchange')).toMatchObject([{ source: 'stack-exchange', ok: false }]);
});
