import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/** Vectors of texts, so that texts of like meaning can be found. */
export interface EmbeddingsSource {
  embed(query: EmbedQuery, signal: AbortSignal): Promise<Sourced<Embeddings>>;
}

/** Whose words texts are: `drafts` are nobody else's yet, `keywords` show what somebody plans, `pages` are public. */
export const TEXT_KINDS = ['drafts', 'keywords', 'pages'] as const;
type TextKind = (typeof TEXT_KINDS)[number];

export interface EmbedQuery {
  readonly texts: readonly string[];
  /** The most private kind among the texts. A source off the operator's own network is only asked for kinds that the operator allows. */
  readonly kind: TextKind;
}

interface Embeddings {
  readonly model: string;
  /** One for each text, in the order asked, of unit length. */
  readonly vectors: readonly Float32Array[];
}

export const capability = defineCapability<EmbeddingsSource>({
  name: 'embeddings',
  title: 'Text embeddings',
  ways: [
    'Run Ollama on your own machine and set SEAMARK_EMBEDDINGS_URL=http://127.0.0.1:11434/v1 and SEAMARK_EMBEDDINGS_MODEL=nomic-embed-text.',
    'Set SEAMARK_EMBEDDINGS_URL, SEAMARK_EMBEDDINGS_KEY and SEAMARK_EMBEDDINGS_MODEL for any OpenAI-compatible API, and SEAMARK_EMBEDDINGS_FOR to what may be sent to it, such as keywords,pages.',
  ],
  methods: { embed: { mode: 'first' } },
});
