import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSourceClients, type SourceClients } from '../../src/adapters/sources/source-http.ts';
import { createGuardedFetch, type GuardedFetch } from '../../src/adapters/fetch/guarded-fetch.ts';
import { createRedirects } from '../../src/adapters/fetch/redirects.ts';
import type { AssistantAnswer, AssistantQuery } from '../../src/ports/assistants.ts';
import type { Answered, ConnectedOffer, ConnectedSource } from '../../src/ports/define-source.ts';
import { sources } from '../../src/sources/index.ts';
import { AUSTIN, NOW, UNITED_STATES } from '../source-context.ts';
import { BRANDS, cutPieces, PROMPTS, textOf, thinkOf } from './assistant-mind.ts';
import { ANTHROPIC_KEY, OPENAI_KEY, OPENROUTER_KEY, OWN_ASSISTANT_KEY, PERPLEXITY_KEY, XAI_KEY } from './assistants.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from './dataforseo.ts';
import { GEMINI_KEY } from './gemini.ts';
import { type Providers, startProviders, type VendorName } from './providers.ts';

interface AssistantCase {
  readonly vendor: VendorName;
  readonly assistant: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly url: string;
  readonly path: string;
  /** Below a country. */
  readonly knows_cities: boolean;
  readonly searches: boolean;
}

const CASES: readonly AssistantCase[] = [
  {
    vendor: 'openai',
    assistant: 'chatgpt',
    settings: { SEAMARK_OPENAI_KEY: OPENAI_KEY, SEAMARK_OPENAI_MODEL: 'small' },
    url: 'SEAMARK_OPENAI_URL',
    path: '/v1',
    knows_cities: true,
    searches: true,
  },
  {
    vendor: 'anthropic',
    assistant: 'claude',
    settings: { SEAMARK_ANTHROPIC_KEY: ANTHROPIC_KEY, SEAMARK_ANTHROPIC_MODEL: 'small' },
    url: 'SEAMARK_ANTHROPIC_URL',
    path: '/v1',
    knows_cities: true,
    searches: true,
  },
  {
    vendor: 'gemini',
    assistant: 'gemini',
    settings: { SEAMARK_GEMINI_KEY: GEMINI_KEY, SEAMARK_GEMINI_MODEL: 'small' },
    url: 'SEAMARK_GEMINI_URL',
    path: '/v1beta',
    knows_cities: false,
    searches: true,
  },
  {
    vendor: 'perplexity',
    assistant: 'perplexity',
    settings: { SEAMARK_PERPLEXITY_KEY: PERPLEXITY_KEY, SEAMARK_PERPLEXITY_MODEL: 'small' },
    url: 'SEAMARK_PERPLEXITY_URL',
    path: '/v1',
    knows_cities: true,
    searches: true,
  },
  {
    vendor: 'xai',
    assistant: 'grok',
    settings: { SEAMARK_XAI_KEY: XAI_KEY, SEAMARK_XAI_MODEL: 'small' },
    url: 'SEAMARK_XAI_URL',
    path: '/v1',
    knows_cities: false,
    searches: true,
  },
  {
    vendor: 'openrouter',
    assistant: 'openrouter',
    settings: { SEAMARK_OPENROUTER_KEY: OPENROUTER_KEY, SEAMARK_OPENROUTER_MODEL: 'small' },
    url: 'SEAMARK_OPENROUTER_URL',
    path: '/v1',
    knows_cities: false,
    searches: true,
  },
  {
    vendor: 'assistant',
    assistant: 'own',
    settings: { SEAMARK_ASSISTANT_KEY: OWN_ASSISTANT_KEY, SEAMARK_ASSISTANT_MODEL: 'small' },
    url: 'SEAMARK_ASSISTANT_URL',
    path: '/v1',
    knows_cities: false,
    searches: false,
  },
];
const SEARCHING = CASES.filter(({ searches }) => searches);
const Reply = z.custom<Answered<AssistantAnswer>>((answer) => typeof answer === 'object');

let providers: Providers;
let clients: SourceClients;
let web: GuardedFetch;

