import { EQUAL, type LinkedGroup, linkGroups } from '../../../kernel/average-linkage.ts';
import type { Pairs } from './pairs.ts';

/**
 * Average linkage, cut where groups hold together best.
 *
 * A fixed threshold suits one list and fails the next: in a shoe shop everything is alike. So the tree of all
 * joins is built down to a floor, and of each join the larger group is kept only when it persists longer (over a wider
 * span of likeness, times its size) than the groups that it is made of, as HDBSCAN chooses its clusters.
 */
export function groupPairs(pairs: Pairs): number[][] {
  const groups = pairs.sentences ? cutSentences(pairs) : cutSearches(pairs);
  return groups
    .map(({ members }) => [...members].sort((one, other) => one - other))
    .sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** People ask one question in sentences that share few words, and there are as many questions as there are: one threshold does. */
function cutSentences(pairs: Pairs): LinkedGroup[] {
  return linkGroups(pairs, pairs.by_meaning ? SENTENCES_BY_MEANING : SENTENCES_BY_WORDS);
}

const SENTENCES_BY_WORDS = 0.08;
const SENTENCES_BY_MEANING = 0.12;

function cutSearches(pairs: Pairs): LinkedGroup[] {
  const floor = computeFloor(pairs.count);
  // What is alone at the floor began somewhere below it.
  return linkGroups(pairs, floor).flatMap((root) => chooseGroups(root, floor / 2).groups);
}

/** Groups less alike than this are never joined. The bound is higher in a short list, whose words reveal little about each other. */
const FLOOR = 0.12;
const SHORT_LIST_FLOOR = 0.52;
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

/** Most pages separate near the middle, so a span there means more than one of the same width at either end. */
const scaleLikeness = (likeness: number): number => 1 / (1 + Math.exp((0.5 - likeness) / 0.2));

interface Choice {
  readonly value: number;
  readonly groups: readonly LinkedGroup[];
}

/** The best set of groups within a group that was joined to others at `parentLikeness`. */
function chooseGroups(group: LinkedGroup, parentLikeness: number): Choice {
  const alone = group.members.length === 1;
  const span = Math.max(0, scaleLikeness(Math.min(group.likeness, alone ? ALONE : 1)) - scaleLikeness(parentLikeness));
  const whole: Choice = {
    value: group.members.length * span * (alone ? ALONE_SHARE : 1),
    groups: [group],
  };
  if (group.parts.length === 0 || group.likeness >= ONE_PAGE) return whole;
  const grown = group.parts.find(({ members }) => members.length > 1);
  if (grown !== undefined && group.parts.some(({ members }) => members.length === 1) && group.likeness >= ABSORBED) {
    // One more keyword makes a group larger, not a different one: only its own parts may split it.
    const choice = chooseGroups(grown, parentLikeness);
    if (choice.groups.length === 1) return { value: choice.value, groups: [group] };
  }
  const parts = group.parts.map((part) => chooseGroups(part, group.likeness));
  const value = parts.reduce((sum, part) => sum + part.value, 0);
  return value > whole.value + EQUAL ? { value, groups: parts.flatMap((part) => part.groups) } : whole;
}
