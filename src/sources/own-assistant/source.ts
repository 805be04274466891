import {
  defineSource,
  type SettingValues,
  type SourceContext,
  type SourceSettings,
} from '../../ports/define-source.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';
import { ASK_MS_MAX, askResponses, OUTPUT_TOKENS_MAX, postPrompt } from '../assistants/ask-responses.ts';
import { requireNoError } from '../assistants/error-body.ts';
import { readAssistantName } from '../assistants/name.ts';
import { lackingOf } from '../assistants/place.ts';
import { pricePrompt } from '../assistants/price.ts';
import { isOnOwnNetwork } from '../embeddings/own-network.ts';

const TITLE = 'Your own assistant';

const SETTINGS = {
  SEAMARK_ASSISTANT_URL: {
    kind: 'url',
    what: 'Address of the server up to /v1.',
    example: 'http://127.0.0.1:11434/v1',
  },
  SEAMARK_ASSISTANT_MODEL: { kind: 'text', what: 'Name of the model.', example: 'llama3.2' },
  SEAMARK_ASSISTANT_KEY: { kind: 'secret', what: 'API key, for servers that require one.', preset: '' },
  SEAMARK_ASSISTANT_NAME: {
    kind: 'text',
    what: 'The name of the assistant under which answers are kept.',
    preset: 'own',
  },
  SEAMARK_ASSISTANT_WEB_SEARCH: {
    kind: 'text',
    what: '`on` offers the model a web search tool, for servers that have one.',
    preset: 'off',
    one_of: ['on', 'off'],
  },
  SEAMARK_ASSISTANT_FOR: {
    kind: 'text',
    what: 'What Seamark may send to a paid server or one outside your network: prompts. Nothing by default.',
    preset: '',
    one_of: ['prompts'],
  },
  SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts cost you, in USD.',
    preset: '0',
  },
} as const satisfies SourceSettings;
type Values = SettingValues<typeof SETTINGS>;

const FAILURES: SourceFailures = {
  401: { kind: 'wrong_key', fix: 'Check SEAMARK_ASSISTANT_KEY.' },
  403: { kind: 'wrong_key', fix: 'Check SEAMARK_ASSISTANT_KEY.' },
  404: {
    kind: 'refused',
    fix: 'Check that SEAMARK_ASSISTANT_URL ends in /v1, that the server supports the Responses API, and that it has SEAMARK_ASSISTANT_MODEL (for Ollama: ollama pull).',
  },
  '429 quota': { kind: 'no_funds', fix: 'Check the balance of your account.' },
  not_json: { kind: 'broken', fix: 'Check SEAMARK_ASSISTANT_URL: it usually ends in /v1.' },
};

/** Any server of the operator's own: prompts reveal what somebody plans, so they stay on the operator's network by default. */
export const ownAssistant = defineSource({
  name: 'assistant',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from any server that speaks the Responses API (/v1/responses), such as Ollama, llama.cpp or vLLM on your own ' +
      'machine, as an assistant that you name with SEAMARK_ASSISTANT_NAME. A model without web search answers from what it was trained on, so it cites ' +
      'nothing. You cannot choose a location.',
    costs:
      'Free on your own machine. For a hosted server, set SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS to what you pay so that your daily limit counts it.',
    access:
      'Set SEAMARK_ASSISTANT_URL (for Ollama: http://127.0.0.1:11434/v1) and SEAMARK_ASSISTANT_MODEL, and SEAMARK_ASSISTANT_KEY if the server ' +
      'requires a key. Seamark uses a free server on your own network (localhost, a private IP address, a name that ends in .local or .internal, ' +
      'or a container’s name) right away. It sends nothing to any other server until you set SEAMARK_ASSISTANT_FOR=prompts, since prompts reveal your plans.',
    terms: 'https://ollama.com/terms',
  },
  usd_per_day: 5,
  settings: SETTINGS,
  sees: { assistants: ['own'] },
  seesWith: ({ SEAMARK_ASSISTANT_NAME: name }) => ({ assistants: [readAssistantName('SEAMARK_ASSISTANT_NAME', name)] }),
  failures: FAILURES,
  offers: {
    assistants: {
      ask: {
        lacks: (query, settings) =>
          maySend(settings)
            ? lackingOf(query, { assistants: [settings.SEAMARK_ASSISTANT_NAME], access: 'api', places: 'none' })
            : undefined,
        usd: (_query, settings) => priceOf(settings),
        timeout_ms: ASK_MS_MAX,
        ask: (query, context) =>
          askResponses(query, context, {
            ...serverOf(context),
            name: 'assistant',
            title: TITLE,
            failures: FAILURES,
            options: {
              max_output_tokens: OUTPUT_TOKENS_MAX,
              ...(context.settings.SEAMARK_ASSISTANT_WEB_SEARCH === 'on' ? { tools: [{ type: 'web_search' }] } : {}),
            },
            location: null,
            prices: { per_1000_prompts: context.settings.SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS },
            tells_search: true,
          }),
      },
    },
  },
  probe: async (context) => {
    const prompt = 'Reply with the word OK.';
    const body = await postPrompt(prompt, context, { ...serverOf(context), options: { max_output_tokens: 16 } });
    requireNoError(body, { title: TITLE, failures: FAILURES, usd: 0 });
    const answered = `${context.settings.SEAMARK_ASSISTANT_MODEL} answered a prompt.`;
    return maySend(context.settings)
      ? answered
      : `${answered} Set SEAMARK_ASSISTANT_FOR=prompts to let Seamark send it yours: it is paid, or outside your network.`;
  },
});

/** Prompts stay on the operator's own network, where they cost nothing, unless the operator lets them leave. */
function maySend(settings: Values): boolean {
  if (settings.SEAMARK_ASSISTANT_FOR !== '') return true;
  return isOnOwnNetwork(settings.SEAMARK_ASSISTANT_URL) && priceOf(settings) === 0;
}

function priceOf({ SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS }: Values): number {
  return pricePrompt({ per_1000_prompts: SEAMARK_ASSISTANT_USD_PER_1000_PROMPTS });
}

function serverOf({ settings }: SourceContext<typeof SETTINGS>): {
  readonly url: string;
  readonly key: string;
  readonly model: string;
} {
  const base = settings.SEAMARK_ASSISTANT_URL.replace(/\/+$/, '').replace(/\/responses$/, '');
  return { url: `${base}/responses`, key: settings.SEAMARK_ASSISTANT_KEY, model: settings.SEAMARK_ASSISTANT_MODEL };
}
