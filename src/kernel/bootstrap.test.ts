import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { bootstrapInterval } from './bootstrap.ts';
import { intervalOfDifference } from './interval.ts';

const mean = (values: readonly number[]) => (drawn: readonly number[]) =>
  drawn.reduce((sum, at) => sum + (values[at] ?? 0), 0) / drawn.length;

it('bounds the mean of groups as normal theory does where there are many of them', () => {
  const values = Array.from({ length: 400 }, (_, at) => (at % 4 === 0 ? 1 : 0));
  const bounds = bootstrapInterval(values.length, mean(values), 'many');
  // .25 ± 1.96 × √(.25 × .75 / 400)
  expect(bounds?.low).toBeCloseTo(0.2076, 1);
  expect(bounds?.high).toBeCloseTo(0.2924, 1);
});

it('draws the same for the same seed and otherwise for another', () => {
  const values = [0, 0.2, 0.4, 0.6, 0.8, 1, 0.3];
  expect(bootstrapInterval(7, mean(values), 'a')).toEqual(bootstrapInterval(7, mean(values), 'a'));
  const each = ['a', 'b', 'c', 'd'].map((seed) => JSON.stringify(bootstrapInterval(7, mean(values), seed)));
  expect(new Set(each).size).toBeGreaterThan(1);
});

it('has no interval for a figure that most draws do not have', () => {
  expect(bootstrapInterval(3, () => null, 'none')).toBeNull();
});

it('stays between the least and the greatest group', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }), (values) => {
      const bounds = bootstrapInterval(values.length, mean(values), 'within') ?? { low: -1, high: 2 };
      expect(bounds.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
      expect(bounds.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      expect(bounds.low).toBeLessThanOrEqual(bounds.high);
    }),
    { numRuns: 20 },
  );
});

it('bounds the difference of two shares as Newcombe does', () => {
  // 56/70 − 48/80, table II of Newcombe 1998, method 10.
  const { low, high } = intervalOfDifference({ hits: 48, of: 80 }, { hits: 56, of: 70 });
  expect(low).toBeCloseTo(0.0524, 3);
  expect(high).toBeCloseTo(0.3339, 3);
  expect(intervalOfDifference({ hits: 0, of: 1 }, { hits: 1, of: 1 }).low).toBeLessThan(0);
});
