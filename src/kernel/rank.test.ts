import { describe, expect, it } from 'vitest';

import { onScale, rankFloor } from './rank.ts';

describe('onScale', () => {
  it.each([
    [0, 0],
    [395, 58],
    [650, 85],
    [740, 92],
    [1000, 100],
  ])('shows %i of 1000 as %i of 100', (rank, shown) => {
    expect(onScale(rank, 'one_hundred')).toBe(shown);
  });

  it('keeps what is unknown unknown', () => {
    expect(onScale(null, 'one_hundred')).toBeNull();
  });
});

describe('rankFloor', () => {
  it('is the least rank that shows as what was asked', () => {
    for (const shown of [0, 1, 37, 60, 99]) {
      const least = rankFloor(shown, 'one_hundred');
      expect(onScale(least, 'one_hundred')).toBeGreaterThanOrEqual(shown);
      if (least > 0) expect(onScale(least - 1, 'one_hundred')).toBeLessThan(shown);
    }
  });

  it('is the number itself on the scale of 1000', () => {
    expect(rankFloor(80, 'one_thousand')).toBe(80);
  });
});
