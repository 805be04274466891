import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { judgeChange, measureDispersion } from './count-change.ts';

const change = (
  before: number,
  after: number,
  season: { before: number; after: number } | null = null,
  dispersion = 1,
) => judgeChange({ before, after, season, dispersion });

describe('a change of a count', () => {
  it('is within the noise where chance moves such counts as far', () => {
    expect(change(100, 85).within_noise).toBe(true);
    expect(change(100, 60).within_noise).toBe(false);
    expect(change(1000, 850).within_noise).toBe(false);
    expect(change(1000, 850, null, 8).within_noise).toBe(true);
  });

  it('is judged against what the season does', () => {
    const fell = change(1000, 600, { before: 900, after: 540 });
    expect(fell.within_noise).toBe(true);
    expect(fell.expected).toBeCloseTo(600, 0);
    expect(change(1000, 600, { before: 900, after: 900 }).excess).toBeCloseTo(-0.4, 2);
    expect(change(1000, 1000, { before: 500, after: 1000 }).z).toBeLessThan(-5);
  });

  it('judges a fall to nothing as surely as its size allows', () => {
    expect(change(60, 0).z).toBeLessThan(-9);
    expect(change(2, 0).within_noise).toBe(true);
  });

  it('lies within its interval, and more clicks are never a worse change', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.option(fc.record({ before: fc.integer({ min: 0, max: 5000 }), after: fc.integer({ min: 0, max: 5000 }) }), {
          nil: null,
        }),
        fc.double({ min: 1, max: 20, noNaN: true }),
        (before, after, season, dispersion) => {
          const one = change(before, after, season, dispersion);
          const more = change(before, after + 1, season, dispersion);
          expect(one.low).toBeLessThanOrEqual(one.excess);
          expect(one.high).toBeGreaterThanOrEqual(one.excess);
          expect(more.z).toBeGreaterThan(one.z);
          expect(one.within_noise).toBe(Math.abs(one.z) <= 1.96);
        },
      ),
    );
  });
});

describe('the noise of weekly counts', () => {
  it('is that of chance for steady weeks, and grows with their scatter', () => {
    expect(measureDispersion([[100, 102, 99, 101, 100, 98, 101, 100]])).toBeCloseTo(1.25, 1);
    expect(measureDispersion([[100, 160, 70, 140, 60, 150, 90, 130]])).toBeGreaterThan(10);
  });

  it('does not take the one step in question for noise', () => {
    expect(measureDispersion([[200, 203, 198, 201, 80, 79, 82, 80]])).toBeLessThan(2);
  });

  it('has a default for series that are too short to tell', () => {
    expect(measureDispersion([[100, 40]])).toBe(2);
    expect(measureDispersion([])).toBe(2);
  });
});
