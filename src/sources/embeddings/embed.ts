import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import type { Offers, SettingValues, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import { type EmbedQuery, TEXT_KINDS } from '../../ports/embeddings.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { isOnOwnNetwork } from './own-network.ts';

export type EmbeddingsSettings = Readonly<
  Record<
    | 'SEAMARK_EMBEDDINGS_URL'
    | 'SEAMARK_EMBEDDINGS_KEY'
    | 'SEAMARK_EMBEDDINGS_MODEL'
    | 'SEAMARK_EMBEDDINGS_FOR'
    | 'SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS',
    SourceSetting
  >
>;
type Values = SettingValues<EmbeddingsSettings>;

/** What every known server takes in one request. */
const TEXTS_A_REQUEST = 96;
const ASK_MS_MAX = 60_000;
/** Characters per token in English; other languages need more tokens, which the answer reports. */
const CHARACTERS_A_TOKEN = 4;

const Embedded = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: z.object({ total_tokens: z.number().nullish() }).nullish(),
});

export const embeddingOffers: NonNullable<Offers<EmbeddingsSettings>['embeddings']> = {
  embed: {
    lacks: ({ kind }, settings) => (mayEmbed(kind, settings) ? [] : undefined),
    usd: ({ texts }, settings) => {
      const characters = texts.reduce((sum, text) => sum + text.length, 0);
      return priceTokens(characters / CHARACTERS_A_TOKEN, settings);
    },
    ask: async ({ texts }, context) => {
      const vectors: Float32Array[] = [];
      let tokens: number | undefined = 0;
      for (let start = 0; start < texts.length; start += TEXTS_A_REQUEST) {
        const answer = await embedBatch(texts.slice(start, start + TEXTS_A_REQUEST), context);
        vectors.push(...answer.vectors);
        tokens = tokens === undefined || answer.tokens === undefined ? undefined : tokens + answer.tokens;
      }
      const [first] = vectors;
      if (vectors.some(({ length }) => length !== first?.length)) {
        throw new SourceFailure('broken', 'The embeddings server returned vectors of different lengths.');
      }
      const value = { model: context.settings.SEAMARK_EMBEDDINGS_MODEL, vectors };
      const usd = tokens === undefined ? {} : { usd: priceTokens(tokens, context.settings) };
      return { value, measure: 'estimated', ...usd };
    },
    timeout_ms: ASK_MS_MAX,
  },
};

/**
 * Texts stay on the operator's own network, where they cost nothing, unless the operator names their kind.
 *
 * @throws AppError invalid_input when SEAMARK_EMBEDDINGS_FOR names something else
 */
function mayEmbed(kind: EmbedQuery['kind'], settings: Values): boolean {
  const named = settings.SEAMARK_EMBEDDINGS_FOR.split(',').map((name) => name.trim().toLowerCase());
  const unknown = named.find((name) => name !== '' && !TEXT_KINDS.some((known) => known === name));
  if (unknown !== undefined) {
    const choices = TEXT_KINDS.join(', ');
    throw new AppError('invalid_input', `SEAMARK_EMBEDDINGS_FOR is not valid. "${unknown}" is not one of ${choices}.`, {
      fix: `Set SEAMARK_EMBEDDINGS_FOR to one or more of ${choices}, separated by commas, or leave it out.`,
    });
  }
  if (named.includes(kind)) return true;
  return isOnOwnNetwork(settings.SEAMARK_EMBEDDINGS_URL) && priceTokens(1, settings) === 0;
}

function priceTokens(tokens: number, settings: Values): number {
  return (tokens * Number(settings.SEAMARK_EMBEDDINGS_USD_PER_MILLION_TOKENS)) / 1_000_000;
}

/** @throws SourceFailure */
export async function embedBatch(
  texts: readonly string[],
  { http, settings, signal }: SourceContext<EmbeddingsSettings>,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }> {
  const base = settings.SEAMARK_EMBEDDINGS_URL.replace(/\/+$/, '').replace(/\/embeddings$/, '');
  const key = settings.SEAMARK_EMBEDDINGS_KEY;
  const { body } = await http.json({
    method: 'POST',
    url: `${base}/embeddings`,
    ...(key === '' ? {} : { headers: { authorization: `Bearer ${key}` } }),
    // An empty text is refused by some servers.
    body: {
      model: settings.SEAMARK_EMBEDDINGS_MODEL,
      input: texts.map((text) => (text.trim() === '' ? ' ' : text)),
      encoding_format: 'float',
    },
    signal,
  });
  const answer = Embedded.safeParse(body);
  if (!answer.success) throw new SourceFailure('broken', 'The embeddings server answered in an unexpected format.');
  const { data, usage } = answer.data;
  const inOrder = new Map(data.map(({ index, embedding }) => [index, embedding]));
  if (data.length !== texts.length || inOrder.size !== texts.length) {
    const message = `The embeddings server returned ${data.length} vectors for ${texts.length} texts.`;
    throw new SourceFailure('incomplete', message);
  }
  return { vectors: texts.map((_, at) => toUnitLength(inOrder.get(at))), tokens: usage?.total_tokens ?? undefined };
}

/** @throws SourceFailure for a vector without direction */
function toUnitLength(embedding: readonly number[] | undefined): Float32Array {
  const length = Math.hypot(...(embedding ?? []));
  if (embedding === undefined || !Number.isFinite(length) || length === 0) {
    throw new SourceFailure('broken', 'The embeddings server returned a vector of zeros.');
  }
  return Float32Array.from(embedding, (part) => part / length);
}
