import { cutPieces, type MadePage, type Piece, textOf, thinkOf, type Thought } from './assistant-mind.ts';
import { answerGenerateContent, GEMINI_KEY } from './gemini.ts';
import { fieldOf, type Vendor, type VendorAnswer, type VendorRequest, when } from './vendor.ts';

/** APIs of assistants, as their published types show them. */

export const OPENAI_KEY = 'sk-proj-0123456789abcdefABCDEF';
export const ANTHROPIC_KEY = 'sk-ant-api03-0123456789abcdef';
export const PERPLEXITY_KEY = 'pplx-0123456789abcdef0123456789';
export const XAI_KEY = 'xai-0123456789abcdefABCDEF012';
export const OPENROUTER_KEY = 'sk-or-v1-0123456789abcdef0123';
export const OWN_ASSISTANT_KEY = 'own-assistant-0123456789abcdef';

/** Which dialect of the Responses API a server speaks. */
interface Dialect {
  readonly assistant: string;
  readonly key: string;
  readonly search: 'calls' | 'results' | 'citations' | 'plugin' | 'none';
}

const refuse = (status: number, code: string, message: string, headers = {}): VendorAnswer => ({
  status,
  headers,
  body: { error: { message, type: code, param: null, code } },
});

function responsesVendor(dialect: Dialect): Vendor {
  return {
    errors: {
      rate_limit: () => refuse(429, 'rate_limit_exceeded', 'Rate limit reached for requests.', { 'retry-after': '7' }),
      wrong_key: ({ headers }) =>
        refuse(401, 'invalid_api_key', `Incorrect API key provided: ${String(headers.authorization)}`),
      no_funds: () => refuse(429, 'insufficient_quota', 'You exceeded your current quota.'),
      error_in_200: () => ({
        status: 200,
        body: {
          id: 'resp_0',
          object: 'response',
          status: 'failed',
          error: { code: 'server_error', message: 'The model crashed.' },
          output: [],
        },
      }),
    },
    answer(request) {
      if (request.headers.authorization !== `Bearer ${dialect.key}`)
        return refuse(401, 'invalid_api_key', 'Incorrect API key provided.');
      if (request.path.startsWith('/v1/models/'))
        return { status: 200, body: { id: request.path.split('/').at(-1), object: 'model' } };
      if (request.path === '/v1/key') return { status: 200, body: { data: { label: 'key', limit_remaining: 12.5 } } };
      if (request.path !== '/v1/responses') return refuse(404, 'not_found', 'Not found.');
      const prompt = String(fieldOf(request.body, 'input'));
      return { status: 200, body: responseOf(thinkOf(dialect.assistant, prompt, request.nth), request, dialect) };
    },
  };
}

function responseOf(thought: Thought, { body }: VendorRequest, { search }: Dialect): object {
  const { shape } = thought;
  const pieces = shape === 'truncated' ? cutPieces(thought) : thought.pieces;
  const isLost = shape === 'tool_error';
  const hasSearched = thought.queries.length > 0 && search !== 'none';
  const message =
    shape === 'refused'
      ? { type: 'refusal', refusal: textOf(thought) }
      : outputText(isLost ? [SORRY] : pieces, hasSearched);
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_795_348_800,
    status: shape === 'truncated' ? 'incomplete' : 'completed',
    ...when(shape === 'truncated', () => ({ incomplete_details: { reason: 'max_output_tokens' } })),
    model: `${String(fieldOf(body, 'model'))}-2026-10-01`,
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      ...(search === 'calls' && hasSearched ? [commentary(thought)] : []),
      ...(hasSearched ? searchItems(thought, search) : []),
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        ...when(search === 'calls', () => ({ phase: 'final_answer' })),
        content: [message],
      },
    ],
    ...when(search === 'citations' && hasSearched, () => ({ citations: thought.retrieved.map(({ url }) => url) })),
    usage: {
      input_tokens: 900,
      output_tokens: 120,
      total_tokens: 1020,
      ...when(search === 'results', () => ({ cost: { currency: 'USD', tool_calls_cost: 0.0025, total_cost: 0.0031 } })),
      ...when(search === 'plugin', () => ({ cost: 0.0123 })),
    },
  };
}

