/** Multinomial logistic regression of several heads over shared features that are there or not: Adagrad with L2. */
export interface TrainingRow {
  /** Numbers of the features that the row has. */
  readonly features: readonly number[];
  /** For each head the probability that each class ought to have. */
  readonly wanted: readonly (readonly number[])[];
}

export interface TrainingOptions {
  readonly epochs: number;
  readonly rate: number;
  /** Strength of L2 a row. */
  readonly decay: number;
  readonly seed: number;
}

/** Weights by feature, then head, then class. @param sizes number of classes of each head */
export function trainLogistic(
  rows: readonly TrainingRow[],
  sizes: readonly number[],
  features: number,
  { epochs, rate, decay, seed }: TrainingOptions,
): Float64Array {
  const outputs = sizes.reduce((sum, size) => sum + size, 0);
  const weights = new Float64Array(features * outputs);
  const squares = new Float64Array(features * outputs).fill(1e-8);
  const random = makeRandom(seed);
  const order = [...rows];
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const gradient = findGradient(row, weights, sizes);
      for (const feature of row.features) {
        for (const [output, slope] of gradient.entries()) {
          const place = feature * outputs + output;
          const weight = weights[place] ?? 0;
          const full = slope + decay * weight;
          const square = (squares[place] ?? 0) + full * full;
          squares[place] = square;
          weights[place] = weight - (rate * full) / Math.sqrt(square);
        }
      }
    }
  }
  return weights;
}

function findGradient(
  { features, wanted }: TrainingRow,
  weights: Float64Array,
  sizes: readonly number[],
): Float64Array {
  const outputs = sizes.reduce((sum, size) => sum + size, 0);
  const values = new Float64Array(outputs);
  for (const feature of features) {
    for (let output = 0; output < outputs; output += 1)
      values[output] = (values[output] ?? 0) + (weights[feature * outputs + output] ?? 0);
  }
  let start = 0;
  for (const [head, size] of sizes.entries()) {
    const part = values.subarray(start, start + size);
    takeSoftmax(part);
    for (const [each, odds] of part.entries()) part[each] = odds - (wanted[head]?.[each] ?? 0);
    start += size;
  }
  return values;
}

function takeSoftmax(values: Float64Array): void {
  const most = values.reduce((best, value) => Math.max(best, value), -Infinity);
  let sum = 0;
  for (const [at, value] of values.entries()) {
    values[at] = Math.exp(value - most);
    sum += values[at];
  }
  for (const [at, value] of values.entries()) values[at] = value / sum;
}

function shuffle(order: TrainingRow[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const [here, there] = [order[at], order[other]];
    if (here === undefined || there === undefined) continue;
    order[at] = there;
    order[other] = here;
  }
}

/** Mulberry32: the same draws on every machine. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
