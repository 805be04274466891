/**
 * A directed graph by incoming edges, which both centralities pull along: the sources of each node, node after node.
 * Edges are read in pieces, so nothing holds more of them than whoever reads has room for. No edge comes twice, and none
 * leads from a node to itself.
 */
export interface EdgeSource {
  /** How many edges lead to each node. */
  readonly in_degrees: Uint32Array;
  /** Writes the sources of the nodes `first` up to `end` to the beginning of `into`. Answers the same each time. */
  read(first: number, end: number, into: Uint32Array): Promise<void>;
}

/** A graph from a list of edges; the same edge counts once, and one from a node to itself not at all. */
export function edgesOf(nodes: number, edges: readonly (readonly [source: number, target: number])[]): EdgeSource {
  const distinct = new Map(edges.filter(([source, target]) => source !== target).map((edge) => [edge.join(), edge]));
  const sorted = [...distinct.values()].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  const inDegrees = new Uint32Array(nodes);
  for (const [, target] of sorted) inDegrees[target] = (inDegrees[target] ?? 0) + 1;
  const sources = Uint32Array.from(sorted, ([source]) => source);
  const offsets = new Uint32Array(nodes + 1);
  for (const [node, degree] of inDegrees.entries()) offsets[node + 1] = (offsets[node] ?? 0) + degree;
  return {
    in_degrees: inDegrees,
    read: async (first, end, into) => {
      into.set(sources.subarray(offsets[first], offsets[end]));
      return Promise.resolve();
    },
  };
}
