import { describe, expect, it } from 'vitest';

import { type Likeness, linkGroups } from './average-linkage.ts';

/** Pairs that are not named are 0 alike. */
function pairsOf(count: number, alike: readonly (readonly [number, number, number])[], apart: [number, number][] = []) {
  const pairs: Likeness = {
    count,
    likeness: new Float64Array(count * count),
    apart: new Uint8Array(count * count),
  };
  for (const [one, other, value] of alike)
    pairs.likeness[one * count + other] = pairs.likeness[other * count + one] = value;
  for (const [one, other] of apart) pairs.apart[one * count + other] = pairs.apart[other * count + one] = 1;
  return pairs;
}

function membersOf(pairs: Likeness, floor: number): number[][] {
  return linkGroups(pairs, floor).map(({ members }) => [...members]);
}

describe('linkGroups', () => {
  it('joins a group by the mean over all its members, not by its nearest one', () => {
    // The group of 0 and 1 is (0.9 + 0.3) / 2 like 2.
    const pairs = pairsOf(3, [
      [0, 1, 0.95],
      [1, 2, 0.9],
      [0, 2, 0.3],
    ]);
    expect(membersOf(pairs, 0.59)).toEqual([[0, 1, 2]]);
    expect(membersOf(pairs, 0.61)).toEqual([[0, 1], [2]]);
  });

  it('weighs each member the same, however large the groups that are joined', () => {
    // 0, 1 and 2 join first; the mean of their likeness to 3 is 0.5.
    const pairs = pairsOf(4, [
      [0, 1, 0.99],
      [0, 2, 0.98],
      [1, 2, 0.98],
      [0, 3, 0.9],
      [1, 3, 0.3],
      [2, 3, 0.3],
    ]);
    expect(membersOf(pairs, 0.49)).toEqual([[0, 1, 2, 3]]);
    expect(membersOf(pairs, 0.51)).toEqual([[0, 1, 2], [3]]);
  });

  it('never joins groups that hold two members that must stay apart', () => {
    const pairs = pairsOf(
      3,
      [
        [0, 1, 0.9],
        [1, 2, 0.8],
        [0, 2, 0.99],
      ],
      [[0, 2]],
    );
    expect(membersOf(pairs, 0.1)).toEqual([[0, 1], [2]]);
  });

  it('takes the first of pairs that are equally alike, and none below the floor', () => {
    const pairs = pairsOf(3, [
      [0, 1, 0.6],
      [1, 2, 0.6 + 1e-12],
    ]);
    expect(membersOf(pairs, 0.5)).toEqual([[0, 1], [2]]);
    expect(membersOf(pairs, 0.61)).toEqual([[0], [1], [2]]);
  });

  it('keeps the tree of its joins', () => {
    const pairs = pairsOf(3, [
      [0, 1, 0.9],
      [0, 2, 0.5],
      [1, 2, 0.5],
    ]);
    expect(linkGroups(pairs, 0.2)).toEqual([
      {
        members: [0, 1, 2],
        likeness: 0.5,
        parts: [
          {
            members: [0, 1],
            likeness: 0.9,
            parts: [
              { members: [0], likeness: 1, parts: [] },
              { members: [1], likeness: 1, parts: [] },
            ],
          },
          { members: [2], likeness: 1, parts: [] },
        ],
      },
    ]);
  });
});
