import type { Rounds } from './rounds.ts';

/**
 * How far those that are known to be trusted lead.
 *
 * What is known says nothing of a part of the web that has no link in common with it, so that evidence counts there as if
 * nothing were known; in its own part it casts doubt on all that it does not lead to.
 */

/** Links lead from anywhere to nearly everything in some ten steps. */
const ROUNDS_MAX = 30;

/** For each node what its evidence is worth, 0-1: `1 / (1 + known)` where known ones of its part do not lead to it, else 1. */
export async function weighEvidence(rounds: Rounds, names: Uint32Array): Promise<Float64Array> {
  const { seeds, degrees } = rounds.arrays;
  const weights = new Float64Array(seeds.length).fill(1);
  if (!seeds.some((seed, node) => seed > 0 && degrees[node] !== 0)) return weights;
  const reached = await findReached(rounds);
  const parts = await joinParts(rounds, names);
  const known = new Float64Array(seeds.length);
  for (const [node, seed] of seeds.entries()) {
    const part = parts[node] ?? node;
    if (degrees[node] !== 0) known[part] = (known[part] ?? 0) + seed;
  }
  return weights.map((_, node) => (reached[node] === 1 ? 1 : 1 / (1 + (known[parts[node] ?? node] ?? 0))));
}

/** 1 for every node to which links lead from one that is known to be trusted. */
async function findReached(rounds: Rounds): Promise<Uint8Array> {
  const reached = Uint8Array.from(rounds.arrays.seeds, (seed) => (seed > 0 ? 1 : 0));
  for (let round = 0, found = 1; found > 0 && round < ROUNDS_MAX; round += 1) {
    found = 0;
    await rounds.forEachNode((node, sources, from, end) => {
      if (reached[node] === 1) return;
      for (let at = from; at < end; at += 1) {
        if (reached[sources[at] ?? 0] !== 1) continue;
        reached[node] = 1;
        found += 1;
        return;
      }
    });
  }
  return reached;
}

/** The part of each node: nodes that links join, in whatever direction, though not by what everybody links to. */
async function joinParts(rounds: Rounds, names: Uint32Array): Promise<Uint32Array> {
  const parents = Uint32Array.from({ length: rounds.arrays.layout.nodes }, (_, node) => node);
  const rootOf = (node: number): number => {
    let at = node;
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent;
      at = parents[at] ?? at;
    }
    return at;
  };
  await rounds.forEachNode((node, sources, from, end) => {
    if (names[node] === 0) return;
    for (let at = from; at < end; at += 1) parents[rootOf(sources[at] ?? node)] = rootOf(node);
  });
  return parents.map((_, node) => rootOf(node));
}
