import { EQUAL, linkGroups } from '../../../kernel/average-linkage.ts';
import type { Pairs } from './pairs.ts';

/**
 * Average linkage, then each keyword moves to the group that it is most alike to in sum, until none gains by it. What is still
 * alone joins what it is nearest to.
 *
 * A join is never undone by linkage, so a keyword stays where its first neighbor was. The moves mend that, and they favor the
 * larger of two groups that fit as well, since likeness counts from the threshold on, member by member.
 */
export function groupPairs(pairs: Pairs): number[][] {
  const threshold = chooseThreshold(pairs);
  const groupOf = new Int32Array(pairs.count);
  for (const [group, { members }] of linkGroups(pairs, threshold).entries())
    for (const member of members) groupOf[member] = group;
  for (let round = 0; round < ROUNDS_MAX && moveMembers(pairs, groupOf, threshold); round += 1);
  joinAlone(pairs, groupOf, {
    page: Math.min(threshold, boundFor(pairs, ALONE_FROM)),
    alone: TWO_ALONE_SHARE * threshold,
  });
  const groups = Map.groupBy(groupOf.keys(), (member) => groupOf[member] ?? -1);
  return [...groups.values()].sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

/** Lists of 200 settle after three or four rounds. */
const ROUNDS_MAX = 10;

/**
 * From which likeness on two keywords share a page: a share of what the keywords of the list have with their nearest, since
 * some lists hold ways to type one search and others many searches of one trade. People ask one question in sentences that
 * share few words, so that their share is smaller.
 */
const SHARE = 0.5;
const SENTENCES_SHARE = 0.16;
/** Searches that have nothing in common have a nearest one, too. */
const THRESHOLD_MIN = 0.1;
/** A list this short reveals half of what is usual in it; the rest is this bound. */
const SHORT_LIST = 12;
const SHORT_LIST_THRESHOLD = 0.5;
/** Between the likeness of two searches that share a page of results and that of two whose pages link (see `serp.ts`). */
const SERP_THRESHOLD = 0.4;

function chooseThreshold(pairs: Pairs): number {
  const nearest = meanNearest(pairs);
  return boundFor(pairs, pairs.sentences ? SENTENCES_SHARE * nearest : Math.max(THRESHOLD_MIN, SHARE * nearest));
}

/** A bound for words as far as the list is long enough to trust it, and as far as words decide. */
function boundFor({ count, decided }: Pairs, usual: number): number {
  const trust = count ** 2 / (count ** 2 + SHORT_LIST ** 2);
  const byWords = trust * usual + (1 - trust) * SHORT_LIST_THRESHOLD;
  const known = count < 2 ? 0 : (2 * decided) / (count * (count - 1));
  return known * SERP_THRESHOLD + (1 - known) * byWords;
}

/** Mean likeness of each keyword to the one that is most alike. */
function meanNearest({ count, likeness }: Pairs): number {
  let sum = 0;
  for (let one = 0; one < count; one += 1) {
    let nearest = 0;
    for (let other = 0; other < count; other += 1)
      if (other !== one) nearest = Math.max(nearest, likeness[one * count + other] ?? 0);
    sum += nearest;
  }
  return count === 0 ? 0 : sum / count;
}

/** Moves each member once at most, to another group or to one of its own; whether any moved. */
function moveMembers(pairs: Pairs, groupOf: Int32Array, threshold: number): boolean {
  const sizes = new Int32Array(pairs.count);
  for (const group of groupOf) sizes[group] = (sizes[group] ?? 0) + 1;
  let moved = false;
  for (const [member, own] of groupOf.entries()) {
    const best = chooseGroup(sumGains(pairs, member, groupOf, threshold), sizes, own);
    if (best === own) continue;
    groupOf[member] = best;
    sizes[own] = (sizes[own] ?? 0) - 1;
    sizes[best] = (sizes[best] ?? 0) + 1;
    moved = true;
  }
  return moved;
}

/** The group with the highest gain, its own among equals; a new one where all would lose, since alone nothing is gained or lost. */
function chooseGroup(gains: Float64Array, sizes: Int32Array, own: number): number {
  let best = own;
  for (const [group, gain] of gains.entries())
    if (sizes[group] !== 0 && gain > (gains[best] ?? 0) + EQUAL) best = group;
  return (gains[best] ?? 0) < -EQUAL ? sizes.indexOf(0) : best;
}

/** By group: by how much its members are more alike to one keyword than the threshold, in sum; no group holds two that must be apart. */
function sumGains(
  { count, likeness, apart }: Pairs,
  member: number,
  groupOf: Int32Array,
  threshold: number,
): Float64Array {
  const gains = new Float64Array(count);
  for (const [other, group] of groupOf.entries()) {
    if (other === member) continue;
    const at = member * count + other;
    gains[group] = (gains[group] ?? 0) + (apart[at] === 1 ? -Infinity : (likeness[at] ?? 0) - threshold);
  }
  return gains;
}

/**
 * From which mean likeness on a keyword that is alone joins another or a group: lower than the threshold between groups, since a
 * page answers a near search sooner than a page of its own is worth writing.
 */
const ALONE_FROM = 0.12;
/** Two keywords that are both alone have no page yet: they join from this share of the threshold on. */
const TWO_ALONE_SHARE = 0.7;

interface Floors {
  readonly page: number;
  readonly alone: number;
}

/** The nearest pairs first; a keyword that has joined holds others back that must not share its page. */
function joinAlone(pairs: Pairs, groupOf: Int32Array, floors: Floors): void {
  const groups = [...Map.groupBy(groupOf.keys(), (member) => groupOf[member] ?? -1)];
  const near = groups.flatMap(([own, [alone = -1, ...others]]) =>
    others.length > 0
      ? []
      : groups
          .filter(([group]) => group !== own)
          .map(([group, members]) => ({ alone, group, members, likeness: meanTo(pairs, alone, members) })),
  );
  near.sort((one, other) => other.likeness - one.likeness || one.alone - other.alone || one.group - other.group);
  const joined = new Set<number>();
  for (const { alone, group, members, likeness } of near) {
    if (likeness < floors.page) break;
    const other = members.length === 1 ? members[0] : undefined;
    const isLess = other !== undefined && (likeness < floors.alone || joined.has(other));
    if (isLess || joined.has(alone) || mustStayOff(pairs, alone, groupOf, group)) continue;
    groupOf[alone] = group;
    joined.add(alone);
    if (other !== undefined) joined.add(other);
  }
}

function meanTo({ count, likeness }: Pairs, alone: number, members: readonly number[]): number {
  return members.reduce((sum, member) => sum + (likeness[alone * count + member] ?? 0), 0) / members.length;
}

function mustStayOff({ count, apart }: Pairs, alone: number, groupOf: Int32Array, page: number): boolean {
  return groupOf.some((group, member) => group === page && apart[alone * count + member] === 1);
}
