import { z } from 'zod';

import { defineSource, type SourceSettings } from '../../ports/define-source.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { ASK_MS_MAX, askResponses, OUTPUT_TOKENS_MAX } from '../assistants/ask-responses.ts';
import { requireNoError } from '../assistants/error-body.ts';
import { readAssistantName } from '../assistants/name.ts';
import { lackingOf } from '../assistants/place.ts';
import { pricePrompt } from '../assistants/price.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'OpenRouter';

const SETTINGS = {
  SEAMARK_OPENROUTER_KEY: { kind: 'secret', what: 'The API key from https://openrouter.ai/settings/keys.' },
  SEAMARK_OPENROUTER_MODEL: { kind: 'text', what: 'The model to ask.' },
  SEAMARK_OPENROUTER_NAME: {
    kind: 'text',
    what: 'The name of the assistant under which answers are kept.',
    preset: 'openrouter',
  },
  SEAMARK_OPENROUTER_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://openrouter.ai/api/v1' },
  SEAMARK_OPENROUTER_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts are likely to cost, in USD. Seamark reserves this before it asks, and books what OpenRouter says it charged.',
    preset: '40',
  },
} as const satisfies SourceSettings;

const KEY_FIX = 'Set SEAMARK_OPENROUTER_KEY to a key from https://openrouter.ai/settings/keys.';
const FUNDS_FIX = 'Add credits at https://openrouter.ai/settings/credits.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check that SEAMARK_OPENROUTER_MODEL exists and supports tools.' },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  402: { kind: 'no_funds', fix: FUNDS_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Check that SEAMARK_OPENROUTER_MODEL exists and supports tools.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute.' },
};

export const openrouter = defineSource({
  name: 'openrouter',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from any model at OpenRouter, with its web search: the text and the pages it cites, as an assistant that you name ' +
      'with SEAMARK_OPENROUTER_NAME. It does not say which pages the model was shown, and you cannot choose a location.',
    costs:
      'OpenRouter bills tokens and searches, and says with each answer what it charged, which is what Seamark books. It reserves 0.04 USD ' +
      'per prompt beforehand unless you set SEAMARK_OPENROUTER_USD_PER_1000_PROMPTS.',
    access:
      'Create a key at https://openrouter.ai/settings/keys, and set SEAMARK_OPENROUTER_MODEL to the model whose answers you want to track. ' +
      'The name may not be that of another assistant, such as chatgpt, so that answers are never mixed.',
    terms: 'https://openrouter.ai/terms',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { assistants: ['openrouter'] },
  seesWith: ({ SEAMARK_OPENROUTER_NAME: name }) => ({
    assistants: [readAssistantName('SEAMARK_OPENROUTER_NAME', name)],
  }),
  failures: FAILURES,
  offers: {
    assistants: {
      ask: {
        lacks: (query, { SEAMARK_OPENROUTER_NAME: name }) =>
          lackingOf(query, { assistants: [name], access: 'api', places: 'none' }),
        usd: (_query, settings) => pricePrompt({ per_1000_prompts: settings.SEAMARK_OPENROUTER_USD_PER_1000_PROMPTS }),
        timeout_ms: ASK_MS_MAX,
        ask: (query, context) =>
          askResponses(query, context, {
            name: 'openrouter',
            title: TITLE,
            failures: FAILURES,
            url: endpoint(context.settings.SEAMARK_OPENROUTER_URL, '/responses'),
            key: context.settings.SEAMARK_OPENROUTER_KEY,
            model: context.settings.SEAMARK_OPENROUTER_MODEL,
            options: { tools: [{ type: 'openrouter:web_search' }], max_output_tokens: OUTPUT_TOKENS_MAX },
            location: null,
            prices: { per_1000_prompts: context.settings.SEAMARK_OPENROUTER_USD_PER_1000_PROMPTS },
            tells_search: false,
          }),
      },
    },
  },
  probe: async ({ settings, http, signal }) => {
    const { body } = await http.json({
      url: endpoint(settings.SEAMARK_OPENROUTER_URL, '/key'),
      headers: { authorization: `Bearer ${settings.SEAMARK_OPENROUTER_KEY}` },
      signal,
    });
    requireNoError(body, { title: TITLE, failures: FAILURES, usd: 0 });
    const left = Key.safeParse(body).data?.data.limit_remaining;
    return left === undefined || left === null ? 'The key works.' : `The key works. ${left} USD are left on it.`;
  },
});

const Key = z.object({ data: z.object({ limit_remaining: z.number().nullish() }) });
