import type { AssistantAnswer, AssistantQuery } from '../../ports/assistants.ts';
import {
  type Answered,
  defineSource,
  type SettingValues,
  type SourceContext,
  type SourceSettings,
} from '../../ports/define-source.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { composeAnswer } from '../assistants/answer.ts';
import { ASK_MS_MAX, OUTPUT_TOKENS_MAX } from '../assistants/ask-responses.ts';
import { listRedirects, readGenerateContent, readGenerateContentUsage } from '../assistants/generate-content.ts';
import { type AssistantReach, lackingOf } from '../assistants/place.ts';
import { type AssistantPrices, priceAnswer, pricePrompt } from '../assistants/price.ts';
import { probeModel } from '../assistants/probe.ts';
import { keepRaw } from '../assistants/raw.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'Gemini API';
const REACH: AssistantReach = { assistants: ['gemini'], access: 'api', places: 'none' };
/** Pages of one answer that are looked up. */
const REDIRECTS_MAX = 60;
/** The answer is paid for: it does not wait for pages that do not respond. */
const REDIRECTS_MS_MAX = 10_000;
/** Google wants the texts of grounded answers kept by nobody for long, and its suggestions shown wherever they are. */
const KEEP_DAYS = 30;
const NOT_KEPT: ReadonlySet<string> = new Set(['text', 'searchEntryPoint']);

const SETTINGS = {
  SEAMARK_GEMINI_KEY: { kind: 'secret', what: 'The API key from https://aistudio.google.com/apikey.' },
  SEAMARK_GEMINI_MODEL: { kind: 'text', what: 'The model to ask. It must support grounding with Google Search.' },
  SEAMARK_GEMINI_URL: {
    kind: 'url',
    what: 'The address of the API.',
    preset: 'https://generativelanguage.googleapis.com/v1beta',
  },
  SEAMARK_GEMINI_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts cost you, in USD. Seamark reserves this before it asks.',
    preset: '40',
  },
  SEAMARK_GEMINI_USD_PER_MILLION_INPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million input tokens, in USD. With both token prices set, Seamark books what each answer used.',
    preset: '',
  },
  SEAMARK_GEMINI_USD_PER_MILLION_OUTPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million output tokens, in USD.',
    preset: '',
  },
  SEAMARK_GEMINI_USD_PER_1000_SEARCHES: {
    kind: 'number',
    what: 'Price of 1,000 search queries, in USD, which is added to the tokens.',
    preset: '14',
  },
} as const satisfies SourceSettings;
type Values = SettingValues<typeof SETTINGS>;
type Context = SourceContext<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_GEMINI_KEY to a key from https://aistudio.google.com/apikey.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check that SEAMARK_GEMINI_MODEL supports grounding with Google Search.' },
  '400 api key': { kind: 'wrong_key', fix: KEY_FIX },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  402: { kind: 'no_funds', fix: 'Check the billing of your project at https://aistudio.google.com.' },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Set SEAMARK_GEMINI_MODEL to a model that the Gemini API lists.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute, or move your project to a higher usage tier.' },
};

export const gemini = defineSource({
  name: 'gemini',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from Google’s Gemini models, grounded in Google Search: the text, the pages that stand behind it, the pages it was ' +
      'shown and what it searched for, as the assistant `gemini`. You cannot choose a location. Google names pages by redirects, which Seamark looks up at once; of those ' +
      'that do not resolve it keeps the domain.',
    costs:
      'Google bills tokens and searches. Seamark counts 0.04 USD per prompt toward your daily limit unless you set ' +
      'SEAMARK_GEMINI_USD_PER_1000_PROMPTS, or both token prices so that it books what each answer used.',
    access:
      'Create a key at https://aistudio.google.com/apikey, and set SEAMARK_GEMINI_MODEL to the model whose answers you want to track. Keep the ' +
      'model for as long as you track: answers of different models are never compared with each other.',
    terms: 'https://ai.google.dev/gemini-api/terms',
  },
  usd_per_day: 5,
  keep_days: KEEP_DAYS,
  settings: SETTINGS,
  sees: { assistants: REACH.assistants },
  failures: FAILURES,
  offers: {
    assistants: {
      ask: {
        lacks: (query) => lackingOf(query, REACH),
        usd: (_query, settings) => pricePrompt(pricesOf(settings)),
        timeout_ms: ASK_MS_MAX,
        ask: askPrompt,
      },
    },
  },
  probe: (context) =>
    probeModel(context, {
      url: context.settings.SEAMARK_GEMINI_URL,
      path: '/models',
      model: modelOf(context.settings),
      headers: { 'x-goog-api-key': context.settings.SEAMARK_GEMINI_KEY },
    }),
});

async function askPrompt(query: AssistantQuery, context: Context): Promise<Answered<AssistantAnswer>> {
  const { settings, http, signal, now } = context;
  const model = modelOf(settings);
  const asked_at = now();
  const { body } = await http.json({
    method: 'POST',
    url: endpoint(settings.SEAMARK_GEMINI_URL, `/models/${encodeURIComponent(model)}:generateContent`),
    headers: { 'x-goog-api-key': settings.SEAMARK_GEMINI_KEY },
    body: {
      contents: [{ role: 'user', parts: [{ text: query.prompt }] }],
      tools: [{ google_search: {} }],
      generationConfig: { maxOutputTokens: OUTPUT_TOKENS_MAX },
    },
    signal,
  });
  const usd = priceAnswer(readGenerateContentUsage(body), pricesOf(settings));
  const vendor = { title: TITLE, failures: FAILURES, usd };
  const reading = readGenerateContent(body, vendor, await resolve(listRedirects(body), context));
  const asked = { query, access: 'api', source: 'gemini', model, location: null, asked_at } as const;
  return { ...composeAnswer(asked, reading, vendor), raw: keepRaw(body, NOT_KEPT) };
}

/** Where redirects lead; those that do not tell in time are left out. */
async function resolve(urls: readonly string[], { redirects, signal }: Context): Promise<ReadonlyMap<string, string>> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(REDIRECTS_MS_MAX)]);
  const targets = await Promise.all(
    urls.slice(0, REDIRECTS_MAX).map(async (url): Promise<readonly [string, string | undefined]> => {
      const target = await redirects.target(url, limit).catch(() => undefined);
      return [url, target];
    }),
  );
  signal.throwIfAborted();
  return new Map(targets.flatMap(([url, target]) => (target === undefined ? [] : [[url, target] as const])));
}

function modelOf({ SEAMARK_GEMINI_MODEL: model }: Values): string {
  return model.replace(/^models\//, '');
}

function pricesOf(settings: Values): AssistantPrices {
  return {
    per_1000_prompts: settings.SEAMARK_GEMINI_USD_PER_1000_PROMPTS,
    per_million_input_tokens: settings.SEAMARK_GEMINI_USD_PER_MILLION_INPUT_TOKENS,
    per_million_output_tokens: settings.SEAMARK_GEMINI_USD_PER_MILLION_OUTPUT_TOKENS,
    per_1000_searches: settings.SEAMARK_GEMINI_USD_PER_1000_SEARCHES,
  };
}
