import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/** Vectors of texts, so that texts of like meaning can be found. */
export interface EmbeddingsSource {
  embed(query: EmbedQuery, signal: AbortSignal): Promise<Sourced<Embeddings>>;
}

export interface EmbedQuery {
  readonly texts: readonly string[];
}

export interface Embeddings {
  readonly model: string;
  /** One for each text, in the order asked, of unit length. */
  readonly vectors: readonly Float32Array[];
}

export const capability = defineCapability<EmbeddingsSource>({
  name: 'embeddings',
  title: 'Text embeddings',
  ways: [
    'Run Ollama on your own machine and set SEAMARK_EMBEDDINGS_URL=http://127.0.0.1:11434/v1.',
    'Set SEAMARK_EMBEDDINGS_URL to any OpenAI-compatible address, with SEAMARK_EMBEDDINGS_KEY.',
  ],
  methods: { embed: { mode: 'first' } },
});