beforeAll(async () => {
  providers = await startProviders();
  clients = createSourceClients({ user_agent: 'seamark-test' });
  const { port } = new URL(providers.url('gemini'));
  const resolve = [`vertexaisearch.cloud.google.com:${port}:127.0.0.1`];
  web = createGuardedFetch({ user_agent: 'seamark-test', allow_networks: [], allow_ports: [], resolve });
});
afterEach(() => providers.reset());
afterAll(async () => {
  await Promise.all([clients.close(), web.close(), providers.close()]);
});

function connect(vendor: string, environment: Readonly<Record<string, string>>): ConnectedSource | undefined {
  return sources
    .find(({ name }) => name === vendor)
    ?.connect(environment, {
      http: (failures, secrets) => clients.http(failures, secrets),
      turns: { wait: () => Promise.resolve() },
      redirects: createRedirects(web.requester),
      now: () => NOW,
    });
}

function environmentOf({ vendor, settings, url, path }: AssistantCase): Record<string, string> {
  return { ...settings, [url]: providers.url(vendor) + path };
}

function offerOf(kase: AssistantCase, changes: Readonly<Record<string, string>> = {}): ConnectedOffer {
  const offer = connect(kase.vendor, { ...environmentOf(kase), ...changes })?.offer('assistants', 'ask');
  if (offer === undefined) throw new Error(`${kase.vendor} is no assistant.`);
  return offer;
}

function queryOf({ assistant }: Pick<AssistantCase, 'assistant'>, draft: Partial<AssistantQuery> = {}): AssistantQuery {
  return { prompt: PROMPTS.plain, assistant, location: null, language: 'en', run: 1, sampling: 'test', ...draft };
}

async function ask(
  kase: AssistantCase,
  prompt: string,
  draft: Partial<AssistantQuery> = {},
): Promise<Answered<AssistantAnswer>> {
  const query = queryOf(kase, { prompt, ...draft });
  return Reply.parse(await offerOf(kase).ask(query, new AbortController().signal));
}

/** Words of the text with the page that stands behind them. */
function citedWords({ text, cited }: AssistantAnswer): [string, string | null][] {
  return (cited ?? []).map(({ url, span }) => [span === null ? '' : text.slice(...span), url]);
}

describe.each(SEARCHING)('$assistant', (kase) => {
  it.each([PROMPTS.plain, PROMPTS.umlaut, PROMPTS.paused])(
    'answers «%s» with its whole text, each citation at its words',
    async (prompt) => {
      const { value } = await ask(kase, prompt);
      const { pieces, retrieved, queries } = thinkOf(kase.assistant, prompt, 0);
      expect(value).toMatchObject({
        status: 'answered',
        searched: true,
        text: textOf({ pieces }),
        prompt,
        source: kase.vendor,
      });
      expect(citedWords(value)).toEqual(pieces.flatMap(({ text, cited }) => cited.map(({ url }) => [text, url])));
      const tellsPages = kase.vendor !== 'openrouter';
      expect(value.retrieved?.map(({ url }) => url) ?? null).toEqual(
        tellsPages ? retrieved.map(({ url }) => url) : null,
      );
      expect(value.queries?.[0] ?? null).toBe(tellsPages ? queries[0] : null);
      expect(value.requested_model).toBe('small');
      expect(value.served_model).toContain('2026');
    },
  );

  it('tells a refusal, an answer that was cut off and one without a search apart', async () => {
    expect((await ask(kase, PROMPTS.refused)).value).toMatchObject({ status: 'refused' });
    const pieces = cutPieces(thinkOf(kase.assistant, PROMPTS.truncated, 0));
    expect((await ask(kase, PROMPTS.truncated)).value).toMatchObject({ status: 'truncated', text: textOf({ pieces }) });
    const searched = kase.vendor === 'openrouter' ? null : false;
    expect((await ask(kase, PROMPTS.unsearched)).value).toMatchObject({ status: 'answered', searched, cited: [] });
  });

  it('fails where its search failed, unless what it says is cited', async () => {
    await expect(ask(kase, PROMPTS.tool_error)).rejects.toMatchObject({ kind: 'failed' });
    if (kase.vendor === 'gemini') return;
    const { value } = await ask(kase, PROMPTS.tool_error_cited);
    expect(value).toMatchObject({ status: 'answered', searched: true });
  });

  it('is asked again as late as it says, and not at all for a page in the place of JSON', async () => {
    providers.misbehave({ vendor: kase.vendor, with: 'rate_limit' });
    await expect(ask(kase, PROMPTS.plain)).rejects.toMatchObject({ kind: 'rate_limited', retry_after_s: 7 });
    providers.misbehave({ vendor: kase.vendor, with: 'html' });
    await expect(ask(kase, PROMPTS.plain)).rejects.toMatchObject({ kind: 'broken' });
  });

  it('is asked where it can be, and lacks the place elsewhere', async () => {
    const lacks = kase.knows_cities ? [] : ['searches from a chosen location'];
    expect(offerOf(kase).lacks(queryOf(kase, { location: AUSTIN }))).toEqual(lacks);
    const { value } = await ask(kase, PROMPTS.plain, { location: AUSTIN });
    expect(value.location).toEqual(kase.knows_cities ? AUSTIN : null);
    const sent = JSON.stringify(providers.requests[0]?.body);
    expect(sent.includes('"country":"US","region":"Texas","city":"Austin"')).toBe(kase.knows_cities);
  });

  it('keeps what the vendor sent without its sealed parts', async () => {
    const { raw } = await ask(kase, PROMPTS.plain);
    const kept = JSON.stringify(raw);
    expect(kept).toContain('small');
    expect(kept).not.toContain('encrypted_');
    expect(kept.includes('It depends')).toBe(kase.vendor !== 'gemini');
  });
});

