import { describe, expect, it } from 'vitest';

import { sharedOut } from './points.ts';

describe('rounded parts', () => {
  it('add up to the total: the largest remainders are rounded up', () => {
    expect(sharedOut([33.2, 33.5, 33.3], 100)).toEqual([33, 34, 33]);
    expect(sharedOut([12.6, 0.7, 0.7], 14)).toEqual([12, 1, 1]);
  });

  it('round up the first of equal remainders', () => {
    expect(sharedOut([100 / 3, 100 / 3, 100 / 3], 100)).toEqual([34, 33, 33]);
  });

  it('may have tenths, without the dust of binary fractions', () => {
    expect(sharedOut([7.27, 16.96], 24.2, 0.1)).toEqual([7.3, 16.9]);
    expect(sharedOut([0.1, 0.2], 0.3, 0.1)).toEqual([0.1, 0.2]);
  });

  it('are none where there are none', () => {
    expect([sharedOut([], 0), sharedOut([0, 0], 0)]).toEqual([[], [0, 0]]);
  });
});