const SORRY: Piece = { text: 'I could not search the web.', cited: [] };

function commentary({ preamble }: Thought): object {
  return {
    type: 'message',
    id: 'msg_0',
    role: 'assistant',
    status: 'completed',
    phase: 'commentary',
    content: [{ type: 'output_text', text: preamble, annotations: [] }],
  };
}

function searchItems({ queries, retrieved, shape }: Thought, search: Dialect['search']): object[] {
  const isFailed = shape === 'tool_error' || shape === 'tool_error_cited';
  const lost =
    isFailed && search !== 'plugin'
      ? [{ type: 'web_search_call', id: 'ws_0', status: 'failed', action: { type: 'search', queries } }]
      : [];
  if (search === 'plugin' && isFailed) return [{ type: 'openrouter:web_search', id: 'ws_0', status: 'failed' }];
  if (shape === 'tool_error' || search === 'plugin') return lost;
  if (search === 'results') {
    const results = retrieved.map(({ url, title }, at) => ({
      id: at + 1,
      url,
      title,
      snippet: '…',
      date: '2026-04-30',
      source: 'web',
    }));
    return [...lost, { type: 'search_results', queries, results }];
  }
  const sources = [
    ...retrieved.map(({ url }) => ({ type: 'url', url: tagged(url) })),
    { type: 'api', name: 'oai-weather' },
  ];
  const action = { type: 'search', queries, ...when(search === 'calls', () => ({ sources })) };
  return [...lost, { type: 'web_search_call', id: 'ws_1', status: 'completed', action }];
}

/** Citations are counted in characters, of which a sign beyond the basic plane is one. */
function outputText(pieces: readonly Piece[], hasSearched: boolean): object {
  const annotations: object[] = [];
  let length = 0;
  for (const { text, cited } of pieces) {
    const end = length + Array.from(text).length;
    const found: readonly MadePage[] = hasSearched ? cited : [];
    for (const { url, title } of found)
      annotations.push({ type: 'url_citation', start_index: length, end_index: end, url: tagged(url), title });
    length = end;
  }
  return { type: 'output_text', text: textOf({ pieces }), annotations };
}