describe.each(CASES)('$vendor', (kase) => {
  it('is not connected without its model', () => {
    const environment = environmentOf(kase);
    const withoutModel = Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_MODEL')));
    expect(connect(kase.vendor, environment)).toBeDefined();
    expect(connect(kase.vendor, withoutModel)).toBeUndefined();
  });

  it('is no other assistant, and no page of one', () => {
    expect(offerOf(kase).lacks(queryOf({ assistant: 'copilot' }))).toBeUndefined();
    expect(offerOf(kase).lacks(queryOf(kase, { access: 'surface' }))).toBeUndefined();
    expect(offerOf(kase).lacks(queryOf(kase, { access: 'api' }))).toEqual([]);
  });
});

describe('prices', () => {
  const [openai] = CASES;
  if (openai === undefined) throw new Error('OpenAI is tried.');

  it('are those of the operator: a prompt, or tokens and searches as they were used', async () => {
    expect((await ask(openai, PROMPTS.plain)).usd).toBeCloseTo(0.04, 9);
    const prices = {
      SEAMARK_OPENAI_USD_PER_MILLION_INPUT_TOKENS: '2',
      SEAMARK_OPENAI_USD_PER_MILLION_OUTPUT_TOKENS: '10',
    };
    const answer = Reply.parse(await offerOf(openai, prices).ask(queryOf(openai), new AbortController().signal));
    expect(answer.usd).toBeCloseTo((900 * 2 + 120 * 10) / 1_000_000 + 10 / 1000, 9);
    expect(answer.value.cost_usd).toBe(answer.usd);
  });

  it('the choice of tools is one that the vendor knows', async () => {
    await offerOf(openai, { SEAMARK_OPENAI_TOOL_CHOICE: 'required' }).ask(
      queryOf(openai),
      new AbortController().signal,
    );
    expect(providers.requests.at(-1)?.body).toMatchObject({ tool_choice: 'required', store: false });
    expect(() => offerOf(openai, { SEAMARK_OPENAI_TOOL_CHOICE: 'always' })).toThrow(
      'It must be one of auto, required.',
    );
  });
});

it('Gemini: pages whose redirects are gone are told by their domain', async () => {
  const gemini = CASES.find(({ vendor }) => vendor === 'gemini');
  if (gemini === undefined) throw new Error('Gemini is tried.');
  const { value } = await ask(gemini, PROMPTS.unresolved);
  const { retrieved } = thinkOf('gemini', PROMPTS.unresolved, 0);
  expect(value.retrieved?.map(({ url }) => url)).toEqual(retrieved.map(({ url }, at) => (at % 2 === 0 ? null : url)));
  expect(value.retrieved?.[0]).toEqual({ url: null, domain: 'reviews.example', title: null });
});

