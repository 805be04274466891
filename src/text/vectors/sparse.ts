import { meanShare } from './mean.ts';

/** Weight by feature. */
export type SparseVector = ReadonlyMap<number, number>;

/**
 * Cosines of sparse vectors less the mean of all of them. The mean is never taken away from a vector, which would fill it:
 * its products are enough.
 */
export function measureSparse(vectors: readonly SparseVector[]): (one: number, other: number) => number {
  const mean = meanOf(vectors);
  const share = meanShare(vectors.length);
  let meanLength = 0;
  for (const weight of mean.values()) meanLength += weight * weight;
  const toMean = vectors.map((vector) => multiply(vector, mean));
  const own = vectors.map((vector) => multiply(vector, vector));
  const centred = (product: number, one: number, other: number): number =>
    product - share * ((toMean[one] ?? 0) + (toMean[other] ?? 0)) + share * share * meanLength;
  // What has no feature is like nothing, also where the mean would give it a direction.
  const lengths = own.map((square, at) => (square === 0 ? 0 : Math.sqrt(Math.max(0, centred(square, at, at)))));
  return (one, other) => {
    const [here, there] = [vectors[one], vectors[other]];
    const length = (lengths[one] ?? 0) * (lengths[other] ?? 0);
    if (here === undefined || there === undefined || length < SMALLEST) return 0;
    return Math.max(-1, Math.min(1, centred(multiply(here, there), one, other) / length));
  };
}

/** A vector this close to the mean has no direction of its own. */
const SMALLEST = 1e-9;

function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sums = new Map<number, number>();
  for (const vector of vectors)
    for (const [feature, weight] of vector) sums.set(feature, (sums.get(feature) ?? 0) + weight / vectors.length);
  return sums;
}

function multiply(one: SparseVector, other: SparseVector): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [feature, weight] of small) sum += weight * (large.get(feature) ?? 0);
  return sum;
}
