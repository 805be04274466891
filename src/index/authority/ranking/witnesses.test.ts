import { describe, expect, it } from 'vitest';

import { edgesOf } from './graph.ts';
import { rankEdges, type TrustQuestion } from './ranking.ts';

type Edge = [number, number];

const ALL = { harmonic: true, threads: 1, bytes_max: 100_000_000 };

/** Names of nodes as hashes; those of `seeds` are known to be trusted. */
function question(nodes: number, seeds: readonly number[], hosts?: TrustQuestion['hosts']): TrustQuestion {
  return {
    names: Uint32Array.from({ length: nodes }, (_, node) => Math.imul(node + 1, 0x9e3779b1) >>> 0),
    seeds: Float32Array.from({ length: nodes }, (_, node) => (seeds.includes(node) ? 1 : 0)),
    hosts,
  };
}

async function countReferrers(nodes: number, edges: readonly Edge[], seeds: readonly number[] = []): Promise<number[]> {
  const ranking = await rankEdges(edgesOf(nodes, edges), ALL, question(nodes, seeds));
  return [...(ranking?.witnesses?.nodes ?? [])];
}

/** Every node of `from` up to before `end` links to every other. */
function ring(from: number, end: number): Edge[] {
  const members = Array.from({ length: end - from }, (_, at) => from + at);
  return members.flatMap((one) => members.filter((other) => other !== one).map((other): Edge => [one, other]));
}

describe('the trusted, independent referrers of a node', () => {
  it('are each node that is known to be trusted', async () => {
    const counted = await countReferrers(
      6,
      [0, 1, 2, 3].map((from): Edge => [from, 4]),
      [0, 1, 2, 3],
    );
    expect(counted).toEqual([0, 0, 0, 0, 4, 0]);
  });

  it('are none for a ring whose members link to each other, however large it is', async () => {
    for (const size of [6, 12, 40]) {
      const counted = await countReferrers(size + 1, [...ring(0, size), [0, size], [1, size]]);
      expect(counted.slice(0, size)).toEqual(Array.from({ length: size }, () => 0));
      expect(counted[size]).toBeLessThanOrEqual(0.1);
    }
  });

  it('come to little more than one for all of a ring that a trusted node links to', async () => {
    // Node 0 is trusted and links to one member; all members link to node 13.
    const edges: Edge[] = [[0, 1], ...ring(1, 13), ...Array.from({ length: 12 }, (_, at): Edge => [at + 1, 13])];
    const counted = await countReferrers(14, edges, [0]);
    for (const member of counted.slice(1)) expect(member).toBeLessThan(1.2);
    expect(counted[1]).toBeGreaterThan(1);
  });

  it('are the same where no harmonic centrality is computed', async () => {
    const edges: Edge[] = [[0, 1], ...ring(1, 13), ...Array.from({ length: 12 }, (_, at): Edge => [at + 1, 13])];
    const ranking = await rankEdges(edgesOf(14, edges), { ...ALL, harmonic: false }, question(14, [0]));
    expect(ranking?.harmonic).toBeUndefined();
    expect([...(ranking?.witnesses?.nodes ?? [])]).toEqual(await countReferrers(14, edges, [0]));
  });

  it('that nobody vouches for come to half of one together', async () => {
    const edges = Array.from({ length: 30 }, (_, at): Edge => [at + 1, 0]);
    expect((await countReferrers(31, edges))[0]).toBe(0.5);
    expect((await countReferrers(31, edges.slice(0, 4)))[0]).toBeCloseTo(0.2, 6);
  });

  it('are found by evidence where nothing is known: several sites, unlike each other, that others link to', async () => {
    // 0-3 link to 4, and to three sites of their own each; each of them is linked to by four others.
    const edges: Edge[] = [0, 1, 2, 3].flatMap((site) => [
      [site, 4],
      ...[0, 1, 2].map((own): Edge => [site, 5 + 3 * site + own]),
      ...[0, 1, 2, 3].flatMap((other): Edge[] => [
        [17 + 4 * site + other, site],
        [33, 17 + 4 * site + other],
      ]),
    ]);
    const counted = await countReferrers(34, edges);
    expect(counted[4]).toBeGreaterThan(2);
  });

  it('of a host are those of other domains that link to it', async () => {
    // Domain 4 has the hosts 0 and 1; 0, 1 and 2 link to the first, and 4 itself to the second.
    const edges: Edge[] = [0, 1, 2].map((from) => [from, 4]);
    const hosts = {
      edges: { ...edgesOf(5, []), in_degrees: Uint32Array.from([3, 0]), read: read([0, 1, 2]) },
      owners: Uint32Array.from([4, 4]),
    };
    const ranking = await rankEdges(edgesOf(5, edges), ALL, question(5, [0, 1, 2], hosts));
    expect([...(ranking?.witnesses?.hosts ?? [])]).toEqual([3, 0]);

    function read(sources: readonly number[]) {
      return (_: number, __: number, into: Uint32Array): Promise<void> => {
        into.set(sources);
        return Promise.resolve();
      };
    }
  });
});
