import { meanShare } from './mean.ts';

/** Cosines of an encoder's vectors less the mean of all of them. */
export function measureDense(vectors: readonly Float32Array[]): (one: number, other: number) => number {
  const size = vectors[0]?.length ?? 0;
  const mean = new Float64Array(size);
  for (const vector of vectors)
    for (let at = 0; at < size; at += 1) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  const share = meanShare(vectors.length);
  const centred = vectors.map((vector) => scaleToUnit(mean.map((value, at) => (vector[at] ?? 0) - share * value)));
  return (one, other) => {
    const [here, there] = [centred[one], centred[other]];
    if (here === undefined || there === undefined) return 0;
    let sum = 0;
    for (let at = 0; at < size; at += 1) sum += (here[at] ?? 0) * (there[at] ?? 0);
    return sum;
  };
}

function scaleToUnit(vector: Float64Array): Float64Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
