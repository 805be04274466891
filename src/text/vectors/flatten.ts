import type { LikenessOf } from './likeness.ts';

/**
 * Likeness in which no theme of a list outweighs the others, from the cosines of its texts: the square root of their matrix.
 *
 * An encoder sees a few themes first (question or order, thing or person), which many pages of a list share. The root
 * shrinks what they count for beside the many small directions in which pages differ.
 */
export function flattenThemes(count: number, cosine: LikenessOf): LikenessOf {
  const root = takeRoot(
    Array.from({ length: count }, (_, one) => Float64Array.from({ length: count }, (__, other) => cosine(one, other))),
  );
  const lengths = root.map((row, at) => Math.sqrt(Math.max(0, row[at] ?? 0)));
  return (one, other) => {
    const length = (lengths[one] ?? 0) * (lengths[other] ?? 0);
    return length < SMALLEST ? 0 : (root[one]?.[other] ?? 0) / length;
  };
}

/** A text this close to the mean of its list is like none. */
const SMALLEST = 1e-9;

type Rows = readonly Float64Array[];

/** Each step brings a direction half as near again to its root; what is still small after these says nothing. */
const STEPS = 8;

/** The square root of a symmetric matrix without negative directions, but for its scale (Newton and Schulz). */
function takeRoot(matrix: Rows): Rows {
  // No direction is longer than the longest row.
  const scale = Math.max(SMALLEST, ...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  let root: Rows = matrix.map((row) => row.map((value) => value / scale));
  let inverse: Rows | undefined;
  for (let step = 0; step < STEPS; step += 1) {
    const product = inverse === undefined ? root : multiply(inverse, root);
    const factor = product.map((row, one) => row.map((value, other) => ((one === other ? 3 : 0) - value) / 2));
    root = multiply(root, factor);
    inverse = inverse === undefined ? factor : multiply(factor, inverse);
  }
  return root;
}

/** The product of two matrices that are symmetric and whose product is: powers of one matrix. */
function multiply(left: Rows, right: Rows): Rows {
  const out = left.map((row) => new Float64Array(row.length));
  for (const [one, row] of left.entries()) {
    for (let other = one; other < right.length; other += 1) {
      const column = right[other];
      let sum = 0;
      if (column !== undefined) for (let at = 0; at < row.length; at += 1) sum += (row[at] ?? 0) * (column[at] ?? 0);
      set(out, one, other, sum);
      set(out, other, one, sum);
    }
  }
  return out;
}

function set(rows: Rows, at: number, place: number, value: number): void {
  const row = rows[at];
  if (row !== undefined) row[place] = value;
}
