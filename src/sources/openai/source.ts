import { defineSource, type SettingValues, type SourceSettings } from '../../ports/define-source.ts';
import type { Location } from '../../ports/locations.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { ASK_MS_MAX, askResponses, OUTPUT_TOKENS_MAX } from '../assistants/ask-responses.ts';
import { type AssistantReach, honouredPlace, lackingOf, userLocation } from '../assistants/place.ts';
import { type AssistantPrices, pricePrompt } from '../assistants/price.ts';
import { probeModel } from '../assistants/probe.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'OpenAI';
const REACH: AssistantReach = { assistants: ['chatgpt'], access: 'api', places: 'cities' };
/** A prompt is answered after one or two searches; more of them make an answer dear and not better. */
const SEARCHES_MAX = 3;

const SETTINGS = {
  SEAMARK_OPENAI_KEY: { kind: 'secret', what: 'The API key from https://platform.openai.com/api-keys.' },
  SEAMARK_OPENAI_MODEL: {
    kind: 'text',
    what: 'The model to ask. It must support web search in the Responses API.',
  },
  SEAMARK_OPENAI_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://api.openai.com/v1' },
  SEAMARK_OPENAI_TOOL_CHOICE: {
    kind: 'text',
    what: '`auto` lets the model decide whether to search the web, as users get it; `required` makes it search every time.',
    preset: 'auto',
    one_of: ['auto', 'required'],
  },
  SEAMARK_OPENAI_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts cost you, in USD. Seamark reserves this before it asks.',
    preset: '40',
  },
  SEAMARK_OPENAI_USD_PER_MILLION_INPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million input tokens, in USD. With both token prices set, Seamark books what each answer used.',
    preset: '',
  },
  SEAMARK_OPENAI_USD_PER_MILLION_OUTPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million output tokens, in USD.',
    preset: '',
  },
  SEAMARK_OPENAI_USD_PER_1000_SEARCHES: {
    kind: 'number',
    what: 'Price of 1,000 web searches, in USD, which is added to the tokens.',
    preset: '10',
  },
} as const satisfies SourceSettings;
type Values = SettingValues<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_OPENAI_KEY to a key from https://platform.openai.com/api-keys.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check that SEAMARK_OPENAI_MODEL supports web search.' },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Set SEAMARK_OPENAI_MODEL to a model that your account can use.' },
  429: {
    kind: 'rate_limited',
    fix: 'Try again in a minute, or raise your rate limits at https://platform.openai.com.',
  },
  '429 quota': { kind: 'no_funds', fix: 'Add credit at https://platform.openai.com/settings/organization/billing.' },
  insufficient_quota: {
    kind: 'no_funds',
    fix: 'Add credit at https://platform.openai.com/settings/organization/billing.',
  },
  rate_limit_exceeded: { kind: 'rate_limited' },
};

export const openai = defineSource({
  name: 'openai',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from OpenAI’s models with web search: the text, the pages it cites, the pages it was shown and what it searched for, ' +
      'as the assistant `chatgpt`. This is the model behind the API, without the memory and account of the ChatGPT app, so answers ' +
      'differ from what a signed-in user sees. You can choose a country, region or city.',
    costs:
      'OpenAI bills tokens and searches. Seamark counts 0.04 USD per prompt toward your daily limit unless you set ' +
      'SEAMARK_OPENAI_USD_PER_1000_PROMPTS, or both token prices so that it books what each answer used.',
    access:
      'Create a key at https://platform.openai.com/api-keys, and set SEAMARK_OPENAI_MODEL to the model whose answers you want to track. ' +
      'Answers of different models are never compared with each other, so keep the model for as long as you track.',
    terms: 'https://openai.com/policies/services-agreement/',
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
        ask: (query, context) => {
          const { settings } = context;
          const location = honouredPlace(query);
          return askResponses(query, context, {
            name: 'openai',
            title: TITLE,
            failures: FAILURES,
            url: endpoint(settings.SEAMARK_OPENAI_URL, '/responses'),
            key: settings.SEAMARK_OPENAI_KEY,
            model: settings.SEAMARK_OPENAI_MODEL,
            options: searching(location, settings.SEAMARK_OPENAI_TOOL_CHOICE),
            location,
            prices: pricesOf(settings),
            tells_search: true,
          });
        },
      },
    },
  },
  probe: (context) =>
    probeModel(context, {
      url: context.settings.SEAMARK_OPENAI_URL,
      path: '/models',
      model: context.settings.SEAMARK_OPENAI_MODEL,
      headers: { authorization: `Bearer ${context.settings.SEAMARK_OPENAI_KEY}` },
    }),
});

/** A place that is left out would be the United States; an approximate one without a country is none. */
function searching(location: Location | null, tool_choice: string): Readonly<Record<string, unknown>> {
  const user_location = { type: 'approximate', ...(location === null ? {} : userLocation(location)) };
  return {
    tools: [{ type: 'web_search', search_context_size: 'low', user_location }],
    tool_choice,
    max_tool_calls: SEARCHES_MAX,
    max_output_tokens: OUTPUT_TOKENS_MAX,
    include: ['web_search_call.action.sources'],
    store: false,
  };
}

function pricesOf(settings: Values): AssistantPrices {
  return {
    per_1000_prompts: settings.SEAMARK_OPENAI_USD_PER_1000_PROMPTS,
    per_million_input_tokens: settings.SEAMARK_OPENAI_USD_PER_MILLION_INPUT_TOKENS,
    per_million_output_tokens: settings.SEAMARK_OPENAI_USD_PER_MILLION_OUTPUT_TOKENS,
    per_1000_searches: settings.SEAMARK_OPENAI_USD_PER_1000_SEARCHES,
  };
}
