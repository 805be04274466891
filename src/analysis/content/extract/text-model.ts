import { FEATURES } from './features.ts';
import { TEXT_MODEL } from './text-model-data.ts';

/**
 * How likely a run of text belongs to the content of its page.
 *
 * A sum of small decision trees (gradient boosting on the logistic loss), trained by `bench/extract-train.ts` on
 * pages whose content people have marked. Each tree is a complete binary tree: at node n a run goes to 2n+1 when
 * its feature is below the bound, else to 2n+2; behind the last level stands what is added to the score.
 */
export interface TextModel {
  readonly base: number;
  readonly trees: readonly DecisionTree[];
}

interface DecisionTree {
  readonly features: Int16Array;
  readonly bounds: Float32Array;
  readonly values: Float32Array;
}

export function probabilityOf(row: Float32Array, model: TextModel): number {
  let score = model.base;
  for (const { features, bounds, values } of model.trees) {
    let node = 0;
    while (node < features.length) {
      node = (row[features[node] ?? 0] ?? 0) < (bounds[node] ?? 0) ? 2 * node + 1 : 2 * node + 2;
    }
    score += values[node - features.length] ?? 0;
  }
  return 1 / (1 + Math.exp(-score));
}

/** The trained model as it is stored: a line a tree, of features, bounds and values. */
export function textModel(): TextModel {
  stored ??= readModel();
  return stored;
}

let stored: TextModel | undefined;

function readModel(): TextModel {
  if (TEXT_MODEL.features !== FEATURES.length) {
    throw new Error('The text model was trained with other features: run bench/extract-train.ts.');
  }
  const inner = 2 ** TEXT_MODEL.depth - 1;
  const trees = TEXT_MODEL.trees.map((line): DecisionTree => {
    const numbers = line.split(' ').map(Number);
    return {
      features: Int16Array.from(numbers.slice(0, inner)),
      bounds: Float32Array.from(numbers.slice(inner, 2 * inner)),
      values: Float32Array.from(numbers.slice(2 * inner)),
    };
  });
  return { base: TEXT_MODEL.base, trees };
}
