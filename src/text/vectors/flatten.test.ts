import { describe, expect, it } from 'vitest';

import { flattenThemes } from './flatten.ts';

describe('flattenThemes', () => {
  /** Two pairs of texts; a theme that all share makes everything alike. */
  const COSINES = [
    [1, 0.9, 0.7, 0.7],
    [0.9, 1, 0.7, 0.7],
    [0.7, 0.7, 1, 0.9],
    [0.7, 0.7, 0.9, 1],
  ];
  const cosine = (one: number, other: number): number => COSINES[one]?.[other] ?? 0;
  const flat = flattenThemes(4, cosine);

  it('is the root of the cosines, each text being 1 to itself', () => {
    // The directions of these cosines are 3.3, 0.5 and twice 0.1; what is left of their roots is known by hand.
    const [all, halves, pairs] = [Math.sqrt(3.3), Math.sqrt(0.5), Math.sqrt(0.1)];
    const own = all / 4 + halves / 4 + pairs / 2;
    expect(flat(0, 0)).toBeCloseTo(1, 6);
    expect(flat(0, 1)).toBeCloseTo((all / 4 + halves / 4 - pairs / 2) / own, 2);
    expect(flat(0, 2)).toBeCloseTo((all / 4 - halves / 4) / own, 2);
  });

  it('sets apart what a common theme made alike, and keeps the order', () => {
    expect(flat(0, 2)).toBeLessThan(0.5);
    expect(flat(0, 1)).toBeGreaterThan(flat(0, 2));
    expect(flat(2, 3)).toBeCloseTo(flat(0, 1), 6);
  });

  it('finds a text without a direction like none', () => {
    const lone = flattenThemes(2, (one, other) => (one === 1 && other === 1 ? 1 : 0));
    expect(lone(0, 1)).toBe(0);
    expect(lone(1, 1)).toBeCloseTo(1, 6);
  });
});
