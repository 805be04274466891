import { fieldOf, type Vendor } from './vendor.ts';

export const EMBEDDINGS_KEY = 'sk-embed-0123456789abcdef';

/** Any server with an OpenAI-compatible /v1/embeddings. */
export const embeddings: Vendor = {
  errors: {
    rate_limit: () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { error: { message: 'Rate limit reached.' } },
    }),
    wrong_key: ({ headers }) => ({
      status: 401,
      body: { error: { message: `Incorrect API key: ${String(headers.authorization)}` } },
    }),
    no_funds: () => ({ status: 429, body: { error: { message: 'You exceeded your current quota.' } } }),
    error_in_200: () => ({ status: 200, body: { error: { message: 'The model crashed.' } } }),
    short: () => ({ status: 200, body: { data: [] } }),
  },
  answer({ path, headers, body }) {
    if (headers.authorization !== `Bearer ${EMBEDDINGS_KEY}`)
      return { status: 401, body: { error: { message: 'Incorrect API key.' } } };
    if (path !== '/v1/embeddings') return { status: 404, body: { error: { message: 'Not found.' } } };
    const input = fieldOf(body, 'input');
    const texts = Array.isArray(input) ? input.map(String) : [];
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, 1] })).toReversed();
    return { status: 200, body: { object: 'list', data, usage: { total_tokens: texts.join(' ').length } } };
  },
};
