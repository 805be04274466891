import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

import { openAccounts } from '../../src/compose/accounts.ts';
import { defineOperation } from '../../src/contract/operation.ts';
import type { WorkflowDraft } from '../../src/contract/workflow.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { PROMPTS, textOf, thinkOf } from '../providers/assistant-mind.ts';
import { ANTHROPIC_KEY, OPENAI_KEY } from '../providers/assistants.ts';
import { GEMINI_KEY } from '../providers/gemini.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { openTestService, type TestAnswer, type TestService } from '../service.ts';
import { UNITED_STATES } from '../source-context.ts';

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
const MARKET = { location: UNITED_STATES, language: 'en' } as const;

/** Shows what the port answers, whole. */
const asking = defineOperation({
  id: 'test.assistants',
  method: 'POST',
  path: '/test/assistants',
  title: 'Ask assistants',
  group: 'Content and page quality',
  description: 'For tests alone.',
  guidance: 'workflow',
  runs: 'inline',
  needs: { assistants: {} },
  price: { rule: '3 credits', credits: () => 3 },
  input: z.object({
    method: z.enum(['ask', 'history', 'connected']),
    prompt: z.string().default(PROMPTS.plain),
    assistant: z.string().default('chatgpt'),
    run: z.int().default(1),
    sampling: z.string().default('one'),
  }),
  result: z.object({ found: z.unknown() }),
  example: { method: 'ask' },
  async run({ method, prompt, assistant, run, sampling }, { ports }) {
    const asked = {
      ask: () => ports.assistants.ask({ ...MARKET, prompt, assistant, run, sampling }),
      history: () =>
        ports.assistants.history({
          prompts: [prompt],
          assistant: undefined,
          location_code: UNITED_STATES.code,
          language: 'en',
          since: undefined,
          limit: 100,
        }),
      connected: () => ports.assistants.connected(MARKET),
    };
    return { result: { found: await asked[method]() }, guidance, markdown_summary: '## Test' };
  },
});

let providers: Providers;
let service: TestService;

beforeAll(async () => {
  providers = await startProviders();
  const { port } = new URL(providers.url('gemini'));
  service = await openTestService({
    environment: {
      SEAMARK_OPENAI_KEY: OPENAI_KEY,
      SEAMARK_OPENAI_MODEL: 'gpt-small',
      SEAMARK_OPENAI_URL: `${providers.url('openai')}/v1`,
      SEAMARK_ANTHROPIC_KEY: ANTHROPIC_KEY,
      SEAMARK_ANTHROPIC_MODEL: 'claude-small',
      SEAMARK_ANTHROPIC_URL: `${providers.url('anthropic')}/v1`,
      SEAMARK_GEMINI_KEY: GEMINI_KEY,
      SEAMARK_GEMINI_MODEL: 'gemini-small',
      SEAMARK_GEMINI_URL: `${providers.url('gemini')}/v1beta`,
      SEAMARK_USD_PER_DAY: '1000',
      SEAMARK_RESOLVE: `vertexaisearch.cloud.google.com:${port}:127.0.0.1`,
    },
    operations: [asking],
  });
}, 120_000);
afterEach(() => providers.reset());
afterAll(async () => {
  await service.close();
  await providers.close();
});

const Meta = z.object({ meta: z.object({ sources: z.array(z.looseObject({ source: z.string() })) }) });
const sourcesOf = ({ json }: TestAnswer) => Meta.parse(json).meta.sources;
const ask = (draft: object, flags = '', headers = {}): Promise<TestAnswer> =>
  service.call(`/test/assistants${flags}`, { method: 'ask', ...draft }, headers);
const asked = (): number => providers.requests.filter(({ method }) => method === 'POST').length;
let samplings = 0;
/** One that no other test has. */
const sampling = (): string => `sampling ${(samplings += 1)}`;

it('an assistant answers, and the answer is kept whole with its price and its name', async () => {
  const draft = { prompt: PROMPTS.umlaut, sampling: sampling() };
  const answer = await ask(draft);
  expect(answer.status).toBe(200);
  const { pieces } = thinkOf('chatgpt', PROMPTS.umlaut, 0);
  const found = {
    assistant: 'chatgpt',
    source: 'openai',
    text: textOf({ pieces }),
    location: UNITED_STATES,
    cost_usd: 0.04,
  };
  expect(answer.json['found']).toMatchObject(found);
  expect(sourcesOf(answer)).toMatchObject([
    { capability: 'assistants', source: 'openai', status: 'answered', cached: false, cost_usd: 0.04 },
  ]);
  const history = await ask({ ...draft, method: 'history' });
  expect(history.json['found']).toEqual([answer.json['found']]);
});

