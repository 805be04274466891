import { meanShare } from './mean.ts';

/** Weight by feature. */
export type SparseVector = ReadonlyMap<string, number>;

/** Features by number in rising order, of length 1. */
interface Row {
  readonly features: Int32Array;
  readonly weights: Float64Array;
}

/**
 * Cosines of sparse vectors, each of length 1 less the mean of all of them. The mean is never taken away from a vector, which
 * would fill it: its products are enough.
 */
export function measureSparse(vectors: readonly SparseVector[]): (one: number, other: number) => number {
  const { rows, mean } = numberFeatures(vectors);
  const share = meanShare(vectors.length);
  const meanSquare = mean.reduce((sum, weight) => sum + weight * weight, 0);
  const toMean = rows.map(({ features, weights }) =>
    features.reduce((sum, feature, at) => sum + (weights[at] ?? 0) * (mean[feature] ?? 0), 0),
  );
  const centred = (product: number, one: number, other: number): number =>
    product - share * ((toMean[one] ?? 0) + (toMean[other] ?? 0)) + share * share * meanSquare;
  // What has no feature is like nothing, also where the mean would give it a direction.
  const lengths = rows.map(({ features }, at) =>
    features.length === 0 ? 0 : Math.sqrt(Math.max(0, centred(1, at, at))),
  );
  return (one, other) => {
    const [here, there] = [rows[one], rows[other]];
    const length = (lengths[one] ?? 0) * (lengths[other] ?? 0);
    if (here === undefined || there === undefined || length < SMALLEST) return 0;
    return Math.max(-1, Math.min(1, centred(multiply(here, there), one, other) / length));
  };
}

/** A vector this close to the mean has no direction of its own. */
const SMALLEST = 1e-9;

function numberFeatures(vectors: readonly SparseVector[]): { readonly rows: Row[]; readonly mean: Float64Array } {
  const numbers = new Map<string, number>();
  const rows = vectors.map((vector): Row => {
    const entries: [feature: number, weight: number][] = [];
    let square = 0;
    for (const [feature, weight] of vector) {
      const number = numbers.get(feature) ?? numbers.size;
      numbers.set(feature, number);
      entries.push([number, weight]);
      square += weight * weight;
    }
    const length = Math.sqrt(square);
    const kept = length === 0 ? [] : entries.sort(([one], [other]) => one - other);
    return {
      features: Int32Array.from(kept, ([feature]) => feature),
      weights: Float64Array.from(kept, ([, weight]) => weight / length),
    };
  });
  const mean = new Float64Array(numbers.size);
  for (const { features, weights } of rows)
    for (const [at, feature] of features.entries())
      mean[feature] = (mean[feature] ?? 0) + (weights[at] ?? 0) / rows.length;
  return { rows, mean };
}

function multiply(one: Row, other: Row): number {
  let sum = 0;
  let left = 0;
  let right = 0;
  while (left < one.features.length && right < other.features.length) {
    const [here = 0, there = 0] = [one.features[left], other.features[right]];
    if (here === there) sum += (one.weights[left] ?? 0) * (other.weights[right] ?? 0);
    if (here <= there) left += 1;
    if (there <= here) right += 1;
  }
  return sum;
}
