import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { jaccardDistance, type RankedList, rankBiasedOverlap, rankRows } from './overlap.ts';

const list = (keys: string): RankedList => rankRows(keys.split('').map((key, at) => ({ key, position: at + 1 })));

/** The definition, written out as slowly as it reads: agreement at every depth, the rest extrapolated. */
function byDefinition(one: string, other: string, p: number): number {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const [l, s] = [long.length, short.length];
  const overlap = (depth: number): number =>
    long
      .slice(0, depth)
      .split('')
      .filter((key) => short.slice(0, depth).includes(key)).length;
  let sum = 0;
  for (let d = 1; d <= l; d += 1) sum += (overlap(d) / d) * p ** d;
  for (let d = s + 1; d <= l; d += 1) sum += ((overlap(s) * (d - s)) / (s * d)) * p ** d;
  return ((1 - p) / p) * sum + ((overlap(l) - overlap(s)) / l + overlap(s) / s) * p ** l;
}

describe('rank-biased overlap', () => {
  it.each([
    ['abcde', 'abcde', 1],
    ['abc', 'xyz', 0],
    ['abcde', 'bacde', 0.9],
    ['abcde', 'abced', 0.9 ** 0 - 0.1 * 0.9 ** 3 * 0.25],
    ['', '', 1],
    ['', 'abc', 0],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(rankBiasedOverlap(list(one), list(other))).toBeCloseTo(expected, 10);
  });

  it('takes a list that is the beginning of another for the same list, seen less deep', () => {
    expect(rankBiasedOverlap(list('abc'), list('abcdefgh'))).toBeCloseTo(1, 10);
  });

  it('weighs a change at the top more than one at the bottom', () => {
    const top = rankBiasedOverlap(list('abcdefghij'), list('bacdefghij'));
    const bottom = rankBiasedOverlap(list('abcdefghij'), list('abcdefghji'));
    expect(top).toBeLessThan(bottom);
  });

  it('agrees with its definition on lists of any length', () => {
    const keys = fc.shuffledSubarray('abcdefghijklmnop'.split(''), { minLength: 1 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(keys, keys, fc.constantFrom(0.8, 0.9, 0.95), (one, other, p) => {
        expect(rankBiasedOverlap(list(one), list(other), p)).toBeCloseTo(byDefinition(one, other, p), 9);
      }),
    );
  });

  it('is the same in both directions, between 0 and 1, and 1 for a list and itself, ties included', () => {
    const ties = fc.uniqueArray(
      fc.record({ key: fc.constantFrom(...'abcdefghij'.split('')), position: fc.integer({ min: 1, max: 6 }) }),
      {
        selector: ({ key }) => key,
      },
    );
    const ranked = ties.map((rows) => rankRows(rows.toSorted((one, other) => one.position - other.position)));
    fc.assert(
      fc.property(ranked, ranked, (one, other) => {
        const overlap = rankBiasedOverlap(one, other);
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
        expect(rankBiasedOverlap(other, one)).toBeCloseTo(overlap, 12);
        expect(rankBiasedOverlap(one, one)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('does not care which of two tied items comes first', () => {
    const one = rankRows([
      { key: 'a', position: 1 },
      { key: 'b', position: 2 },
      { key: 'c', position: 2 },
    ]);
    const other = rankRows([
      { key: 'a', position: 1 },
      { key: 'c', position: 2 },
      { key: 'b', position: 2 },
    ]);
    expect(rankBiasedOverlap(one, other)).toBeCloseTo(1, 12);
  });
});

describe('the Jaccard distance', () => {
  it.each([
    ['ab', 'ab', 0],
    ['ab', 'cd', 1],
    ['abc', 'bcd', 0.5],
    ['', '', 0],
  ])('of %s and %s is %d', (one, other, expected) => {
    expect(jaccardDistance(new Set(one), new Set(other))).toBe(expected);
  });
});
