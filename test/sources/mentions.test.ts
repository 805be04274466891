import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import llmMentionsTrack from '../../src/operations/llm-mentions/track/operation.ts';
import { compileNames } from '../../src/mentions/find-names.ts';
import { readAnswerText } from '../../src/mentions/answer-text.ts';
import { PROMPTS, textOf, thinkOf } from '../providers/assistant-mind.ts';
import { ANTHROPIC_KEY, OPENAI_KEY } from '../providers/assistants.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  service = await openTestService({
    environment: {
      SEAMARK_OPENAI_KEY: OPENAI_KEY,
      SEAMARK_OPENAI_MODEL: 'gpt-small',
      SEAMARK_OPENAI_URL: `${providers.url('openai')}/v1`,
      SEAMARK_ANTHROPIC_KEY: ANTHROPIC_KEY,
      SEAMARK_ANTHROPIC_MODEL: 'claude-small',
      SEAMARK_ANTHROPIC_URL: `${providers.url('anthropic')}/v1`,
      SEAMARK_HACKER_NEWS_URL: providers.url('hacker-news'),
      SEAMARK_USD_PER_DAY: '1000',
    },
  });
}, 120_000);
afterEach(() => providers.reset());
afterAll(async () => {
  await service.close();
  await providers.close();
});

const BODY = {
  brand: 'Acme CRM',
  domain: 'acme-crm.example',
  aliases: ['Acme'],
  competitors: ['Brightledger', 'Open Harbor'],
  location: 'United States',
};
const QUERIES = [PROMPTS.plain, 'crm with the best reports', 'is Acme CRM worth it'];

const Meta = z.object({
  meta: z.object({
    credits: z.object({ charged: z.int() }),
    sources: z.array(z.looseObject({ capability: z.string(), source: z.string(), status: z.string() })),
  }),
});

async function track(body: object): Promise<TestAnswer> {
  return service.call('/llm-mentions/track?sync=true', { ...BODY, ...body });
}
const auditOf = ({ json }: TestAnswer) => llmMentionsTrack.result.parse(json).mention_audit;
const asked = (): number => providers.requests.filter(({ vendor }) => vendor === 'openai').length;

describe('tracking mentions', () => {
  it('asks every assistant each query as often as it should, and counts what the answers name', async () => {
    const answer = await track({ queries: QUERIES, assistants: ['chatgpt', 'claude'], runs: 2 });
    expect(answer.status).toBe(200);
    const audit = auditOf(answer);
    const thoughts = [0, 1].flatMap((nth) =>
      [PROMPTS.plain, QUERIES[1] ?? ''].map((prompt) => thinkOf('chatgpt', prompt, nth)),
    );
    const naming = thoughts.filter(({ brands }) => brands.some(({ name }) => name === 'Acme CRM')).length;
    const chatgpt = audit.platforms.find(({ platform }) => platform === 'chatgpt');
    expect(chatgpt).toMatchObject({
      asked: 6,
      answered: 6,
      access: 'api',
      served_models: [expect.stringContaining('gpt-small')],
    });
    expect(chatgpt?.mention_rate).toMatchObject({ value: naming / 4, n: 4 });
    expect(audit.basis).toBe('assistants_api');
    expect(Meta.parse(answer.json).meta.credits.charged).toBe(6);
    expect(audit.platforms.find(({ platform }) => platform === 'hacker_news')).toMatchObject({ answered: 6 });
  });

  it('never calls two samplings of the same assistants up or down', async () => {
    const body = { queries: QUERIES, assistants: ['chatgpt'], runs: 2 };
    const audits = [auditOf(await track(body)), auditOf(await track(body))];
    expect(audits[1]?.change).toMatchObject({ within_noise: true, direction: null });
    expect(audits[1]?.platforms[0]?.samplings).toBeGreaterThan(1);
  });

  it('tells refusals, cut off answers and failures apart, and charges for queries that were answered', async () => {
    providers.misbehave({ vendor: 'hacker-news', with: 'rate_limit', times: 50 });
    const answer = await track({
      queries: [PROMPTS.refused, PROMPTS.truncated, PROMPTS.unsearched],
      assistants: ['chatgpt'],
    });
    const audit = auditOf(answer);
    expect(audit).toMatchObject({ refusals: 1, truncations: 1 });
    expect(audit.platforms[0]?.searched).toMatchObject({ answers: expect.any(Number) });
    expect(audit.gaps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refused', 'truncated', 'failed']));
  });

  it('is queued by default, and its job ends with the whole audit', async () => {
    const queued = await service.call('/llm-mentions/track', {
      ...BODY,
      queries: [PROMPTS.plain],
      assistants: ['chatgpt'],
    });
    expect(queued.status).toBe(202);
    const id = String(queued.json['job_id']);
    await expect
      .poll(
        async () => {
          const { json } = await service.call(`/jobs/${id}`, undefined);
          return z.object({ job: z.looseObject({ status: z.string() }) }).parse(json).job.status;
        },
        { timeout: 30_000 },
      )
      .toBe('completed');
  });

  it('fails as a whole where nothing answers, and charges nothing', async () => {
    const before = asked();
    for (const vendor of ['openai', 'hacker-news'] as const)
      providers.misbehave({ vendor, with: 'server_error', times: 50 });
    const answer = await track({ queries: ['a question that nobody answers'], assistants: ['chatgpt'] });
    expect(answer.status).toBe(502);
    expect(asked()).toBeGreaterThan(before);
  });
});

it('finds a brand in exactly the made-up answers that name it', () => {
  const find = compileNames({
    all: [{ name: 'Acme CRM', aliases: ['Acme'], domains: [] }],
    languages: ['en'],
    category: [],
  });
  const thoughts = Array.from({ length: 400 }, (_, nth) => thinkOf('chatgpt', PROMPTS.plain, nth));
  const wrong = thoughts.filter((thought) => {
    const isNamed = find(readAnswerText(textOf(thought))).some(({ is_weak }) => !is_weak);
    return isNamed !== thought.brands.some(({ name }) => name === 'Acme CRM');
  });
  expect(wrong).toEqual([]);
});
