import { array, assert, asyncProperty, constant, integer, nat, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { startCrew } from './crew.ts';
import { type EdgeSource, edgesOf } from './graph.ts';
import { harmonicCentrality, hyperBall } from './harmonic.ts';
import { SHARES_OLD } from './header.ts';
import { allocate, type Layout, layoutOf, setWord } from './layout.ts';
import { orderValues, pageRank, rankEdges, rankingBytesMax, type TrustQuestion } from './ranking.ts';
import { Rounds } from './rounds.ts';
import { hashSource, readSourceHash } from '../../../../scripts/wasm.ts';

type Edge = [number, number];

const ALL = { harmonic: true, threads: 1, bytes_max: 100_000_000 };

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

interface Ranked {
  readonly pagerank: number[];
  readonly harmonic: number[];
  readonly method: string;
}

async function ranked(nodes: number, edges: readonly Edge[]): Promise<Ranked> {
  return rankAll(edgesOf(nodes, edges));
}

async function rankAll(source: EdgeSource): Promise<Ranked> {
  const ranking = await rankEdges(source, ALL);
  const { harmonic } = ranking ?? {};
  return {
    pagerank: [...(ranking?.pagerank ?? [])],
    harmonic: [...(harmonic?.values ?? [])],
    method: harmonic?.method ?? 'none',
  };
}

/** Few nodes have most of the links, as in a web; the same each time. */
function skewedEdges(nodes: number, count: number): Edge[] {
  let state = 7;
  const random = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => [Math.floor(random() * nodes), Math.floor(random() ** 3 * nodes)]);
}

/** Both centralities in a layout that is given, by so many threads. */
async function inLayout(
  source: EdgeSource,
  layout: Layout,
  threads: number,
  passes = 1,
): Promise<{ readonly pagerank: Float64Array; readonly harmonic: Float64Array }> {
  const arrays = allocate(layout);
  const crew = startCrew(arrays.memory, threads);
  try {
    const rounds = await Rounds.open(source, arrays, crew);
    const { ranks, spare } = await pageRank(rounds);
    if (layout.registers > 0) await hyperBall(rounds, spare, passes);
    return { pagerank: ranks, harmonic: spare };
  } finally {
    await crew.close();
  }
}

function layoutFor({ in_degrees: degrees }: EdgeSource, changes: Partial<Layout>): Layout {
  const edges = degrees.reduce((sum, degree) => sum + degree, 0);
  const size = { nodes: degrees.length, edges, in_degree_max: Math.max(0, ...degrees) };
  const layout = layoutOf(size, { harmonic: true, bytes_max: 1_000_000_000 });
  if (layout === undefined) throw new Error('The graph does not fit.');
  return { ...layout, ...changes };
}

describe('PageRank', () => {
  it('is what a hand calculation gives for ten nodes in a star', async () => {
    // Nine nodes link to node 0, which links to none: x = 0.15/10 + 0.085·c each, c = x + 9·0.85·x, and all sum to 1.
    const { pagerank } = await ranked(
      10,
      Array.from({ length: 9 }, (_, at): Edge => [at + 1, 0]),
    );
    const leaf = 1 / (9 + 8.65);
    expect(pagerank[1]).toBeCloseTo(leaf, 8);
    expect(pagerank[0]).toBeCloseTo(8.65 * leaf, 8);
  });

  it('is even over a ring of ten, and ignores links to oneself and repeated ones', async () => {
    const ring = Array.from({ length: 10 }, (_, at): Edge => [at, (at + 1) % 10]);
    const { pagerank } = await ranked(10, [...ring, ...ring, [3, 3]]);
    for (const rank of pagerank) expect(rank).toBeCloseTo(0.1, 9);
  });

  it('agrees with its definition on any graph, and sums to 1', async () => {
    await assert(
      asyncProperty(graphs, async ({ nodes, edges }) => {
        const { pagerank } = await ranked(nodes, edges);
        const naive = naivePageRank(nodes, edges);
        for (const [node, rank] of pagerank.entries()) expect(Math.abs(rank - (naive[node] ?? 0))).toBeLessThan(1e-6);
        expect(pagerank.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 8);
      }),
    );
  });

  it('has nothing to say of an empty graph, and gives one node all there is', async () => {
    expect(await ranked(0, [])).toEqual({ pagerank: [], harmonic: [], method: 'exact' });
    expect(await ranked(1, [[0, 0]])).toEqual({ pagerank: [1], harmonic: [0], method: 'exact' });
  });
});

