import { describe, expect, it } from 'vitest';

import { judgeVotes, tallyVotes } from './tally.ts';

describe('votes for types', () => {
  it('add up by type, the one with most points first and equal ones by name', () => {
    const votes = [
      ['product', 2, 'a price'],
      ['article', 3, 'a date'],
      ['guide', 5, 'its title'],
      ['product', 1, 'its address'],
    ] as const;
    const expected = [
      { type: 'guide', points: 5, evidence: ['its title'] },
      { type: 'article', points: 3, evidence: ['a date'] },
      { type: 'product', points: 3, evidence: ['a price', 'its address'] },
    ];
    expect(tallyVotes(votes)).toEqual(expected);
    expect(tallyVotes(votes.toReversed()).map(({ type }) => type)).toEqual(['guide', 'article', 'product']);
  });

  it('keep five reasons', () => {
    const votes = Array.from({ length: 7 }, (_, at) => ['guide', 1, `reason ${at + 1}`] as const);
    expect(tallyVotes(votes)[0]).toEqual({
      type: 'guide',
      points: 7,
      evidence: ['reason 1', 'reason 2', 'reason 3', 'reason 4', 'reason 5'],
    });
  });

  it('are the surer the more points the first has and the further it leads', () => {
    // 0.25 + 0.12 a point + 0.1 a point of lead, at most 0.97.
    const judge = (...points: readonly number[]): number | undefined =>
      judgeVotes(points.map((each, at) => [`type ${at}`, each, 'why'] as const))?.confidence;
    expect([judge(2), judge(2, 1), judge(2, 2), judge(2, -1), judge(9)]).toEqual([0.69, 0.59, 0.49, 0.69, 0.97]);
  });

  it('say nothing where there are none or all speak against', () => {
    expect([judgeVotes([]), judgeVotes([['guide', 0, 'why']])]).toEqual([undefined, undefined]);
  });
});
