/**
 * Gradient boosting of small trees on the logistic loss, as much as the text model of the extraction needs.
 *
 * Features are cut into bins once; a tree is grown level by level from sums of gradients a bin. Everything that is
 * drawn comes from one seed, so that the same pages give the same model.
 */
export interface BoostingOptions {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  readonly lambda: number;
  readonly leaf_weight_min: number;
  readonly column_share: number;
  readonly row_share: number;
  readonly seed: number;
}

export interface TrainingSet {
  readonly count: number;
  readonly columns: readonly Uint8Array[];
  readonly edges: readonly Float32Array[];
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

export interface BoostedTree {
  readonly features: Int16Array;
  readonly bounds: Float32Array;
  readonly values: Float32Array;
}

export interface BoostedModel {
  readonly base: number;
  readonly trees: readonly BoostedTree[];
  /** Of every row of the set, also of those that were not trained on. */
  readonly probabilities: Float32Array;
}

const BINS = 48;

export function binned(rows: readonly Float32Array[], width: number): Pick<TrainingSet, 'columns' | 'edges'> {
  const columns: Uint8Array[] = [];
  const edges: Float32Array[] = [];
  for (let column = 0; column < width; column += 1) {
    const values = Float32Array.from(rows, (row) => row[column] ?? 0);
    const cut = edgesOf(values.toSorted());
    edges.push(cut);
    columns.push(Uint8Array.from(values, (value) => binOf(value, cut)));
  }
  return { columns, edges };
}

function edgesOf(sorted: Float32Array): Float32Array {
  const distinct = [...new Set(sorted)];
  if (distinct.length <= BINS) return Float32Array.from(distinct.slice(1));
  const edges: number[] = [];
  for (let bin = 1; bin < BINS; bin += 1) {
    const value = sorted[Math.floor((bin * sorted.length) / BINS)] ?? 0;
    if (value > (edges.at(-1) ?? sorted[0] ?? 0)) edges.push(value);
  }
  return Float32Array.from(edges);
}

function binOf(value: number, edges: Float32Array): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value >= (edges[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function boost(set: TrainingSet, rows: Int32Array, options: BoostingOptions): BoostedModel {
  const random = generator(options.seed);
  const base = logOdds(set, rows);
  const scores = new Float32Array(set.count).fill(base);
  const gradients = new Float32Array(set.count);
  const curvatures = new Float32Array(set.count);
  const trees: BoostedTree[] = [];
  for (let round = 0; round < options.trees; round += 1) {
    for (const row of rows) {
      const probability = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      const weight = set.weights[row] ?? 0;
      gradients[row] = weight * (probability - (set.labels[row] ?? 0));
      curvatures[row] = weight * Math.max(probability * (1 - probability), 1e-4);
    }
    const drawn = rows.filter(() => random() < options.row_share);
    const columns = [...set.columns.keys()].filter(() => random() < options.column_share);
    const grower = new TreeGrower(set, { gradients, curvatures }, columns, options);
    const tree = grower.grow(drawn);
    trees.push(tree);
    for (let row = 0; row < set.count; row += 1) scores[row] = (scores[row] ?? 0) + grower.valueOf(row);
  }
  return { base, trees, probabilities: scores.map((score) => 1 / (1 + Math.exp(-score))) };
}

function logOdds(set: TrainingSet, rows: Int32Array): number {
  let weight = 0;
  let positive = 0;
  for (const row of rows) {
    weight += set.weights[row] ?? 0;
    positive += (set.weights[row] ?? 0) * (set.labels[row] ?? 0);
  }
  return Math.log(positive / (weight - positive));
}

/** Numerical Recipes' linear congruential generator: good enough to draw rows, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

interface Derivatives {
  readonly gradients: Float32Array;
  readonly curvatures: Float32Array;
}

interface Split {
  readonly column: number;
  readonly bin: number;
}

class TreeGrower {
  readonly #set: TrainingSet;
  readonly #derivatives: Derivatives;
  readonly #columns: readonly number[];
  readonly #options: BoostingOptions;
  readonly #splits: (Split | undefined)[];
  readonly #values: Float32Array;
  readonly #inner: number;

  constructor(set: TrainingSet, derivatives: Derivatives, columns: readonly number[], options: BoostingOptions) {
    this.#set = set;
    this.#derivatives = derivatives;
    this.#columns = columns;
    this.#options = options;
    this.#inner = 2 ** options.depth - 1;
    this.#splits = Array.from({ length: this.#inner }, () => undefined);
    this.#values = new Float32Array(2 * this.#inner + 1);
  }

  grow(rows: Int32Array): BoostedTree {
    let level = new Map<number, Int32Array>([[0, rows]]);
    for (let depth = 0; depth < this.#options.depth; depth += 1) {
      const next = new Map<number, Int32Array>();
      for (const [node, members] of level) this.#divide(node, members, next);
      level = next;
    }
    for (const [node, members] of level) this.#values[node] = this.#leafValue(members);
    return this.#complete();
  }

  valueOf(row: number): number {
    let node = 0;
    for (;;) {
      const split = this.#splits[node];
      if (node >= this.#inner || split === undefined) return this.#values[node] ?? 0;
      node = (this.#set.columns[split.column]?.[row] ?? 0) <= split.bin ? 2 * node + 1 : 2 * node + 2;
    }
  }

  #divide(node: number, members: Int32Array, next: Map<number, Int32Array>): void {
    const split = this.#bestSplit(members);
    if (split === undefined) {
      this.#values[node] = this.#leafValue(members);
      return;
    }
    this.#splits[node] = split;
    const column = this.#set.columns[split.column];
    const left = members.filter((row) => (column?.[row] ?? 0) <= split.bin);
    const right = members.filter((row) => (column?.[row] ?? 0) > split.bin);
    next.set(2 * node + 1, left).set(2 * node + 2, right);
  }

  #bestSplit(members: Int32Array): Split | undefined {
    const { lambda } = this.#options;
    const [gradient, curvature] = this.#sums(members);
    const own = (gradient * gradient) / (curvature + lambda);
    let best = 1e-6;
    let found: Split | undefined;
    for (const column of this.#columns) {
      const [gain, bin] = this.#bestBin(members, column, gradient, curvature);
      if (gain - own <= best) continue;
      best = gain - own;
      found = { column, bin };
    }
    return found;
  }

  #bestBin(members: Int32Array, column: number, gradient: number, curvature: number): readonly [number, number] {
    const { lambda, leaf_weight_min: least } = this.#options;
    const { gradients, curvatures } = this.#histogram(members, column);
    let best: readonly [number, number] = [Number.NEGATIVE_INFINITY, 0];
    let left = 0;
    let leftCurvature = 0;
    for (const [bin, step] of gradients.subarray(0, -1).entries()) {
      left += step;
      leftCurvature += curvatures[bin] ?? 0;
      const rightCurvature = curvature - leftCurvature;
      if (leftCurvature < least || rightCurvature < least) continue;
      const gain = left ** 2 / (leftCurvature + lambda) + (gradient - left) ** 2 / (rightCurvature + lambda);
      if (gain > best[0]) best = [gain, bin];
    }
    return best;
  }

  #histogram(members: Int32Array, column: number): { gradients: Float64Array; curvatures: Float64Array } {
    const bins = this.#set.columns[column] ?? new Uint8Array();
    const count = (this.#set.edges[column]?.length ?? 0) + 1;
    const gradients = new Float64Array(count);
    const curvatures = new Float64Array(count);
    for (const row of members) {
      const bin = bins[row] ?? 0;
      gradients[bin] = (gradients[bin] ?? 0) + (this.#derivatives.gradients[row] ?? 0);
      curvatures[bin] = (curvatures[bin] ?? 0) + (this.#derivatives.curvatures[row] ?? 0);
    }
    return { gradients, curvatures };
  }

  #sums(members: Int32Array): readonly [number, number] {
    let gradient = 0;
    let curvature = 0;
    for (const row of members) {
      gradient += this.#derivatives.gradients[row] ?? 0;
      curvature += this.#derivatives.curvatures[row] ?? 0;
    }
    return [gradient, curvature];
  }

  #leafValue(members: Int32Array): number {
    const [gradient, curvature] = this.#sums(members);
    return (-gradient / (curvature + this.#options.lambda)) * this.#options.rate;
  }

  /** A complete tree: where growing stopped early, both sides lead to the same value. */
  #complete(): BoostedTree {
    const features = new Int16Array(this.#inner);
    const bounds = new Float32Array(this.#inner);
    const values = new Float32Array(this.#inner + 1);
    const fill = (node: number, value: number | undefined): void => {
      if (node >= this.#inner) {
        values[node - this.#inner] = value ?? this.#values[node] ?? 0;
        return;
      }
      const split = value === undefined ? this.#splits[node] : undefined;
      if (split !== undefined) {
        features[node] = split.column;
        bounds[node] = this.#set.edges[split.column]?.[split.bin] ?? 0;
      }
      const below = split === undefined ? (value ?? this.#values[node] ?? 0) : undefined;
      fill(2 * node + 1, below);
      fill(2 * node + 2, below);
    };
    fill(0, undefined);
    return { features, bounds, values };
  }
}
