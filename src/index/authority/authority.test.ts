import { array, assert, constant, integer, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { graphOfEdges } from './graph.ts';
import { exactHarmonic, harmonicCentrality, hyperBall } from './harmonic.ts';
import { pageRank } from './pagerank.ts';
import { positionsOf } from './positions.ts';

type Edge = [number, number];

const graphs = integer({ min: 1, max: 25 }).chain((nodes) =>
  record({
    nodes: constant(nodes),
    edges: array(tuple(nat({ max: nodes - 1 }), nat({ max: nodes - 1 })), { maxLength: 120 }),
  }),
);

/** PageRank as its definition reads, over a matrix, until nothing moves. */
function naivePageRank(nodes: number, edges: readonly Edge[]): number[] {
  const links = Array.from({ length: nodes }, (_, source) => [
    ...new Set(edges.filter(([from, to]) => from === source && to !== source).map(([, to]) => to)),
  ]);
  let ranks = Array.from({ length: nodes }, () => 1 / nodes);
  for (let round = 0; round < 400; round += 1) {
    const next = Array.from({ length: nodes }, () => 0.15 / nodes);
    for (const [source, targets] of links.entries()) {
      const everyone = targets.length === 0 ? next.map((_, node) => node) : targets;
      for (const target of everyone)
        next[target] = (next[target] ?? 0) + (0.85 * (ranks[source] ?? 0)) / everyone.length;
    }
    ranks = next;
  }
  return ranks;
}

/** Harmonic centrality over all pairs by Floyd and Warshall. */
function naiveHarmonic(nodes: number, edges: readonly Edge[]): number[] {
  const distance = Array.from({ length: nodes }, (_, one) =>
    Array.from({ length: nodes }, (__, other) => (one === other ? 0 : Number.POSITIVE_INFINITY)),
  );
  const at = (one: number, other: number): number => distance[one]?.[other] ?? 0;
  for (const [from, to] of edges) if (from !== to) distance[from]?.splice(to, 1, 1);
  for (let by = 0; by < nodes; by += 1)
    for (let from = 0; from < nodes; from += 1)
      for (let to = 0; to < nodes; to += 1)
        distance[from]?.splice(to, 1, Math.min(at(from, to), at(from, by) + at(by, to)));
  return Array.from({ length: nodes }, (_, target) => {
    let sum = 0;
    for (let source = 0; source < nodes; source += 1) if (source !== target) sum += 1 / at(source, target);
    return sum;
  });
}

describe('PageRank', () => {
  it('is what a hand calculation gives for ten nodes in a star', () => {
    // Nine nodes link to node 0, which links to none: x = 0.15/10 + 0.085·c each, c = x + 9·0.85·x, and all sum to 1.
    const ranks = pageRank(
      graphOfEdges(
        10,
        Array.from({ length: 9 }, (_, at): Edge => [at + 1, 0]),
      ),
    );
    const leaf = 1 / (9 + 8.65);
    expect(ranks[1]).toBeCloseTo(leaf, 8);
    expect(ranks[0]).toBeCloseTo(8.65 * leaf, 8);
  });

  it('is even over a ring of ten, and ignores links to oneself and repeated ones', () => {
    const ring = Array.from({ length: 10 }, (_, at): Edge => [at, (at + 1) % 10]);
    const ranks = pageRank(graphOfEdges(10, [...ring, ...ring, [3, 3]]));
    for (const rank of ranks) expect(rank).toBeCloseTo(0.1, 9);
  });

  it('agrees with its definition on any graph, and sums to 1', () => {
    assert(
      property(graphs, ({ nodes, edges }) => {
        const ranks = pageRank(graphOfEdges(nodes, edges));
        const naive = naivePageRank(nodes, edges);
        for (const [node, rank] of ranks.entries()) expect(Math.abs(rank - (naive[node] ?? 0))).toBeLessThan(1e-6);
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 8);
      }),
    );
  });

  it('has nothing to say of an empty graph', () => {
    expect(pageRank(graphOfEdges(0, []))).toEqual(new Float64Array(0));
  });
});

describe('harmonic centrality', () => {
  it('is what a hand calculation gives for a chain of ten', () => {
    const chain = Array.from({ length: 9 }, (_, at): Edge => [at, at + 1]);
    const values = exactHarmonic(graphOfEdges(10, chain));
    expect(values[0]).toBe(0);
    expect(values[3]).toBeCloseTo(1 + 1 / 2 + 1 / 3, 12);
    expect(values[9]).toBeCloseTo(1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5 + 1 / 6 + 1 / 7 + 1 / 8 + 1 / 9, 12);
  });

  it('agrees with all distances on any graph', () => {
    assert(
      property(graphs, ({ nodes, edges }) => {
        const naive = naiveHarmonic(nodes, edges);
        const { values, method } = harmonicCentrality(graphOfEdges(nodes, edges));
        expect(method).toBe('exact');
        for (const [node, value] of values.entries()) expect(Math.abs(value - (naive[node] ?? 0))).toBeLessThan(1e-6);
      }),
    );
  });

  it('is estimated within the error of its counters on a larger graph', () => {
    const nodes = 2000;
    const edges: Edge[] = [];
    let state = 7;
    const random = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let edge = 0; edge < 8000; edge += 1) {
      edges.push([Math.floor(random() * nodes), Math.floor(random() ** 3 * nodes)]);
    }
    const graph = graphOfEdges(nodes, edges);
    const exact = exactHarmonic(graph);
    const estimated = hyperBall(graph);
    let error = 0;
    let counted = 0;
    for (const [node, value] of exact.entries()) {
      if (value < 100) continue;
      error += Math.abs((estimated[node] ?? 0) - value) / value;
      counted += 1;
    }
    expect(counted).toBeGreaterThan(500);
    expect(error / counted).toBeLessThan(0.2);
    for (const [node, value] of exact.entries()) if (value === 0) expect(estimated[node]).toBe(0);
  });
});

describe('positions', () => {
  it('turns values into 0-1000 by the logarithm of their position', () => {
    const values = Float64Array.from([0.4, 0.3, 0.2, 0.05, 0.02, 0.01, 0.008, 0.006, 0.004, 0.002]);
    const { positions, ranks } = positionsOf(values, new Uint32Array(10).fill(1));
    expect([...positions]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([...ranks]).toEqual([1000, 699, 523, 398, 301, 222, 155, 97, 46, 0]);
  });

  it('gives equal values the mean of their positions, and nodes without links to them 0', () => {
    const { positions, ranks } = positionsOf(
      Float64Array.from([0.1, 0.4, 0.1 + 1e-17, 0.1, 0.05]),
      Uint32Array.from([1, 2, 1, 1, 0]),
    );
    expect([...positions]).toEqual([3, 1, 3, 3, 5]);
    expect([...ranks]).toEqual([317, 1000, 317, 317, 0]);
    expect([...positionsOf(Float64Array.from([1]), Uint32Array.from([0])).ranks]).toEqual([0]);
  });
});
