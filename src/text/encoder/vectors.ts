import type { Task } from '../../kernel/task.ts';
import { encodeTexts, isEncoderInstalled } from './encode.ts';

/** Runs a task, here or in another process. */
export type Compute = <Input, Output>(task: Task<Input, Output>, input: Input) => Promise<Output>;

/** Vectors that are kept, at 2 KB each; the one that was not asked for longest goes first. */
const KEPT_MAX = 5000;
const kept = new Map<string, Float32Array>();

/** Vectors of English texts in their order; undefined where no encoder is installed. Those of texts seen before are kept. */
export async function encodeEnglish(
  texts: readonly string[],
  compute: Compute,
): Promise<readonly Float32Array[] | undefined> {
  if (!isEncoderInstalled()) return undefined;
  const missing = [...new Set(texts)].filter((text) => !kept.has(text));
  const fresh = missing.length === 0 ? [] : await compute(encodeTexts, missing);
  const found = new Map(missing.map((text, at) => [text, fresh[at]]));
  const vectors = texts.flatMap((text) => kept.get(text) ?? found.get(text) ?? []);
  for (const [at, text] of texts.entries()) keepVector(text, vectors[at]);
  return vectors.length === texts.length ? vectors : undefined;
}

function keepVector(text: string, vector: Float32Array | undefined): void {
  if (vector === undefined) return;
  kept.delete(text);
  kept.set(text, vector);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}
