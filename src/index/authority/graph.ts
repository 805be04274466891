/**
 * A directed graph by incoming edges: the sources of node `v` are `sources[offsets[v]]` up to `sources[offsets[v + 1]]`.
 * Both centralities pull along incoming edges, so nothing else is kept.
 */
export interface Graph {
  readonly nodes: number;
  readonly offsets: Uint32Array;
  readonly sources: Uint32Array;
  readonly out_degrees: Uint32Array;
}

/** Builds a graph from sources that are grouped by their target in the order of targets. */
export function graphOf(inDegrees: Uint32Array, sources: Uint32Array): Graph {
  const nodes = inDegrees.length;
  const offsets = new Uint32Array(nodes + 1);
  for (let node = 0; node < nodes; node += 1) offsets[node + 1] = (offsets[node] ?? 0) + (inDegrees[node] ?? 0);
  const outDegrees = new Uint32Array(nodes);
  for (const source of sources) outDegrees[source] = (outDegrees[source] ?? 0) + 1;
  return { nodes, offsets, sources, out_degrees: outDegrees };
}

/** Builds a graph from a list of edges; the same edge counts once, and one from a node to itself not at all. */
export function graphOfEdges(nodes: number, edges: readonly (readonly [source: number, target: number])[]): Graph {
  const distinct = new Map(edges.filter(([source, target]) => source !== target).map((edge) => [edge.join(), edge]));
  const sorted = [...distinct.values()].sort((one, other) => one[1] - other[1] || one[0] - other[0]);
  const inDegrees = new Uint32Array(nodes);
  for (const [, target] of sorted) inDegrees[target] = (inDegrees[target] ?? 0) + 1;
  return graphOf(
    inDegrees,
    Uint32Array.from(sorted, ([source]) => source),
  );
}
