/** Values closer than this share are equal: the rest is the order in which a machine added numbers. */
const EQUAL_SHARE = 1e-9;

export interface Positions {
  /** 1 for the highest value; equal values share the mean of their positions. */
  readonly positions: Float64Array;
  /** 0-1000. */
  readonly ranks: Uint16Array;
}

/**
 * Ranks by position: `rank1000 = round(1000·(1 - ln(position)/ln(N)))` over N nodes (`reference/formulas.md` 4.4). A node
 * that no followed link points to has rank 0.
 */
export function positionsOf(values: Float64Array, inDegrees: Uint32Array): Positions {
  const nodes = values.length;
  const order = Uint32Array.from({ length: nodes }, (_, node) => node);
  order.sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0) || one - other);
  const positions = new Float64Array(nodes);
  const ranks = new Uint16Array(nodes);
  for (let start = 0; start < nodes;) {
    const first = values[order[start] ?? 0] ?? 0;
    let end = start + 1;
    while (end < nodes && first - (values[order[end] ?? 0] ?? 0) <= EQUAL_SHARE * first) end += 1;
    const position = (start + 1 + end) / 2;
    for (let at = start; at < end; at += 1) {
      const node = order[at] ?? 0;
      positions[node] = position;
      ranks[node] = (inDegrees[node] ?? 0) === 0 ? 0 : rankOf(position, nodes);
    }
    start = end;
  }
  return { positions, ranks };
}

function rankOf(position: number, nodes: number): number {
  return Math.max(0, Math.round(1000 * (1 - Math.log(position) / Math.log(nodes))));
}
