/** Values closer than this share are equal: the rest is the order in which a machine added numbers. */
const EQUAL_SHARE = 1e-9;

/** The order of a graph's values: for each, its position and what rank that is. */
export interface Positions {
  /** 1 for the highest value; equal values share the mean of their positions. */
  readonly positionOf: (value: number) => number;
  /** 0-1000. */
  readonly rankOf: (value: number) => number;
}

/**
 * Ranks by position: `rank1000 = round(1000·(1 - ln(position)/ln(N)))` over N nodes (`reference/formulas.md` 4.4).
 *
 * Takes 8 bytes a node while it sorts, and 12 for each value that differs from others.
 */
export function positionsOf(values: Float64Array): Positions {
  const nodes = values.length;
  const sorted = new Float64Array(values).sort();
  // In ascending order and in place: the highest value of each group, and how many nodes there are up to it.
  const ends = new Uint32Array(nodes);
  let groups = nodes;
  for (let end = nodes; end > 0;) {
    const highest = sorted[end - 1] ?? 0;
    let start = end - 1;
    while (start > 0 && highest - (sorted[start - 1] ?? 0) <= EQUAL_SHARE * highest) start -= 1;
    groups -= 1;
    sorted[groups] = highest;
    ends[groups] = end;
    end = start;
  }
  const highest = sorted.subarray(groups);
  const counts = ends.subarray(groups);
  const positionOf = (value: number): number => {
    const group = firstAtLeast(highest, value);
    const end = counts[group] ?? nodes;
    const start = group === 0 ? 0 : (counts[group - 1] ?? 0);
    return (nodes - end + 1 + nodes - start) / 2;
  };
  return {
    positionOf,
    rankOf: (value) => Math.max(0, Math.round(1000 * (1 - Math.log(positionOf(value)) / Math.log(nodes)))) || 0,
  };
}

function firstAtLeast(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}
