import { defineSource, type SettingValues, type SourceSettings } from '../../ports/define-source.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { ASK_MS_MAX, askResponses, OUTPUT_TOKENS_MAX } from '../assistants/ask-responses.ts';
import { type AssistantReach, lackingOf } from '../assistants/place.ts';
import { type AssistantPrices, pricePrompt } from '../assistants/price.ts';
import { probeModel } from '../assistants/probe.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'xAI';
const REACH: AssistantReach = { assistants: ['grok'], access: 'api', places: 'none' };

const SETTINGS = {
  SEAMARK_XAI_KEY: { kind: 'secret', what: 'The API key from https://console.x.ai.' },
  SEAMARK_XAI_MODEL: { kind: 'text', what: 'The model to ask. It must support web search.' },
  SEAMARK_XAI_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://api.x.ai/v1' },
  SEAMARK_XAI_TOOL_CHOICE: {
    kind: 'text',
    what: '`auto` lets the model decide whether to search the web, as users get it; `required` makes it search every time.',
    preset: 'auto',
    one_of: ['auto', 'required'],
  },
  SEAMARK_XAI_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts cost you, in USD. Seamark reserves this before it asks.',
    preset: '40',
  },
  SEAMARK_XAI_USD_PER_MILLION_INPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million input tokens, in USD. With both token prices set, Seamark books what each answer used.',
    preset: '',
  },
  SEAMARK_XAI_USD_PER_MILLION_OUTPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million output tokens, in USD.',
    preset: '',
  },
  SEAMARK_XAI_USD_PER_1000_SEARCHES: {
    kind: 'number',
    what: 'Price of 1,000 web searches, in USD, which is added to the tokens.',
    preset: '5',
  },
} as const satisfies SourceSettings;
type Values = SettingValues<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_XAI_KEY to a key from https://console.x.ai.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check that SEAMARK_XAI_MODEL supports web search.' },
  '400 api key': { kind: 'wrong_key', fix: KEY_FIX },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Set SEAMARK_XAI_MODEL to a model that your team can use.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute, or raise your rate limits at https://console.x.ai.' },
  '429 credits': { kind: 'no_funds', fix: 'Buy credits at https://console.x.ai.' },
};

export const xai = defineSource({
  name: 'xai',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from xAI’s models with web search: the text, the pages it cites and the pages it came across, as the assistant ' +
      '`grok`. You cannot choose a location.',
    costs:
      'xAI bills tokens and searches. Seamark counts 0.04 USD per prompt toward your daily limit unless you set ' +
      'SEAMARK_XAI_USD_PER_1000_PROMPTS, or both token prices so that it books what each answer used.',
    access:
      'Create a key at https://console.x.ai, and set SEAMARK_XAI_MODEL to the model whose answers you want to track. Keep the model for ' +
      'as long as you track: answers of different models are never compared with each other.',
    terms: 'https://x.ai/legal/terms-of-service-enterprise',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { assistants: REACH.assistants },
  failures: FAILURES,
  offers: {
    assistants: {
      ask: {
        lacks: (query) => lackingOf(query, REACH),
        usd: (_query, settings) => pricePrompt(pricesOf(settings)),
        timeout_ms: ASK_MS_MAX,
        ask: (query, context) =>
          askResponses(query, context, {
            name: 'xai',
            title: TITLE,
            failures: FAILURES,
            url: endpoint(context.settings.SEAMARK_XAI_URL, '/responses'),
            key: context.settings.SEAMARK_XAI_KEY,
            model: context.settings.SEAMARK_XAI_MODEL,
            options: {
              tools: [{ type: 'web_search' }],
              tool_choice: context.settings.SEAMARK_XAI_TOOL_CHOICE,
              max_output_tokens: OUTPUT_TOKENS_MAX,
              include: ['web_search_call.action.sources'],
              store: false,
            },
            location: null,
            prices: pricesOf(context.settings),
            tells_search: true,
          }),
      },
    },
  },
  probe: (context) =>
    probeModel(context, {
      url: context.settings.SEAMARK_XAI_URL,
      path: '/models',
      model: context.settings.SEAMARK_XAI_MODEL,
      headers: { authorization: `Bearer ${context.settings.SEAMARK_XAI_KEY}` },
    }),
});

function pricesOf(settings: Values): AssistantPrices {
  return {
    per_1000_prompts: settings.SEAMARK_XAI_USD_PER_1000_PROMPTS,
    per_million_input_tokens: settings.SEAMARK_XAI_USD_PER_MILLION_INPUT_TOKENS,
    per_million_output_tokens: settings.SEAMARK_XAI_USD_PER_MILLION_OUTPUT_TOKENS,
    per_1000_searches: settings.SEAMARK_XAI_USD_PER_1000_SEARCHES,
  };
}
