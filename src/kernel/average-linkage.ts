/** How alike the members of a list are, pair by pair: both arrays hold a value at `one * count + other`, the same either way round. */
export interface Likeness {
  readonly count: number;
  /** 0-1. */
  readonly likeness: Float64Array;
  /** 1 where two must not share a group, whatever lies between them. */
  readonly apart: Uint8Array;
}

export interface LinkedGroup {
  readonly members: readonly number[];
  /** Likeness at which its parts were joined; 1 for a single member. */
  readonly likeness: number;
  /** The two groups it was joined from; empty for a single member. */
  readonly parts: readonly LinkedGroup[];
}

/** Sums of floats differ in their last digits by order; values that close are equal, and the first pair wins. */
export const EQUAL = 1e-9;

/**
 * Average linkage (UPGMA): joins the two groups whose members are most alike on average, until no two are more alike than `floor`.
 *
 * @returns the groups that are left, each with the tree of its joins, ordered by their lowest member
 */
export function linkGroups(pairs: Likeness, floor: number): LinkedGroup[] {
  const { count } = pairs;
  const likeness = Float64Array.from(pairs.likeness);
  const apart = Uint8Array.from(pairs.apart);
  const groups: (LinkedGroup | undefined)[] = Array.from({ length: count }, (_, at) => ({
    members: [at],
    likeness: 1,
    parts: [],
  }));
  for (let joins = 0; joins < count; joins += 1) {
    const nearest = findNearestPair(groups, likeness, apart, floor);
    if (nearest === undefined) break;
    const { one, other } = nearest;
    const [left, right] = [groups[one], groups[other]];
    if (left === undefined || right === undefined) break;
    const [here, there] = [left.members.length, right.members.length];
    for (let at = 0; at < count; at += 1) {
      const mean =
        (here * (likeness[one * count + at] ?? 0) + there * (likeness[other * count + at] ?? 0)) / (here + there);
      const parted = (apart[one * count + at] ?? 0) | (apart[other * count + at] ?? 0);
      likeness[one * count + at] = likeness[at * count + one] = mean;
      apart[one * count + at] = apart[at * count + one] = parted;
    }
    groups[one] = {
      members: [...left.members, ...right.members],
      likeness: Math.min(nearest.likeness, left.likeness, right.likeness),
      parts: [left, right],
    };
    groups[other] = undefined;
  }
  return groups.filter((group) => group !== undefined);
}

function findNearestPair(
  groups: readonly (LinkedGroup | undefined)[],
  likeness: Float64Array,
  apart: Uint8Array,
  floor: number,
): { readonly one: number; readonly other: number; readonly likeness: number } | undefined {
  const count = groups.length;
  let best = floor - EQUAL;
  let found: { one: number; other: number; likeness: number } | undefined;
  for (let one = 0; one < count; one += 1) {
    if (groups[one] === undefined) continue;
    for (let other = one + 1; other < count; other += 1) {
      if (groups[other] === undefined || apart[one * count + other] === 1) continue;
      const value = likeness[one * count + other] ?? 0;
      if (value <= best + EQUAL) continue;
      best = value;
      found = { one, other, likeness: value };
    }
  }
  return found;
}
