import { AppError } from '../kernel/errors.ts';
import type { Ports } from '../ports/sources.ts';
import { type Compute, encodeEnglish } from '../text/encoder/vectors.ts';
import { guessLanguages } from '../text/language.ts';

/** Vectors of an encoder by keyword as it was sent. */
export type KeywordVectors = ReadonlyMap<string, Float32Array>;

interface Meant {
  readonly ports: Pick<Ports, 'embeddings'>;
  readonly compute: Compute;
}

/** A shorter list does not show what all of it shares, and its words are enough. */
const KEYWORDS_MIN = 20;
/** From this share on a list is in English. */
const ENGLISH_SHARE = 0.8;

/**
 * What the keywords mean, by the embeddings source where one is connected, else by the encoder on this machine, which knows
 * English alone; undefined where neither can tell.
 */
export async function readMeaning(
  keywords: readonly string[],
  { ports, compute }: Meant,
): Promise<KeywordVectors | undefined> {
  const texts = [...new Set(keywords)];
  if (texts.length < KEYWORDS_MIN) return undefined;
  const vectors = (await askSource(texts, ports)) ?? (await encodeHere(texts, compute));
  return vectors && new Map(texts.flatMap((text, at) => toEntry(text, vectors[at])));
}

function toEntry(text: string, vector: Float32Array | undefined): [string, Float32Array][] {
  return vector === undefined ? [] : [[text, vector]];
}

/** The words are enough without a source, and where it fails; `meta.sources` tells that it did. */
async function askSource(
  texts: readonly string[],
  { embeddings }: Meant['ports'],
): Promise<readonly Float32Array[] | undefined> {
  try {
    return (await embeddings.embed({ texts, kind: 'keywords' })).vectors;
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

async function encodeHere(texts: readonly string[], compute: Compute): Promise<readonly Float32Array[] | undefined> {
  const { each } = guessLanguages(texts);
  const english = each.filter((language) => language === 'en').length;
  return english < ENGLISH_SHARE * texts.length ? undefined : encodeEnglish(texts, compute);
}
