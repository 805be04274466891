import type { Pairs } from './pairs.ts';

/**
 * Average linkage, cut where groups hold together best.
 *
 * A fixed threshold suits one list and fails the next: in a shoe shop everything is alike. So the tree of all
 * joins is built down to a floor, and of each join the larger group is kept only when it persists longer (over a wider
 * span of likeness, times its size) than the groups that it is made of, as HDBSCAN chooses its clusters.
 */
export function groupPairs(pairs: Pairs): number[][] {
  const floor = pairs.sentences ? FLOOR : computeFloor(pairs.count);
  const measure = pairs.sentences ? OF_SENTENCES : OF_SEARCHES;
  // What stands alone at the floor began somewhere below it.
  const groups = joinGroups(pairs, floor).flatMap((root) => chooseGroups(root, floor / 2, measure).groups);
  return groups
    .map(({ members }) => [...members].sort((one, other) => one - other))
    .sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** Groups less alike than this are never joined. The bound is higher in a short list, whose words reveal little about each other. */
const FLOOR = 0.12;
const SHORT_LIST_FLOOR = 0.58;
const SHORT_LIST = 15;

function computeFloor(count: number): number {
  return FLOOR + ((SHORT_LIST_FLOOR - FLOOR) * SHORT_LIST) / (SHORT_LIST + count);
}
/** From here on two groups are one page, whatever else is in the list. */
const ONE_PAGE = 0.75;
/** A single keyword counts as a group that begins here, and half, since a page for one keyword is the exception. */
const ALONE = 0.5;
const ALONE_SHARE = 0.5;
/** A keyword at least this similar to a group belongs to it, however close the others are. */
const ABSORBED = 0.17;

/** What a group is worth that holds from one likeness to another. */
interface Measure {
  readonly sizePower: number;
  /** A scale on which equal spans count the same. */
  readonly scale: (likeness: number) => number;
}

/** Most pages separate near the middle, so a span there means more than one of the same width at either end. */
const OF_SEARCHES: Measure = { sizePower: 1, scale: (likeness) => 1 / (1 + Math.exp((0.5 - likeness) / 0.2)) };
/** People ask one question in sentences that share few words, so larger groups have to hold at less likeness. */
const OF_SENTENCES: Measure = { sizePower: 2, scale: (likeness) => likeness };

interface Group {
  readonly members: readonly number[];
  /** Likeness at which its parts were joined. */
  readonly likeness: number;
  readonly parts: readonly Group[];
}

function joinGroups(pairs: Pairs, floor: number): Group[] {
  const { count } = pairs;
  const likeness = Float64Array.from(pairs.likeness);
  const apart = Uint8Array.from(pairs.apart);
  const groups: (Group | undefined)[] = Array.from({ length: count }, (_, at) => ({
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
  groups: readonly (Group | undefined)[],
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
      // Sums of floats differ in their last digits by order; values that close are equal, and the first pair wins.
      if (value <= best + EQUAL) continue;
      best = value;
      found = { one, other, likeness: value };
    }
  }
  return found;
}

const EQUAL = 1e-9;

interface Choice {
  readonly value: number;
  readonly groups: readonly Group[];
}

/** The best set of groups within a group that was joined to others at `parentLikeness`. */
function chooseGroups(group: Group, parentLikeness: number, measure: Measure): Choice {
  const alone = group.members.length === 1;
  const span = Math.max(0, measure.scale(Math.min(group.likeness, alone ? ALONE : 1)) - measure.scale(parentLikeness));
  const whole: Choice = {
    value: group.members.length ** measure.sizePower * span * (alone ? ALONE_SHARE : 1),
    groups: [group],
  };
  if (group.parts.length === 0 || group.likeness >= ONE_PAGE) return whole;
  const grown = group.parts.find(({ members }) => members.length > 1);
  if (grown !== undefined && group.parts.some(({ members }) => members.length === 1) && group.likeness >= ABSORBED) {
    // One more keyword makes a group larger, not a different one: only its own parts may split it.
    const choice = chooseGroups(grown, parentLikeness, measure);
    if (choice.groups.length === 1) return { value: choice.value, groups: [group] };
  }
  const parts = group.parts.map((part) => chooseGroups(part, group.likeness, measure));
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  return value > whole.value + EQUAL ? { value, groups: parts.flatMap((part) => part.groups) } : whole;
}
