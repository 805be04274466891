import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fitTheilSen, testMannKendall } from './series-trend.ts';

const series = (values: readonly number[]) => values.map((value, at) => ({ at, value }));

describe('the slope of a series', () => {
  it('is that of its line, and one wild value does not turn it', () => {
    expect(fitTheilSen(series([10, 12, 14, 16, 18]))).toBe(2);
    expect(fitTheilSen(series([10, 12, 14, 900, 18, 20, 22]))).toBe(2);
  });

  it('is unknown for fewer than two times', () => {
    expect(fitTheilSen([])).toBeNull();
    expect(fitTheilSen([{ at: 1, value: 3 }])).toBeNull();
    expect(
      fitTheilSen([
        { at: 1, value: 3 },
        { at: 1, value: 5 },
      ]),
    ).toBeNull();
  });
});

describe('the chance of a trend', () => {
  it('is small for a steady rise and one for no change', () => {
    expect(testMannKendall([1, 2, 3, 4, 5, 6, 7, 8])).toBeCloseTo(0.001, 3);
    expect(testMannKendall([5, 5, 5, 5, 5])).toBe(1);
    expect(testMannKendall([1, 2, 3])).toBeNull();
  });

  it('is the same for a series and its mirror', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 30 }), (values) => {
        const [one, other] = [testMannKendall(values), testMannKendall(values.toReversed())];
        expect(one).toBeCloseTo(other ?? Number.NaN, 10);
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
      }),
    );
  });
});