describe('trust', () => {
  const seeded = (seeds: readonly number[]): TrustQuestion => ({
    seeds: Float32Array.from(seeds),
    names: undefined,
    hosts: undefined,
  });

  it('is what came from seeds, each link handing on its share of 85 %', async () => {
    // 0 is a seed and links to 1 and 2; 1 links to 2; 3 and 4 link to each other.
    const edges: Edge[] = [
      [0, 1],
      [0, 2],
      [1, 2],
      [3, 4],
      [4, 3],
    ];
    const ranking = await rankEdges(edgesOf(5, edges), ALL, seeded([1, 0, 0, 0, 0]));
    const [seed, one, two, ...ring] = ranking?.trust ?? [];
    expect(seed).toBe(1);
    expect(one).toBeCloseTo(0.425, 6);
    expect(two).toBeCloseTo(0.425 + 0.85 * 0.425, 6);
    expect(ring).toEqual([0, 0]);
  });

  it('of a node does not depend on what is elsewhere in the graph', async () => {
    await assert(
      asyncProperty(graphs, graphs, async (here, elsewhere) => {
        const seeds = (nodes: number): number[] => Array.from({ length: nodes }, (_, node) => (node % 3 === 0 ? 1 : 0));
        const alone = await rankEdges(edgesOf(here.nodes, here.edges), ALL, seeded(seeds(here.nodes)));
        const moved = elsewhere.edges.map(([from, to]): Edge => [from + here.nodes, to + here.nodes]);
        const beside = await rankEdges(
          edgesOf(here.nodes + elsewhere.nodes, [...here.edges, ...moved]),
          ALL,
          seeded([...seeds(here.nodes), ...seeds(elsewhere.nodes)]),
        );
        for (const [node, trust] of (alone?.trust ?? []).entries()) {
          expect(beside?.trust[node]).toBeCloseTo(trust, 4);
        }
      }),
    );
  });
});

describe('harmonic centrality', () => {
  it('is what a hand calculation gives for a chain of ten', async () => {
    const { harmonic } = await ranked(
      10,
      Array.from({ length: 9 }, (_, at): Edge => [at, at + 1]),
    );
    expect(harmonic[0]).toBe(0);
    expect(harmonic[3]).toBeCloseTo(1 + 1 / 2 + 1 / 3, 12);
    expect(harmonic[9]).toBeCloseTo(1 + 1 / 2 + 1 / 3 + 1 / 4 + 1 / 5 + 1 / 6 + 1 / 7 + 1 / 8 + 1 / 9, 12);
  });

  it('agrees with all distances on any graph', async () => {
    await assert(
      asyncProperty(graphs, async ({ nodes, edges }) => {
        const naive = naiveHarmonic(nodes, edges);
        const { harmonic, method } = await ranked(nodes, edges);
        expect(method).toBe('exact');
        for (const [node, value] of harmonic.entries()) expect(Math.abs(value - (naive[node] ?? 0))).toBeLessThan(1e-6);
      }),
    );
  });

  it.each([16, 32, 64] as const)(
    'is estimated within the error of its %i registers, less with more passes, and exactly without further rings',
    async (registers) => {
      const source = edgesOf(2000, skewedEdges(2000, 8000));
      const { harmonic: exact } = await rankAll(source);
      const errors = [];
      for (const passes of [1, 16]) {
        const { harmonic } = await inLayout(source, layoutFor(source, { registers }), 1, passes);
        let error = 0;
        let counted = 0;
        for (const [node, value] of exact.entries()) {
          if (value === 0) expect(harmonic[node]).toBe(0);
          if (value < 100) continue;
          error += Math.abs((harmonic[node] ?? 0) - value) / value;
          counted += 1;
        }
        expect(counted).toBeGreaterThan(500);
        errors.push(error / counted);
      }
      expect(errors[0]).toBeLessThan(1.5 * (1.04 / Math.sqrt(registers)));
      expect(errors[1]).toBeLessThan(0.08);
    },
  );

  it('is left to PageRank where its counters do not fit in the memory', async () => {
    const source = edgesOf(40_000, skewedEdges(40_000, 60_000));
    const arrays = allocate(layoutFor(source, { registers: 0 }));
    const rounds = await Rounds.open(source, arrays, startCrew(arrays.memory, 1));
    expect(await harmonicCentrality(rounds, arrays.vectors[0])).toBeUndefined();
  });
});

