import { defineSource } from '../../ports/define-source.ts';
import { embedBatch, embeddingOffers } from './embed.ts';

export const embeddings = defineSource({
  name: 'embeddings',
  title: 'An OpenAI-compatible embeddings API',
  docs: {
    gives:
      'Vectors that let Seamark match texts and keywords by meaning. Any server with an OpenAI-compatible ' +
      '/v1/embeddings works: Ollama, llama.cpp or vLLM on your own machine, or a hosted API.',
    costs:
      'Free on your own machine. For a hosted API, set SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS to its price so that your daily ' +
      'limit counts it.',
    access:
      'Set SEAMARK_EMBEDDINGS_URL (for Ollama: http://127.0.0.1:11434/v1) and SEAMARK_EMBEDDINGS_MODEL, and ' +
      'SEAMARK_EMBEDDINGS_KEY if the server requires a key. Seamark uses a free server on your own network ' +
      '(localhost, a private IP address, a name that ends in .local or .internal, or a container’s name) for ' +
      'everything. It sends nothing to any other server until you say what may leave your network: set SEAMARK_EMBEDDINGS_FOR to one or more of drafts, ' +
      'keywords and pages, separated by commas. Drafts are unpublished texts, keywords reveal your plans, and pages are public.',
    terms: 'https://platform.openai.com/docs/guides/embeddings',
  },
  usd_per_day: 5,
  settings: {
    SEAMARK_EMBEDDINGS_URL: {
      kind: 'url',
      what: 'Address of the API up to /v1.',
      example: 'http://127.0.0.1:11434/v1',
    },
    SEAMARK_EMBEDDINGS_MODEL: { kind: 'text', what: 'Name of the model.', example: 'nomic-embed-text' },
    SEAMARK_EMBEDDINGS_KEY: { kind: 'secret', what: 'API key, for servers that require one.', preset: '' },
    SEAMARK_EMBEDDINGS_FOR: {
      kind: 'text',
      what: 'What Seamark may send to a paid server or one outside your network: drafts, keywords, pages. Nothing by default.',
      preset: '',
    },
    SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS: {
      kind: 'number',
      what: 'Price of a million tokens, in USD.',
      preset: '0',
    },
  },
  offers: { embeddings: embeddingOffers },
  sees: { embeddings: ['vectors'] },
  failures: {
    401: { kind: 'wrong_key', fix: 'Check SEAMARK_EMBEDDINGS_KEY.' },
    404: {
      kind: 'refused',
      fix: 'Check that SEAMARK_EMBEDDINGS_URL ends in /v1 and that the server has SEAMARK_EMBEDDINGS_MODEL (for Ollama: ollama pull).',
    },
    '429 quota': { kind: 'no_funds', fix: 'Check the balance of your account.' },
    not_json: { kind: 'broken', fix: 'Check SEAMARK_EMBEDDINGS_URL: it usually ends in /v1.' },
  },
  probe: async (context) => {
    const { vectors } = await embedBatch(['weather'], context);
    return `The model returns vectors of ${vectors[0]?.length ?? 0} numbers.`;
  },
});