function tagged(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`;
}

const SEALED = 'EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5LTQ1NGUtODgxNC1kNjNjNTk1ZWI3Y';

const refuseMessages = (status: number, type: string, message: string, headers = {}): VendorAnswer => ({
  status,
  headers,
  body: { type: 'error', error: { type, message } },
});

function answerMessages(request: VendorRequest): VendorAnswer {
  const { headers, path, body } = request;
  if (headers['x-api-key'] !== ANTHROPIC_KEY) return refuseMessages(401, 'authentication_error', 'invalid x-api-key');
  if (headers['anthropic-version'] !== '2023-06-01') {
    return refuseMessages(400, 'invalid_request_error', 'anthropic-version: header is required');
  }
  if (path.startsWith('/v1/models/')) return { status: 200, body: { id: path.split('/').at(-1), type: 'model' } };
  if (path !== '/v1/messages') return refuseMessages(404, 'not_found_error', 'Not found');
  const messages = fieldOf(body, 'messages');
  const [asked, begun] = Array.isArray(messages) ? messages : [];
  if (begun !== undefined && !JSON.stringify(begun).includes(SEALED)) {
    return refuseMessages(400, 'invalid_request_error', 'encrypted_content is missing');
  }
  const thought = thinkOf('claude', String(fieldOf(asked, 'content')), request.nth);
  return { status: 200, body: messageOf(thought, String(fieldOf(body, 'model')), begun !== undefined) };
}

const STOPS: ReadonlyMap<string, string> = new Map([
  ['refused', 'refusal'],
  ['truncated', 'max_tokens'],
]);

function messageOf(thought: Thought, model: string, hasBegun: boolean): object {
  const isPaused = thought.shape === 'paused' && !hasBegun;
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: `${model}-20261001`,
    stop_reason: isPaused ? 'pause_turn' : (STOPS.get(thought.shape) ?? 'end_turn'),
    content: [...(hasBegun ? [] : searchBlocks(thought)), ...(isPaused ? [] : textBlocks(thought))],
    usage: {
      input_tokens: 1500,
      output_tokens: 140,
      server_tool_use: { web_search_requests: hasBegun ? 0 : thought.queries.length, web_fetch_requests: 0 },
    },
  };
}

function searchBlocks({ preamble, queries, retrieved, shape }: Thought): object[] {
  if (queries.length === 0) return [];
  const [query] = queries;
  const use = {
    type: 'server_tool_use',
    id: 'srvtoolu_1',
    name: 'web_search',
    input: { query },
    caller: { type: 'direct' },
  };
  const result = (content: object): object[] => [
    use,
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content },
  ];
  const lost = result({ type: 'web_search_tool_result_error', error_code: 'unavailable' });
  const found = result(
    retrieved.map(({ url, title }) => ({
      type: 'web_search_result',
      url,
      title,
      page_age: 'April 30, 2026',
      encrypted_content: SEALED,
    })),
  );
  const isFailed = shape === 'tool_error' || shape === 'tool_error_cited';
  return [
    { type: 'text', text: preamble, citations: null },
    ...(isFailed ? lost : []),
    ...(shape === 'tool_error' ? [] : found),
  ];
}

function textBlocks(thought: Thought): object[] {
  const { shape } = thought;
  const pieces = shape === 'tool_error' ? [SORRY] : shape === 'truncated' ? cutPieces(thought) : thought.pieces;
  return pieces.map(({ text, cited }) => ({
    type: 'text',
    text,
    citations:
      cited.length === 0
        ? null
        : cited.map(({ url, title }) => ({
            type: 'web_search_result_location',
            url,
            title,
            cited_text: '…',
            encrypted_index: SEALED,
          })),
  }));
}

const anthropic: Vendor = {
  errors: {
    rate_limit: () =>
      refuseMessages(429, 'rate_limit_error', 'This request would exceed your rate limit.', { 'retry-after': '7' }),
    wrong_key: ({ headers }) =>
      refuseMessages(401, 'authentication_error', `invalid x-api-key ${String(headers['x-api-key'])}`),
    no_funds: () => refuseMessages(400, 'invalid_request_error', 'Your credit balance is too low.'),
    error_in_200: () => refuseMessages(200, 'overloaded_error', 'Overloaded'),
  },
  answer: answerMessages,
};

const gemini: Vendor = {
  errors: {
    rate_limit: () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: { code: 429, message: 'Resource has been exhausted.', status: 'RESOURCE_EXHAUSTED' } },
    }),
    wrong_key: () => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: `API key not valid: ${GEMINI_KEY}. Please pass a valid API key.`,
          status: 'INVALID_ARGUMENT',
        },
      },
    }),
    error_in_200: () => ({
      status: 200,
      body: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
    }),
  },
  answer: answerGenerateContent,
};

export const assistants = {
  anthropic,
  assistant: responsesVendor({ assistant: 'own', key: OWN_ASSISTANT_KEY, search: 'none' }),
  gemini,
  openai: responsesVendor({ assistant: 'chatgpt', key: OPENAI_KEY, search: 'calls' }),
  openrouter: responsesVendor({ assistant: 'openrouter', key: OPENROUTER_KEY, search: 'plugin' }),
  perplexity: responsesVendor({ assistant: 'perplexity', key: PERPLEXITY_KEY, search: 'results' }),
  xai: responsesVendor({ assistant: 'grok', key: XAI_KEY, search: 'citations' }),
} as const satisfies Record<string, Vendor>;
