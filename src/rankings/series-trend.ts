/** One value of a series, at a time in any unit. */
export interface TrendPoint {
  readonly at: number;
  readonly value: number;
}

/**
 * The median slope of all pairs of points (Theil 1950, Sen 1968): a few wild values do not turn it.
 *
 * @returns value a unit of time; null for fewer than two times
 */
export function fitTheilSen(points: readonly TrendPoint[]): number | null {
  // Typed and counted beforehand: the pairs of a quarter of daily points are thousands.
  const slopes = new Float64Array((points.length * (points.length - 1)) / 2);
  let count = 0;
  for (const [at, one] of points.entries()) {
    for (let next = at + 1; next < points.length; next += 1) {
      const other = points[next] ?? one;
      const span = other.at - one.at;
      if (span !== 0) slopes[count++] = (other.value - one.value) / span;
    }
  }
  if (count === 0) return null;
  const sorted = slopes.subarray(0, count).sort();
  const [low = 0, high = 0] = [sorted[Math.floor((count - 1) / 2)], sorted[Math.ceil((count - 1) / 2)]];
  return (low + high) / 2;
}

/** Fewer values cannot be told from chance at any slope. */
const KENDALL_VALUES_MIN = 4;

/**
 * How likely values without a trend rise or fall as steadily as these, two-sided (Mann 1945, Kendall 1975): normal
 * approximation with continuity correction and ties.
 *
 * @param values oldest first
 * @returns 0–1; null for fewer than four values
 */
export function testMannKendall(values: readonly number[]): number | null {
  const n = values.length;
  if (n < KENDALL_VALUES_MIN) return null;
  let score = 0;
  for (const [at, value] of values.entries()) {
    for (let later = at + 1; later < n; later += 1) score += Math.sign((values[later] ?? value) - value);
  }
  const ties = [...Map.groupBy(values, (value) => value).values()].map(({ length }) => length);
  const spread = (size: number): number => size * (size - 1) * (2 * size + 5);
  const variance = (spread(n) - ties.reduce((sum, size) => sum + spread(size), 0)) / 18;
  if (variance <= 0 || score === 0) return 1;
  return twoSided((Math.abs(score) - 1) / Math.sqrt(variance));
}

/** The probability that a standard normal value lies as far from 0, on either side. */
function twoSided(z: number): number {
  return Math.min(1, 2 * (1 - cumulativeNormal(Math.abs(z))));
}

/** Abramowitz and Stegun 26.2.17; off by less than 1e-7. */
function cumulativeNormal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = terms.reduceRight((total, term) => (total + term) * t, 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
