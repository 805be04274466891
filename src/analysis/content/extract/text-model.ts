import { FEATURES } from './features.ts';
import { MODEL } from './text-model-data.ts';

/**
 * How likely a run of text belongs to the content of its page.
 *
 * A sum of small decision trees (gradient boosting on the logistic loss), trained by `bench/extract-train.ts` on
 * pages whose content people have marked. Each tree is a complete binary tree: at node n the run goes to 2n+1 when
 * its feature is below the bound, else to 2n+2; the last level holds what is added to the score.
 */
interface Tree {
  readonly features: Int16Array;
  readonly bounds: Float32Array;
  readonly values: Float32Array;
}

const TREES: readonly Tree[] = readTrees();

export function contentProbability(row: Float32Array): number {
  let score = MODEL.base;
  for (const { features, bounds, values } of TREES) {
    let node = 0;
    while (node < features.length) node = (row[features[node] ?? 0] ?? 0) < (bounds[node] ?? 0) ? 2 * node + 1 : 2 * node + 2;
    score += values[node - features.length] ?? 0;
  }
  return 1 / (1 + Math.exp(-score));
}

function readTrees(): Tree[] {
  if (MODEL.features !== FEATURES.length) throw new Error('The text model was trained with other features: run `node bench/extract-train.ts`.');
  const inner = 2 ** MODEL.depth - 1;
  const numbers = MODEL.trees.split(' ').map(Number);
  const size = 3 * inner + 1;
  const trees: Tree[] = [];
  for (let at = 0; at + size <= numbers.length; at += size) {
    trees.push({
      features: Int16Array.from(numbers.slice(at, at + inner)),
      bounds: Float32Array.from(numbers.slice(at + inner, at + 2 * inner)),
      values: Float32Array.from(numbers.slice(at + 2 * inner, at + size)),
    });
  }
  return trees;
}
