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
import { joinTurns, readMessages, readMessagesUsage } from '../assistants/messages.ts';
import { type AssistantReach, honouredPlace, lackingOf, userLocation } from '../assistants/place.ts';
import { type AssistantPrices, priceAnswer, pricePrompt } from '../assistants/price.ts';
import { probeModel } from '../assistants/probe.ts';
import { keepRaw } from '../assistants/raw.ts';
import { endpoint } from '../result-pages/urls.ts';

const TITLE = 'Anthropic';
const REACH: AssistantReach = { assistants: ['claude'], access: 'api', places: 'cities' };
const API_VERSION = '2023-06-01';
/** The plain version of the tool, whose results stand in the answer. */
const SEARCH_TOOL = 'web_search_20250305';
const SEARCHES_MAX = 3;
/** A long answer pauses a few times at most; what is still paused then is cut off. */
const TURNS_MAX = 4;

const SETTINGS = {
  SEAMARK_ANTHROPIC_KEY: { kind: 'secret', what: 'The API key from https://platform.claude.com/settings/keys.' },
  SEAMARK_ANTHROPIC_MODEL: { kind: 'text', what: 'The model to ask. It must support web search.' },
  SEAMARK_ANTHROPIC_URL: { kind: 'url', what: 'The address of the API.', preset: 'https://api.anthropic.com/v1' },
  SEAMARK_ANTHROPIC_TOOL_CHOICE: {
    kind: 'text',
    what: '`auto` lets the model decide whether to search the web, as users get it; `required` makes it search every time.',
    preset: 'auto',
    one_of: ['auto', 'required'],
  },
  SEAMARK_ANTHROPIC_USD_PER_1000_PROMPTS: {
    kind: 'number',
    what: 'What 1,000 prompts cost you, in USD. Seamark reserves this before it asks.',
    preset: '60',
  },
  SEAMARK_ANTHROPIC_USD_PER_MILLION_INPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million input tokens, in USD. With both token prices set, Seamark books what each answer used.',
    preset: '',
  },
  SEAMARK_ANTHROPIC_USD_PER_MILLION_OUTPUT_TOKENS: {
    kind: 'number',
    what: 'Price of a million output tokens, in USD.',
    preset: '',
  },
  SEAMARK_ANTHROPIC_USD_PER_1000_SEARCHES: {
    kind: 'number',
    what: 'Price of 1,000 web searches, in USD, which is added to the tokens.',
    preset: '10',
  },
} as const satisfies SourceSettings;
type Values = SettingValues<typeof SETTINGS>;
type Context = SourceContext<typeof SETTINGS>;

const KEY_FIX = 'Set SEAMARK_ANTHROPIC_KEY to a key from https://platform.claude.com/settings/keys.';
const FUNDS_FIX = 'Buy credits at https://platform.claude.com/settings/billing.';
const SEARCH_FIX = 'Check that SEAMARK_ANTHROPIC_MODEL supports web search, and that your organization has it enabled.';
const FAILURES: SourceFailures = {
  400: { kind: 'refused', fix: SEARCH_FIX },
  '400 credit balance': { kind: 'no_funds', fix: FUNDS_FIX },
  401: { kind: 'wrong_key', fix: KEY_FIX },
  402: { kind: 'no_funds', fix: FUNDS_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused', fix: 'Set SEAMARK_ANTHROPIC_MODEL to a model that your organization can use.' },
  429: { kind: 'rate_limited', fix: 'Try again in a minute, or move to a higher usage tier.' },
  529: { kind: 'failed', fix: 'Try again in a minute.' },
  overloaded_error: { kind: 'failed' },
  rate_limit_error: { kind: 'rate_limited' },
};

export const anthropic = defineSource({
  name: 'anthropic',
  title: TITLE,
  docs: {
    gives:
      'Answers to prompts from Anthropic’s models with web search: the text, the pages it cites, the pages it was shown and what it searched ' +
      'for, as the assistant `claude`. You can choose a country, region or city.',
    costs:
      'Anthropic bills tokens, and 10 USD per 1,000 searches. Seamark counts 0.06 USD per prompt toward your daily limit unless you set ' +
      'SEAMARK_ANTHROPIC_USD_PER_1000_PROMPTS, or both token prices so that it books what each answer used.',
    access:
      'Create a key at https://platform.claude.com/settings/keys, have an administrator enable web search in the Console, and set ' +
      'SEAMARK_ANTHROPIC_MODEL to the model whose answers you want to track. Keep the model for as long as you track: answers of different ' +
      'models are never compared with each other.',
    terms: 'https://www.anthropic.com/legal/commercial-terms',
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
        ask: askPrompt,
      },
    },
  },
  probe: (context) =>
    probeModel(context, {
      url: context.settings.SEAMARK_ANTHROPIC_URL,
      path: '/models',
      model: context.settings.SEAMARK_ANTHROPIC_MODEL,
      headers: headersOf(context.settings),
    }),
});