describe('a ranking', () => {
  const source = edgesOf(20_000, skewedEdges(20_000, 900_000));

  it('has the same bits for any number of threads', async () => {
    const layout = layoutFor(source, {});
    const alone = await inLayout(source, layout, 1);
    for (const threads of [2, 3]) {
      const together = await inLayout(source, layout, threads);
      expect(together.pagerank).toEqual(alone.pagerank);
      expect(together.harmonic).toEqual(alone.harmonic);
    }
  });

  it('is the same when its edges are read block by block', async () => {
    const whole = await inLayout(source, layoutFor(source, {}), 1);
    const window = Math.max(...source.in_degrees) + 1000;
    const blocks = await inLayout(source, layoutFor(source, { window, chunks_max: 1000 }), 2);
    expect(blocks.harmonic).toEqual(whole.harmonic);
    for (const [node, rank] of whole.pagerank.entries()) expect(blocks.pagerank[node]).toBeCloseTo(rank, 12);
  });

  it('fails when a thread of it fails', async () => {
    const arrays = allocate(layoutFor(source, {}));
    const crew = startCrew(arrays.memory, 2);
    const rounds = await Rounds.open(source, arrays, crew);
    // Far outside of the memory.
    setWord(arrays, SHARES_OLD, 0xf0_00_00_00);
    await expect(rounds.run('pull')).rejects.toThrow('out of bounds');
    await expect(rounds.run('pull')).rejects.toThrow('out of bounds');
    await crew.close();
  });
});

describe('the kernels', () => {
  it('were compiled from the source as it is', () => {
    expect(readSourceHash()).toBe(hashSource());
  });
});

it('takes no more than a quarter of a small machine', () => {
  expect([1e9, 8e9, 64e9].map((memory) => rankingBytesMax(memory) / 1e6)).toEqual([250, 1073.741824, 8000]);
});

describe('the layout', () => {
  const size = { nodes: 10_000_000, edges: 100_000_000, in_degree_max: 1_000_000 };
  const registers = (gigabytes: number): number | undefined =>
    layoutOf(size, { harmonic: true, bytes_max: gigabytes * 1e9 })?.registers;

  it('keeps to the memory it is given, with fewer registers the less that is', () => {
    for (const gigabytes of [2.2, 1.6, 1.3, 0.9, 0.5]) {
      const layout = layoutOf(size, { harmonic: true, bytes_max: gigabytes * 1e9 });
      expect(layout?.bytes).toBeLessThanOrEqual(gigabytes * 1e9);
      expect(allocatedBytes(layout)).toBeLessThanOrEqual(gigabytes * 1e9 + 65_536);
    }
    expect([2.2, 1.6, 1.3, 0.9, 0.5].map(registers)).toEqual([64, 32, 16, 16, 0]);
  });

  it('needs 44 bytes a node and 4 an edge for PageRank and trust, and reads edges again when those do not fit', () => {
    const whole = layoutOf(size, { harmonic: false, bytes_max: 1e9 });
    expect((whole?.bytes ?? 0) / 840e6).toBeCloseTo(1, 2);
    expect(whole?.window).toBe(size.edges);
    const cut = layoutOf(size, { harmonic: false, bytes_max: 5.8e8 });
    expect(cut?.window).toBeGreaterThan(30_000_000);
    expect(cut?.window).toBeLessThan(40_000_000);
    expect(layoutOf(size, { harmonic: false, bytes_max: 4e8 })).toBeUndefined();
  });

  function allocatedBytes(layout: Layout | undefined): number {
    return layout === undefined ? 0 : allocate(layout).memory.buffer.byteLength;
  }
});

describe('positions', () => {
  it('gives equal values the mean of their positions', () => {
    const values = Float64Array.from([0.1, 0.4, 0.1 + 1e-17, 0.1, 0.05]);
    expect([...values].map(orderValues(values))).toEqual([3, 1, 3, 3, 5]);
  });

  it('are those of a plain count for any values', () => {
    assert(
      property(array(nat({ max: 20 }), { minLength: 1, maxLength: 60 }), (numbers) => {
        const positionOf = orderValues(Float64Array.from(numbers));
        for (const number of numbers) {
          const above = numbers.filter((other) => other > number).length;
          const equal = numbers.filter((other) => other === number).length;
          expect(positionOf(number)).toBe(above + (1 + equal) / 2);
        }
      }),
    );
  });
});