describe('an assistant of the operator’s own', () => {
  const own = CASES.find(({ vendor }) => vendor === 'assistant');
  if (own === undefined) throw new Error('It is tried.');
  const lacks = (changes: Record<string, string>) => offerOf(own, changes).lacks(queryOf(own));

  it('is asked on the own network, and elsewhere or for money only where the operator lets prompts leave', () => {
    expect(lacks({})).toEqual([]);
    expect(lacks({ SEAMARK_ASSISTANT_URL: 'https://api.example.com/v1' })).toBeUndefined();
    expect(lacks({ SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS: '1' })).toBeUndefined();
    expect(lacks({ SEAMARK_ASSISTANT_URL: 'https://api.example.com/v1', SEAMARK_ASSISTANT_FOR: 'prompts' })).toEqual(
      [],
    );
    expect(() => lacks({ SEAMARK_ASSISTANT_FOR: 'drafts' })).toThrow('SEAMARK_ASSISTANT_FOR is not valid.');
  });

  it('has a name of its own, and none that people know', () => {
    const named = { ...environmentOf(own), SEAMARK_ASSISTANT_NAME: 'house-model' };
    expect(connect('assistant', named)?.sees).toEqual({ assistants: ['house-model'] });
    expect(() => lacks({ SEAMARK_ASSISTANT_NAME: 'chatgpt' })).toThrow('"chatgpt" is another assistant');
    expect(() => lacks({ SEAMARK_ASSISTANT_NAME: 'House Model' })).toThrow('lower-case');
  });

  it('is told that it did not search', async () => {
    const { value } = await ask(own, PROMPTS.plain);
    expect(value).toMatchObject({ status: 'answered', searched: false, cited: [], retrieved: [], cost_usd: 0 });
    expect(providers.requests[0]?.body).not.toHaveProperty('tools');
  });
});

describe('DataForSEO reads pages of assistants', () => {
  const settings = { SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN, SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD };
  const offer = (): ConnectedOffer => {
    const found = connect('dataforseo', { ...settings, SEAMARK_DATAFORSEO_URL: providers.url('dataforseo') })?.offer(
      'assistants',
      'ask',
    );
    if (found === undefined) throw new Error('DataForSEO reads assistants.');
    return found;
  };
  const read = async (assistant: string, draft: Partial<AssistantQuery> = {}): Promise<AssistantAnswer> =>
    Reply.parse(await offer().ask(queryOf({ assistant }, draft), new AbortController().signal)).value;

  it.each([
    ['chatgpt', '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced'],
    ['gemini', '/v3/ai_optimization/gemini/llm_scraper/live/advanced'],
  ])('of %s, with what they cite and what they were shown', async (assistant, path) => {
    const answer = await read(assistant, { location: UNITED_STATES });
    const { pieces, retrieved } = thinkOf(`${assistant} page`, PROMPTS.plain, 0);
    expect(providers.requests[0]).toMatchObject({
      path,
      body: [{ keyword: PROMPTS.plain, location_code: 2840, language_code: 'en' }],
    });
    expect(answer).toMatchObject({
      access: 'surface',
      source: 'dataforseo',
      searched: true,
      requested_model: null,
      text: textOf({ pieces }),
    });
    expect(answer.cited?.map(({ url }) => url)).toEqual([
      ...new Set(pieces.flatMap(({ cited }) => cited.map(({ url }) => url))),
    ]);
    expect(answer.retrieved?.map(({ url }) => url)).toEqual(retrieved.map(({ url }) => url));
    expect(offer().lacks(queryOf({ assistant }, { location: AUSTIN }))).toEqual(['places smaller than a country']);
  });

  it('of Google’s AI Mode, in any city, and a page without an answer is none', async () => {
    expect(await read('google_ai_mode', { location: AUSTIN })).toMatchObject({
      access: 'surface',
      searched: true,
      location: AUSTIN,
      retrieved: null,
    });
    expect(providers.requests[0]?.body).toMatchObject([{ location_code: AUSTIN.code }]);
    await expect(read('google_ai_mode', { prompt: PROMPTS.refused })).rejects.toMatchObject({
      kind: 'incomplete',
      usd: 0.004,
    });
  });
});

it('the fakes name each brand about as often as its percentage says, the same in every run', () => {
  const runs = Array.from({ length: 2000 }, (_, nth) =>
    thinkOf('chatgpt', PROMPTS.plain, nth).brands.map(({ name }) => name),
  );
  for (const { name, percent } of BRANDS) {
    const named = runs.filter((brands) => brands.includes(name)).length;
    expect(Math.abs(named / 20 - percent)).toBeLessThan(4);
  }
});