it('a run of a sampling is paid for once, however often and how it is asked again; another run is another answer', async () => {
  const draft = { sampling: sampling() };
  const first = await ask(draft);
  for (const flags of ['', '?max_age=0']) {
    const again = await ask(draft, flags);
    expect(again.json['found']).toEqual(first.json['found']);
    expect(sourcesOf(again)).toMatchObject([{ source: 'openai', cached: true, cost_usd: 0 }]);
  }
  expect(asked()).toBe(1);
  const texts = new Set([JSON.stringify(first.json['found'])]);
  for (let run = 2; run <= 5; run += 1) texts.add(JSON.stringify((await ask({ ...draft, run })).json['found']));
  expect(asked()).toBe(5);
  expect(texts.size).toBe(5);
});

it('equal questions at the same time are one request', async () => {
  const draft = { sampling: sampling() };
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(draft)));
  for (const { status, json } of answers) expect([status, json['found']]).toEqual([200, answers[0]?.json['found']]);
  expect(asked()).toBe(1);
});

it('what a workspace asks is nobody else’s: neither its answers nor its requests', async () => {
  const secret = await closingAfter(async (closing) => {
    const accounts = closing.add(await openAccounts(service.config));
    await service.rows(`insert into workspaces (id, name, plan) values ('ws_other', 'Other', 'self_hosted')`);
    await service.rows(`insert into credit_accounts (workspace_id) values ('ws_other')`);
    const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined, secret: undefined };
    return (await accounts.keys.create({ ...blank, name: 'other' }, 'ws_other')).secret;
  });
  const draft = { prompt: 'our secret launch: best crm?', sampling: sampling() };
  const [own, others] = await Promise.all([ask(draft), ask(draft, '', { 'x-api-key': secret })]);
  expect([own.status, others.status]).toEqual([200, 200]);
  expect(asked()).toBe(2);
  for (const [headers, answer] of [
    [{}, own],
    [{ 'x-api-key': secret }, others],
  ] as const) {
    const history = await ask({ ...draft, method: 'history' }, '', headers);
    expect(history.json['found']).toEqual([answer.json['found']]);
  }
  const rows = await service.rows(`select distinct workspace_id from observation_inbox where kind = 'assistant'`);
  expect(rows.filter(({ workspace_id }) => workspace_id === '')).toEqual([]);
});

it('Gemini knows no places, which its answers say, and its redirects are resolved through the guard', async () => {
  const draft = { assistant: 'gemini', sampling: sampling() };
  const answer = await ask(draft);
  expect(sourcesOf(answer)).toMatchObject([
    {
      source: 'gemini',
      coverage: 'partial',
      note: expect.stringContaining('does not support searches from a chosen location'),
    },
  ]);
  const { retrieved } = thinkOf('gemini', PROMPTS.plain, 0);
  expect(answer.json['found']).toMatchObject({ location: null, retrieved: retrieved.map(({ url }) => ({ url })) });
  const history = await ask({ ...draft, method: 'history' });
  expect(history.json['found']).toContainEqual(answer.json['found']);
});

it('a failure is no answer: it is told, retried where that helps, and nothing is kept or charged', async () => {
  const draft = { prompt: PROMPTS.tool_error, sampling: sampling() };
  const lost = await ask(draft);
  expect(lost.status).toBe(502);
  expect(lost.json).toMatchObject({
    code: 'source_failed',
    detail: expect.stringContaining('failed to search the web'),
  });
  expect(asked()).toBe(3);
  expect((await ask({ ...draft, method: 'history' })).json['found']).toEqual([]);
  const html = { sampling: sampling() };
  providers.misbehave({ vendor: 'openai', with: 'html' });
  expect((await ask(html)).status).toBe(200);
  const late = { sampling: sampling() };
  providers.misbehave({ vendor: 'openai', with: 'rate_limit', times: 3 });
  expect((await ask(late)).status).toBe(502);
});

it('tells which assistants can be asked, without asking any, and who knows places', async () => {
  const answer = await ask({ method: 'connected' });
  expect(answer.json['found']).toEqual([
    { assistant: 'chatgpt', access: 'api', source: 'openai', lacks: [] },
    { assistant: 'claude', access: 'api', source: 'anthropic', lacks: [] },
    { assistant: 'gemini', access: 'api', source: 'gemini', lacks: ['searches from a chosen location'] },
  ]);
  expect(sourcesOf(answer)).toEqual([]);
  expect(providers.requests).toEqual([]);
  const unknown = await ask({ assistant: 'grok', sampling: sampling() });
  expect(unknown.json).toMatchObject({ code: 'source_not_configured' });
});

it('no key is in what is kept or told', async () => {
  const texts = [JSON.stringify(await service.rows('select * from observation_inbox'))];
  for (const table of ['source_requests', 'source_days'])
    texts.push(JSON.stringify(await service.rows(`select * from ${table}`)));
  texts.push((await service.call('/sources', undefined)).text);
  for (const key of [OPENAI_KEY, ANTHROPIC_KEY, GEMINI_KEY]) expect(texts.join('\n')).not.toContain(key);
});
