import { defineSource, type SourceContext, type SourceSettings } from '../../ports/define-source.ts';
import type { AssistantQuery } from '../../ports/assistants.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { ASK_MS_MAX, askResponses, postPrompt } from '../assistants/ask-responses.ts';
import { requireNoError } from '../assistants/error-body.ts';
import { type AssistantReach, honouredPlace, lackingOf, userLocation } from '../assistants/place.ts';
import { pricePrompt } from '../assistants/price.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'Perplexity';
const REACH: AssistantReach = { assistants: ['perplexity'], access: 'api', places: 'cities' };

const SETTINGS = {
  SEAMARK_PERPLEXITY_KEY: { kind: 'secret', what: 'The API key from https://www.perplexity.ai/account/api.' },
  SEAMARK_PERPLEXITY_MODEL: { kind: 'text', what: 'The model to ask.', example: 'perplexity/sonar' },
  SEAMARK_PERPLEXITY_PRESET: {
    kind: 'text',
    what: 'How much work goes into an answer.',
    preset: 'fast',
    one_of: ['fast', 'low', 'medium', 'high', 'xhigh'],
  },
  SEAMARK_PERPLEXITY_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://api.perplexity.ai/v1' },
  SEAMARK_PERPLEXITY_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts are likely to cost, in USD. Seamark reserves this before it asks, and books what Perplexity says it charged.',
    preset: '15',
  },
} as const satisfies SourceSettings;
type Context = SourceContext<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_PERPLEXITY_KEY to a key from https://www.perplexity.ai/account/api.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: 'Check SEAMARK_PERPLEXITY_MODEL: it is a name such as perplexity/sonar.' },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  402: { kind: 'no_funds', fix: 'Add credit at https://www.perplexity.ai/account/api.' },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Check SEAMARK_PERPLEXITY_URL: it ends in /v1.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute.' },
  '429 quota': { kind: 'no_funds', fix: 'Add credit at https://www.perplexity.ai/account/api.' },
};

export const perplexity = defineSource({
  name: 'perplexity',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from Perplexity’s Agent API: the text, the pages it cites, the pages it was shown and what it searched for, as ' +
      'the assistant `perplexity`. You can choose a country, region or city.',
    costs:
      'Perplexity bills tokens and searches, and says with each answer what it charged, which is what Seamark books. It reserves 0.015 USD ' +
      'per prompt beforehand unless you set SEAMARK_PERPLEXITY_USD_PER_1000_PROMPTS.',
    access:
      'Create a key at https://www.perplexity.ai/account/api, and set SEAMARK_PERPLEXITY_MODEL to a model such as perplexity/sonar. The ' +
      'former chat API with its Sonar models ended in September 2026.',
    terms: 'https://www.perplexity.ai/hub/legal/perplexity-api-terms-of-service',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { assistants: REACH.assistants },
  failures: FAILURES,
  offers: {
    assistants: {
      ask: {
        lacks: (query) => lackingOf(query, REACH),
        usd: (_query, settings) => pricePrompt({ per_1000_prompts: settings.SEAMARK_PERPLEXITY_USD_PER_1000_PROMPTS }),
        timeout_ms: ASK_MS_MAX,
        ask: (query, context) =>
          askResponses(query, context, {
            ...serverOf(context),
            name: 'perplexity',
            title: TITLE,
            failures: FAILURES,
            options: { preset: context.settings.SEAMARK_PERPLEXITY_PRESET, ...searching(query) },
            location: honouredPlace(query),
            prices: { per_1000_prompts: context.settings.SEAMARK_PERPLEXITY_USD_PER_1000_PROMPTS },
            tells_search: true,
          }),
      },
    },
  },
  // There is no question that is free.
  probe: async (context) => {
    const body = await postPrompt('Reply with the word OK.', context, {
      ...serverOf(context),
      options: { max_output_tokens: 16 },
    });
    requireNoError(body, { title: TITLE, failures: FAILURES, usd: 0 });
    return `The key works, and ${context.settings.SEAMARK_PERPLEXITY_MODEL} answered a prompt, which costs a fraction of a cent.`;
  },
});

function serverOf({ settings }: Context): { readonly url: string; readonly key: string; readonly model: string } {
  return {
    url: endpoint(settings.SEAMARK_PERPLEXITY_URL, '/responses'),
    key: settings.SEAMARK_PERPLEXITY_KEY,
    model: settings.SEAMARK_PERPLEXITY_MODEL,
  };
}

function searching(query: AssistantQuery): Readonly<Record<string, unknown>> {
  const location = honouredPlace(query);
  const user_location = location === null ? {} : { user_location: userLocation(location) };
  return {
    language_preference: query.language.split('-')[0],
    tools: [{ type: 'web_search', search_context_size: 'low', ...user_location }],
  };
}
