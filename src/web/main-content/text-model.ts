import { readDataLines } from '../../kernel/data.ts';
import { CONTEXT_FEATURES, readContext } from './context.ts';
import { FEATURES } from './features.ts';
import type { TextRun } from '../tree/runs.ts';

/**
 * How likely a run of text belongs to the content of its page.
 *
 * Sums of small decision trees (gradient boosting on the logistic loss), trained by `bench/extract-train.ts` on
 * pages whose content people have marked. Each tree is a complete binary tree: at node n a run goes to 2n+1 when
 * its feature is below the bound, else to 2n+2; behind the last level stands what is added to the score.
 */
export interface TreeModel {
  readonly base: number;
  readonly trees: readonly DecisionTree[];
}

interface DecisionTree {
  readonly features: Int16Array;
  readonly bounds: Float32Array;
  readonly values: Float32Array;
}

/** A page is read twice: the second reading knows what the first has made of the text around each run. */
export interface TextModel {
  readonly first: TreeModel;
  readonly second: TreeModel;
}

export function likelyContent(
  runs: readonly TextRun[],
  rows: readonly Float32Array[],
  { first, second }: TextModel,
): number[] {
  const likely = rows.map((row) => probabilityOf(row, first));
  const context = readContext(runs, likely);
  const both = new Float32Array(FEATURES.length + CONTEXT_FEATURES.length);
  return rows.map((row, at) => {
    both.set(row);
    both.set(context[at] ?? [], FEATURES.length);
    return probabilityOf(both, second);
  });
}

export function probabilityOf(row: Float32Array, model: TreeModel): number {
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

/** The trained model, read once. */
export function textModel(): TextModel {
  stored ??= {
    first: readTrees('./data/first-reading.txt', FEATURES.length),
    second: readTrees('./data/second-reading.txt', FEATURES.length + CONTEXT_FEATURES.length),
  };
  return stored;
}

let stored: TextModel | undefined;

/** The first line has the number of features, the depth and the base; then comes a line a tree. */
function readTrees(file: string, width: number): TreeModel {
  const [head = '', ...lines] = readDataLines(import.meta.url, file);
  const [features = 0, depth = 0, base = 0] = head.split(' ').map(Number);
  if (features !== width)
    throw new Error('The text model was trained with other features: run bench/extract-train.ts.');
  const inner = 2 ** depth - 1;
  return {
    base,
    trees: lines.map((line): DecisionTree => {
      const numbers = line.split(' ').map(Number);
      return {
        features: Int16Array.from(numbers.slice(0, inner)),
        bounds: Float32Array.from(numbers.slice(inner, 2 * inner)),
        values: Float32Array.from(numbers.slice(2 * inner)),
      };
    }),
  };
}
