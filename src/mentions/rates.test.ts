import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareRates, poolRates, poolShares, type QueryCount, rateOf } from './rates.ts';

const counts = (...shares: readonly (readonly [number, number])[]): QueryCount[] =>
  shares.map(([hits, of], at) => ({ id: `query ${at}`, hits, of }));

describe('a rate', () => {
  it('is that of Wilson for the answers to one query', () => {
    expect(rateOf({ hits: 0, of: 1 })).toEqual({ value: 0, n: 1, low: 0, high: 0.793, method: 'wilson' });
    expect(rateOf({ hits: 3, of: 5 })).toEqual({ value: 0.6, n: 5, low: 0.231, high: 0.882, method: 'wilson' });
    expect(rateOf({ hits: 0, of: 0 })).toBeNull();
  });

  it('weighs each query the same, however often it was asked', () => {
    expect(poolRates(counts([10, 10], [0, 1]))).toMatchObject({ value: 0.5, n: 11, method: 'wilson_effective_n' });
  });

  it('has an interval where all queries agree, too', () => {
    // Six queries with five answers each are worth 6 × 5 / 3 = 10 independent answers.
    const all = counts([5, 5], [5, 5], [5, 5], [5, 5], [5, 5], [5, 5]);
    expect(poolRates(all)).toEqual({ value: 1, n: 30, low: 0.722, high: 1, method: 'wilson_effective_n' });
  });

  it('is bounded by drawing the queries anew where there are enough of them', () => {
    const rate = poolRates(counts([1, 1], [0, 1], [1, 1], [0, 1], [1, 1], [0, 1], [1, 1], [0, 1]));
    expect(rate).toMatchObject({ value: 0.5, n: 8, method: 'bootstrap_over_queries' });
    expect(rate?.low).toBeGreaterThan(0.05);
    expect(rate?.low).toBeLessThan(0.3);
  });

  it('is unknown without answers', () => {
    expect(poolRates(counts([0, 0], [0, 0]))).toBeNull();
    expect(poolShares([])).toBeNull();
  });
});

it('is a share of all that was counted where queries count as much as they have', () => {
  expect(poolShares(counts([1, 4], [3, 4], [0, 0]))).toMatchObject({ value: 0.5, n: 8 });
  expect(poolShares(counts([1, 10], [0, 0]))).toMatchObject({ value: 0.1, n: 10, method: 'wilson' });
});

describe('a change', () => {
  it('is within the noise of single answers, whatever they say', () => {
    expect(compareRates(counts([0, 1]), counts([1, 1]))).toMatchObject({
      from: 0,
      to: 1,
      difference: 1,
      within_noise: true,
      direction: null,
    });
  });

  it('counts where many queries turned', () => {
    const none = counts(...Array.from({ length: 20 }, (): [number, number] => [0, 3]));
    const all = counts(...Array.from({ length: 20 }, (): [number, number] => [3, 3]));
    expect(compareRates(none, all)).toMatchObject({ difference: 1, within_noise: false, direction: 'up', queries: 20 });
    expect(compareRates(all, none)).toMatchObject({ difference: -1, within_noise: false, direction: 'down' });
  });

  it('is judged by the queries of both samplings alone', () => {
    const before = [{ id: 'old', hits: 1, of: 1 }];
    expect(compareRates(before, [{ id: 'new', hits: 0, of: 1 }])).toBeNull();
    expect(compareRates([...before, { id: 'both', hits: 1, of: 2 }], [{ id: 'both', hits: 1, of: 2 }])).toMatchObject({
      from: 0.5,
      to: 0.5,
      queries: 1,
    });
  });

  const count = fc.integer({ min: 1, max: 10 }).chain((of) =>
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      hits: fc.integer({ min: 0, max: of }),
      of: fc.constant(of),
    }),
  );
  const sampling = fc.uniqueArray(count, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });

  it('is never called up or down between two samplings with the same answers, in any order', () => {
    fc.assert(
      fc.property(sampling, (all) => {
        const change = compareRates(all, all.toReversed());
        expect(change).toMatchObject({ difference: 0, within_noise: true, direction: null });
        expect(poolRates(all)).toEqual(poolRates(all.toReversed()));
      }),
      { numRuns: 50 },
    );
  });

  it('lies within its interval, as every rate does', () => {
    fc.assert(
      fc.property(sampling, sampling, (one, other) => {
        for (const rate of [poolRates(one), poolShares(one)]) {
          expect(rate?.low).toBeLessThanOrEqual(rate?.value ?? 0);
          expect(rate?.high).toBeGreaterThanOrEqual(rate?.value ?? 1);
        }
        const change = compareRates(one, other);
        if (change === null) return;
        expect(change.low).toBeLessThanOrEqual(change.difference);
        expect(change.high).toBeGreaterThanOrEqual(change.difference);
      }),
      { numRuns: 50 },
    );
  });
});
