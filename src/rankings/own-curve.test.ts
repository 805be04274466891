import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { PositionClicks } from '../ports/rankings.ts';
import { estimateClickRate, type PageConditions } from '../serp/click-rate.ts';
import { INTENTS } from '../text/signals.ts';
import { fitOwnCurve, readClickRate } from './own-curve.ts';

const counts = (bins: PositionClicks['bins']): PositionClicks => ({
  property: 'sc-domain:shop.example',
  from: '2026-10-24',
  to: '2026-11-20',
  bins,
});
const bin = (position: number, clicks: number, impressions: number) => ({ position, clicks, impressions });

const page = (facts: Partial<PageConditions> = {}): PageConditions => ({
  intent: 'informational',
  overview: 'absent',
  above: [],
  ...facts,
});

const anyCounts = fc
  .array(
    fc.record({
      position: fc.integer({ min: 1, max: 100 }),
      impressions: fc.integer({ min: 0, max: 200_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    counts(
      [...new Map(rows.map((row) => [row.position, row])).values()].map(({ position, impressions, share }) =>
        bin(position, Math.floor(impressions * share), impressions),
      ),
    ),
  );
const anyPage = fc.record({
  intent: fc.constantFrom(...INTENTS, null),
  overview: fc.constantFrom('present' as const, 'absent' as const, 'async_not_loaded' as const, 'unavailable' as const),
  above: fc.constantFrom([], ['featured_snippet' as const], ['paid' as const], undefined),
});

describe('the click curve of a site', () => {
  it('is its own rate, drawn to the published one by 500 impressions, with bounds and a name', () => {
    const curve = fitOwnCurve(counts([bin(1, 4000, 20_000), bin(2, 2000, 20_000)]));
    expect(curve).toMatchObject({ name: 'own-sc-domain:shop.example-2026-10-24', impressions: 40_000 });
    // (4000 + 500 × 0.304) / 20,500 and (2000 + 500 × 0.162) / 20,500.
    expect(readClickRate(1, curve)?.value).toBeCloseTo(0.202537, 6);
    expect(readClickRate(2, curve)).toMatchObject({ value: 0.101512, curve: 'own-sc-domain:shop.example-2026-10-24' });
    expect(readClickRate(2, curve)?.low).toBeCloseTo(0.09592, 5);
    expect(readClickRate(2, curve)?.high).toBeCloseTo(0.10423, 5);
  });

  it('takes a position from 1,000 impressions on, and the published share where it has fewer', () => {
    const curve = fitOwnCurve(counts([bin(1, 350, 1000), bin(3, 1, 999)]));
    expect(readClickRate(1, curve)?.curve).toBe('own-sc-domain:shop.example-2026-10-24');
    expect(readClickRate(3, curve)).toMatchObject({ value: 0.0973, curve: 'dataforseo-2025' });
  });

  it('is unknown without console data, and where no position has enough of it', () => {
    expect(fitOwnCurve(null)).toBeNull();
    expect(fitOwnCurve(counts([]))).toBeNull();
    expect(fitOwnCurve(counts([bin(1, 100, 999)]))).toBeNull();
  });

  it('pools positions where the worse one has more clicks', () => {
    const curve = fitOwnCurve(counts([bin(4, 100, 10_000), bin(5, 500, 10_000)]));
    const [four, five] = [readClickRate(4, curve), readClickRate(5, curve)];
    expect(four).toEqual(five);
    // With the published share of position 6, which is higher: (100 + 500 + 500 × (0.0659 + 0.0469 + 0.0338)) / 21,500.
    expect(four?.value).toBeCloseTo(0.031316, 6);
  });

  it('never has more clicks at a worse position, and lies within its bounds, on any page', () => {
    fc.assert(
      fc.property(anyCounts, anyPage, (bins, conditions) => {
        const curve = fitOwnCurve(bins);
        const rates = Array.from({ length: 199 }, (_, at) => readClickRate(1 + at / 2, curve, conditions));
        for (const [at, rate] of rates.entries()) {
          if (rate === undefined) throw new Error('Every position from 1 to 100 has a rate.');
          expect(rate.low).toBeLessThanOrEqual(rate.value);
          expect(rate.value).toBeLessThanOrEqual(rate.high);
          if (at > 0) expect(rate.value).toBeLessThanOrEqual(rates[at - 1]?.value ?? 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is never raised by an AI Overview', () => {
    fc.assert(
      fc.property(
        anyCounts,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(...INTENTS, null),
        (bins, position, intent) => {
          const curve = fitOwnCurve(bins);
          const without = readClickRate(position, curve, page({ intent }))?.value ?? 0;
          const unseen = readClickRate(position, curve, page({ intent, overview: 'unavailable' }))?.value ?? 0;
          const withIt = readClickRate(position, curve, page({ intent, overview: 'present' }))?.value ?? 0;
          expect(withIt).toBeLessThanOrEqual(without);
          expect(withIt).toBeLessThanOrEqual(unseen);
        },
      ),
    );
  });

  it('is the published one where there is no own curve, and ends where that does', () => {
    for (const position of [1, 2, 5, 10, 11, 40, 100]) {
      expect(readClickRate(position, null)?.value).toBe(estimateClickRate(position)?.value);
    }
    expect(readClickRate(2, null, page({ overview: 'present' }))).toMatchObject({
      value: 0.081,
      curve: 'dataforseo-2025+aio-2025-12',
    });
    expect([0, 0.5, 100.5, Number.NaN].map((position) => readClickRate(position, null))).toEqual(
      Array.from({ length: 4 }),
    );
  });

  it('puts a mean position between its neighbours', () => {
    expect(readClickRate(3.5, null)?.value).toBeCloseTo((0.0973 + 0.0659) / 2, 6);
  });
});