/** An answer that the assistant pauses is sent back to it, and goes on from there. */
async function askPrompt(query: AssistantQuery, context: Context): Promise<Answered<AssistantAnswer>> {
  const { settings, now } = context;
  const location = honouredPlace(query);
  const asked_at = now();
  const turns: unknown[] = [];
  do turns.push(await sendTurn(query, turns, context));
  while (joinTurns(turns).is_paused && turns.length < TURNS_MAX);
  const { body } = joinTurns(turns);
  const usd = priceAnswer(readMessagesUsage(turns), pricesOf(settings));
  const vendor = { title: TITLE, failures: FAILURES, usd };
  const asked = {
    query,
    access: 'api',
    source: 'anthropic',
    model: settings.SEAMARK_ANTHROPIC_MODEL,
    location,
    asked_at,
  } as const;
  return { ...composeAnswer(asked, readMessages(body, vendor), vendor), raw: keepRaw(body) };
}

async function sendTurn(
  query: AssistantQuery,
  before: readonly unknown[],
  { settings, http, signal }: Context,
): Promise<unknown> {
  const location = honouredPlace(query);
  const user_location = location === null ? {} : { user_location: { type: 'approximate', ...userLocation(location) } };
  const { body } = await http.json({
    method: 'POST',
    url: endpoint(settings.SEAMARK_ANTHROPIC_URL, '/messages'),
    headers: headersOf(settings),
    body: {
      model: settings.SEAMARK_ANTHROPIC_MODEL,
      max_tokens: OUTPUT_TOKENS_MAX,
      messages: [
        { role: 'user', content: query.prompt },
        ...(before.length === 0 ? [] : [{ role: 'assistant', content: joinTurns(before).body['content'] }]),
      ],
      tools: [{ type: SEARCH_TOOL, name: 'web_search', max_uses: SEARCHES_MAX, ...user_location }],
      // Only the beginning can be made to search: whoever goes on has done so.
      ...(settings.SEAMARK_ANTHROPIC_TOOL_CHOICE === 'required' && before.length === 0
        ? { tool_choice: { type: 'any' } }
        : {}),
    },
    signal,
  });
  return body;
}

function headersOf(settings: Values): Readonly<Record<string, string>> {
  return { 'x-api-key': settings.SEAMARK_ANTHROPIC_KEY, 'anthropic-version': API_VERSION };
}

function pricesOf(settings: Values): AssistantPrices {
  return {
    per_1000_prompts: settings.SEAMARK_ANTHROPIC_USD_PER_1000_PROMPTS,
    per_million_input_tokens: settings.SEAMARK_ANTHROPIC_USD_PER_MILLION_INPUT_TOKENS,
    per_million_output_tokens: settings.SEAMARK_ANTHROPIC_USD_PER_MILLION_OUTPUT_TOKENS,
    per_1000_searches: settings.SEAMARK_ANTHROPIC_USD_PER_1000_SEARCHES,
  };
}
